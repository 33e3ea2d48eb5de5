"""The networkmanager backend."""
