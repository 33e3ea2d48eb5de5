"""Where things are on the target: one place for every path that netinit reads or writes by itself."""

from __future__ import annotations

MANIFEST = "/var/lib/netinit/manifest.sha256"
