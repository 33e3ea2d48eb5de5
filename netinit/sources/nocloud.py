"""NoCloud: a seed without a cloud, from a directory, a labelled medium, the configuration, or the command line.

A seed is four files: `meta-data`, `user-data`, and perhaps `vendor-data` and `network-config`.  What is given in
several places is merged: of the meta-data's keys the first place counts, of the three others the last one that has it.

1. the SMBIOS serial number and 2. the command line: `ds=nocloud;h=HOST;i=ID;s=SEED;KEY=VALUE`
3. the directories `nocloud` and `nocloud-net` below /var/lib/cloud/seed, the first that is complete
4. `datasource: {NoCloud: {seedfrom: …}}` and 5. `meta-data` and `user-data` there, in the configuration
6. ISO 9660 and FAT media with the label `cidata` (or `fs_label` of the configuration), in any spelling
7. the place that `seedfrom` or `s=` names: a path or file:// here, http:// and ftp:// once the network is up
"""

from __future__ import annotations

from netinit import document
from netinit.errors import NeedsNetwork, NetinitError
from netinit.model.instance import Evidence, InstanceData, RawNetwork
from netinit.model.paths import CLOUD_CFG, SEED, SNAPPY_SEED
from netinit.sources._evidence import no

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from netinit.document import Tree
    from netinit.model.facts import BlockDevice, Facts
    from netinit.system.doors import Folder, System

NAME = "NoCloud"
RANK = 30

LABEL = "cidata"
DIRECTORIES = tuple(
    f"{base}/{name}" for name in ("nocloud", "nocloud-net") for base in (SEED, SNAPPY_SEED)
)
SHORT_KEYS = {"h": "local-hostname", "i": "instance-id", "s": "seedfrom"}
REMOTE = ("http://", "https://", "ftp://", "ftps://")
MODES = frozenset({"local", "net", "disabled"})
MAX_FILE_BYTES = 64 * 1024 * 1024

# dmidecode's names for what a seedfrom may hold as __dmi.NAME__, and the files below /sys/class/dmi/id
DMI_NAMES = {
    "baseboard-asset-tag": "board_asset_tag",
    "baseboard-manufacturer": "board_vendor",
    "baseboard-product-name": "board_name",
    "baseboard-serial-number": "board_serial",
    "baseboard-version": "board_version",
    "bios-release-date": "bios_date",
    "bios-vendor": "bios_vendor",
    "bios-version": "bios_version",
    "chassis-asset-tag": "chassis_asset_tag",
    "chassis-manufacturer": "chassis_vendor",
    "chassis-serial-number": "chassis_serial",
    "chassis-version": "chassis_version",
    "system-manufacturer": "sys_vendor",
    "system-product-name": "product_name",
    "system-serial-number": "product_serial",
    "system-uuid": "product_uuid",
    "system-version": "product_version",
}


def detect(facts: Facts, config: Mapping[str, Tree]) -> Evidence:
    """What speaks for a NoCloud seed, of all places the one that is looked at first."""
    for place, text in _lines(facts):
        if line_config(text) is not None:
            return _from_lines(facts, f"'ds=nocloud' {place}")
    reasons = []
    for directory in DIRECTORIES:
        lacking = _lacking(facts, directory)
        if not lacking:
            return Evidence(text=f"seed directory {directory}")
        if len(lacking) == 1:
            reasons.append(f"the seed in {directory} lacks {lacking[0]}")
    for device in media(facts, config):
        shown = (
            f"{device.type or 'a medium'} with the label '{device.label or device.label_fatboot}'"
        )
        return Evidence(text=f"{shown} on {device.device}", device=device.device)
    seedfrom = config.get("seedfrom")
    if isinstance(seedfrom, str) and seedfrom:
        return _seeded(facts, seedfrom, "'seedfrom' in the configuration")
    if _has_inline_seed(config):
        return Evidence(text="a seed in the configuration")
    label = _label(config)
    reasons.append(
        f"no seed directory, no medium labelled '{label}', no 'ds=nocloud'"
        if label
        else "no seed directory, no 'ds=nocloud', and media are switched off by fs_label"
    )
    return no("; ".join(reasons))


