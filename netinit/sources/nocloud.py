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

from netinit.errors import NeedsNetwork, NetinitError
from netinit.model.instance import Evidence
from netinit.model.paths import SEED, SNAPPY_SEED
from netinit.sources._evidence import no
from netinit.sources._line import REMOTE, filled_in, line_config, without_password
from netinit.sources._seed import Seed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from netinit.document import Tree
    from netinit.model.facts import BlockDevice, Facts
    from netinit.model.instance import InstanceData
    from netinit.system.doors import System

NAME = "NoCloud"
RANK = 30

LABEL = "cidata"
DIRECTORIES = tuple(
    f"{base}/{name}" for name in ("nocloud", "nocloud-net") for base in (SEED, SNAPPY_SEED)
)


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
    if reasons:
        return Evidence(level="incomplete", text="; ".join(reasons))
    return no(
        f"no seed directory, no medium labelled '{label}', no 'ds=nocloud'"
        if label
        else "no seed directory, no 'ds=nocloud', and media are switched off by fs_label"
    )


def read(system: System, facts: Facts, config: Mapping[str, Tree]) -> InstanceData | None:
    """What all places together give; None where the seed says `dsmode: disabled`."""
    seed = Seed(facts)
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
    return seed.instance(NAME)


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


def _read_media(seed: Seed, system: System, facts: Facts, config: Mapping[str, Tree]) -> None:
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


def _follow(seed: Seed, system: System, facts: Facts) -> None:
    """Read the seed that the meta-data points to. Raises NeedsNetwork, NetinitError."""
    seedfrom = seed.metadata.get("seedfrom")
    if not isinstance(seedfrom, str) or not seedfrom:
        return
    place, unknown = filled_in(seedfrom, facts)
    seed.notes.extend(
        f"seedfrom: this machine's firmware has no '{name}', taken as empty" for name in unknown
    )
    if place.startswith(REMOTE):
        raise NeedsNetwork(f"the seed is at {without_password(place)}")
    path = place
    if place.startswith("file://"):
        path = "/" + place.removeprefix("file://").partition("/")[2]
    if not path.startswith("/"):
        known = ", ".join(("/path", "file:///path", *(f"{start}…" for start in REMOTE)))
        raise NetinitError(f"seedfrom: expected one of {known}, found '{without_password(place)}'")
    pattern = path.replace("%s", "{}") if "%s" in path else path.rstrip("/") + "/{}"
    seed.read(system.root, pattern, place, replace=True)
