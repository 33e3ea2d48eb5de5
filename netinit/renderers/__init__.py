"""Renderers turn a NetworkConfig into the files of one backend; what they have in common is in _protocol.py."""
