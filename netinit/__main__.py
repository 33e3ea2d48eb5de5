"""`python -m netinit`."""

from __future__ import annotations

import sys

from netinit.cli.main import main

sys.exit(main())
