"""What systemd-networkd's files say: a row for each thing that the key table has, section by section, line by line."""

from __future__ import annotations

import pytest

from netinit import api
from netinit.model.facts import Facts, Nic
from tests.renderers.networkd_text import eth, files, sections, warnings

MAC = "02:00:00:00:00:01"
KEY = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
AUTOMATIC = "LinkLocalAddressing=ipv6"
WITHOUT_CARRIER = "ConfigureWithoutCarrier=yes"


def row(name: str, document: str, where: str, *lines: str) -> object:
    """A row of the table: `where` is the file and one of its sections; an empty `lines` means no such section."""
    file, _, section = where.partition(" ")
    return pytest.param(document, file, section, list(lines), id=name)


ETH = "10-netinit-eth0.network"
LINK = "10-netinit-eth0.link"


PORTS = "ethernets: {a: {}, b: {}}\n"


def bond(parameters: str) -> str:
    """A document of a bond."""
    return PORTS + f"bonds: {{b0: {{interfaces: [a, b], parameters: {{{parameters}}}}}}}"


# fmt: off
KINDS = [
    row("ethernet", eth(""), f"{ETH} Network", AUTOMATIC),
    row("loopback", "ethernets: {lo: {addresses: [192.0.2.1/32]}}", "10-netinit-lo.network Network", "Address=192.0.2.1/32"),
    row("loopback has no dhcp", "ethernets: {lo: {dhcp4: true}}", "10-netinit-lo.network Network"),
    row("bond", PORTS + "bonds: {b0: {interfaces: [a]}}", "10-netinit-b0.netdev NetDev", "Name=b0", "Kind=bond"),
    row("bond port", PORTS + "bonds: {b0: {interfaces: [a]}}", "10-netinit-a.network Network", "LinkLocalAddressing=no", "Bond=b0"),
    row("primary port", PORTS + "bonds: {b0: {interfaces: [a], parameters: {mode: active-backup, primary: a}}}", "10-netinit-a.network Network", "LinkLocalAddressing=no", "Bond=b0", "PrimarySlave=yes"),
    row("bridge", PORTS + "bridges: {br0: {interfaces: [a]}}", "10-netinit-br0.netdev NetDev", "Name=br0", "Kind=bridge"),
    row("bridge port", PORTS + "bridges: {br0: {interfaces: [a]}}", "10-netinit-a.network Network", "LinkLocalAddressing=no", "Bridge=br0"),
    row("vlan", PORTS + "vlans: {v5: {id: 5, link: a}}", "10-netinit-v5.netdev VLAN", "Id=5"),
    row("vlan 0", PORTS + "vlans: {v0: {id: 0, link: a}}", "10-netinit-v0.netdev VLAN", "Id=0"),
    row("vlan parent", PORTS + "vlans: {v5: {id: 5, link: a}, v6: {id: 6, link: a}}", "10-netinit-a.network Network", AUTOMATIC, "VLAN=v5", "VLAN=v6"),
    row("vrf", PORTS + "vrfs: {red: {table: 7, interfaces: [a]}}", "10-netinit-red.netdev VRF", "Table=7"),
    row("vrf port", PORTS + "vrfs: {red: {table: 7, interfaces: [a]}}", "10-netinit-a.network Network", AUTOMATIC, "VRF=red"),
    row("vrf route", "vrfs: {red: {table: 7, routes: [{to: default, via: 192.0.2.1}]}}", "10-netinit-red.network Route", "Destination=0.0.0.0/0", "Gateway=192.0.2.1", "Table=7"),
    row("dummy", "dummy-devices: {d0: {addresses: [192.0.2.1/32]}}", "10-netinit-d0.netdev NetDev", "Name=d0", "Kind=dummy"),
    row("virtual devices need no carrier", "dummy-devices: {d0: {}}", "10-netinit-d0.network Network", AUTOMATIC, WITHOUT_CARRIER),
    row("veth", "virtual-ethernets: {z: {peer: a}, a: {peer: z}}", "10-netinit-a.netdev Peer", "Name=z"),
    row("veth peer's mac", f"virtual-ethernets: {{z: {{peer: a, macaddress: '{MAC}'}}, a: {{peer: z}}}}", "10-netinit-a.netdev Peer", "Name=z", f"MACAddress={MAC}"),
    row("infiniband", eth("infiniband-mode: connected"), f"{ETH} IPoIB", "Mode=connected"),
    row("nic is no netdev", eth("mtu: 1400"), f"{ETH} Link", "MTUBytes=1400"),
]
SELECTION = [
    row("by id", eth(""), f"{ETH} Match", "Name=eth0"),
    row("by id with glob characters", "ethernets: {'e*[0]!?': {}}", "10-netinit-e%2A%5B0%5D%21%3F.network Match", "Name=e[*][[]0]?[?]"),
    row("by mac", eth(f"match: {{macaddress: '{MAC}'}}"), f"{ETH} Match", f"PermanentMACAddress={MAC}"),
    row("by name", eth("match: {name: enp1s0}"), f"{ETH} Match", "Name=enp1s0"),
    row("by glob", eth("match: {name: 'enp*'}"), "11-netinit-eth0.network Match", "Name=enp*"),
    row("by driver", eth("match: {driver: [virtio_net, 'e1000*']}"), "11-netinit-eth0.network Match", "Driver=virtio_net e1000*"),
    row("by all of it", eth(f"match: {{macaddress: '{MAC}', driver: d, name: n}}"), f"{ETH} Match", f"PermanentMACAddress={MAC}", "Driver=d", "Name=n"),
    row("any nic", eth("match: {}"), "12-netinit-eth0.network Match", "Type=ether"),
    row("any radio", "wifis: {w: {match: {}, access-points: {x: {}}}}", "12-netinit-w.network Match", "Type=wlan"),
    row("renamed", eth(f"match: {{macaddress: '{MAC}'}}, set-name: lan"), f"{ETH} Match", f"PermanentMACAddress={MAC}", "Name=lan"),
    row("renaming", eth(f"match: {{macaddress: '{MAC}'}}, set-name: lan"), f"{LINK} Match", f"PermanentMACAddress={MAC}"),
    row("new name", eth(f"match: {{macaddress: '{MAC}'}}, set-name: lan"), f"{LINK} Link", "Name=lan", "WakeOnLan=off"),
    row("renamed by driver", eth("match: {driver: d}, set-name: lan"), f"{ETH} Match", "Driver=d", "Name=lan"),
    row("renaming by driver", eth("match: {driver: d}, set-name: lan"), "11-netinit-eth0.link Match", "Driver=d"),
    row("renaming by name", eth("match: {name: old}, set-name: lan"), f"{LINK} Match", "OriginalName=old"),
]
HARDWARE = [
    row("mtu, udev", eth("mtu: 9000"), f"{LINK} Link", "MTUBytes=9000", "WakeOnLan=off"),
    row("mtu", eth("mtu: 9000"), f"{ETH} Link", "MTUBytes=9000"),
    row("mtu of a virtual device", "dummy-devices: {d0: {mtu: 1400}}", "10-netinit-d0.netdev NetDev", "Name=d0", "MTUBytes=1400", "Kind=dummy"),
    row("mtu and dhcp", eth("mtu: 9000, dhcp4: true"), f"{ETH} DHCPv4", "RouteMetric=100"),
    row("ipv6 mtu", eth("ipv6-mtu: 1400"), f"{ETH} Network", AUTOMATIC, "IPv6MTUBytes=1400"),
    row("mac", eth(f"macaddress: '{MAC}'"), f"{ETH} Link", f"MACAddress={MAC}"),
    row("mac of a virtual device", f"dummy-devices: {{d0: {{macaddress: '{MAC}'}}}}", "10-netinit-d0.netdev NetDev", "Name=d0", f"MACAddress={MAC}", "Kind=dummy"),
    row("random mac", eth("macaddress: random"), f"{LINK} Link", "MACAddressPolicy=random", "WakeOnLan=off"),
    row("permanent mac", eth("macaddress: permanent"), f"{LINK} Link", "MACAddressPolicy=persistent", "WakeOnLan=off"),
    row("random mac of a virtual device", "dummy-devices: {d0: {macaddress: random}}", "10-netinit-d0.link Link", "MACAddressPolicy=random"),
    row("wake on lan", eth("wakeonlan: true"), f"{LINK} Link", "WakeOnLan=magic"),
    row("no wake on lan", eth("wakeonlan: false"), f"{LINK} Link", "WakeOnLan=off"),
    row("predictable names stay", eth(f"match: {{macaddress: '{MAC}'}}, wakeonlan: true"), f"{LINK} Link", "NamePolicy=keep kernel database onboard slot path", "AlternativeNamesPolicy=database onboard slot path", "MACAddressPolicy=persistent", "WakeOnLan=magic"),
    row("offloads", eth("receive-checksum-offload: true, transmit-checksum-offload: false, tcp-segmentation-offload: true, tcp6-segmentation-offload: false, generic-segmentation-offload: true, generic-receive-offload: false, large-receive-offload: true"), f"{LINK} Link", "ReceiveChecksumOffload=yes", "TransmitChecksumOffload=no", "TCPSegmentationOffload=yes", "TCP6SegmentationOffload=no", "GenericSegmentationOffload=yes", "GenericReceiveOffload=no", "LargeReceiveOffload=yes", "WakeOnLan=off"),
    row("lldp", eth("emit-lldp: true"), f"{ETH} Network", AUTOMATIC, "EmitLLDP=yes"),
    row("optional", eth("optional: true"), f"{ETH} Link", "RequiredForOnline=no"),
    row("by hand", eth("activation-mode: manual"), f"{ETH} Link", "ActivationPolicy=manual"),
    row("off", eth("activation-mode: off"), f"{ETH} Link", "ActivationPolicy=always-down"),
    row("critical", eth("critical: true"), f"{ETH} Network", AUTOMATIC, "KeepConfiguration=yes"),
    row("ignore carrier", eth("ignore-carrier: true"), f"{ETH} Network", AUTOMATIC, WITHOUT_CARRIER ),
    row("mind the carrier", "dummy-devices: {d0: {ignore-carrier: false}}", "10-netinit-d0.network Network", AUTOMATIC),
    row("virtual functions", eth("virtual-function-count: 4"), f"{LINK} Link", "SR-IOVVirtualFunctions=4", "WakeOnLan=off"),
    row("virtual functions that are named", "ethernets: {eth0: {}, vf0: {link: eth0}, vf1: {link: eth0}}", f"{LINK} Link", "SR-IOVVirtualFunctions=2", "WakeOnLan=off"),
]
ADDRESSES = [
    row("static", eth("addresses: [192.0.2.1/24, '2001:db8::1/64']"), f"{ETH} Network", AUTOMATIC, "Address=192.0.2.1/24", "Address=2001:db8::1/64"),
    row("label and lifetime", eth("addresses: [{192.0.2.1/24: {label: 'eth0:a', lifetime: 0}}]"), f"{ETH} Address", "Address=192.0.2.1/24", "Label=eth0:a", "PreferredLifetime=0"),
    row("dhcp4", eth("dhcp4: true"), f"{ETH} Network", "DHCP=ipv4", AUTOMATIC),
    row("dhcp4 defaults", eth("dhcp4: true"), f"{ETH} DHCPv4", "RouteMetric=100", "UseMTU=yes"),
    row("dhcp6", eth("dhcp6: true"), f"{ETH} Network", "DHCP=ipv6", AUTOMATIC),
    row("dhcp4 and dhcp6", eth("dhcp4: true, dhcp6: true"), f"{ETH} Network", "DHCP=yes", AUTOMATIC ),
    row("both alike", eth("dhcp4: true, dhcp6: true"), f"{ETH} DHCP", "RouteMetric=100", "UseMTU=yes"),
    row("dhcp6 without advertisements", eth("dhcp6: true, accept-ra: false"), f"{ETH} DHCPv6", "WithoutRA=solicit"),
    row("no link-local", eth("link-local: []"), f"{ETH} Network", "LinkLocalAddressing=no"),
    row("link-local of IPv4", eth("link-local: [ipv4]"), f"{ETH} Network", "LinkLocalAddressing=ipv4"),
    row("link-local of both", eth("link-local: [ipv6, ipv4]"), f"{ETH} Network", "LinkLocalAddressing=yes"),
    row("advertisements", eth("accept-ra: true"), f"{ETH} Network", AUTOMATIC, "IPv6AcceptRA=yes"),
    row("no advertisements", eth("accept-ra: false"), f"{ETH} Network", AUTOMATIC, "IPv6AcceptRA=no" ),
    row("of advertisements", eth("ra-overrides: {use-dns: false, use-domains: route, table: 9}"), f"{ETH} IPv6AcceptRA", "UseDNS=no", "UseDomains=route", "RouteTable=9"),
    row("privacy", eth("ipv6-privacy: true"), f"{ETH} Network", AUTOMATIC, "IPv6PrivacyExtensions=yes"),
    row("no privacy", eth("ipv6-privacy: false"), f"{ETH} Network", AUTOMATIC, "IPv6PrivacyExtensions=no"),
    row("token", eth("ipv6-address-token: '::5'"), f"{ETH} IPv6AcceptRA", "Token=static:::5"),
    row("eui64", eth("ipv6-address-generation: eui64"), f"{ETH} IPv6AcceptRA", "Token=eui64"),
    row("stable", eth("ipv6-address-generation: stable-privacy"), f"{ETH} IPv6AcceptRA", "Token=prefixstable"),
    row("identifier", eth("dhcp4: true, dhcp-identifier: mac"), f"{ETH} DHCPv4", "RouteMetric=100", "UseMTU=yes", "ClientIdentifier=mac"),
    row("metric of a radio", "wifis: {w: {dhcp4: true, access-points: {x: {}}}}", "10-netinit-w.network DHCPv4", "RouteMetric=600", "UseMTU=yes"),
    row("dhcp4 overrides", eth("dhcp4: true, dhcp4-overrides: {use-dns: false, use-ntp: false, use-hostname: false, use-mtu: false, use-routes: false, use-domains: route, send-hostname: false, hostname: h, route-metric: 7}"), f"{ETH} DHCPv4", "RouteMetric=7", "UseMTU=no", "UseDNS=no", "UseNTP=no", "UseHostname=no", "UseDomains=route", "UseRoutes=no", "SendHostname=no", "Hostname=h"),
    row("what is on by default", eth("dhcp4: true, dhcp4-overrides: {use-dns: true, use-ntp: true, use-hostname: true, use-mtu: true, use-routes: true, send-hostname: true, use-domains: false}"), f"{ETH} DHCPv4", "RouteMetric=100", "UseMTU=yes", "UseDomains=no"),
    row("families differ, 4", eth("dhcp4: true, dhcp6: true, dhcp4-overrides: {route-metric: 7}, dhcp6-overrides: {use-dns: false}"), f"{ETH} DHCPv4", "RouteMetric=7", "UseMTU=yes"),
    row("families differ, 6", eth("dhcp4: true, dhcp6: true, dhcp4-overrides: {route-metric: 7}, dhcp6-overrides: {use-dns: false}"), f"{ETH} DHCPv6", "UseDNS=no"),
    row("families differ, metric", eth("dhcp4: true, dhcp6: true, dhcp4-overrides: {route-metric: 7}, dhcp6-overrides: {route-metric: 9}"), f"{ETH} IPv6AcceptRA", "RouteMetric=9"),
    row("dhcp6 by advertisement", eth("dhcp6-overrides: {use-dns: false}"), f"{ETH} DHCPv6", "UseDNS=no"),
]
ROUTES = [
    row("default", eth("addresses: [192.0.2.9/24], routes: [{to: default, via: 192.0.2.1}]"), f"{ETH} Route", "Destination=0.0.0.0/0", "Gateway=192.0.2.1"),
    row("default of IPv6", eth("addresses: ['2001:db8::9/64'], routes: [{to: default, via: 'fe80::1'}]"), f"{ETH} Route", "Destination=::/0", "Gateway=fe80::1"),
    row("on link", eth("routes: [{to: default, via: 192.0.2.1, on-link: true}]"), f"{ETH} Route", "Destination=0.0.0.0/0", "Gateway=192.0.2.1", "GatewayOnLink=yes"),
    row("gateway out of reach", eth("addresses: [192.0.2.9/32], routes: [{to: default, via: 198.51.100.1}]"), f"{ETH} Route", "Destination=0.0.0.0/0", "Gateway=198.51.100.1", "GatewayOnLink=yes"),
    row("gateway of IPv6 out of reach", eth("addresses: ['2001:db8::9/128'], routes: [{to: default, via: '2001:db8:1::1'}]"), f"{ETH} Route", "Destination=::/0", "Gateway=2001:db8:1::1", "GatewayOnLink=yes"),
    row("gateway that dhcp may reach", eth("dhcp4: true, addresses: [192.0.2.9/32], routes: [{to: default, via: 198.51.100.1}]"), f"{ETH} Route", "Destination=0.0.0.0/0", "Gateway=198.51.100.1"),
    row("gateway through a tunnel", "tunnels: {t: {mode: gre, remote: 192.0.2.2, addresses: [192.0.2.9/32], routes: [{to: default, via: 198.51.100.1}]}}", "10-netinit-t.network Route", "Destination=0.0.0.0/0", "Gateway=198.51.100.1"),
    row("without gateway", eth("routes: [{to: 10.0.0.0/8}]"), f"{ETH} Route", "Destination=10.0.0.0/8", "Scope=link"),
    row("all attributes", eth("addresses: [192.0.2.9/24], routes: [{to: 10.0.0.0/8, via: 192.0.2.1, from: 192.0.2.9, metric: 0, table: 5, mtu: 1400, advertised-mss: 1300, congestion-window: 10, advertised-receive-window: 20}]"), f"{ETH} Route", "Destination=10.0.0.0/8", "Gateway=192.0.2.1", "PreferredSource=192.0.2.9", "Metric=0", "Table=5", "MTUBytes=1400", "TCPAdvertisedMaximumSegmentSize=1300", "InitialCongestionWindow=10", "InitialAdvertisedReceiveWindow=20"),
    row("table 0 is the main one", eth("addresses: [192.0.2.9/24], routes: [{to: 10.0.0.0/8, via: 192.0.2.1, table: 0}]"), f"{ETH} Route", "Destination=10.0.0.0/8", "Gateway=192.0.2.1"),
    row("type", eth("routes: [{to: 10.0.0.0/8, type: blackhole}]"), f"{ETH} Route", "Destination=10.0.0.0/8", "Type=blackhole"),
    row("local", eth("routes: [{to: 10.0.0.0/8, type: local}]"), f"{ETH} Route", "Destination=10.0.0.0/8", "Scope=host", "Type=local"),
    row("scope", eth("routes: [{to: 10.0.0.0/8, scope: host}]"), f"{ETH} Route", "Destination=10.0.0.0/8", "Scope=host"),
    row("rule", eth("routing-policy: [{from: 192.0.2.1, to: 10.0.0.0/8, table: 5, priority: 0, mark: 7, type-of-service: 16}]"), f"{ETH} RoutingPolicyRule", "From=192.0.2.1", "To=10.0.0.0/8", "Table=5", "Priority=0", "FirewallMark=7", "TypeOfService=16"),
    row("rule of IPv6", eth("routing-policy: [{from: '2001:db8::1'}]"), f"{ETH} RoutingPolicyRule", "From=2001:db8::1"),
    row("name servers", eth("nameservers: {addresses: [192.0.2.53, '2001:db8::53', 192.0.2.54], search: [a.example, ~b.example]}"), f"{ETH} Network", AUTOMATIC, "DNS=192.0.2.53", "DNS=2001:db8::53", "DNS=192.0.2.54", "Domains=a.example ~b.example"),
]
MASTERS = [
    row("bond, all", bond("mode: 802.3ad, lacp-rate: fast, mii-monitor-interval: 1s, up-delay: 200, down-delay: 300ms, min-links: 2, transmit-hash-policy: layer3+4, ad-select: count, all-members-active: true, resend-igmp: 3, learn-packet-interval: 5"), "10-netinit-b0.netdev Bond", "Mode=802.3ad", "LACPTransmitRate=fast", "MIIMonitorSec=1000ms", "MinLinks=2", "TransmitHashPolicy=layer3+4", "AdSelect=count", "AllSlavesActive=1", "UpDelaySec=200ms", "DownDelaySec=300ms", "ResendIGMP=3", "LearnPacketIntervalSec=5"),
    row("bond, arp", bond("mode: active-backup, arp-interval: 100, arp-ip-targets: [192.0.2.1, 192.0.2.2], arp-validate: all, arp-all-targets: any, fail-over-mac-policy: follow, gratuitous-arp: 4, primary-reselect-policy: better"), "10-netinit-b0.netdev Bond", "Mode=active-backup", "ARPIntervalSec=100ms", "ARPIPTargets=192.0.2.1 192.0.2.2", "ARPValidate=all", "ARPAllTargets=any", "FailOverMACPolicy=follow", "GratuitousARP=4", "PrimaryReselectPolicy=better"),
    row("bond, packets", bond("packets-per-member: 8"), "10-netinit-b0.netdev Bond", "PacketsPerSlave=8"),
    row("bridge, all", PORTS + "bridges: {br0: {interfaces: [a], parameters: {stp: false, priority: 9, ageing-time: 60, forward-delay: 0, hello-time: 2, max-age: 12}}}", "10-netinit-br0.netdev Bridge", "STP=no", "Priority=9", "AgeingTimeSec=60", "ForwardDelaySec=0", "HelloTimeSec=2", "MaxAgeSec=12"),
    row("bridge, stp by default", PORTS + "bridges: {br0: {interfaces: [a], parameters: {priority: 9}}}", "10-netinit-br0.netdev Bridge", "STP=yes", "Priority=9"),
    row("bridge port", "ethernets: {a: {hairpin: true, port-mac-learning: false, neigh-suppress: true}}\nbridges: {br0: {interfaces: [a], parameters: {path-cost: {a: 5}, port-priority: {a: 6}}}}", "10-netinit-a.network Bridge", "Cost=5", "Priority=6", "HairPin=yes", "Learning=no", "NeighborSuppression=yes"),
]

