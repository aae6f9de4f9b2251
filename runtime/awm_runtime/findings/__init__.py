"""What is known about a scenario by reading it: each finding is {code, message, details} of server/host/types.ts."""

from __future__ import annotations

from awm_runtime.clock_reading import sql_reads_clock
from awm_runtime.findings.model import Finding
from awm_runtime.findings.routes import routes
from awm_runtime.findings.state import static

__all__ = ["Finding", "reads_clock", "routes", "static"]


def reads_clock(seed_sql: str) -> bool:
    """Whether the seed's SQL asks what time it is, so that two templates differ."""
    return sql_reads_clock(seed_sql)
