"""Readers of network-config formats: text in, NetworkConfig and problems out; pure."""