# fmt: on


def tunnel(keys: str, *lines: str) -> object:
    """A row of the table: a tunnel with its kind and its section."""
    kind, *section = lines
    return pytest.param(
        f"tunnels: {{t: {{{keys}}}}}", kind, section, id=keys.split(",", maxsplit=1)[0]
    )


# fmt: off
FOUR, SIX = "local: 192.0.2.1, remote: 192.0.2.2", "local: '2001:db8::1', remote: '2001:db8::2'"
LOCAL4, REMOTE4 = "Local=192.0.2.1", "Remote=192.0.2.2"
LOCAL6, REMOTE6 = "Local=2001:db8::1", "Remote=2001:db8::2"
TUNNELS = [
    *(
        tunnel(f"mode: {mode}, {FOUR}", mode, "Independent=yes", LOCAL4, REMOTE4)
        for mode in ("sit", "gre", "ipip", "vti", "gretap")
    ),
    *(
        tunnel(f"mode: {mode}, {SIX}", mode, "Independent=yes", LOCAL6, REMOTE6)
        for mode in ("ip6gre", "vti6", "ip6gretap")
    ),
    tunnel(f"mode: ip6ip6, {SIX}", "ip6tnl", "Independent=yes", "Mode=ip6ip6", LOCAL6, REMOTE6),
    tunnel(f"mode: ipip6, {SIX}", "ip6tnl", "Independent=yes", "Mode=ipip6", LOCAL6, REMOTE6),
    tunnel(f"mode: isatap, {FOUR}", "sit", "Independent=yes", "ISATAP=yes", LOCAL4, REMOTE4),
    tunnel(f"ttl: 9, mode: gre, {FOUR}, keys: {{input: 1.2.3.4, output: 5}}", "gre", "Independent=yes", LOCAL4, REMOTE4, "TTL=9", "InputKey=1.2.3.4", "OutputKey=5"),
]
VXLAN = (
    "id: 7, link: a, remote: 239.0.0.1, local: 192.0.2.1, ttl: 9, port: 4789, ageing: 60, limit: 8, type-of-service: 4, "
    "do-not-fragment: true, short-circuit: true, arp-proxy: false, mac-learning: true, notifications: [l2-miss, l3-miss], "
    "checksums: [udp, zero-udp6-tx, zero-udp6-rx, remote-tx, remote-rx], extensions: [group-policy, generic-protocol], "
    "port-range: [10, 20]"
)
VXLAN_LINES = (
    "VNI=7", "Group=239.0.0.1", "Local=192.0.2.1", "TOS=4", "TTL=9", "MacLearning=yes", "FDBAgeingSec=60",
    "MaximumFDBEntries=8", "ReduceARPProxy=no", "RouteShortCircuit=yes", "DestinationPort=4789", "IPDoNotFragment=yes",
    "L2MissNotification=yes", "L3MissNotification=yes", "UDPChecksum=yes", "UDP6ZeroChecksumTx=yes",
    "UDP6ZeroChecksumRx=yes", "RemoteChecksumTx=yes", "RemoteChecksumRx=yes", "GroupPolicyExtension=yes",
    "GenericProtocolExtension=yes", "PortRange=10-20",
)  # fmt: skip
WG = f"tunnels: {{wg0: {{mode: wireguard, port: 51820, mark: 7, key: '{KEY}', peers: [{{keys: {{public: '{KEY}', shared: '{KEY}'}}, allowed-ips: [10.0.0.0/8, '::/0'], keepalive: 25, endpoint: 'h.example:1'}}]}}}}"
OVERLAYS = [
    row("vxlan", PORTS + f"tunnels: {{vx: {{mode: vxlan, {VXLAN}}}}}", "10-netinit-vx.netdev VXLAN", *VXLAN_LINES),
    row("vxlan parent", PORTS + f"tunnels: {{vx: {{mode: vxlan, {VXLAN}}}}}", "10-netinit-a.network Network", AUTOMATIC, "VXLAN=vx"),
    row("vxlan of IPv6", "tunnels: {vx: {mode: vxlan, id: 7, remote: '2001:db8::2', flow-label: 3}}", "10-netinit-vx.netdev VXLAN", "VNI=7", "Independent=yes", "Remote=2001:db8::2", "FlowLabel=3"),
    row("vxlan to a group of IPv6", "tunnels: {vx: {mode: vxlan, id: 7, remote: 'ff02::7'}}", "10-netinit-vx.netdev VXLAN", "VNI=7", "Independent=yes", "Group=ff02::7"),
    row("wireguard", WG, "10-netinit-wg0.netdev WireGuard", f"PrivateKey={KEY}", "ListenPort=51820", "FirewallMark=7"),
    row("peer", WG, "10-netinit-wg0.netdev WireGuardPeer", f"PublicKey={KEY}", f"PresharedKey={KEY}", "AllowedIPs=10.0.0.0/8,::/0", "PersistentKeepalive=25", "Endpoint=h.example:1"),
    row("keys in files", f"tunnels: {{wg0: {{mode: wireguard, key: /etc/wg.key, peers: [{{keys: {{public: '{KEY}', shared: /etc/psk}}, allowed-ips: [10.0.0.0/8]}}]}}}}", "10-netinit-wg0.netdev WireGuard", "PrivateKeyFile=/etc/wg.key"),
]