def read(system: System, facts: Facts, config: Mapping[str, Tree]) -> InstanceData | None:
    """What all places together give; None where the seed says `dsmode: disabled`."""
    seed = _Seed(facts)
    for place, text in _lines(facts):
        values = line_config(text)
        if values is not None:
            seed.merge(values)
            seed.places.append(place)
    for directory in DIRECTORIES:
        if not _lacking(facts, directory):
            seed.read(system.root, directory + "/{}", directory)
            break
    seedfrom = config.get("seedfrom")
    if isinstance(seedfrom, str) and seedfrom:
        seed.metadata["seedfrom"] = seedfrom
        seed.places.append("the configuration")
    if _has_inline_seed(config):
        seed.read_config(config)
    _read_media(seed, system, facts, config)
    if not seed.places:
        if seed.unreadable:
            raise NetinitError("; ".join(seed.unreadable))
        return None
    _follow(seed, system, facts)
    return seed.instance()


class _Seed:
    """What was found so far."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.metadata: dict[str, Tree] = {}
        self.userdata = b""
        self.vendordata = b""
        self.network: RawNetwork | None = None
        self.interfaces: RawNetwork | None = None  # the older form, in the meta-data
        self.places: list[str] = []
        self.notes: list[str] = []
        self.unreadable: list[str] = []

    def merge(self, metadata: Mapping[str, Tree]) -> None:
        """Take the keys that no earlier place gave."""
        for key, value in metadata.items():
            self.metadata.setdefault(key, value)

    def read(self, folder: Folder, pattern: str, where: str, *, replace: bool = False) -> None:
        """Read the four files of a seed, of which one must be there; `replace`: what is absent here is gone.

        `pattern` holds `{}` for the name of a file.  Raises NetinitError.
        """
        files = {
            name: _file(folder, pattern.replace("{}", name))
            for name in ("meta-data", "user-data", "vendor-data", "network-config")
        }
        lacking = [name for name in ("meta-data", "user-data") if files[name] is None]
        if len(lacking) == 2:
            raise NetinitError(f"{where}: neither meta-data nor user-data is there")
        if lacking:
            self.notes.append(f"{where}: no {lacking[0]}, taken as empty")
        shown = where.rstrip("/") + "/"
        self._read_metadata(files["meta-data"] or b"", f"{shown}meta-data")
        self.userdata = files["user-data"] or b""
        vendordata, network = files["vendor-data"], files["network-config"]
        if vendordata is not None or replace:
            self.vendordata = vendordata or b""
        if network is not None or replace:
            self.network = None
            if network is not None:
                self._network(network, f"{shown}network-config")
        self.places.append(where)

    def _read_metadata(self, data: bytes, file: str) -> None:
        read = document.read(data, file)
        for found, mark in zip(read.found, read.locate(read.found), strict=True):
            self.notes.append(f"{mark or file}: {found.message}")
        if isinstance(read.tree, dict):
            interfaces = read.tree.pop("network-interfaces", None)
            if isinstance(interfaces, str) and self.interfaces is None:
                self.interfaces = RawNetwork(format="eni", text=interfaces, file=file)
            self.merge(read.tree)
        elif read.tree is not None:
            self.notes.append(f"{file}: expected a mapping, nothing of it is taken")
        elif read.found:
            self.notes.append(f"{file}: cannot be read, nothing of it is taken")

    def _network(self, data: bytes, file: str) -> None:
        text, reason = document.decode(data)
        if reason:
            self.notes.append(f"{file}: {reason}, left out")
        else:
            self.network = RawNetwork(format="auto", text=text, file=file)

    def read_config(self, config: Mapping[str, Tree]) -> None:
        """Take the seed that stands in the configuration itself."""
        where = "the configuration (datasource.NoCloud)"
        metadata = config["meta-data"]
        if isinstance(metadata, dict):
            self.merge(metadata)
        elif isinstance(metadata, str):
            self._read_metadata(metadata.encode(), f"{where}: meta-data")
        else:
            self.notes.append(f"{where}: meta-data: expected a mapping or a text, left out")
        for key, field in (("user-data", "userdata"), ("vendor-data", "vendordata")):
            value = config.get(key)
            if isinstance(value, str):
                setattr(self, field, value.encode())
            elif value is not None:
                self.notes.append(f"{where}: {key}: expected a text, left out")
        network = config.get("network-config")
        if isinstance(network, str):
            self._network(network.encode(), f"{where}: network-config")
        elif network is not None:
            self.network = _in_files(self.facts) or self.network
        self.places.append(where)

    def instance(self) -> InstanceData | None:
        """All of it, with the defaults."""
        mode = self.metadata.pop("dsmode", None)
        if mode not in {None, *MODES}:
            self.notes.append(f"meta-data: dsmode '{mode}' is none of {', '.join(sorted(MODES))}")
            mode = None
        if mode == "disabled":
            return None
        network = self.network or self.interfaces
        if self.network and self.interfaces:
            self.notes.append(
                f"{self.interfaces.file}: network-interfaces is left out, since {self.network.file} is there"
            )
        identity = self.metadata.get("instance-id")
        return InstanceData(
            source=NAME,
            instance_id=str(identity) if isinstance(identity, str) and identity else "nocloud",
            metadata=self.metadata,
            userdata=self.userdata,
            vendordata=(self.vendordata,) if self.vendordata else (),
            network=network,
            seed=", ".join(self.places),
            dsmode=str(mode or "net"),
            evidence=", ".join(self.places),
            notes=tuple(self.notes),
        )


def line_config(text: str) -> dict[str, Tree] | None:
    """The keys of the last word `ds=nocloud;KEY=VALUE;…`; None where there is no such word.

    Where it does not say a dsmode, that follows from where the seed is: behind the network or not.
    """
    found: dict[str, Tree] | None = None
    for word in text.split():
        name, *pairs = word.strip('"').split(";")
        kind = name.casefold()
        if kind not in {"ds=nocloud", "ds=nocloud-net"}:
            continue
        found = {}
        for pair in pairs:
            key, equals, value = pair.partition("=")
            if key:
                found[SHORT_KEYS.get(key, key)] = value if equals else None
        mode = _mode(found.get("seedfrom"), kind)
        if mode is not None:
            found.setdefault("dsmode", mode)
    return found


def _mode(seedfrom: Tree, kind: str) -> str | None:
    if not isinstance(seedfrom, str):
        return "net" if kind.endswith("-net") else "local"
    if seedfrom.startswith(REMOTE):
        return "net"
    return "local" if seedfrom.startswith(("file://", "/")) else None


def _lines(facts: Facts) -> Iterator[tuple[str, str]]:
    yield "in the SMBIOS serial number", facts.dmi.get("product_serial", "")
    yield "on the kernel command line", facts.cmdline


def media(facts: Facts, config: Mapping[str, Tree]) -> list[BlockDevice]:
    """The media that have the label, the last one first, as cloud-init takes them."""
    label = _label(config)
    if not label:
        return []
    found = [
        device
        for device in facts.devices
        # A replay may know the label alone.
        if device.type in {None, "iso9660", "vfat"} and device.has_label(label)
    ]
    return sorted(found, key=lambda device: device.device, reverse=True)


def _label(config: Mapping[str, Tree]) -> str | None:
    """The label to look for; None where `fs_label: null` says not to."""
    label = config.get("fs_label", LABEL)
    return label or None if isinstance(label, str | None) else LABEL


def _lacking(facts: Facts, directory: str) -> list[str]:
    needed = ("meta-data", "user-data")
    return [name for name in needed if f"{directory}/{name}" not in facts.files]


def _has_inline_seed(config: Mapping[str, Tree]) -> bool:
    return config.get("user-data") is not None and config.get("meta-data") is not None


def _from_lines(facts: Facts, text: str) -> Evidence:
    """What the lines say together; of each key the first one counts."""
    values: dict[str, Tree] = {}
    for _, line in _lines(facts):
        values = {**(line_config(line) or {}), **values}
    seedfrom, identity = values.get("seedfrom"), values.get("instance-id")
    evidence = _seeded(facts, seedfrom, text) if isinstance(seedfrom, str) else Evidence(text=text)
    return evidence.replace(instance_id=identity if isinstance(identity, str) else None)


def _seeded(facts: Facts, seedfrom: str, text: str) -> Evidence:
    url, _ = filled_in(seedfrom, facts)
    return Evidence(text=text, seedfrom=url, network=url.startswith(REMOTE))


def _read_media(seed: _Seed, system: System, facts: Facts, config: Mapping[str, Tree]) -> None:
    """Take the first labelled medium that can be read."""
    for device in media(facts, config):
        if system.media is None:
            seed.unreadable.append(f"{device.device}: media cannot be read here")
            return
        try:
            with system.media.open(device) as folder:
                seed.read(folder, "/{}", device.device)
                return
        except NetinitError as error:
            seed.unreadable.append(str(error))
            seed.notes.append(f"{error}, going on without it")


def _follow(seed: _Seed, system: System, facts: Facts) -> None:
    """Read the seed that the meta-data points to. Raises NeedsNetwork, NetinitError."""
    seedfrom = seed.metadata.get("seedfrom")
    if not isinstance(seedfrom, str) or not seedfrom:
        return
    place, unknown = filled_in(seedfrom, facts)
    seed.notes.extend(
        f"seedfrom: this machine's firmware has no '{name}', taken as empty" for name in unknown
    )
    if place.startswith(REMOTE):
        raise NeedsNetwork(f"the seed is at {_shown(place)}")
    path = place
    if place.startswith("file://"):
        path = "/" + place.removeprefix("file://").partition("/")[2]
    if not path.startswith("/"):
        known = ", ".join(("/path", "file:///path", *(f"{start}…" for start in REMOTE)))
        raise NetinitError(f"seedfrom: expected one of {known}, found '{_shown(place)}'")
    pattern = path.replace("%s", "{}") if "%s" in path else path.rstrip("/") + "/{}"
    seed.read(system.root, pattern, place, replace=True)


def filled_in(seedfrom: str, facts: Facts) -> tuple[str, list[str]]:
    """A seedfrom with its `__dmi.NAME__` replaced by what the firmware says, and the names that it has nothing for."""
    unknown = []
    done, rest = "", seedfrom
    while "__dmi." in rest:
        before, _, after = rest.partition("__dmi.")
        name, end, later = after.partition("__")
        if not end:
            break
        value = facts.dmi.get(DMI_NAMES.get(name, ""), "")
        if not value:
            unknown.append(name)
        done += before + value
        rest = later
    return done + rest, unknown


def _shown(url: str) -> str:
    """A URL without the password that may be in it."""
    scheme, slashes, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}{slashes}{host.rpartition('@')[2]}{slash}{path}"


def _file(folder: Folder, path: str) -> bytes | None:
    data = folder.read(path)
    if data is not None and len(data) > MAX_FILE_BYTES:
        raise NetinitError(f"reading {path}: larger than {MAX_FILE_BYTES // 1024 // 1024} MiB")
    return data


def _in_files(facts: Facts) -> RawNetwork | None:
    """The network-config of an inline seed that is a mapping, as text of the file that it stands in."""
    keys = ("datasource", NAME, "network-config")
    drop_ins = sorted((path for path in facts.texts if path.endswith(".cfg")), reverse=True)
    for file in (*drop_ins, CLOUD_CFG):
        tree = document.read(facts.texts.get(file, ""), file).tree
        for key in keys:
            tree = tree.get(key) if isinstance(tree, dict) else None
        if tree is not None:
            return RawNetwork(format="auto", text=facts.texts[file], file=file, wrapped_in=keys)
    return None
