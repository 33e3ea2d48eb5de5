"""Input made to hurt ends in a message, within bounds of memory and within a generous time."""

from __future__ import annotations

import resource
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

MEMORY_BYTES = 500 * 1024 * 1024
HEAD = b"version: 2\nethernets:\n"

CASES = {
    "50 MB": b"x" * 50_000_000,
    "a list of millions": b"version: 2\nethernets: {e: {addresses: [" + b"x," * 3_500_000 + b"]}}",
    "half a million links": HEAD + b"".join(b"  e%d: {}\n" % n for n in range(610_000)),
    "one key again and again": HEAD + b"  e: {}\n" * 700_000,
    "a list of wrong values": HEAD + b"  e:\n    addresses: [" + b"1.2.3.4/33, " * 500_000 + b"]\n",
    "unknown keys": HEAD + b"  e:\n" + b"".join(b"    k%d: 1\n" % n for n in range(500_000)),
    "interfaces without end": b"auto e\niface e inet static\n address 192.0.2.1/24\n" * 80_000,
    "interfaces with unknown options": b"iface e inet dhcp\n" + b" foo bar\n" * 400_000,
    "a continued line": b"iface e inet dhcp\n up " + b"a \\\n" * 900_000,
    "words of a command line": b"ip=x:y " * 140_000,
    "devices of klibc": b"".join(b"DEVICE=e%d\nIPV4ADDR=x\n" % n for n in range(40_000)),
    "blank lines": b"\n" * 8_000_000 + b"a",
}


def limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


@pytest.mark.parametrize("name", CASES)
def test_it_ends_in_a_message(name: str, tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(CASES[name])
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "netinit",
            "render",
            "--to",
            "networkd",
            "--root",
            str(tmp_path / "r"),
            str(tmp_path / "in"),
        ],
        capture_output=True,
        text=True,
        timeout=60,
        preexec_fn=limited,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert "error: " in done.stderr or "warning: " in done.stderr
    assert len(done.stderr) < 1_000_000