# fmt: on


@pytest.mark.parametrize(
    ("document", "file", "section", "lines"),
    [*KINDS, *SELECTION, *HARDWARE, *ADDRESSES, *ROUTES, *MASTERS, *OVERLAYS],
)
def test_a_key_becomes_these_lines(
    document: str, file: str, section: str, lines: list[str]
) -> None:
    assert lines in sections(files(document)[file], section)


@pytest.mark.parametrize(("document", "kind", "lines"), TUNNELS)
def test_a_tunnel_has_a_kind_and_a_section(document: str, kind: str, lines: list[str]) -> None:
    content = files(document)["10-netinit-t.netdev"]
    assert sections(content, "NetDev") == [["Name=t", f"Kind={kind}"]]
    assert sections(content, "Tunnel") == [lines]


def test_a_dhcp6_client_is_not_set_up_where_nothing_asks_for_one() -> None:
    content = files(eth("dhcp4: true"))[ETH]
    assert sections(content, "DHCPv6") == sections(content, "IPv6AcceptRA") == []


def test_one_file_makes_both_ends_of_a_virtual_cable() -> None:
    made = files("virtual-ethernets: {z: {peer: a}, a: {peer: z}}")
    assert list(made) == ["10-netinit-a.netdev", "10-netinit-a.network", "10-netinit-z.network"]


