"""A text of any format → NetworkConfig: recognises what it is and hands it to its reader."""

from __future__ import annotations

from importlib import import_module

from netinit import document
from netinit.digest import sha256_hex
from netinit.formats.addresses import shown
from netinit.formats.reading import indentation_hint
from netinit.model.network import NetworkConfig, Origin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from netinit.document import Tree
    from netinit.model.facts import Facts
    from netinit.report import Found, Mark, Path, Report

    Locate = Callable[[Iterable[Found]], list[Mark | None]]

FORMATS = ("v1", "v2", "eni", "openstack", "klibc", "cmdline")


def parse(
    data: bytes | str,
    file: str,
    form: str,
    facts: Facts,
    report: Report,
    source: str = "",
    within: Path = (),
) -> tuple[NetworkConfig, Locate]:
    """The network that an input asks for, and how to find the places of the problems reported meanwhile.

    `form` is one of FORMATS or "auto"; `within` names the key of a larger document that holds the network-config.
    """
    text, reason = (data, None) if isinstance(data, str) else document.decode(data)
    digest = sha256_hex(data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data)[
        :12
    ]
    if form == "auto":
        form = recognise(text) if reason is None and not within else "yaml"
    origin = Origin(source=source, file=file, digest=digest, format=form)
    if form in {"eni", "klibc", "cmdline"} and reason is None:
        return _parse_text(text, file, form, facts, report, origin)
    read = document.read(data, file)
    report.add(read.found)
    if read.tree is None and any(found.severity == "error" for found in read.found):
        return NetworkConfig(origin=origin), read.locate
    return parse_tree(_inside(read.tree, within), form, facts, report, within, origin), read.locate


def _inside(tree: Tree, path: Path) -> Tree:
    for key in path:
        tree = tree.get(str(key)) if isinstance(tree, dict) else None
    return tree


def _parse_text(
    text: str, file: str, form: str, facts: Facts, report: Report, origin: Origin
) -> tuple[NetworkConfig, Locate]:
    reader = import_module(f"netinit.formats.{form}")
    parsed: tuple[NetworkConfig, Locate] = reader.parse(text, file, facts, report, origin)
    return parsed


def parse_tree(
    tree: Tree, form: str, facts: Facts, report: Report, base: Path, origin: Origin
) -> NetworkConfig:
    """The network that a tree asks for, which stands at the key path `base` of its document."""
    tree, below = unwrapped(tree)
    base = (*base, *below)
    if form == "yaml":
        form = _version(tree)
        origin = origin.replace(format=form)
    if (isinstance(tree, str) and tree == "disabled") or (
        isinstance(tree, dict) and tree.get("config") == "disabled"
    ):
        return NetworkConfig(disabled=True, origin=origin)
    if form == "openstack":
        from netinit.formats import openstack

        return openstack.parse(tree, facts, report, base, origin)
    if not isinstance(tree, dict):
        report.error(
            base,
            f"expected a mapping with 'version', found {shown(tree)}" + indentation_hint(tree),
        )
        return NetworkConfig(origin=origin)
    if form == "v1":
        from netinit.formats import netv1

        return netv1.parse(tree, facts, report, base, origin)
    from netinit.formats import netv2

    if "version" not in tree:
        if not set(tree) & set(netv2.SECTIONS):
            report.error((*base, "version"), "expected 'version: 1' or 'version: 2'", at=base)
            return NetworkConfig(origin=origin)
        if not base:
            # Below `network:` this is a netplan file, where 2 is the default.
            report.error(
                (*base, "version"), "expected 'version: 2'; read as that all the same", at=base
            )
    return netv2.parse(tree, report, base, origin)


def unwrapped(tree: Tree) -> tuple[Tree, Path]:
    """The network-config in a document, and its path there.

    It stands bare, below `network:` (netplan, cloud.cfg, the meta-data of some hypervisors, which have other keys
    beside it) or below `autoinstall: network:` (Ubuntu's installer, whose own `version: 1` is not ours).
    """
    base: Path = ()
    for key in ("autoinstall", "network", "network"):
        if isinstance(tree, dict) and key in tree and not ({"config", "ethernets"} & set(tree)):
            tree, base = tree[key], (*base, key)
    return tree, base


def _version(tree: Tree) -> str:
    """The format that a document names; v2 where it names none, whose reader then says what is missing."""
    if isinstance(tree, dict):
        version = tree.get("version")
        if version == "1" or (version is None and isinstance(tree.get("config"), list)):
            return "v1"
    return "v2"


def recognise(text: str) -> str:
    """What format a text is in; "yaml" is version 1 or 2, which its tree will tell."""
    # Words that only one format has, looked for without parsing: a YAML document is read just once.
    head = text.lstrip("\ufeff \t\r\n")
    first = head.split("\n", 1)[0]
    if head[:1] == "{" and '"links"' in text and '"version"' not in text:
        return "openstack"
    for line in text.splitlines():
        words = line.split(None, 2)
        if not words or words[0].startswith("#"):
            continue
        if words[0] in {"auto", "iface", "source", "source-directory", "mapping"} or words[
            0
        ].startswith("allow-"):
            return "eni"
        if (
            len(words) >= 1
            and words[0].split("=")[0] in {"DEVICE", "DEVICE6", "PROTO", "IPV4ADDR", "IPV6ADDR"}
            and "=" in words[0]
        ):
            return "klibc"
        break
    if _is_cmdline(first):
        return "cmdline"
    return "yaml"


CMDLINE_KEYS = frozenset(
    {
        "ip",
        "ifname",
        "vlan",
        "bond",
        "bridge",
        "team",
        "nameserver",
        "rd.route",
        "bootdev",
        "BOOTIF",
        "rd.neednet",
        "rd.peerdns",
        "root",
        "BOOT_IMAGE",
        "console",
        "network-config",
    }
)


def _is_cmdline(line: str) -> bool:
    return (
        any("=" in word and word.split("=", 1)[0] in CMDLINE_KEYS for word in line.split())
        and ": " not in line
    )
