"""The floors of the house: imports point down only, and the pure floors do no I/O (docs/architecture.md)."""

from __future__ import annotations

import ast
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent
NETINIT = PROJECT / "netinit"

# The first pattern that fits a module names its floor.
FLOORS = (
    ("netinit.cli*", 8),
    ("netinit.__main__", 8),
    ("netinit.hooks", 8),
    ("netinit.daemon*", 8),
    ("netinit.api", 7),
    ("netinit.stages*", 6),
    ("netinit.apply*", 5),
    ("netinit.renderers.*.activate", 4),
    ("netinit.renderers._activation", 4),
    ("netinit.renderers._protocol", 4),
    ("netinit.sources*", 4),
    ("netinit.modules*", 4),
    ("netinit.userdata*", 4),
    ("netinit.system*", 3),
    ("netinit.decide*", 2),
    ("netinit.renderers*", 2),
    ("netinit.document", 1),
    ("netinit.yamlevents", 1),
    ("netinit.formats*", 1),
    ("netinit.registry", 1),
    ("netinit.digest", 0),
    ("netinit.report", 0),
    ("netinit.errors", 0),
    ("netinit.model*", 0),
    ("netinit.data", 0),
    ("netinit", 0),
)
PURE = 2  # the highest floor that touches nothing
IMPURE = frozenset(
    "os io subprocess socket _socket select urllib http time logging pathlib tempfile shutil glob".split()
)
# Of these floors only `system` opens files, runs commands and looks at clocks; cli reads what its words name.
OUTSIDE = frozenset("subprocess socket _socket select urllib http time".split())

MAY_IMPORT = {
    # inet_pton and inet_ntop are pure, and `socket`, which re-exports them, costs 9 ms
    ("netinit.formats.addresses", "_socket"),
}
# Imports that only type checkers see may also point up to these.
TYPES_OF = {
    "netinit.document",  # Tree is what YAML gives, and some values carry a piece of it
}
PLUGINS = ("netinit.sources", "netinit.modules", "netinit.renderers")


class Import:
    """One name that one module imports."""

    def __init__(self, module: str, target: str, line: int, *, types_only: bool) -> None:
        self.module, self.target, self.line, self.types_only = module, target, line, types_only

    def __str__(self) -> str:
        return f"{self.module}:{self.line} imports {self.target}"


def modules() -> dict[str, Path]:
    found = {}
    for path in sorted(NETINIT.rglob("*.py")):
        parts = path.relative_to(PROJECT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()


def floor(module: str) -> int:
    return next(number for pattern, number in FLOORS if fnmatchcase(module, pattern))


def imports(module: str, path: Path) -> list[Import]:
    """All imports of a module, those inside functions too."""
    found: list[Import] = []

    def visit(node: ast.AST, *, types_only: bool) -> None:
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            for child in node.body:
                visit(child, types_only=True)
            for child in node.orelse:
                visit(child, types_only=types_only)
            return
        if isinstance(node, ast.Import):
            found.extend(
                Import(module, alias.name, node.lineno, types_only=types_only)
                for alias in node.names
            )
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}:{node.lineno}: a relative import"
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                target = name if name in MODULES else str(node.module)
                found.append(Import(module, target, node.lineno, types_only=types_only))
        for child in ast.iter_child_nodes(node):
            visit(child, types_only=types_only)

    visit(ast.parse(path.read_text()), types_only=False)
    return found


IMPORTS = [item for module, path in MODULES.items() for item in imports(module, path)]


def top(name: str) -> str:
    return name.partition(".")[0]


@pytest.mark.parametrize("module", MODULES)
def test_every_module_has_a_floor(module: str) -> None:
    assert any(fnmatchcase(module, pattern) for pattern, _ in FLOORS)


def test_imports_point_down_only() -> None:
    wrong = [
        str(item)
        for item in IMPORTS
        if top(item.target) == "netinit" and floor(item.target) > floor(item.module)
        if not (item.types_only and item.target in TYPES_OF)
    ]
    assert wrong == []


def test_the_pure_floors_import_nothing_that_touches_the_machine() -> None:
    wrong = [
        str(item)
        for item in IMPORTS
        if floor(item.module) <= PURE and top(item.target) in IMPURE and not item.types_only
        if (item.module, item.target) not in MAY_IMPORT
    ]
    assert wrong == []


def test_only_the_doors_import_commands_sockets_and_clocks() -> None:
    wrong = [
        str(item)
        for item in IMPORTS
        if 4 <= floor(item.module) <= 7 and top(item.target) in OUTSIDE and not item.types_only
    ]
    assert wrong == []


def calls(path: Path, names: set[str]) -> list[int]:
    """The lines on which a module calls some built-in functions."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names
    ]


def test_only_the_doors_and_the_command_line_open_files() -> None:
    wrong = {
        module: calls(path, {"open"})
        for module, path in MODULES.items()
        if floor(module) not in {3, 8} and calls(path, {"open"})
    }
    assert wrong == {}


def test_only_the_command_line_prints_and_exits() -> None:
    names = {"print", "exit", "quit", "input"}
    wrong = {
        module: calls(path, names)
        for module, path in MODULES.items()
        if floor(module) < 8 and calls(path, names)
    }
    assert wrong == {}


def test_plug_ins_do_not_import_each_other() -> None:
    wrong = []
    for item in IMPORTS:
        for package in PLUGINS:
            if not (all(name.startswith(f"{package}.") for name in (item.module, item.target))):
                continue
            mine, theirs = (name.split(".")[2] for name in (item.module, item.target))
            if mine != theirs and not theirs.startswith("_"):
                wrong.append(str(item))
    assert wrong == []


def test_sources_hand_on_network_text_unparsed() -> None:
    # A broken network-config must never hide the rest of what a source gives.
    wrong = [
        str(item)
        for item in IMPORTS
        if item.module.startswith("netinit.sources") and item.target.startswith("netinit.formats")
    ]
    assert wrong == []


def test_importing_netinit_imports_nothing() -> None:
    assert [str(item) for item in IMPORTS if item.module == "netinit"] == []


@pytest.mark.parametrize("exception", MAY_IMPORT, ids=str)
def test_every_exception_is_still_needed(exception: tuple[str, str]) -> None:
    assert exception in {(item.module, item.target) for item in IMPORTS}
