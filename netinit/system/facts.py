"""Gathers Facts below a root: plain file reads, no process; a live machine's kernel is asked two questions besides."""

from __future__ import annotations

import os
import stat

from netinit.errors import NetinitError
from netinit.model import paths
from netinit.model.facts import Facts
from netinit.system.blockdevices import block_devices
from netinit.system.nics import nics
from netinit.system.units import units
from netinit.system.virt import detect
from netinit.system.watched import (
    ENVIRONMENT,
    GUESTINFO,
    GUESTINFO_S,
    MARKERS,
    PROGRAM_DIRECTORIES,
    PROGRAMS,
    SECRET_ENVIRONMENT,
    SEEDS,
    SOCKETS,
    TEXT_PATTERNS,
    TEXTS,
    VMWARE_PLUGIN,
    VMWARE_PLUGIN_DIRECTORIES,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from netinit.model.facts import BlockDevice
    from netinit.system.doors import Run
    from netinit.system.root import Root

MAX_TEXT = 1024 * 1024
MAX_SEED_FILES = 4096
MAX_SEED_DEPTH = 4


def gather(root: Root, *, media: Iterable[BlockDevice] = (), run: Run | None = None) -> Facts:
    """All facts of the machine below a root; `media` are images that stand for block devices.

    `run` is for what no file tells: a VMware guest's properties.  Never raises: what cannot be read is left out, and
    stands in `notes`.
    """
    notes: list[str] = []
    live = not root.base
    environment = _environment(root, live=live)
    virt, container = detect(root, environment, live=live)
    found_nics = nics(root, live=live)
    texts = _texts(root, notes)
    uname = os.uname() if live else None
    programs = _programs(root)
    if virt == "vmware" and live and run is not None:
        environment |= guestinfo(run, programs)
    return Facts(
        cmdline=_cmdline(root, container=container),
        container=container,
        virt=virt,
        arch=uname.machine if uname else "",
        kernel=uname.version if uname else "",
        # A container sees the files of its host's firmware, which say nothing about itself.
        dmi={} if container else _dmi(root),
        nics=found_nics or (),
        nics_known=found_nics is not None,
        devices=(*media, *(() if container else block_devices(root, notes))),
        files=frozenset(
            (*_existing(root), *_seed_files(root, notes), *_windows_files(root, virt), *texts)
        ),
        texts=texts,
        fresh=_fresh(root),
        programs=programs,
        units=units(root),
        environment=environment,
        notes=tuple(notes),
    )


def _read(root: Root, path: str) -> str | None:
    """The text of a small file, None where there is none or it cannot be read."""
    try:
        data = root.read(path, MAX_TEXT)
    except (NetinitError, OSError):
        return None
    return None if data is None else data[:MAX_TEXT].decode("utf-8", "replace")


def _cmdline(root: Root, *, container: bool) -> str:
    if container:
        # The host's command line is not for its containers; what pid 1 was given is.
        return (_read(root, "/proc/1/cmdline") or "").replace("\0", " ").strip()
    return (_read(root, "/proc/cmdline") or "").partition("\n")[0]


def _dmi(root: Root) -> dict[str, str]:
    found = {}
    folder = root.look("/sys/class/dmi/id")
    for name in root.names("/sys/class/dmi/id"):
        if name in {"modalias", "uevent"} or name.startswith("."):
            continue
        try:
            with open(f"{folder}/{name}", "rb") as file:
                data = file.read(4096)
        except OSError:
            continue  # a link or directory, or a serial number that root alone may read
        line = data.partition(b"\n")[0].rstrip(b"\0")
        # Firmware that was never filled in reads as 0xff all over.
        if line.strip(b"\xff"):
            found[name] = line.decode("utf-8", "replace").strip()
    return found


def _texts(root: Root, notes: list[str]) -> dict[str, str]:
    names = list(TEXTS)
    drop_ins = _drop_ins(_read(root, paths.CLOUD_CFG) or "")
    for directory, start, end in (*TEXT_PATTERNS, (drop_ins, "", ".cfg")):
        names.extend(
            f"{directory}/{name}"
            for name in root.names(directory)
            if name.startswith(start) and name.endswith(end)
        )
    names.extend(f"{port}/name" for port in _virtio_ports(root))
    found = {}
    for path in names:
        try:
            data = root.read(path, MAX_TEXT)
        except NetinitError as error:
            notes.append(str(error))
            continue
        if data is None:
            continue
        if len(data) > MAX_TEXT:
            notes.append(f"reading {path}: larger than {MAX_TEXT // 1024} KiB, not read")
            continue
        found[path] = data.decode("utf-8", "replace")
    return found


def _drop_ins(text: str) -> str:
    """Where cloud.cfg says that the rest of the configuration is."""
    for line in text.splitlines():
        if line.startswith("conf_d:"):
            place = line.partition(":")[2].partition(" #")[0].strip().strip("\"'").rstrip("/")
            return place if place.startswith("/") else paths.CLOUD_CFG_D
    return paths.CLOUD_CFG_D


def _virtio_ports(root: Root) -> list[str]:
    directory = "/sys/class/virtio-ports"
    return [f"{directory}/{name}" for name in root.names(directory)]


def _existing(root: Root) -> Iterator[str]:
    for path in MARKERS:
        if _status(root, path) is not None:
            yield path
    for path in SOCKETS:
        status = _status(root, path)
        if status is not None and stat.S_ISSOCK(status.st_mode):
            yield path
    for path in _vmware_plugins(root):
        if _status(root, path) is not None:
            yield path


def _status(root: Root, path: str) -> os.stat_result | None:
    try:
        return os.stat(root.look(path))
    except OSError:
        return None


def _vmware_plugins(root: Root) -> Iterator[str]:
    """Where the plug-in that customises VMware guests may be, directories of multiarch included."""
    for library in ("/usr/lib", "/usr/lib64"):
        parents = [library]
        if library == "/usr/lib":
            parents += [f"{library}/{name}" for name in root.names(library) if "-linux-" in name]
        for parent in parents:
            for directory in VMWARE_PLUGIN_DIRECTORIES:
                yield f"{parent}/{directory}/{VMWARE_PLUGIN}"


def _seed_files(root: Root, notes: list[str]) -> list[str]:
    """All files below the seed directories, by their paths on the target."""
    found: list[str] = []
    todo = [(path, 0) for path in reversed(SEEDS)]
    while todo:
        path, depth = todo.pop()
        for name in root.names(path):
            below = f"{path}/{name}"
            status = _status(root, below)
            if status is None:
                continue
            if stat.S_ISDIR(status.st_mode):
                if depth < MAX_SEED_DEPTH:
                    todo.append((below, depth + 1))
            elif len(found) >= MAX_SEED_FILES:
                notes.append(f"more than {MAX_SEED_FILES} seed files, the rest is not looked at")
                return found
            else:
                found.append(below)
    return found


def _windows_files(root: Root, virt: str) -> Iterator[str]:
    """User data in the profiles of Windows users, whose drives WSL mounts by 9p."""
    if virt != "wsl":
        return
    for line in (_read(root, "/proc/mounts") or "").splitlines():
        fields = line.split(" ")
        if len(fields) < 4 or fields[2] != "9p" or "drvfs" not in fields[0] + fields[3]:
            continue
        for user in root.names(f"{fields[1]}/Users"):
            for folder in (".cloud-init", ".ubuntupro/.cloud-init"):
                place = f"{fields[1]}/Users/{user}/{folder}"
                yield from (f"{place}/{name}" for name in root.names(place))


def guestinfo(run: Run, programs: frozenset[str]) -> dict[str, str]:
    """Which properties of a VMware guest are set, by VMware's own tools."""
    found = {}
    for name in GUESTINFO:
        question = f"info-get guestinfo.{name}"
        argv = (
            ("vmware-rpctool", question)
            if "vmware-rpctool" in programs
            else ("vmtoolsd", "--cmd", question)
        )
        if argv[0] not in programs:
            break
        try:
            answer = run(argv, timeout_s=GUESTINFO_S)
        except NetinitError:
            break
        text = answer.stdout.decode("utf-8", "replace").strip()
        given = text.startswith("<?xml") if name == "ovfEnv" else any(map(str.isalnum, text))
        if answer.exit_code == 0 and given:
            found[f"guestinfo.{name}"] = "(set)"
    return found


def _fresh(root: Root) -> frozenset[str]:
    """Logs that were written since the boot, which is when pid 1 began."""
    log = "/root/swinstall.log"
    written, began = _status(root, log), _status(root, "/proc/1/environ")
    return frozenset({log} if written and began and written.st_mtime > began.st_mtime else ())


def _programs(root: Root) -> frozenset[str]:
    found: set[str] = set()
    for directory in dict.fromkeys(map(root.look, PROGRAM_DIRECTORIES)):
        for name in PROGRAMS - found:
            try:
                status = os.lstat(f"{directory}/{name}")
            except OSError:
                continue
            if not stat.S_ISDIR(status.st_mode):
                found.add(name)
    return frozenset(found)


def _environment(root: Root, *, live: bool) -> dict[str, str]:
    found: dict[str, str] = {}
    # Only root may read it; then this process's own environment, which a generator has from pid 1.
    for item in (_read(root, "/proc/1/environ") or "").split("\0"):
        name, _, value = item.partition("=")
        found[name] = value
    if live:
        found.update(os.environ)
    watched = {name: value for name, value in found.items() if name in ENVIRONMENT}
    return watched | dict.fromkeys(sorted(SECRET_ENVIRONMENT & found.keys()), "(set)")
