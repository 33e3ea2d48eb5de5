"""The netplan backend."""
