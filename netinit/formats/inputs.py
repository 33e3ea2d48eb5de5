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
    from netinit.formats.several import Several
    from netinit.model.facts import Facts
    from netinit.report import Found, Mark, Path, Report

    Locate = Callable[[Iterable[Found]], list[Mark | None]]

MAX_CHARS = {"eni": 4 * 1024 * 1024, "klibc": 1024 * 1024, "cmdline": 1024 * 1024}
FILE_MARK = "# file: "  # as in lines.py, whose import YAML does not need
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
    read: document.Document | Several
    if text.startswith(FILE_MARK):
        from netinit.formats import several

        read = several.read(text, file)
    else:
        read = document.read(data if reason else text, file)
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
    if len(text) > MAX_CHARS[form]:
        from netinit.formats.lines import Places

        report.error((), f"larger than {MAX_CHARS[form] // 1024 // 1024} MiB")
        return NetworkConfig(origin=origin), Places(file).locate
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
        form = version(tree)
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


def version(tree: Tree) -> str:
    """The format that a document is in; v2 where nothing tells, whose reader then says what is missing."""
    if isinstance(tree, dict):
        version = tree.get("version")
        if version == "1" or (version is None and isinstance(tree.get("config"), list)):
            return "v1"
        if version is None and any(
            isinstance(tree.get(key), list) for key in ("links", "networks")
        ):
            return "openstack"
    return "v2"


ENI_WORDS = frozenset(
    {"auto", "iface", "source", "source-directory", "mapping", "template", "no-auto-down"}
)
KLIBC_NAMES = frozenset({"DEVICE", "DEVICE6", "PROTO", "IPV4ADDR", "IPV6ADDR", "IPV6PROTO"})
CMDLINE_KEYS = frozenset(
    {
        *(
            "ip",
            "ip6",
            "ifname",
            "vlan",
            "bond",
            "bridge",
            "team",
            "nameserver",
            "bootdev",
            "BOOTIF",
        ),
        *("rd.route", "rd.neednet", "rd.peerdns", "network-config"),
        *("root", "BOOT_IMAGE", "console", "initrd", "init"),
    }
)


def recognise(text: str) -> str:
    """What format a text is in, by its first line that is no comment; "yaml" is what only its tree can tell."""
    line = _first_line(text)
    words = line.split(None, 1)
    if not words or line[0] in "{[":
        return "yaml"
    if words[0] in ENI_WORDS or (words[0].startswith("allow-") and len(words) > 1):
        return "eni"
    if line.partition("=")[0] in KLIBC_NAMES:
        return "klibc"
    if ": " not in line and not line.endswith(":"):
        for word in line.split():
            key, equals, _ = word.partition("=")
            if equals and key in CMDLINE_KEYS:
                return "cmdline"
    return "yaml"


def _first_line(text: str) -> str:
    """The first line with anything but a comment on it, stripped; empty where there is none."""
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        line = text[start:end].strip("\ufeff \t\r")
        if line and line[0] != "#":
            return line
        start = end + 1
    return ""
