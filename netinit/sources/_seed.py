"""A NoCloud seed while it is put together from the places that it may be in."""

from __future__ import annotations

from netinit import document
from netinit.errors import NetinitError
from netinit.model.instance import InstanceData, RawNetwork
from netinit.model.paths import CLOUD_CFG

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from netinit.document import Tree
    from netinit.model.facts import Facts
    from netinit.system.doors import Folder

MODES = frozenset({"local", "net", "disabled"})
MAX_FILE_BYTES = 64 * 1024 * 1024
NETWORK_KEYS = ("datasource", "NoCloud", "network-config")


class Seed:
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

    def instance(self, source: str) -> InstanceData | None:
        """All of it, with the defaults; None where it says `dsmode: disabled`."""
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
            source=source,
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


def _file(folder: Folder, path: str) -> bytes | None:
    data = folder.read(path)
    if data is not None and len(data) > MAX_FILE_BYTES:
        raise NetinitError(f"reading {path}: larger than {MAX_FILE_BYTES // 1024 // 1024} MiB")
    return data


def _in_files(facts: Facts) -> RawNetwork | None:
    """The network-config of an inline seed that is a mapping, as text of the file that it stands in."""
    drop_ins = sorted((path for path in facts.texts if path.endswith(".cfg")), reverse=True)
    for file in (*drop_ins, CLOUD_CFG):
        tree = document.read(facts.texts.get(file, ""), file).tree
        for key in NETWORK_KEYS:
            tree = tree.get(key) if isinstance(tree, dict) else None
        if tree is not None:
            return RawNetwork(
                format="auto", text=facts.texts[file], file=file, wrapped_in=NETWORK_KEYS
            )
    return None
