"""Hypothesis strategies for sound version 2 documents: every section, every key, values of each kind."""

from __future__ import annotations

from hypothesis import strategies as st

IP4 = st.sampled_from(["192.0.2.1", "198.51.100.7", "10.0.0.1", "203.0.113.254"])
IP6 = st.sampled_from(["2001:db8::1", "fe80::1", "2001:db8:1:2::ff"])
IP = IP4 | IP6
CIDR4 = st.builds("{}/{}".format, IP4, st.integers(1, 32))
CIDR6 = st.builds("{}/{}".format, IP6, st.integers(1, 128))
CIDR = CIDR4 | CIDR6
UINT = st.integers(0, 2**32 - 1)
BOOL = st.booleans() | st.sampled_from(["on", "off", "yes", "No", "Y", "n", "TRUE"])
MAC = st.sampled_from(["52:54:00:12:34:56", "02:00:00:00:00:0A", "0a:1b:2c:3d:4e:5f"])
WORD = st.sampled_from(["a", "on", "010", "1e3", "12:30", "x y", "ümlaut", "-", "true", "0"])
DOMAIN = st.sampled_from(["example.org", "~corp.example", "a", "~."])
KEY = st.sampled_from(
    ["AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", "QEFCQ0RFRkdISUpLTE1OT1BRUlNUVVZXWFlaW1xdXl8="]
)
LINK_IDS = ("eth0", "eth1", "eth2", "eth3")


def some(**fields):
    """A mapping with some of some keys; `_` stands for `-`."""
    return st.fixed_dictionaries(
        {}, optional={key.replace("_", "-"): value for key, value in fields.items()}
    )


def lists(item, most=3):
    return st.lists(item, max_size=most, unique_by=str)


def routes_of(cidr, ip):
    """Routes of one family."""
    attributes = {
        "metric": UINT,
        "table": st.integers(1, 2**32 - 1),
        "mtu": UINT,
        "congestion-window": UINT,
        "advertised-receive-window": UINT,
        "advertised-mss": UINT,
        "from": ip,
    }
    through = st.fixed_dictionaries(
        {"to": cidr | st.just("default"), "via": ip},
        optional={**attributes, "on-link": BOOL, "scope": st.sampled_from(["global", "link"])},
    )
    on_link = st.fixed_dictionaries({"to": cidr, "scope": st.just("link")}, optional=attributes)
    dead = st.fixed_dictionaries(
        {
            "to": cidr | st.just("default"),
            "type": st.sampled_from(["blackhole", "unreachable", "throw"]),
        },
        optional={"metric": UINT, "table": st.integers(1, 500)},
    )
    return through | on_link | dead


def rules_of(cidr):
    ends = st.fixed_dictionaries({"from": cidr}, optional={"to": cidr}) | st.fixed_dictionaries(
        {"to": cidr}
    )
    rest = some(table=UINT, priority=UINT, mark=UINT, type_of_service=st.integers(0, 255))
    return st.builds(lambda one, other: {**one, **other}, ends, rest)