def test_a_broad_match_does_not_hide_a_narrow_one() -> None:
    document = """
ethernets:
  all: {match: {}}
  a-glob: {match: {name: "en*"}}
  zz: {}
  by-mac: {match: {macaddress: "02:00:00:00:00:01"}}
  renamed: {match: {driver: d}, set-name: x}
"""
    assert [name for name in files(document) if name.endswith(".network")] == [
        "10-netinit-by-mac.network",
        "10-netinit-renamed.network",
        "10-netinit-zz.network",
        "11-netinit-a-glob.network",
        "12-netinit-all.network",
    ]


CABLE = Facts(nics=(Nic(name="eth0", mac=MAC, kind="veth"),), nics_known=True)
CARD = Facts(nics=(Nic(name="enp1s0", mac=MAC, perm_mac=MAC),), nics_known=True)
BY_MAC = f"ethernets: {{lan: {{match: {{macaddress: '{MAC}'}}, mtu: 1400}}}}"


@pytest.mark.parametrize(
    ("facts", "network", "link"),
    [
        pytest.param(CARD, [f"PermanentMACAddress={MAC}"], [f"PermanentMACAddress={MAC}"], id="card"),
        pytest.param(CABLE, [f"MACAddress={MAC}", "Name=eth0"], [f"MACAddress={MAC}", "Type=ether"], id="cable"),
    ],
)  # fmt: skip
def test_a_nic_is_found_by_the_address_that_it_has(
    facts: Facts, network: list[str], link: list[str]
) -> None:
    made = files(BY_MAC, facts)
    assert sections(made["10-netinit-lan.network"], "Match") == [network]
    assert sections(made["10-netinit-lan.link"], "Match") == [link]


