"""Disk images to boot, one for each release and test run; without root or the rig's programs all tests here skip."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from tests.boot.rig import rootfs
from tests.boot.rig.guest import cgroup2
from tests.boot.rig.machine import image

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@pytest.fixture(scope="session")
def image_of() -> Iterator[Callable[[str], tuple[Path, ...]]]:
    """Gives the layers of a release's image."""
    reason = rootfs.missing()
    if reason is None and cgroup2() is None:
        reason = "the kernel has no version 2 control groups mounted"
    if reason is not None:
        pytest.skip(reason)
    images: dict[str, tuple[Path, ...]] = {}
    with ExitStack() as stack:

        def give(suite: str) -> tuple[Path, ...]:
            if suite not in images:
                images[suite] = stack.enter_context(image(suite))
            return images[suite]

        yield give


@pytest.fixture
def trixie(image_of: Callable[[str], tuple[Path, ...]]) -> tuple[Path, ...]:
    """The image of Debian 13."""
    return image_of("trixie")