OVERRIDES = some(
    use_dns=BOOL,
    use_ntp=BOOL,
    use_hostname=BOOL,
    use_mtu=BOOL,
    use_routes=BOOL,
    use_domains=st.sampled_from([True, False, "route", "yes"]),
    send_hostname=BOOL,
    hostname=st.sampled_from(["host", "010", "on"]),
    route_metric=UINT,
)
AUTH = some(
    key_management=st.sampled_from(["none", "eap", "802.1x", "eap-sha256"]),
    method=st.sampled_from(["tls", "peap", "leap", "pwd", "ttls"]),
    identity=WORD,
    anonymous_identity=WORD,
    password=WORD,
    ca_certificate=st.just("/etc/ca.pem"),
    client_certificate=WORD,
    client_key=WORD,
    client_key_password=WORD,
    phase2_auth=st.just("MSCHAPV2"),
)
NM = some(
    name=WORD,
    uuid=WORD,
    stable_id=WORD,
    device=WORD,
    passthrough=st.dictionaries(st.sampled_from(["connection.zone", "ipv4.dns-priority"]), WORD),
)
NEWER = frozenset(
    {"hairpin", "port-mac-learning", "ra-overrides"}
)  # keys that netplan 0.106 has not
COMMON = {
    "renderer": st.sampled_from(["networkd", "NetworkManager"]),
    "dhcp4": BOOL,
    "dhcp6": BOOL,
    "accept-ra": BOOL,
    "optional": BOOL,
    "activation-mode": st.sampled_from(["manual", "off"]),
    "critical": BOOL,
    "ignore-carrier": BOOL,
    "dhcp-identifier": st.sampled_from(["mac", "duid"]),
    "ipv6-privacy": BOOL,
    "ipv6-address-generation": st.sampled_from(["eui64", "stable-privacy"]),
    "mtu": st.integers(1, 9000),
    "ipv6-mtu": st.integers(1280, 9000),
    "macaddress": MAC | st.sampled_from(["random", "permanent", "stable"]),
    "hairpin": BOOL,
    "port-mac-learning": BOOL,
    "neigh-suppress": BOOL,
    "addresses": lists(
        CIDR
        | st.builds(
            lambda address, options: {address: options},
            CIDR,
            some(label=st.sampled_from(["eth0:1", "10"]), lifetime=st.sampled_from([0, "forever"])),
        )
    ),
    "routes": lists(routes_of(CIDR4, IP4) | routes_of(CIDR6, IP6)),
    "routing-policy": lists(rules_of(CIDR4) | rules_of(CIDR6)),
    "nameservers": some(addresses=lists(IP), search=lists(DOMAIN)),
    "gateway4": IP4,
    "gateway6": IP6,
    "dhcp4-overrides": OVERRIDES,
    "dhcp6-overrides": OVERRIDES,
    "ra-overrides": some(use_dns=BOOL, use_domains=st.sampled_from([True, "route"]), table=UINT),
    "link-local": lists(st.sampled_from(["ipv4", "ipv6"])),
    "optional-addresses": lists(st.sampled_from(["ipv4-ll", "ipv6-ra", "dhcp4", "static"])),
    "networkmanager": NM,
    "networkd": st.just({"network": {"Network.DNSSEC": "no"}}),
}
PHYSICAL = {
    **COMMON,
    "match": some(
        macaddress=MAC,
        name=st.sampled_from(["en*", "eth7"]),
        driver=st.sampled_from(["virtio_net", ["a", "b*"]]),
    ),
    "wakeonlan": BOOL,
    "emit-lldp": BOOL,
    "receive-checksum-offload": BOOL,
    "large-receive-offload": BOOL,
}
ETHERNET = {
    **PHYSICAL,
    "auth": AUTH,
    "virtual-function-count": st.integers(0, 8),
    "embedded-switch-mode": st.sampled_from(["switchdev", "legacy"]),
    "delay-virtual-functions-rebind": BOOL,
    "infiniband-mode": st.sampled_from(["datagram", "connected"]),
}
ACCESS_POINT = some(
    mode=st.sampled_from(["infrastructure", "adhoc", "ap"]),
    bssid=MAC,
    hidden=BOOL,
    password=st.sampled_from(["12345678", "correct horse"]),
) | st.fixed_dictionaries({"auth": AUTH})
BOND = some(
    mode=st.sampled_from(["active-backup", "802.3ad", "balance-rr"]),
    lacp_rate=st.sampled_from(["slow", "fast"]),
    mii_monitor_interval=st.sampled_from([100, "100ms", "1s"]),
    min_links=UINT,
    transmit_hash_policy=st.just("layer3+4"),
    ad_select=st.just("bandwidth"),
    all_members_active=BOOL,
    arp_interval=st.sampled_from([5, "2s"]),
    arp_ip_targets=lists(IP4),
    arp_validate=st.just("all"),
    arp_all_targets=st.just("any"),
    up_delay=st.just(200),
    down_delay=st.just("2s"),
    fail_over_mac_policy=st.just("follow"),
    gratuitous_arp=st.integers(0, 255),
    packets_per_member=UINT,
    primary=st.just("eth2"),
    primary_reselect_policy=st.just("always"),
    resend_igmp=st.integers(0, 255),
    learn_packet_interval=UINT,
)
BRIDGE = some(
    ageing_time=st.sampled_from([0, "15s", 300]),
    priority=st.integers(0, 65535),
    forward_delay=st.integers(0, 30),
    hello_time=st.integers(0, 10),
    max_age=st.integers(0, 40),
    stp=BOOL,
    path_cost=st.dictionaries(st.just("eth3"), UINT),
    port_priority=st.dictionaries(st.just("eth3"), st.integers(0, 63)),
)
GRE = st.fixed_dictionaries(
    {"mode": st.sampled_from(["gre", "gretap", "vti"]), "remote": IP4},
    optional={
        "local": IP4,
        "ttl": st.integers(1, 255),
        "key": st.sampled_from([5, "1.2.3.4"]),
    },
)
GRE6 = st.fixed_dictionaries(
    {"mode": st.just("ip6gre"), "remote": IP6},
    optional={"local": IP6, "keys": some(input=UINT, output=UINT)},
)
VXLAN = st.fixed_dictionaries(
    {"mode": st.just("vxlan"), "id": st.integers(1, 2**24 - 1)},
    optional={
        "link": st.just("eth1"),
        "remote": IP4,
        "port": st.integers(1, 65535),
        "ageing": UINT,
        "limit": UINT,
        "type-of-service": st.integers(0, 255),
        "do-not-fragment": BOOL,
        "short-circuit": BOOL,
        "arp-proxy": BOOL,
        "mac-learning": BOOL,
        "notifications": lists(st.sampled_from(["l2-miss", "l3-miss"])),
        "checksums": lists(st.sampled_from(["udp", "zero-udp6-tx", "remote-rx"])),
        "extensions": lists(st.sampled_from(["group-policy", "generic-protocol"])),
        "port-range": st.just([4000, 5000]),
    },
)
PEER = st.fixed_dictionaries(
    {
        "keys": st.fixed_dictionaries(
            {"public": KEY}, optional={"shared": KEY | st.just("/etc/shared")}
        )
    },
    optional={
        "endpoint": st.sampled_from(["192.0.2.9:51820", "[2001:db8::9]:51820", "vpn.example:5"]),
        "allowed-ips": lists(CIDR),
        "keepalive": st.integers(0, 65535),
    },
)
WIREGUARD = st.fixed_dictionaries(
    {"mode": st.just("wireguard")},
    optional={
        "key": KEY
        | st.just("/etc/key")
        | st.fixed_dictionaries(
            {"private": KEY}, optional={"private-key-flags": st.just(["agent-owned", "not-saved"])}
        ),
        "port": st.integers(1, 65535),
        "mark": UINT,
        "peers": st.lists(PEER, max_size=2, unique_by=lambda peer: peer["keys"]["public"]),
    },
)


