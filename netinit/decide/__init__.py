"""Decisions: facts in, value and trail out; pure."""
