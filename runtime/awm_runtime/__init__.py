"""Runs scenario and verifier code: one root process, a zygote per scenario, a fork per session."""

RUNTIME_VERSION = "2"
"""Part of every cache key: raise it when what is learned of a scenario changes shape or meaning."""
