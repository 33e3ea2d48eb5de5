"""The networkd backend."""
