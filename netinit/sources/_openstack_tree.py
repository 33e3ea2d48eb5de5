"""The tree of files that OpenStack gives an instance: the same on a config drive and behind its metadata service.

    openstack/VERSION/{meta_data.json,user_data,vendor_data.json,vendor_data2.json,network_data.json}
    openstack/content/NNNN                       files to inject, named in meta_data.json
    ec2/latest/meta-data.json

Only meta_data.json must be there.  A network_data.json is handed on as text: a broken one must not hide the rest.
"""

from __future__ import annotations

from netinit.document import Quoted
from netinit.errors import NetinitError
from netinit.model.record import Record
from netinit.sources._network_file import read_network

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from netinit.document import Tree
    from netinit.model.instance import RawNetwork
    from netinit.system.doors import Folder

# What Nova has released since Folsom; the newest that is there is read, later ones being unknown.
VERSIONS = (
    "2018-08-27",
    "2017-02-22",
    "2016-10-06",
    "2016-06-30",
    "2015-10-15",
    "2013-10-17",
    "2013-04-04",
    "2012-08-10",
)
LATEST = "latest"
MAX_FILE_BYTES = 64 * 1024 * 1024
MAX_DEPTH = 100


class OpenStackTree(Record):
    """What such a tree holds."""

    version: str
    metadata: Mapping[str, Tree] = {}
    userdata: bytes = b""
    vendordata: tuple[bytes, ...] = ()
    vendordata2: tuple[bytes, ...] = ()
    network: RawNetwork | None = None
    files: Mapping[str, bytes] = {}
    random_seed: bytes = b""
    ec2: Mapping[str, Tree] = {}
    notes: tuple[str, ...] = ()


def versions_of(names: tuple[str, ...]) -> tuple[str, ...]:
    """The versions that are there, the one to read first: the known ones from the newest, `latest`, other dates."""
    known = [version for version in (*VERSIONS, LATEST) if version in names]
    dates = sorted((name for name in names if is_version(name) and name not in known), reverse=True)
    return (*known, *dates)


def is_version(name: str) -> bool:
    """Whether a directory has the name of a version: a date."""
    parts = name.split("-")
    return [len(part) for part in parts] == [4, 2, 2] and all(map(str.isdecimal, parts))


def read(folder: Folder, base: str, where: str) -> OpenStackTree | None:
    """The tree below `base`, None where there is none; `where` is what messages call it. Raises NetinitError."""
    reading = _Reading(folder, base, where)
    versions = versions_of(folder.names(f"{base}/openstack"))
    for version in versions:
        tree = reading.tree(version)
        if tree is not None:
            return tree
        reading.notes.append(f"{where}/openstack/{version}: no meta_data.json, passed over")
    return None


