"""The part of `studio data check` that runs the scenario: calls every tool with valid arguments, with and without a new
process between calls."""

from __future__ import annotations

import os
from typing import Any

from awm_runtime.checks import judge, replay
from awm_runtime.checks.judge import Answer, Call, Play, Played, check
from awm_runtime.checks.replay import Built, probe_built
from awm_runtime.findings.model import Finding

__all__ = ["Answer", "Call", "Play", "Played", "check", "judge", "probe", "probe_built", "replay"]


def probe(zygote: Any, built: Built) -> list[Finding]:
    """Probes what a zygote has built, in its scratch folder."""
    scratch: str = zygote._scratch
    return probe_built(zygote._files, built, template=os.path.join(scratch, "template.db"), scratch=scratch)
