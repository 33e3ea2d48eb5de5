"""What the local stage leaves for later: the instance at hand, where cloud-init keeps it, and the nics it rendered for.

A new instance counts as known only when all else is in place: a boot that dies half way starts again as a new one.
"""

from __future__ import annotations

from netinit.decide.rerender import physical_nics
from netinit.digest import sha256_hex
from netinit.formats.jsontext import dump, typed
from netinit.model import paths
from netinit.model.files import RenderedFile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.document import Tree
    from netinit.model.facts import Facts
    from netinit.model.instance import InstanceData
    from netinit.system.root import Root

NO_PREVIOUS = "NO_PREVIOUS_INSTANCE_ID"
LONGEST_NAME = 255  # bytes: what file systems take
FOLDERS = ("handlers", "scripts", "sem")


def write_instance(root: Root, instance: InstanceData, network: Tree) -> None:
    """Make an instance the one at hand; `network` is the network-config that counts, None where there is none.

    Raises NetinitError.
    """
    folder = f"{paths.INSTANCES}/{folder_name(instance.instance_id)}"
    for name in FOLDERS:
        root.make_folder(f"{folder}/{name}")
    previous = _text(root, paths.INSTANCE_ID) or NO_PREVIOUS
    source = _text(root, f"{paths.INSTANCE}/datasource")
    if source:
        _write(root, paths.PREVIOUS_DATASOURCE, source)
    # cloud-init: the name of a class and what it prints as; scripts cut the first word out of it
    name = f"DataSource{instance.source}"
    _write(root, f"{folder}/datasource", f"{name}: {name} [seed={instance.seed}]")
    if network is not None:
        content = dump(typed(network)) + "\n"
        place = f"{folder}/network-config.json"
        root.write(RenderedFile(path=place, content=content, mode=0o600, secret=True))
        root.link(paths.RUN_NETWORK_CONFIG, place)
    root.link(paths.INSTANCE, folder)
    _write(root, paths.PREVIOUS_INSTANCE_ID, previous)
    _write(root, paths.RUN_INSTANCE_ID, instance.instance_id)
    _write(root, paths.INSTANCE_ID, instance.instance_id)


def write_rendered(root: Root, facts: Facts, source: str) -> None:
    """Note that the network was rendered in this boot, for which nics, and from what. Raises NetinitError."""
    if facts.nics_known:
        lines = [
            f'  {{"name": {dump(name)}, "mac": {dump(mac)}}}'
            for mac, name in physical_nics(facts).items()
        ]
        content = "[\n" + ",\n".join(lines) + "\n]\n"
        root.write(RenderedFile(path=paths.LAST_LINKS, content=content))
    _write(root, paths.LAST_SOURCE, source)
    _write(root, paths.APPLIED, "netinit local")


def folder_name(instance_id: str) -> str:
    """The name of an instance's folder."""
    name = "".join(char if char.isprintable() else "_" for char in instance_id.replace("/", "_"))
    if len(name.encode()) > LONGEST_NAME:
        digest = sha256_hex(instance_id.encode())[:12]
        name = f"{name.encode()[: LONGEST_NAME - 13].decode('utf-8', 'ignore')}-{digest}"
    return name if name.strip(".") else "_"


def _text(root: Root, path: str) -> str:
    return (root.read(path) or b"").decode("utf-8", "replace").strip()


def _write(root: Root, path: str, text: str) -> None:
    root.write(RenderedFile(path=path, content=text + "\n"))