class _Reading:
    """One pass over a tree."""

    def __init__(self, folder: Folder, base: str, where: str) -> None:
        self.folder, self.base, self.where = folder, base, where.rstrip("/")
        self.notes: list[str] = []

    def tree(self, version: str) -> OpenStackTree | None:
        """All of a version's files."""
        start = f"openstack/{version}"
        metadata = self.json(f"{start}/meta_data.json")
        if metadata is None:
            return None
        if not isinstance(metadata, dict):
            raise NetinitError(f"{self.where}/{start}/meta_data.json: expected an object")
        identity = metadata.get("uuid")
        if not isinstance(identity, str) or not identity:
            raise NetinitError(
                f"{self.where}/{start}/meta_data.json: no 'uuid', which has to be there"
            )
        metadata["instance-id"] = identity
        hostname = metadata.get("hostname")
        if isinstance(hostname, str):
            metadata.setdefault("local-hostname", hostname)
        random_seed = self.random_seed(metadata.pop("random_seed", None))
        return OpenStackTree(
            version=version,
            metadata=metadata,
            userdata=self.file(f"{start}/user_data") or b"",
            vendordata=self.vendordata(f"{start}/vendor_data.json"),
            vendordata2=self.vendordata(f"{start}/vendor_data2.json"),
            network=self.network(f"{start}/network_data.json", metadata.get("network_config")),
            files=self.files(metadata.get("files")),
            random_seed=random_seed,
            ec2=self.ec2(),
            notes=tuple(self.notes),
        )

    def file(self, path: str) -> bytes | None:
        """A file of the tree."""
        data = self.folder.read(f"{self.base}/{path}")
        if data is not None and len(data) > MAX_FILE_BYTES:
            limit = MAX_FILE_BYTES // 1024 // 1024
            raise NetinitError(f"{self.where}/{path}: larger than {limit} MiB")
        return data

    def json(self, path: str) -> Tree:
        """What a JSON file holds, None where there is none. Raises NetinitError naming the place."""
        data = self.file(path)
        return None if data is None else json_tree(data, f"{self.where}/{path}")

    def optional_json(self, path: str) -> Tree:
        """The same for a file whose mistakes cost itself alone."""
        try:
            return self.json(path)
        except NetinitError as error:
            self.notes.append(f"{error}, left out")
            return None

    def random_seed(self, value: Tree) -> bytes:
        """The seed for the kernel's pool, which is given in base64."""
        if not isinstance(value, str):
            return b""
        from binascii import Error, a2b_base64

        try:
            return a2b_base64(value.encode())
        except (Error, ValueError):
            self.notes.append(f"{self.where}: random_seed is not base64, left out")
            return b""

    def vendordata(self, path: str) -> tuple[bytes, ...]:
        """The parts of vendor data: of an object that of its key `cloud-init`."""
        tree = self.optional_json(path)
        if isinstance(tree, dict):
            tree = tree.get("cloud-init")
            if isinstance(tree, dict):
                self.notes.append(
                    f"{self.where}/{path}: cloud-init: expected a text or a list, left out"
                )
                return ()
        parts = tree if isinstance(tree, list) else [tree]
        return tuple(
            part.encode("utf-8", "surrogatepass")
            for part in parts
            if isinstance(part, str) and part
        )

    def network(self, path: str, older: Tree) -> RawNetwork | None:
        """The network as it was found: network_data.json, or the file in Debian's format that older Novas inject."""
        found = self.network_file(path, "openstack")
        if found is None and isinstance(older, dict):
            path = self.content_path(older.get("content_path")) or ""
            found = self.network_file(path, "eni") if path else None
        return found

    def network_file(self, path: str, form: str) -> RawNetwork | None:
        """A file of the tree that holds the network."""
        return read_network(self.folder, f"{self.base}/{path}", f"{self.where}/{path}", form)

    def files(self, entries: Tree) -> dict[str, bytes]:
        """The files to inject, by path on the machine."""
        found: dict[str, bytes] = {}
        for entry in entries if isinstance(entries, list) else ():
            target = entry.get("path") if isinstance(entry, dict) else None
            source = (
                self.content_path(entry.get("content_path")) if isinstance(entry, dict) else None
            )
            if not isinstance(target, str) or not target.strip("/") or source is None:
                self.notes.append(
                    f"{self.where}: files: an entry without path or content_path, left out"
                )
                continue
            if ".." in target.split("/") or "\0" in target:
                self.notes.append(f"{self.where}: files: '{target}' leads elsewhere, left out")
                continue
            content = self.file(source)
            if content is None:
                self.notes.append(f"{self.where}: files: no {source} for '{target}', left out")
                continue
            found["/" + target.lstrip("/")] = content
        return found

    def content_path(self, value: Tree) -> str | None:
        """Where in the tree a content path leads."""
        if not isinstance(value, str) or not value.strip("/") or ".." in value.split("/"):
            return None
        return f"openstack/{value.lstrip('/')}"

    def ec2(self) -> dict[str, Tree]:
        """The metadata in the form of EC2, which names the block devices."""
        tree = self.optional_json("ec2/latest/meta-data.json")
        return tree if isinstance(tree, dict) else {}


def json_tree(data: bytes, file: str) -> Tree:
    """JSON as a document's tree: scalars as the text that stood there. Raises NetinitError naming the place."""
    import json  # 5 ms, for machines that have such files

    try:
        text = data.decode("utf-8-sig")
        return _tree(json.loads(text, parse_int=str, parse_float=str, parse_constant=str))
    except UnicodeDecodeError as error:
        raise NetinitError(f"{file}: byte {error.start} is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise NetinitError(
            f"{file}:{error.lineno}:{error.colno}: not valid JSON: {error.msg}"
        ) from None
    except RecursionError:
        raise NetinitError(f"{file}: nested too deeply") from None


def _tree(value: object) -> Tree:
    if isinstance(value, dict):
        return {_whole(str(key)): _tree(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_tree(item) for item in value]
    if value is None:
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    return Quoted(_whole(str(value)))


def _whole(text: str) -> str:
    """A text without halves of surrogate pairs, which JSON can name and no file can hold."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
