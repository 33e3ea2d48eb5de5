"""Facts as YAML: a machine's file for bug reports and replays (docs/facts.md).

    schema: 1
    cmdline: root=LABEL=root ro
    nics:
    - name: ens3
      mac: 02:00:00:00:00:01

Every field of model.facts.Facts is a key, as are those of Nic and BlockDevice; one that has its default is left out.
Secrets do not stand in it: passwords in URLs and in the configuration are replaced, user data was never a fact.
"""

from __future__ import annotations

from netinit import document
from netinit.document import Quoted
from netinit.errors import NetinitError
from netinit.formats.addresses import BadValue, mac_address, shown
from netinit.formats.emit import Literal, emit
from netinit.model import paths
from netinit.model.facts import BlockDevice, Facts, Nic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from netinit.document import Tree
    from netinit.model.record import Record

SCHEMA = 1
LEFT_OUT = "(left out)"
# Of cloud.cfg only what a decision of netinit looks at is passed on.
KEPT_CONFIG = frozenset(
    [
        "allow_userdata",
        "apply_network_config",
        "conf_d",
        "datasource",
        "datasource_list",
        "disable_fallback_netcfg",
        "disable_network_activation",
        "manual_cache_clean",
        "netinit",
        "network",
        "system_info",
        "updates",
    ]
)
NETWORK_LEFT_OUT, NETWORK_OFF = "network-config=(left-out)", "network-config=disabled"
SECRET_WORDS = (
    "consumer",
    "credential",
    "passphrase",
    "passwd",
    "password",
    "private",
    "psk",
    "secret",
    "token",
    "user-data",
    "user_data",
    "userdata",
    "vendor-data",
    "vendordata",
)
SECRET_KEYS = frozenset({"key", "keys", "pin", "shared"})

INTEGERS = frozenset(
    {"addr_assign_type", "carrier", "dormant", "name_assign_type", "size_bytes", "type"}
)
BOOLEANS = frozenset({"container", "image", "nics_known", "ovs_internal", "partition", "wireless"})
MACS = frozenset({"mac", "perm_mac"})
LISTS = frozenset({"addresses", "files", "fresh", "notes", "programs"})
SETS = frozenset({"files", "fresh", "programs"})
MAPPINGS = frozenset({"dmi", "environment", "texts", "units"})


def dump(facts: Facts) -> str:
    """Facts as YAML, without secrets."""
    tree: dict[str, Any] = {"schema": SCHEMA}
    tree.update(_given(_public(facts)))
    return emit(tree)


def load(data: bytes | str, file: str) -> Facts:
    """The facts that a YAML file holds. Raises NetinitError naming the file and the key."""
    tree = read_tree(data, file)
    if not isinstance(tree, dict):
        raise NetinitError(f"{file}: expected a mapping of facts, found {shown(tree)}")
    schema = tree.get("schema", str(SCHEMA))
    if schema != str(SCHEMA):
        raise NetinitError(
            f"{file}: schema {shown(schema)} is none that this netinit knows, which is {SCHEMA}"
        )
    values = _fields(tree, Facts, file)
    if "nics" in values:
        values.setdefault("nics_known", True)
    return Facts(**values)


def read_tree(data: bytes | str, file: str) -> Tree:
    """The tree of a YAML file. Raises NetinitError naming the file and the place."""
    read = document.read(data, file)
    for problem in read.found:
        if problem.severity == "error":
            raise NetinitError(f"{problem.mark or file}: {problem.message}")
    return read.tree


def nics(tree: Tree, file: str) -> tuple[Nic, ...]:
    """The nics of a list of mappings. Raises NetinitError."""
    return tuple(Nic(**fields) for fields in _items(tree, Nic, "name", file))


def _given(record: Record) -> dict[str, Any]:
    """The fields of a value that differ from their defaults, as a tree."""
    found: dict[str, Any] = {}
    for name, value in record.items():
        if value == getattr(type(record), name, None):
            continue
        if isinstance(value, frozenset):
            value = sorted(value)
        elif name in {"nics", "devices"}:
            value = [_given(item) for item in value]
        elif isinstance(value, tuple):
            value = list(value)
        elif name in MAPPINGS:
            value = {key: Literal(text) for key, text in sorted(value.items())}
        found[name] = value
    return found


def _public(facts: Facts) -> Facts:
    """The facts without secrets."""
    return facts.replace(
        cmdline=public_cmdline(facts.cmdline),
        dmi={name: without_passwords(text) for name, text in facts.dmi.items()},
        texts={path: _public_text(path, text) for path, text in facts.texts.items()},
    )


