"""netinit: first-boot set-up of a Linux machine, and its network afterwards."""

__version__ = "0.1.0"
