"""What an audit asks of code and of databases without running either: facts of verifiers, and made-up final states."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from awm_runtime.audit.reading import read_verifier
from awm_runtime.audit.states import make_states

__all__ = ["run"]


def run(request: Mapping[str, Any]) -> dict[str, Any]:
    """Answers {what: 'verifiers', database, verifiers: [{code, function_name}]} with facts of each, and
    {what: 'states', database, constants, seeds} with databases in base64. Call it in a fork of its own, confined
    before.
    """
    database = str(request["database"])
    if request["what"] == "verifiers":
        read = [read_verifier(str(one["code"]), str(one["function_name"]), database) for one in request["verifiers"]]
        return {"verifiers": read}
    made = make_states(database, list(request["constants"]), [int(seed) for seed in request["seeds"]])
    return {"states": [base64.b64encode(state).decode("ascii") for state in made]}
