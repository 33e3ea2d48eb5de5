"""What all renderers share: first lines, file names, and the words of a missing feature."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.model.network import NetworkConfig
    from netinit.report import Path, Report

SAFE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")


def escaped(text: str) -> str:
    """A text as part of a file name: everything but letters, digits and `-._~` as `%XX`."""
    if SAFE.issuperset(text):
        return text
    return "".join(
        char if char in SAFE else "".join(f"%{byte:02X}" for byte in char.encode()) for char in text
    )


def header(config: NetworkConfig) -> str:
    """The first line of every file: who wrote it, from what, and how to change it for good."""
    origin = config.origin
    source = f"{origin.source}, " if origin.source else ""
    # A file may be called anything; a line break or half a character would end the comment or the run.
    file = "".join(char if char.isprintable() else "?" for char in origin.file)
    return (
        f"# Written by netinit from {source}{file} (sha256 {origin.digest}); edits here are overwritten: change that "
        f"input, or switch netinit's network off (network: {{config: disabled}} in /etc/cloud/cloud.cfg.d)\n"
    )


def unsupported(report: Report, path: Path, backend: str, why: str = "") -> None:
    """Report a key that a backend cannot say."""
    key = path[-1] if not isinstance(path[-1], int) else path[-2]
    report.warning(
        path, f"{backend} cannot say '{key}'{', ' + why if why else ''}; left out", key=True
    )
