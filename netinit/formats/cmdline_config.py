"""`network-config=` on a kernel command line: a whole network-config in base64, perhaps gzipped, or `disabled`."""

from __future__ import annotations

from netinit import document
from netinit.model import network as model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.formats.cmdline_words import Word
    from netinit.formats.inputs import Locate
    from netinit.model.facts import Facts
    from netinit.model.network import NetworkConfig, Origin
    from netinit.report import Report

GZIP_MAGIC = b"\x1f\x8b"


def read_network_config(
    word: Word, facts: Facts, report: Report, origin: Origin
) -> tuple[NetworkConfig, Locate]:
    """The network that the encoded text asks for; problems are placed in the decoded text."""
    from netinit.formats import inputs
    from netinit.formats.lines import Places

    value = word.value or ""
    places = Places(word.line.file)
    places.put(("network-config",), word.line, offset=word.offset)
    if value == "disabled":
        return model.NetworkConfig(disabled=True, origin=origin), places.locate
    try:
        text = decoded(value)
    except ValueError as error:
        report.error(("network-config",), f"expected base64 of a network-config: {error}")
        return model.NetworkConfig(origin=origin), places.locate
    form = inputs.recognise(text)
    config, locate = inputs.parse(
        text,
        f"{word.line.file}(network-config)",
        "yaml" if form in {"eni", "klibc", "cmdline"} else form,
        facts,
        report,
        origin.source,
    )
    return config, locate


def decoded(value: str) -> str:
    """The text behind base64 (strangers to its alphabet are passed over), perhaps compressed by gzip.

    Raises ValueError.
    """
    from binascii import a2b_base64

    data = a2b_base64(value.encode("utf-8", "replace"))
    if data[:2] == GZIP_MAGIC:
        data = _unpacked(data)
    text, reason = document.decode(data)
    if reason is not None:
        raise ValueError(reason)
    return text


def _unpacked(data: bytes) -> bytes:
    import zlib

    unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        text = unpacker.decompress(data, document.MAX_BYTES)
    except zlib.error as error:
        raise ValueError(f"gzip inside: {error}") from None
    if not unpacker.eof:
        raise ValueError("the gzip inside ends too early, or is too large")
    return text
