"""The boot stages, each one function read top to bottom."""
