"""Time and memory of `netinit render`, whole processes, in alternation with a bare interpreter and with netplan.

    python benchmarks/render.py [--sizes 1,100,1000,10000] [--rounds 25,15,7,3] [--python PYTHON] [--check]

Every round runs each command once, in an order of its own, on a machine that may be doing other things: the figures
are medians of CPU seconds (user and system, of the process and all that it waited for), which suffer least from that.
Memory is the peak resident size.  All output goes to memory (/dev/shm), so that no disk is measured.
With --check the exit code is 1 where a target of docs/performance.md is missed.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
import tempfile
from pathlib import Path
from statistics import median

PROJECT = Path(__file__).resolve().parent.parent
NETPLAN_GENERATOR = "/usr/libexec/netplan/generate"
BACKENDS = ("networkd", "networkmanager", "netplan")
# What the console script does, without depending on one being installed for that interpreter.
START = "import sys; sys.path[:0] = {paths!r}; from netinit.cli.main import main; sys.exit(main())"


def document(size: int, renderer: str | None = None) -> str:
    """A network-config of that many interfaces, 400 bytes each."""
    lines = ["network:", "  version: 2"]
    if renderer:
        lines.append(f"  renderer: {renderer}")
    lines.append("  ethernets:")
    for number in range(size):
        high, low = divmod(number, 250)
        lines.append(
            f"    nic{number}:\n"
            f'      match: {{macaddress: "02:00:00:{number >> 16:02x}:{number >> 8 & 255:02x}:{number & 255:02x}"}}\n'
            f"      set-name: lan{number}\n"
            f"      mtu: 1400\n"
            f"      dhcp4: true\n"
            f"      dhcp6: false\n"
            f"      addresses:\n"
            f"      - 10.{high}.{low}.2/24\n"
            f'      - "2001:db8:{number:x}::2/64"\n'
            f"      routes:\n"
            f"      - to: 198.51.100.0/24\n"
            f"        via: 10.{high}.{low}.1\n"
            f"        metric: {100 + number}\n"
            f"      nameservers:\n"
            f"        addresses: [192.0.2.53, 192.0.2.54]\n"
            f"        search: [example.org]\n"
        )
    return "\n".join(lines) + "\n"


class Command:
    """Something to measure, in a folder of its own that is emptied before each run."""

    def __init__(self, name: str, argv: list[str], folder: Path, inputs: dict[str, str]) -> None:
        self.name, self.argv, self.folder, self.inputs = name, argv, folder, inputs
        self.cpu_s: list[float] = []
        self.peak_mib = 0.0

    def run(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        for path, text in self.inputs.items():
            place = self.folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text)
            place.chmod(0o600)
        self.folder.mkdir(exist_ok=True)
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            silence = os.open(os.devnull, os.O_RDWR)
            os.dup2(silence, 1)
            os.dup2(silence, 0)
            os.execv(self.argv[0], self.argv)
        _, status, usage = os.wait4(child, 0)
        code = os.waitstatus_to_exitcode(status)
        if code:
            sys.exit(f"{' '.join(self.argv)[:200]}: exit code {code}")
        self.cpu_s.append(usage.ru_utime + usage.ru_stime)
        self.peak_mib = max(self.peak_mib, usage.ru_maxrss / 1024)

    @property
    def cpu_ms(self) -> float:
        return 1000 * median(self.cpu_s)


def commands(size: int, python: str, base: Path) -> list[Command]:
    import yaml

    start = START.format(paths=[str(PROJECT), str(Path(yaml.__file__).parent.parent)])
    found = [Command("bare interpreter", [python, "-I", "-c", "pass"], base / "bare", {})]
    given = base / "input.yaml"
    given.write_text(document(size))
    for backend in BACKENDS:
        folder = base / backend
        words = ["render", "--to", backend, "--root", str(folder), str(given)]
        found.append(
            Command(f"netinit → {backend}", [python, "-I", "-c", start, *words], folder, {})
        )
    for backend, renderer in (("networkd", "networkd"), ("networkmanager", "NetworkManager")):
        inputs = {"etc/netplan/50-bench.yaml": document(size, renderer)}
        for name, program in (
            ("netplan generate", shutil.which("netplan")),
            ("netplan's generator", NETPLAN_GENERATOR),
        ):
            if program and Path(program).exists():
                folder = base / f"{name.replace(' ', '-')}-{backend}"
                words = ["generate"] if name == "netplan generate" else []
                argv = [program, *words, "--root-dir", str(folder)]
                found.append(Command(f"{name} → {backend}", argv, folder, inputs))
    return found


def measure(size: int, rounds: int, python: str) -> dict[str, Command]:
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory) as base:
        todo = commands(size, python, Path(base))
        for number in range(rounds + 1):
            random.shuffle(todo)
            for command in todo:
                command.run()
                if number == 0:  # the first run fills caches: not counted
                    command.cpu_s.clear()
        return {command.name: command for command in todo}


def table(results: dict[int, dict[str, Command]]) -> str:
    """Medians of CPU milliseconds and peaks of memory, as Markdown."""
    sizes = list(results)
    names = [
        "bare interpreter",
        *(f"netinit → {backend}" for backend in BACKENDS),
        *(
            f"{tool} → {backend}"
            for backend in BACKENDS[:2]
            for tool in ("netplan's generator", "netplan generate")
        ),
    ]
    lines = ["| CPU ms (peak MiB) |" + "".join(f" N = {size:,} |" for size in sizes)]
    lines.append("|---|" + "---:|" * len(sizes))
    for name in names:
        cells = [results[size].get(name) for size in sizes]
        if any(cells):
            texts = [f"{cell.cpu_ms:,.0f} ({cell.peak_mib:,.0f})" if cell else "" for cell in cells]
            lines.append(f"| {name} | " + " | ".join(texts) + " |")
    return "\n".join(lines)


def verdicts(results: dict[int, dict[str, Command]]) -> list[tuple[bool, str]]:
    """Each target of docs/performance.md that can be told from these sizes: whether it is met, and the figures."""
    found = []

    def judge(text: str, given: float, most: float, unit: str = "") -> None:
        found.append(
            (given <= most, f"{text}: {given:,.2f}{unit}, to reach at most {most:,.2f}{unit}")
        )

    for backend in BACKENDS:
        name = f"netinit → {backend}"
        peer = f"netplan generate → {backend}"
        if 1 in results:
            bare = results[1]["bare interpreter"].cpu_ms
            judge(f"{name}, N = 1, over bare", results[1][name].cpu_ms - bare, 45, " ms")
        for size, share in ((1000, 1.0), (10000, 0.5)):
            if size in results and peer in results[size]:
                ratio = results[size][name].cpu_ms / results[size][peer].cpu_ms
                judge(f"{name}, N = {size:,}, of netplan generate", ratio, share, " times")
        if {1000, 10000} <= set(results):
            ratio = results[10000][name].cpu_ms / results[1000][name].cpu_ms
            judge(f"{name}, N = 10,000, of N = 1,000", ratio, 11, " times")
        if 10000 in results:
            judge(f"{name}, N = 10,000, memory", results[10000][name].peak_mib, 200, " MiB")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sizes", default="1,100,1000,10000")
    parser.add_argument("--rounds", default="25,15,7,3", help="for each size")
    parser.add_argument("--python", default=sys.executable, help="interpreter to measure with")
    parser.add_argument("--check", action="store_true", help="exit 1 where a target is missed")
    arguments = parser.parse_args()
    sizes = [int(size) for size in arguments.sizes.split(",")]
    rounds = [int(count) for count in arguments.rounds.split(",")]
    results = {
        size: measure(size, count, arguments.python)
        for size, count in zip(sizes, rounds, strict=False)
    }
    print(table(results), end="\n\n")
    found = verdicts(results)
    for met, text in found:
        print(f"{'met   ' if met else 'MISSED'} {text}")
    return 1 if arguments.check and not all(met for met, _ in found) else 0


if __name__ == "__main__":
    sys.exit(main())
