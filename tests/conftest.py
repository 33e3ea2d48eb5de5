"""Options of the test run, and where the reference material lies."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

PROJECT = Path(__file__).resolve().parent.parent

# The same examples on every run; `--hypothesis-profile explore` looks further.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None, max_examples=2000)
settings.load_profile("steady")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("netinit")
    group.addoption(
        "--update-golden",
        action="store_true",
        help="rewrite tests/golden from what the renderers say now; review the diff by hand",
    )
    group.addoption(
        "--cases",
        metavar="DIR",
        help="run the decision cases of this folder (default: cases/reports of the reference material)",
    )
    group.addoption(
        "--no-skips",
        action="store_true",
        help="a skipped test fails the run, unless the kernel is the reason",
    )


def shared() -> Path:
    """The folder of reference material: $NETINIT_SHARED, or `shared` beside the project; it may be absent."""
    return Path(os.environ.get("NETINIT_SHARED") or PROJECT.parent / "shared")


@pytest.fixture(scope="session")
def shared_folder() -> Path:
    """The reference material; skips the test where there is none."""
    folder = shared()
    if not folder.is_dir():
        pytest.skip(f"no reference material at {folder} (NETINIT_SHARED names another place)")
    return folder


class _Skips:
    """Collects the reasons of skipped tests."""

    def __init__(self) -> None:
        self.reasons: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped and not hasattr(report, "wasxfail"):
            reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
            if "kernel" not in reason:
                self.reasons.append(f"{report.nodeid}: {reason}")

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.reasons and session.exitstatus == 0:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for line in self.reasons:
            terminalreporter.write_line(f"skipped, which --no-skips forbids: {line}", red=True)


def pytest_configure(config: pytest.Config) -> None:
    # With pytest-xdist the workers' reports reach the controller, which alone decides.
    if config.getoption("--no-skips") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Skips(), "netinit-skips")
