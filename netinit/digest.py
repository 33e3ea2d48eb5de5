"""SHA-256 and uuid5 without importing OpenSSL's bindings, which `hashlib` does (4 ms), unless that pays."""

from __future__ import annotations

try:
    from _sha2 import sha256 as _sha256  # type: ignore[import-not-found]  # Python 3.12 and later
except ImportError:
    try:
        from _sha256 import sha256 as _sha256  # Python 3.11
    except ImportError:  # a Python built without its own hashes
        import hashlib

        _sha256 = hashlib.sha256
try:
    from _sha1 import sha1 as _sha1
except ImportError:
    from hashlib import sha1 as _sha1


MUCH = (
    1024 * 1024
)  # bytes of input, from which on OpenSSL, which is three to six times as fast, pays for its import


def sha256_hex(data: bytes) -> str:
    """The SHA-256 of some bytes in hexadecimal."""
    global _sha256  # noqa: PLW0603 - the one switch, taken once
    if len(data) >= MUCH:
        import hashlib

        _sha256 = hashlib.sha256
    return str(_sha256(data).hexdigest())


def uuid5(namespace: str, name: str) -> str:
    """The name-based UUID (RFC 4122, version 5, SHA-1) of a name in a namespace given as UUID."""
    digest = bytearray(
        _sha1(bytes.fromhex(namespace.replace("-", "")) + name.encode()).digest()[:16]
    )
    digest[6] = digest[6] & 0x0F | 0x50
    digest[8] = digest[8] & 0x3F | 0x80
    text = digest.hex()
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"
