"""Routes and rules of [ipv4] and [ipv6].

    route1=10.0.0.0/8,192.0.2.1,100         destination, next hop, metric
    route1_options=table=101,onlink=true
    routing-rule1=priority 5 from 192.0.2.10 table 101

NetworkManager 1.42 drops in silence a rule without priority and a route that it cannot read.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from netinit.model.network import AnyLink, Route, Rule
    from netinit.renderers.networkmanager._job import Job

    Keys = dict[str, str]

ROUTE_TYPES = frozenset({"unicast", "local", "blackhole", "unreachable", "prohibit", "throw"})
SCOPES = {"global": "0", "link": "253", "host": "254"}
METRICS = ("mtu", "advmss", "initcwnd", "initrwnd")
MAIN_TABLE = 254


def routes(job: Job, link: AnyLink, four: Keys, six: Keys) -> None:
    """Write a link's routes as `routeN` and `routeN_options`, counted by family."""
    count4 = count6 = 0
    for route in link.routes:
        if route.type not in ROUTE_TYPES:
            job.report.warning(
                (*route.path, "type"),
                f"NetworkManager cannot say routes of 'type' {route.type}; the route is left out",
                key=True,
            )
            continue
        if route.family == 4:
            count4 += 1
            _route(job, route, f"route{count4}", four)
        else:
            count6 += 1
            _route(job, route, f"route{count6}", six)


def _route(job: Job, route: Route, key: str, keys: Keys) -> None:
    text = route.destination
    if route.via is not None:
        text += f",{route.via}"
    elif route.metric is not None:
        text += ","
    if route.metric is not None:
        text += f",{route.metric}"
    keys[key] = text
    options = _route_options(job, route, keys)
    if options:
        keys[f"{key}_options"] = options


def _route_options(job: Job, route: Route, keys: Keys) -> str:
    given = route.__dict__
    options = []
    table = route.table
    if not table and "route-table" in keys:
        table = MAIN_TABLE  # [ipv6] route-table is meant for what routers announce
    if table:
        options.append(f"table={table}")
    if route.source is not None:
        options.append(f"src={route.source}")
    if route.on_link and route.via is not None:
        options.append("onlink=true")
    options += [f"{name}={given[name]}" for name in METRICS if given.get(name) is not None]
    if route.type != "unicast":
        options.append(f"type={route.type}")
    if route.scope is not None:
        if route.family == 4:
            options.append(f"scope={SCOPES[route.scope]}")
        elif route.scope != "global":
            job.unsupported((*route.path, "scope"), "IPv6 routes have none")
    return ",".join(options)


def rules(job: Job, link: AnyLink, four: Keys, six: Keys) -> None:
    """Write a link's rules as `routing-ruleN`, counted by family; one of neither is for both."""
    counts = {4: 0, 6: 0}
    for rule in link.rules:
        text = _rule(job, rule)
        for family in (4, 6) if rule.family is None else (rule.family,):
            counts[family] += 1
            (four if family == 4 else six)[f"routing-rule{counts[family]}"] = text


def _rule(job: Job, rule: Rule) -> str:
    priority = rule.priority
    if priority is None:
        priority = job.priority()
        job.report.warning(
            (*rule.path, "priority"),
            f"NetworkManager drops a rule without 'priority'; this one gets {priority}, as the kernel would number it",
            at=rule.path,
        )
    words = [f"priority {priority}"]
    if rule.source is not None:
        words.append(f"from {_host(rule.source)}")
    if rule.to is not None:
        words.append(f"to {_host(rule.to)}")
    if rule.tos:
        words.append(f"tos 0x{rule.tos:02x}")  # read as hexadecimal, whatever it looks like
    if rule.mark is not None:
        words.append(f"fwmark {rule.mark}")
    if rule.table:  # 0 says nothing, and NetworkManager drops a rule with it
        words.append(f"table {rule.table}")
    return " ".join(words)


def _host(network: str) -> str:
    """A network as NetworkManager writes it in rules: a single address without its prefix."""
    return network.removesuffix("/32" if ":" not in network else "/128")