def test_a_port_without_permanent_address_is_found_by_its_name_as_the_bond_changes_its_address() -> (
    None
):
    made = files(BY_MAC + "\nbonds: {b0: {interfaces: [lan]}}", CABLE)
    assert sections(made["10-netinit-lan.network"], "Match") == [["Name=eth0"]]


def test_a_primary_port_is_named_by_its_id_even_when_renamed() -> None:
    document = f"""
ethernets: {{m1: {{match: {{macaddress: '{MAC}'}}, set-name: slow0}}}}
bonds: {{b0: {{interfaces: [m1], parameters: {{mode: active-backup, primary: m1}}}}}}
"""
    network = sections(files(document)["10-netinit-m1.network"], "Network")[0]
    assert network == ["LinkLocalAddressing=no", "Bond=b0", "PrimarySlave=yes"]


def test_the_passthrough_section_stands_at_the_end_of_its_file() -> None:
    document = eth(
        "mtu: 1400, networkd: {network: {Network.LLMNR: no, Route.Gateway: 192.0.2.1, Route.Metric: 5}, "
        "link: {Link.Port: tp}}"
    )
    made = files(document)
    assert made[ETH].endswith("\n[Network]\nLLMNR=no\n\n[Route]\nGateway=192.0.2.1\nMetric=5\n")
    assert made[LINK].endswith("\n[Link]\nPort=tp\n")
    assert warnings(document) == ["ethernets.eth0.networkd"]


