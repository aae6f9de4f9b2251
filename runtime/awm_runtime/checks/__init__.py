"""The part of `studio data check` that runs the scenario: calls every tool with valid arguments, with and without a new
process between calls."""

from __future__ import annotations

from awm_runtime.checks.judge import Answer, Call, Play, Played, Probed, check, probe
from awm_runtime.checks.replay import probe_built

__all__ = ["Answer", "Call", "Play", "Played", "Probed", "check", "probe", "probe_built"]
