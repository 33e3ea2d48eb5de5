"""Datasources, one file each."""
