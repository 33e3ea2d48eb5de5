"""`netinit render`, as a person types it."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from netinit.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path

GOOD = "version: 2\nethernets: {eth0: {dhcp4: true}}\n"
TYPO = "version: 2\nethernets: {eth0: {dhcp4: true, dhpc6: true}}\n"
WRONG = "version: 2\nethernets: {eth0: {dhcp4: maybe}}\n"
NETWORK = "/etc/systemd/network/10-netinit-eth0.network"


class Typed:
    """A shell with one input file in its folder."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys = folder, capsys
        self.out = self.err = ""

    def __call__(self, text: str, *words: str) -> int:
        path = self.folder / "in.yaml"
        path.write_text(text)
        code = main(["render", "--to", "networkd", *words, str(path)])
        self.out, self.err = self.capsys.readouterr()
        return code


@pytest.fixture
def typed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Typed:
    return Typed(tmp_path, capsys)


def test_without_a_root_the_files_are_printed(typed: Typed) -> None:
    assert typed(GOOD) == 0
    assert typed.out.startswith(f"### {NETWORK} (mode 0644)\n# Written by netinit from ")
    assert typed.err == ""


def test_with_a_root_they_are_written_and_named(typed: Typed, tmp_path: Path) -> None:
    assert typed(GOOD, "--root", str(tmp_path / "r")) == 0
    assert typed.out == f"wrote {NETWORK}\n"
    assert "DHCP=ipv4" in (tmp_path / "r" / NETWORK.lstrip("/")).read_text()
    typed(GOOD, "--root", str(tmp_path / "r"))
    assert typed.out == f"unchanged {NETWORK}\n"


@pytest.mark.parametrize(
    ("text", "words", "code"),
    [
        (GOOD, [], 0),
        (TYPO, [], 0),
        (TYPO, ["--strict"], 1),
        (WRONG, [], 2),
        (WRONG, ["--strict"], 2),
        (GOOD, ["--strict"], 0),
    ],
    ids=["good", "warning", "strict", "error", "strict-error", "strict-good"],
)
def test_exit_codes(typed: Typed, text: str, words: list[str], code: int) -> None:
    assert typed(text, *words) == code


def test_problems_are_printed_as_compilers_do(typed: Typed, tmp_path: Path) -> None:
    typed(TYPO)
    assert (
        typed.err
        == f"{tmp_path}/in.yaml:2:33: warning: ethernets.eth0.dhpc6: unknown key 'dhpc6'; did you mean 'dhcp6'?\n"
    )


def test_diff_shows_what_would_change_and_changes_nothing(typed: Typed, tmp_path: Path) -> None:
    root = tmp_path / "r"
    assert typed(GOOD, "--diff", "--root", str(root)) == 1
    assert f"+++ {NETWORK}" in typed.out
    assert "+DHCP=ipv4" in typed.out
    assert not root.exists()
    typed(GOOD, "--root", str(root))
    assert typed(GOOD, "--diff", "--root", str(root)) == 0
    assert typed.out == ""


def test_json_holds_files_and_problems(typed: Typed) -> None:
    assert typed(TYPO, "--json") == 0
    document: dict[str, Any] = json.loads(typed.out)
    assert [(file["path"], file["mode"]) for file in document["files"]] == [(NETWORK, "0644")]
    assert {
        key: document["problems"][0][key] for key in ("severity", "path", "line", "column")
    } == {"severity": "warning", "path": "ethernets.eth0.dhpc6", "line": 2, "column": 33}
    assert typed.err == ""


def test_json_with_a_root_lists_the_manifest_too(typed: Typed, tmp_path: Path) -> None:
    typed(GOOD, "--json", "--root", str(tmp_path / "r"))
    paths = sorted(file["path"] for file in json.loads(typed.out)["files"])
    assert paths == sorted(
        "/" + str(path.relative_to(tmp_path / "r"))
        for path in (tmp_path / "r").rglob("*")
        if path.is_file()
    )


def test_the_standard_input_is_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "netinit", "render", "--to", "networkd", "-"],
        input=GOOD,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "from <stdin>" in done.stdout


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (
            ["render", "--to", "networkd", "/nowhere"],
            2,
            "netinit render: reading /nowhere: No such file or directory\n",
        ),
        (
            ["rendr"],
            64,
            "netinit: 'rendr' is no command; did you mean 'render'? (see 'netinit --help')\n",
        ),
        (
            ["render"],
            64,
            "netinit render: the following arguments are required: --to (see 'netinit render --help')\n",
        ),
    ],
    ids=["no-file", "no-command", "no-backend"],
)
def test_mistakes_are_one_line(
    words: list[str], code: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == code
    assert capsys.readouterr().err == message


def test_help_and_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    assert "render" in capsys.readouterr().out
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("netinit ")
    assert main(["render", "--help"]) == 0
    assert "--root DIR" in capsys.readouterr().out
    assert main([]) == 64


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    big = tmp_path / "big.yaml"
    big.write_text(
        "version: 2\nethernets:\n" + "".join(f"  eth{n}: {{dhcp4: true}}\n" for n in range(3000))
    )
    read_end, write_end = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-m", "netinit", "render", "--to", "networkd", str(big)],
        stdout=write_end,
        stderr=subprocess.PIPE,
    )
    os.close(write_end)
    os.read(read_end, 10)
    os.close(read_end)
    _, errors = process.communicate(timeout=60)
    assert errors == b""