def test_a_link_file_for_passed_lines_alone() -> None:
    made = files(
        "dummy-devices: {d0: {networkd: {link: {Link.Alias: x}, netdev: {NetDev.Description: y}}}}"
    )
    assert sections(made["10-netinit-d0.link"], "Match") == [["OriginalName=d0"]]
    assert made["10-netinit-d0.netdev"].endswith("\n[NetDev]\nDescription=y\n")


def test_the_mode_of_infiniband_goes_by_a_udev_rule_too() -> None:
    long_mac = ":".join(["11"] * 20)
    document = f"""
ethernets:
  ib0: {{infiniband-mode: connected}}
  ib1: {{infiniband-mode: datagram, match: {{macaddress: "{long_mac}", name: [ib1, ib2], driver: [a, b]}}}}
"""
    made = files(document)
    start = 'SUBSYSTEM=="net", ACTION=="add|move", ATTR{type}=="32", '
    assert made["/etc/udev/rules.d/90-netinit-ib0.rules"] == (
        start + 'KERNEL=="ib0", ATTR{mode}="connected"\n'
    )
    assert made["/etc/udev/rules.d/90-netinit-ib1.rules"] == (
        start
        + f'ATTR{{address}}=="{long_mac}", KERNEL=="ib1|ib2", DRIVERS=="a|b", ATTR{{mode}}="datagram"\n'
    )


def test_keys_are_readable_by_networkd_alone() -> None:
    rendering = api.render(f"version: 2\n{WG}\n", to="networkd")
    modes = {file.path[-7:]: (file.mode, file.group, file.secret) for file in rendering.files}
    assert modes["0.netdev"[1:]] == (0o640, "systemd-network", True)
    assert modes["network"] == (0o644, None, False)
