"""The exceptions that cross floors; everything else that can go wrong with an input is a Problem (report.py)."""

from __future__ import annotations


class NetinitError(Exception):
    """Something that netinit attempted failed; the text names the attempt and the file, command or URL."""

    exit_code = 2


class NeedsNetwork(NetinitError):
    """A source asked for the network in a stage that has none yet; the next stage asks again."""


class UsageError(NetinitError):
    """A command line that cannot be obeyed."""

    exit_code = 64