@pytest.mark.parametrize(
    "data",
    [b"\xff\xfe\x00", b"\x00", b"{", b"a: [" * 3000, b"&a [*a]"],
    ids=["utf16", "nul", "brace", "deep", "loop"],
)
def test_broken_input_ends_in_an_exit_code(
    data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "in").write_bytes(data)
    assert main(["render", "--to", "networkd", str(tmp_path / "in")]) == 2
    assert "error: " in capsys.readouterr().err


@pytest.mark.parametrize(
    "nics", ["{a: b}", "[x]", "[{mac: 02:00:00:00:00:01}]", "[{name: a, mac: zz}]", "\t"]
)
def test_a_broken_nics_file_is_one_line(
    nics: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "nics").write_text(nics)
    (tmp_path / "in").write_text(GOOD)
    assert (
        main(["render", "--to", "networkd", "--nics", str(tmp_path / "nics"), str(tmp_path / "in")])
        == 2
    )
    assert capsys.readouterr().err.count("\n") == 1


def test_a_terminal_shows_the_line_with_a_caret(capsys: pytest.CaptureFixture[str]) -> None:
    from netinit import api
    from netinit.cli.output import print_problems

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    stream = Terminal()
    rendering = api.render(WRONG, to="networkd", file="f")
    print_problems(rendering.problems, rendering.text, stream, rendering.config.origin.file)
    lines = stream.getvalue().splitlines()
    assert "f:2:" in lines[0]
    assert lines[1] == "    ethernets: {eth0: {dhcp4: maybe}}"
    assert lines[2].index("^") - len("\033[1;31m") - 4 == lines[1].index("maybe") - 4


def test_an_empty_root_is_not_the_running_machine(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", "--to", "networkd", "--root", "", "-"]) == 64
    assert "--root: expected a directory, found ''" in capsys.readouterr().err


def test_nothing_sound_leaves_what_stands_there_alone(typed: Typed, tmp_path: Path) -> None:
    root = tmp_path / "r"
    typed(GOOD, "--root", str(root))
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    assert typed("version: 2\nethernets: {eth0: {dhcp4: [\n", "--root", str(root)) == 2
    assert typed.out == "nothing sound to render; what stands there is left alone\n"
    assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before


def test_a_diff_shows_no_secret_of_a_file_that_goes(typed: Typed, tmp_path: Path) -> None:
    key = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
    root = str(tmp_path / "r")
    typed(f"version: 2\ntunnels: {{wg0: {{mode: wireguard, key: {key}}}}}\n", "--root", root)
    assert typed(GOOD, "--diff", "--root", root) == 1
    assert "/etc/systemd/network/10-netinit-wg0.netdev: would change" in typed.out
    assert key not in typed.out


COFFEE = "version: 2\nwifis: {w: {access-points: {Caf\u00e9: {password: '12345678'}}}}\n"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_what_is_printed_is_utf8_in_any_locale(encoding: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "netinit", "render", "--to", "netplan", "-"],
        input=COFFEE.encode(),
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )
    assert "Caf\u00e9" in done.stdout.decode()


def test_the_name_of_a_file_may_hold_anything(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/a\rb\xff.yaml"
    with open(path, "w", encoding="utf-8") as file:
        file.write(TYPO)
    done = subprocess.run(
        [sys.executable, "-m", "netinit", "render", "--to", "netplan", "--json", path],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8:strict"},
    )
    document = json.loads(done.stdout)
    assert os.fsencode(document["problems"][0]["file"]) == path
    first, _, _ = document["files"][0]["content"].partition("\n")
    assert first.startswith(f"# Written by netinit from {tmp_path}/a?b?.yaml (sha256 ")


@pytest.mark.parametrize(
    ("redirection", "code", "message"),
    [
        (">/dev/full", 2, "netinit render: writing the output: No space left on device\n"),
        (">&-", 0, ""),
        ("<&-", 2, "netinit render: reading the standard input: it is closed\n"),
    ],
)
def test_streams_that_are_full_or_closed(redirection: str, code: int, message: str) -> None:
    command = (
        f"printf 'version: 2' | {sys.executable} -m netinit render --to netplan - {redirection}"
    )
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (code, message)
