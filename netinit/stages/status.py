"""How far the boot has come: status.json and result.json, where cloud-init keeps them and in its form.

    {"v1": {"datasource": …, "stage": … | null, "init-local": {"start", "finished", "errors", "recoverable_errors"},
            "init": {…}, "modules-config": {…}, "modules-final": {…}}}

Times are seconds of uptime.  result.json appears when the last stage is done; scripts wait for it.
"""

from __future__ import annotations

from netinit import document
from netinit.formats.jsontext import dump, typed
from netinit.model import paths
from netinit.model.files import RenderedFile
from netinit.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from netinit.report import Problem
    from netinit.system.root import Root

# stage → its key in status.json
KEYS = {
    "local": "init-local",
    "network": "init",
    "config": "modules-config",
    "final": "modules-final",
}
TIMES = ("start", "finished")
LEVELS = {"warning": "WARNING", "deprecated": "DEPRECATED", "error": "ERROR"}


class Status(Record):
    """The state of the boot, as `netinit status` tells it."""

    status: str  # "not started", "running", "done", "error", "disabled"
    extended: str
    boot_code: str
    exit_code: int
    detail: str
    datasource: str = ""
    stage: str = ""
    errors: tuple[str, ...] = ()
    recoverable: Mapping[str, Sequence[str]] = {}
    last_update_s: float = 0.0


def begin(root: Root, stage: str) -> None:
    """Note that a stage starts. Raises NetinitError."""
    if stage == "local":
        for path in (paths.STATUS, paths.RESULT):
            root.remove(path)
        tree = _empty()
    else:
        tree = read(root)
    entry = _fresh()
    entry["start"] = uptime_s(root)
    tree["v1"]["stage"] = KEYS[stage]
    tree["v1"][KEYS[stage]] = entry
    _write(root, tree)


def finish(
    root: Root,
    stage: str,
    problems: Sequence[Problem],
    *,
    failed: bool = False,
    datasource: str | None = None,
) -> None:
    """Note that a stage is over: its problems, fatal where it failed. Raises NetinitError."""
    tree = read(root)
    entry = tree["v1"].setdefault(KEYS[stage], _fresh())
    entry["finished"] = uptime_s(root)
    entry["errors"] = [str(item) for item in problems if failed and item.severity == "error"]
    recoverable: dict[str, list[str]] = {}
    for item in problems:
        if not (failed and item.severity == "error"):
            recoverable.setdefault(LEVELS[item.severity], []).append(str(item))
    entry["recoverable_errors"] = recoverable
    tree["v1"]["stage"] = None
    if datasource is not None:
        tree["v1"]["datasource"] = datasource
    _write(root, tree)
    if stage == "final":
        errors = [error for key in KEYS.values() for error in tree["v1"][key]["errors"]]
        result = {"v1": {"datasource": tree["v1"]["datasource"], "errors": errors}}
        root.write(RenderedFile(path=paths.RESULT, content=dump(result) + "\n"))
        root.link(paths.RUN_RESULT, _relative(paths.RESULT))


def read(root: Root) -> dict[str, Any]:
    """The state as it was last written; an empty one where there is none or a broken one."""
    data = root.read(paths.STATUS)
    tree = typed(document.read(data, paths.STATUS).tree) if data else None
    whole = _empty()
    if isinstance(tree, dict) and isinstance(tree.get("v1"), dict):
        whole["v1"].update(tree["v1"])
        for key in KEYS.values():
            if not isinstance(whole["v1"].get(key), dict):
                whole["v1"][key] = _fresh()
            entry = {**_fresh(), **whole["v1"][key]}
            if not isinstance(entry["errors"], list):
                entry["errors"] = []
            entry["recoverable_errors"] = _lists(entry["recoverable_errors"])
            whole["v1"][key] = {**entry, **{name: _seconds(entry[name]) for name in TIMES}}
    return whole


def tell(root: Root, cmdline: str) -> Status:
    """What the files say of this boot; `cmdline` is the kernel's."""
    code = _boot_code(root, cmdline)
    if code.startswith("disabled"):
        detail = {
            "disabled-by-marker-file": f"disabled by {paths.DISABLED_FILE}",
            "disabled-by-kernel-command-line": "disabled by the kernel command line",
            "disabled-by-generator": "no datasource was found at the start of the boot",
        }[code]
        return Status(
            status="disabled", extended="disabled", boot_code=code, exit_code=0, detail=detail
        )
    v1 = read(root)["v1"]
    entries = [v1[key] for key in KEYS.values()]
    errors = tuple(str(error) for entry in entries for error in entry["errors"])
    recoverable: dict[str, list[str]] = {}
    for entry in entries:
        for level, told in entry["recoverable_errors"].items():
            recoverable.setdefault(level, []).extend(told)
    times = [entry[name] for entry in entries for name in TIMES if entry[name] is not None]
    if not root.exists(paths.STATUS):
        state = "not started"
    elif root.exists(paths.RESULT):
        state = "error" if errors else "done"
    else:
        state = "running"
    degraded = bool(recoverable.keys() & {"WARNING", "ERROR"}) and not errors
    extended = f"error - {'done' if state == 'error' else state}" if errors else state
    if degraded and state in {"running", "done"}:
        extended = f"degraded {state}"
    return Status(
        status="error" if errors else state,
        extended=extended,
        boot_code=code,
        exit_code=1 if errors else 2 if degraded else 0,
        detail=str(v1["datasource"] or "no datasource yet"),
        datasource=str(v1["datasource"] or ""),
        stage=str(v1["stage"] or ""),
        errors=errors,
        recoverable=recoverable,
        last_update_s=max(times, default=0.0),
    )


def uptime_s(root: Root) -> float | None:
    """Seconds since the machine started."""
    words = (root.read("/proc/uptime") or b"").split()
    return float(words[0]) if words else None


def _boot_code(root: Root, cmdline: str) -> str:
    if root.exists(paths.DISABLED_FILE):
        return "disabled-by-marker-file"
    if "cloud-init=disabled" in cmdline:
        return "disabled-by-kernel-command-line"
    if root.exists(paths.RUN_DISABLED):
        return "disabled-by-generator"
    return "enabled-by-generator" if root.exists(paths.RUN_ENABLED) else "unknown"


def _fresh() -> dict[str, Any]:
    return {"start": None, "finished": None, "errors": [], "recoverable_errors": {}}


def _empty() -> dict[str, Any]:
    return {"v1": {"datasource": None, "stage": None, **{key: _fresh() for key in KEYS.values()}}}


def _lists(value: object) -> dict[str, list[Any]]:
    """The lists of a mapping, empty for what is none."""
    items = value.items() if isinstance(value, dict) else ()
    return {str(key): part for key, part in items if isinstance(part, list)}


def _seconds(value: object) -> float | None:
    try:
        return float(str(value))
    except ValueError:
        return None


def _write(root: Root, tree: dict[str, Any]) -> None:
    root.write(RenderedFile(path=paths.STATUS, content=dump(tree) + "\n"))
    root.link(paths.RUN_STATUS, _relative(paths.STATUS))


def _relative(path: str) -> str:
    """A path as a link in /run/cloud-init points at it."""
    return f"../..{path}"
