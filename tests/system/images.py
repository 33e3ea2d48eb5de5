"""Real images for tests: made by genisoimage, mkfs.vfat and mcopy."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.fakes import tree

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

SEED = {
    "meta-data": "instance-id: iid-1\n",
    "user-data": "#cloud-config\n{}\n",
    "network-config": "version: 2\n",
}


def needs(*programs: str) -> None:
    """Skip a test whose programs are not installed."""
    absent = [program for program in programs if shutil.which(program) is None]
    if absent:
        pytest.skip(f"{' and '.join(absent)} not installed (make test-deps)")


def iso(base: Path, files: Mapping[str, str | bytes], *options: str, label: str = "cidata") -> Path:
    """An ISO 9660 image; `options` are genisoimage's."""
    needs("genisoimage")
    folder = tree(base / "content", {"": None, **files})
    image = base / "seed.iso"
    subprocess.run(
        ["genisoimage", "-quiet", "-o", image, "-V", label, *options, folder], check=True
    )
    return image


def vfat(
    base: Path,
    files: Mapping[str, str | bytes],
    *,
    label: str = "CIDATA",
    bits: int = 12,
    size_kib: int = 1440,
) -> Path:
    """A FAT image."""
    needs("mkfs.vfat", "mcopy")
    folder = tree(base / "content", {"": None, **files})
    image = base / "seed.img"
    with image.open("wb") as file:
        file.truncate(size_kib * 1024)
    subprocess.run(
        ["mkfs.vfat", "-F", str(bits), "-s", "1", "-n", label, image],
        check=True,
        capture_output=True,
    )
    names = sorted(str(path) for path in folder.iterdir())
    if names:
        subprocess.run(["mcopy", "-s", "-i", image, *names, "::/"], check=True)
    return image
