"""The `networkd` section of a link: lines for systemd-networkd alone, taken over as they are."""

from __future__ import annotations


def passed_through(content: str, lines: tuple[tuple[str, str], ...]) -> str:
    """A file's content with lines ("Section.Key", value) at its end.

    A section that comes again goes on where it can stand but once ([Network]), and the later value of a key counts;
    of [Route] and its like each is a new one.
    """
    parts = [content]
    current = None
    for dotted, value in lines:
        section, _, key = dotted.rpartition(".")
        if section != current:
            parts.append(f"\n[{section}]\n")
            current = section
        parts.append(f"{key}={value}\n")
    return "".join(parts)