def body(table, most=6, fixed=()):
    """Some keys out of a table of optional ones, and the fixed ones."""
    fixed = dict(fixed)

    def pick(keys):
        return st.fixed_dictionaries({**fixed, **{key: table[key] for key in keys}})

    chosen = st.lists(st.sampled_from(sorted(table)), max_size=most, unique=True)
    return chosen.filter(_compatible).flatmap(pick)


def _compatible(keys):
    return not {"ipv6-address-token", "ipv6-address-generation"} <= set(keys)


SET_NAME = st.fixed_dictionaries(
    {"match": st.just({"macaddress": "02:00:00:00:00:07"}), "set-name": st.just("lan0")}
)


def links(common):
    """The sections of a document whose links have keys out of a table."""
    physical = {**common, **{key: value for key, value in PHYSICAL.items() if key not in COMMON}}
    ethernet = {
        **physical,
        **{key: value for key, value in ETHERNET.items() if key not in PHYSICAL},
    }

    def tunnel(kind):
        return st.builds(lambda one, other: {**other, **one}, kind, body(common))

    needed = {
        "ethernets": st.fixed_dictionaries(
            {
                "eth0": body(ethernet, 10),
                "eth1": body(ethernet) | SET_NAME,
                "eth2": body(physical, 3),
                "eth3": st.just({}),
            },
            optional={
                "vf0": st.just({"link": "eth0"}),
                "lo": st.just({"addresses": ["127.0.0.2/8"]}),
            },
        ),
    }
    possible = {
        "renderer": st.sampled_from(["networkd", "NetworkManager"]),
        "wifis": st.fixed_dictionaries(
            {
                "wlan0": body(
                    {
                        **physical,
                        "regulatory-domain": st.just("GB"),
                        "wakeonwlan": lists(st.sampled_from(["tcp", "any", "default"])),
                    },
                    fixed={
                        "access-points": st.dictionaries(WORD, ACCESS_POINT, min_size=1, max_size=2)
                    },
                )
            }
        ),
        "modems": st.fixed_dictionaries(
            {
                "ttyUSB0": body(
                    {
                        **common,
                        "apn": WORD,
                        "pin": WORD,
                        "auto-config": BOOL,
                        "number": st.just("*99#"),
                        "password": WORD,
                    }
                )
            }
        ),
        "bonds": st.fixed_dictionaries(
            {"bond0": body(common, fixed={"interfaces": st.just(["eth2"]), "parameters": BOND})}
        ),
        "bridges": st.fixed_dictionaries(
            {"br0": body(common, fixed={"interfaces": st.just(["eth3"]), "parameters": BRIDGE})}
        ),
        "vlans": st.fixed_dictionaries(
            {"vlan5": body(common, fixed={"id": st.integers(0, 4094), "link": st.just("eth1")})}
        ),
        "vrfs": st.fixed_dictionaries(
            {
                "vrf0": body(
                    {
                        "routes": lists(
                            st.builds(lambda to, via: {"to": to, "via": via}, CIDR4, IP4)
                        ),
                        "routing-policy": lists(st.builds(lambda end: {"from": end}, CIDR4)),
                    },
                    fixed={"table": st.just(7), "interfaces": st.just(["eth0"])},
                )
            }
        ),
        "tunnels": st.fixed_dictionaries(
            {},
            optional={
                "gre0": tunnel(GRE),
                "gre6": tunnel(GRE6),
                "vx0": tunnel(VXLAN),
                "wg0": tunnel(WIREGUARD),
            },
        ),
        "nm-devices": st.fixed_dictionaries(
            {
                "NM-1": st.just(
                    {
                        "networkmanager": {
                            "passthrough": {"connection.type": "vpn", "vpn.data": "on"}
                        }
                    }
                )
            }
        ),
    }
    return needed, possible


def _documents(common, **more):
    needed, possible = links(common)
    return st.fixed_dictionaries({"version": st.just(2), **needed}, optional={**possible, **more})


documents = _documents(
    COMMON,
    **{
        "dummy-devices": st.fixed_dictionaries({"dummy0": body(COMMON)}),
        "virtual-ethernets": st.fixed_dictionaries(
            {
                "veth0": body(COMMON, fixed={"peer": st.just("veth1")}),
                "veth1": st.just({"peer": "veth0"}),
            }
        ),
    },
)
# without keys that netplan 0.106 refuses for certain
old_documents = _documents(
    {key: value for key, value in COMMON.items() if key not in NEWER} | {"macaddress": MAC}
)
