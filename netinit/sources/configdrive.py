"""ConfigDrive: OpenStack's metadata on a medium, or in a directory that something else mounted or filled.

Version 2 is the tree of _openstack_tree.py.  Version 1, which no OpenStack since 2012 makes, is a root of its own:
`meta.js`, `etc/network/interfaces` and `root/.ssh/authorized_keys`, any of which may be missing.
"""

from __future__ import annotations

from netinit.errors import NetinitError
from netinit.model.instance import Evidence, InstanceData
from netinit.model.paths import SEED
from netinit.sources import _openstack_tree
from netinit.sources._evidence import first, label, no
from netinit.sources._network_file import read_network

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from netinit.document import Tree
    from netinit.model.facts import BlockDevice, Facts
    from netinit.system.doors import Folder, System

NAME = "ConfigDrive"
RANK = 20
# Of an OpenStack that has both the drive is the nearer one.
INSTEAD_OF = ("OpenStack",)

LABEL = "config-2"
DIRECTORIES = (f"{SEED}/config_drive", "/config-drive")
MODES = frozenset({"local", "net", "disabled"})
V1_META, V1_NETWORK, V1_KEYS = "meta.js", "etc/network/interfaces", "root/.ssh/authorized_keys"


def detect(facts: Facts, config: Mapping[str, Tree]) -> Evidence:
    """Whether a tree of version 2 is in a directory, or a medium has the label in any spelling."""
    for directory in DIRECTORIES:
        start = f"{directory}/openstack/"
        for path in facts.below(start):
            version, _, name = path[len(start) :].partition("/")
            known = version == _openstack_tree.LATEST or _openstack_tree.is_version(version)
            if known and name == "meta_data.json":
                return Evidence(text=f"{path} exists")
    return first(label(facts, LABEL), no(f"nothing in {' or '.join(DIRECTORIES)}"))


def read(system: System, facts: Facts, config: Mapping[str, Tree]) -> InstanceData | None:
    """What the first directory or medium that has it gives; one that is broken counts only where no other is there."""
    broken: list[str] = []
    for directory in DIRECTORIES:
        try:
            instance = _read(system.root, directory, directory, config)
        except NetinitError as error:
            broken.append(str(error))
            continue
        if instance is not None:
            return instance.replace(notes=(*broken, *instance.notes))
    for device in _media(facts):
        try:
            instance = _read_device(system, device, config)
        except NetinitError as error:
            broken.append(str(error))
            continue
        if instance is not None:
            return instance.replace(notes=(*broken, *instance.notes))
    if broken:
        raise NetinitError("; ".join(broken))
    return None


def _media(facts: Facts) -> list[BlockDevice]:
    """The media that have the label, then those that may be of version 1: whole devices that are no other source's."""
    ordered = sorted(facts.devices, key=lambda device: device.device, reverse=True)
    labelled = [device for device in ordered if device.has_label(LABEL)]
    others = [
        device
        for device in ordered
        if device.type in {"iso9660", "vfat"}
        if not device.partition and not device.has_label(LABEL, "cidata")
    ]
    return labelled + others


def _read_device(
    system: System, device: BlockDevice, config: Mapping[str, Tree]
) -> InstanceData | None:
    labelled = device.has_label(LABEL)
    if system.media is None:
        if labelled:
            raise NetinitError(f"reading {device.device}: media cannot be read here")
        return None
    try:
        with system.media.open(device) as folder:
            return _read(folder, "", device.device, config)
    except NetinitError:
        if labelled:
            raise
        return None  # some other disc, whatever is wrong with it


def _read(folder: Folder, base: str, where: str, config: Mapping[str, Tree]) -> InstanceData | None:
    """The data below a directory, whichever version it is."""
    tree = _openstack_tree.read(folder, base, where)
    if tree is None:
        return _read_v1(folder, base, where, config)
    meta = tree.metadata.get("meta")
    notes = list(tree.notes)
    mode = _mode(meta.get("dsmode") if isinstance(meta, dict) else None, config, where, notes)
    if mode == "disabled":
        return None
    return InstanceData(
        source=NAME,
        instance_id=str(tree.metadata["instance-id"]),
        metadata=tree.metadata,
        userdata=tree.userdata,
        vendordata=tree.vendordata,
        vendordata2=tree.vendordata2,
        network=tree.network,
        seed=where,
        dsmode=mode,
        evidence=f"openstack/{tree.version} on {where}",
        notes=tuple(notes),
        files=tree.files,
        random_seed=tree.random_seed,
        extra={"ec2_metadata": dict(tree.ec2)} if tree.ec2 else {},
    )


def _read_v1(
    folder: Folder, base: str, where: str, config: Mapping[str, Tree]
) -> InstanceData | None:
    found = {name: folder.read(f"{base}/{name}") for name in (V1_META, V1_KEYS)}
    network = read_network(folder, f"{base}/{V1_NETWORK}", f"{where}/{V1_NETWORK}", "eni")
    if network is None and all(data is None for data in found.values()):
        return None
    notes: list[str] = []
    metadata: dict[str, Tree] = {}
    meta = found[V1_META]
    if meta is not None:
        tree = _openstack_tree.json_tree(meta, f"{where}/{V1_META}")
        if not isinstance(tree, dict):
            raise NetinitError(f"{where}/{V1_META}: expected an object")
        metadata = tree
    mode = _mode(metadata.pop("dsmode", None), config, where, notes)
    if mode == "disabled":
        return None
    metadata["public-keys"] = _keys(metadata.get("public-keys"), found[V1_KEYS])
    userdata = metadata.pop("user-data", None)
    identity = metadata.get("instance-id")
    return InstanceData(
        source=NAME,
        instance_id=str(identity)
        if isinstance(identity, str) and identity
        else "iid-dsconfigdrive",
        metadata=metadata,
        userdata=userdata.encode("utf-8", "surrogatepass") if isinstance(userdata, str) else b"",
        network=network,
        seed=where,
        dsmode=mode,
        evidence=f"a config drive of version 1 on {where}",
        notes=tuple(notes),
    )


def _keys(given: Tree, authorized_keys: bytes | None) -> Tree:
    """The SSH keys: those of meta.js, or else those of the file, one a line."""
    if isinstance(given, list | dict):
        return given
    text = given if isinstance(given, str) else (authorized_keys or b"").decode("utf-8", "replace")
    lines = [line.strip() for line in text.splitlines()]
    return [line for line in lines if line and not line.startswith("#")]


def _mode(given: Tree, config: Mapping[str, Tree], where: str, notes: list[str]) -> str:
    """When the data is used: what the drive says, else the configuration, else `net`."""
    for mode in (given, config.get("dsmode")):
        if isinstance(mode, str) and mode in MODES:
            return mode
        if mode == "pass":
            # Once: inject the files and leave the instance to another source.  cloud-init takes it for net as well.
            notes.append(f"{where}: dsmode 'pass' is taken for 'net'")
            return "net"
        if mode is not None:
            notes.append(f"{where}: dsmode {mode!r} is none of {', '.join(sorted(MODES))}")
    return "net"
