"""Whatever a decision asks the facts about is looked at when they are gathered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from netinit.decide.disable import disable
from netinit.decide.source import identify
from netinit.model.facts import Facts
from netinit.sources._loading import load
from netinit.stages import base
from netinit.system import watched

if TYPE_CHECKING:
    from collections.abc import Iterator


class Asked:
    """A set or mapping that holds nothing and keeps what it was asked about."""

    def __init__(self) -> None:
        self.log: set[str] = set()

    def __contains__(self, item: object) -> bool:
        self.log.add(str(item))
        return False

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def get(self, key: str, default: Any = None) -> Any:
        self.log.add(key)
        return default

    def items(self) -> tuple[tuple[str, str], ...]:
        return ()

    def keys(self) -> tuple[str, ...]:
        return ()


@pytest.mark.parametrize("virt", ["none", "xen", "vmware", "wsl"])
def test_sources_ask_about_watched_paths_and_words_only(virt: str) -> None:
    files, texts, environment = Asked(), Asked(), Asked()
    seen: Any = {"files": files, "texts": texts, "environment": environment}
    machine = Facts(virt=virt, kernel="BrandZ virtual linux", **seen)
    configuration = base.read(machine)
    disable(machine, configuration)
    identify(machine, configuration, load)
    known = {*watched.MARKERS, *watched.SOCKETS, *watched.TEXTS}
    words = {*watched.ENVIRONMENT, *watched.SECRET_ENVIRONMENT}
    words |= {f"guestinfo.{name}" for name in watched.GUESTINFO}
    asked = {path for path in files.log if not path.startswith(watched.SEEDS)}
    assert asked
    assert asked | texts.log <= known
    assert environment.log <= words
