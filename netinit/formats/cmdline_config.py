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

ALPHABET = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
GZIP_MAGIC = b"\x1f\x8b"


class BadConfig(ValueError):
    """A value that is no base64, no gzip or too large."""


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
        data = decoded(value)
    except BadConfig as error:
        report.error(("network-config",), str(error))
        return model.NetworkConfig(origin=origin), places.locate
    text, _ = document.decode(data)
    form = inputs.recognise(text)
    config, locate = inputs.parse(
        data,
        f"{word.line.file}(network-config)",
        "yaml" if form in {"eni", "klibc", "cmdline"} else form,
        facts,
        report,
        origin.source,
    )
    return config, locate


def decoded(value: str) -> bytes:
    """The bytes of a base64 text, unpacked where they are gzipped.

    Characters outside of the alphabet do not count, as in cloud-init, and padding may be missing.  Raises BadConfig.
    """
    from binascii import Error, a2b_base64

    digits = "".join(char for char in value.replace("-", "+").replace("_", "/") if char in ALPHABET)
    try:
        data = a2b_base64(digits + "=" * (-len(digits) % 4))
    except Error:
        raise BadConfig("expected base64, perhaps of gzip, found something else") from None
    return _unpacked(data) if data[:2] == GZIP_MAGIC else data


def _unpacked(data: bytes) -> bytes:
    import zlib

    unpacker = zlib.decompressobj(wbits=31)
    try:
        text = unpacker.decompress(data, document.MAX_BYTES + 1)
    except zlib.error as error:
        raise BadConfig(f"the gzip data cannot be unpacked: {error}") from None
    if not unpacker.eof and len(text) <= document.MAX_BYTES:
        raise BadConfig("the gzip data ends too early")
    return text
