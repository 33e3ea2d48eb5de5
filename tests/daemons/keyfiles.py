"""What `nmcli --offline` makes of a keyfile, and what it lost of it: it exits 0 even where it drops keys."""

from __future__ import annotations

import subprocess

COMMAND = ("nmcli", "--offline", "connection", "modify")

# A value that is NetworkManager's default is not written back.
DEFAULTS = {
    ("bridge", "stp"): "true",
    ("vlan", "id"): "0",
    ("vxlan", "learning"): "true",
    ("vxlan", "proxy"): "false",
    ("vxlan", "limit"): "0",
    ("vxlan", "tos"): "0",
    ("sriov", "total-vfs"): "0",
    ("vxlan", "rsc"): "false",
    ("bridge-port", "hairpin-mode"): "false",
    ("ethernet", "wake-on-lan"): "1",
    ("wifi", "wake-on-wlan"): "1",
    ("wireguard-peer", "persistent-keepalive"): "0",
    ("ipv6", "addr-gen-mode"): "eui64",
    ("ipv6", "ip6-privacy"): "-1",
}
WORDS = {("ipv6", "addr-gen-mode"): {"0": "eui64", "1": "stable-privacy"}}
ESCAPED = {"s": " ", "n": "\n", "t": "\t", "r": "\r", "\\": "\\", ";": "\\;"}
LIST_KEYS = frozenset({"dns", "dns-search", "eap", "interface-name", "driver", "allowed-ips"})


def parsed(text: str) -> dict[tuple[str, str], str]:
    """The values of a keyfile by group and key."""
    group = ""
    found = {}
    for line in text.splitlines():
        if line.startswith("["):
            group = line[1:-1]
        elif line and not line.startswith("#"):
            key, _, value = line.partition("=")
            found[group, key] = value
    return found


class Refused(Exception):
    """NetworkManager would ignore the whole profile."""


def read_back(keyfile: str) -> str:
    """The profile as NetworkManager writes it; raises Refused."""
    # nmcli wants something to modify: a key gets the value that it has.
    priority = parsed(keyfile)["connection", "autoconnect-priority"]
    done = subprocess.run(
        (*COMMAND, "connection.autoconnect-priority", priority),
        input=keyfile,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    if done.returncode:
        raise Refused(done.stderr.strip())
    return done.stdout


def losses(keyfile: str) -> list[str]:
    """Keys that NetworkManager drops or reads otherwise than they were meant."""
    ours = parsed(keyfile)
    try:
        theirs = parsed(read_back(keyfile))
    except Refused as error:
        return [f"refused: {error}"]
    port = ours.get(("connection", "slave-type")) in {"bond", "bridge"}
    lost = []
    for (group, key), value in ours.items():
        if port and group in {"ipv4", "ipv6"} and key == "method":
            continue  # implied for a port
        wanted = normal(group, key, value)
        got = theirs.get((group, key))
        if got is None:
            if DEFAULTS.get((group.partition(".")[0], key)) != wanted:
                lost.append(f"[{group}] {key}={value}: dropped")
        elif normal(group, key, got) != wanted:
            lost.append(f"[{group}] {key}={value}: read as {got}")
    return lost


def normal(group: str, key: str, value: str) -> str:
    """A value in one spelling of several that mean the same."""
    value = decoded(WORDS.get((group, key), {}).get(value, value))
    if key.endswith("mac-address") or key == "bssid":
        return value.lower()
    if key in LIST_KEYS:
        return value.rstrip(";")
    if key == "ssid":
        return ssid(value)
    if key.startswith("route") and key.endswith("_options"):
        return ",".join(sorted(value.split(",")))
    if key.startswith("routing-rule"):
        return rule(value)
    if key.startswith("route"):
        parts = value.split(",")
        if len(parts) > 1 and parts[1] in {"0.0.0.0", "::"}:
            parts[1] = ""
        return ",".join(parts).rstrip(",")
    return value


def decoded(value: str) -> str:
    """A value without GLib's escapes."""
    text = ""
    characters = iter(value)
    for char in characters:
        text += ESCAPED.get(next(characters, ""), "") if char == "\\" else char
    return text


def rule(value: str) -> str:
    """A rule without what is implied, its numbers in decimal."""
    words = [str(int(word, 16)) if word.startswith("0x") else word for word in value.split()]
    pairs = dict(zip(words[::2], words[1::2], strict=True))
    pairs.setdefault("table", "254")
    return " ".join(f"{key} {pairs[key]}" for key in sorted(pairs) if not pairs[key].endswith("/0"))


def ssid(value: str) -> str:
    """A network's name, spelled as text or as bytes."""
    parts = value.removesuffix(";").split(";")
    if value.endswith(";") and all(part.isdigit() for part in parts):
        return bytes(int(part) for part in parts).decode()
    return value.replace("\\;", ";")