def public_cmdline(text: str) -> str:
    """A kernel command line without what may hold secrets: an encoded network-config, and `cc:` words that name one."""
    words = [
        NETWORK_LEFT_OUT if word.startswith("network-config=") and word != NETWORK_OFF else word
        for word in text.split(" ")
    ]
    before, *parts = " ".join(words).split("cc:")
    line = before
    for part in parts:
        body, end, rest = part.partition("end_cc")
        secret = "%" in body or any(word in body.lower() for word in SECRET_WORDS)
        line += f"cc:{' {} ' if secret else body}{end}{rest}"
    return without_passwords(line)


def without_passwords(text: str) -> str:
    """A text whose URLs have lost what stands between `://` and `@`."""
    parts = text.split("://")
    for index, part in enumerate(parts[1:], 1):
        authority = next(iter(part.partition("/")[0].split(None, 1)), "")
        user, at, _ = authority.rpartition("@")
        if at:
            parts[index] = f"{LEFT_OUT.replace(' ', '-')}{part[len(user) :]}"
    return "://".join(parts)


def _public_text(path: str, text: str) -> str:
    if path == paths.RUN_INSTANCE_DATA:
        return ""
    if path not in {paths.CLOUD_CFG, paths.RUN_CLOUD_CFG} and not path.startswith(
        paths.CLOUD_CFG_D
    ):
        return without_passwords(text)
    tree = document.read(text, path).tree
    if not isinstance(tree, dict):
        # What follows is not YAML either, so that a replay stumbles over the same file.
        return f"[{LEFT_OUT}, since it is no mapping\n" if text.strip() else text
    kept = {key: _without_secrets(value) for key, value in tree.items() if key in KEPT_CONFIG}
    return emit(kept) if kept else ""


def _without_secrets(tree: Tree) -> Tree:
    if isinstance(tree, dict):
        return {
            key: LEFT_OUT if value is not None and _is_secret(key) else _without_secrets(value)
            for key, value in tree.items()
        }
    if isinstance(tree, list):
        return [_without_secrets(item) for item in tree]
    if tree is None:
        return None
    safe = without_passwords(tree)
    return tree if safe == tree else Quoted(safe)


def _is_secret(key: str) -> bool:
    name = key.casefold()
    return name in SECRET_KEYS or any(word in name for word in SECRET_WORDS)


def _fields(tree: dict[str, Tree], record: type[Record], where: str) -> dict[str, Any]:
    """The fields of a record that a mapping gives; unknown keys are those of a newer netinit."""
    names = set(record.fields())
    found = {}
    for key, value in tree.items():
        if key in names and value is not None:
            found[key] = _field(key, value, record, f"{where}: {key}")
    return found


def _field(key: str, value: Tree, record: type[Record], where: str) -> object:
    if key == "nics":
        return nics(value, where)
    if key == "devices":
        return tuple(BlockDevice(**item) for item in _items(value, BlockDevice, "device", where))
    if key in LISTS:
        if not isinstance(value, list):
            raise NetinitError(f"{where}: expected a list, found {shown(value)}")
        items = [str(_scalar(item, where)) for item in value]
        return frozenset(items) if key in SETS else tuple(items)
    if key in MAPPINGS:
        if not isinstance(value, dict):
            raise NetinitError(f"{where}: expected a mapping, found {shown(value)}")
        return {name: str(_scalar(text, where) or "") for name, text in value.items()}
    text = _scalar(value, where)
    if key in MACS:
        try:
            return mac_address(text) if text else None
        except BadValue as error:
            raise NetinitError(f"{where}: {error}") from None
    if key in BOOLEANS:
        return text.lower() in {"true", "yes", "on", "1"}
    if key in INTEGERS and not (key == "type" and record is BlockDevice):
        # Reading an attribute can fail on the machine; the file may say so by any word.
        return int(text) if text.lstrip("-").isdecimal() else None
    return str(text)


def _scalar(value: Tree, where: str) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise NetinitError(f"{where}: expected one value, found {shown(value)}")
    return value


def _items(
    tree: Tree, record: type[Record], needed: str, where: str
) -> Iterator[Mapping[str, Any]]:
    if not isinstance(tree, list):
        raise NetinitError(f"{where}: expected a list of mappings with '{needed}', one item each")
    for index, item in enumerate(tree):
        if not isinstance(item, dict) or not isinstance(item.get(needed), str):
            raise NetinitError(f"{where}: item {index + 1}: expected a mapping with '{needed}'")
        yield _fields(item, record, f"{where}: {item[needed]}")
