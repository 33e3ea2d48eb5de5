"""A NoCloud seed while it is put together from the places that it may be in."""

from __future__ import annotations

from netinit import document
from netinit.errors import NetinitError
from netinit.model.instance import InstanceData, RawNetwork
from netinit.model.paths import CLOUD_CFG
from netinit.report import Found
from netinit.sources._network_file import in_place, read_network

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from netinit.document import Tree
    from netinit.model.facts import Facts
    from netinit.system.doors import Folder

NEEDED = ("meta-data", "user-data")
INTERFACES = Found(severity="warning", path=("network-interfaces",), message="", key=True)
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
        shown = where.rstrip("/") + "/"
        files = {name: _file(folder, pattern.replace("{}", name)) for name in NEEDED}
        lacking = [name for name in NEEDED if files[name] is None]
        if len(lacking) == 2:
            raise NetinitError(f"{where}: neither meta-data nor user-data is there")
        if lacking:
            self.notes.append(f"{where}: no {lacking[0]}, taken as empty")
        self._read_metadata(files["meta-data"] or b"", f"{shown}meta-data")
        self.userdata = files["user-data"] or b""
        vendordata = self._vendordata(folder, pattern.replace("{}", "vendor-data"))
        if vendordata is not None or replace:
            self.vendordata = vendordata or b""
        place = pattern.replace("{}", "network-config")
        network = read_network(folder, place, f"{shown}network-config")
        if network is not None or replace:
            self.network = network
        self.places.append(where)

    def _vendordata(self, folder: Folder, path: str) -> bytes | None:
        try:
            return _file(folder, path)
        except NetinitError as error:
            self.notes.append(f"{error}, left out")
            return None

    def _read_metadata(self, data: bytes, file: str) -> None:
        read = document.read(data, file)
        for found, mark in zip(read.found, read.locate(read.found), strict=True):
            self.notes.append(f"{mark or file}: {found.message}")
        if isinstance(read.tree, dict):
            interfaces = read.tree.pop("network-interfaces", None)
            if isinstance(interfaces, str) and self.interfaces is None:
                mark = read.locate([INTERFACES])[0]
                text = in_place(interfaces, document.decode(data)[0], mark.line) if mark else None
                self.interfaces = RawNetwork(format="eni", text=text or interfaces, file=file)
            self.merge(read.tree)
        elif read.tree is not None:
            self.notes.append(f"{file}: expected a mapping, nothing of it is taken")
        elif read.found:
            self.notes.append(f"{file}: cannot be read, nothing of it is taken")

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
        if network is not None:
            self.network = _in_files(self.facts) or self.network
        if isinstance(network, str) and self.network is None:
            self.network = RawNetwork(format="auto", text=network, file=f"{where}: network-config")
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
        if not isinstance(identity, str | None):
            self.notes.append("meta-data: instance-id: expected one word, taken as 'nocloud'")
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
    """The network-config of an inline seed, a mapping or a text, as text of the file that it stands in."""
    drop_ins = sorted((path for path in facts.texts if path.endswith(".cfg")), reverse=True)
    for file in (*drop_ins, CLOUD_CFG):
        read = document.read(facts.texts.get(file, ""), file)
        tree = read.tree
        for key in NETWORK_KEYS:
            tree = tree.get(key) if isinstance(tree, dict) else None
        if isinstance(tree, str):
            mark = read.locate(
                [Found(severity="warning", path=NETWORK_KEYS, message="", key=True)]
            )[0]
            text = in_place(tree, facts.texts[file], mark.line) if mark else None
            return RawNetwork(format="auto", text=text, file=file) if text else None
        if tree is not None:
            return RawNetwork(
                format="auto", text=facts.texts[file], file=file, wrapped_in=NETWORK_KEYS
            )
    return None
