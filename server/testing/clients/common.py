"""What the client scripts share: the episode to play, and what must come of it.

Each script takes one argument, JSON: {"url", "scenario", "task_idx", "calls": [{"tool", "arguments"}], "final_answer",
"want"}; `want` is the reward type that verify must give, "complete" by default. It prints one JSON line and exits with
0 when the episode went as wanted. The packages of each client generation are imported by name at run time, so that the
scripts need none of them to be checked.
"""

import importlib
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

JsonObject = dict[str, Any]


@dataclass(frozen=True)
class Call:
    """One tool call of a gold solution."""

    tool: str
    arguments: JsonObject

    def action(self) -> JsonObject:
        """The call as the wire's action."""
        return {"type": "call_tool", "tool_name": self.tool, "arguments": self.arguments}


@dataclass(frozen=True)
class Episode:
    """What to play, against which server."""

    url: str
    scenario: str
    task_idx: int
    calls: Sequence[Call]
    final_answer: str | None
    want: str

    def reset_params(self) -> JsonObject:
        """Keyword arguments of the clients' reset."""
        return {"scenario": self.scenario, "task_idx": self.task_idx}

    def verify(self) -> Call:
        """The call that judges the episode."""
        answer = {} if self.final_answer is None else {"final_answer": self.final_answer}
        return Call("verify", {"verifier_mode": "code", **answer})

    def done(self) -> Call:
        """The call that ends the episode."""
        return Call("done", {})


class Unexpected(Exception):
    """The server answered otherwise than it should."""


def load_episode(argv: Sequence[str]) -> Episode:
    """Reads the episode from the script's argument."""
    raw: JsonObject = json.loads(argv[1])
    calls = [Call(str(call["tool"]), dict(call.get("arguments") or {})) for call in raw["calls"]]
    return Episode(
        url=str(raw["url"]).rstrip("/"),
        scenario=str(raw["scenario"]),
        task_idx=int(raw["task_idx"]),
        calls=calls,
        final_answer=raw.get("final_answer"),
        want=str(raw.get("want", "complete")),
    )


def expect(condition: bool, message: str) -> None:
    """Ends the script where something is not as it should be."""
    if not condition:
        raise Unexpected(message)


def expect_reset(observation: Mapping[str, Any], episode: Episode) -> None:
    """A reset that worked, of the scenario that was asked for."""
    kind = observation.get("reward_type")
    expect(kind in ("reset_ok", "reset_warning"), f"reset: {dict(observation)}")
    expect(observation.get("scenario") == episode.scenario, f"reset: {dict(observation)}")


def expect_tool_ok(call: Call, observation: Mapping[str, Any]) -> None:
    """A tool call that worked."""
    expect(observation.get("reward_type") == "tool_call_ok", f"{call.tool}: {dict(observation)}")


def expect_verdict(observation: Mapping[str, Any], reward: object, episode: Episode) -> None:
    """The verdict that the episode must come to, with its reward."""
    expect(observation.get("reward_type") == episode.want, f"verify: {dict(observation)}")
    rewards = {"complete": 1.0, "incomplete": 0.1}
    expect(reward == rewards.get(episode.want, 0.0), f"verify: reward {reward}")


def load(module: str, name: str) -> Any:
    """A class of a client package."""
    return getattr(importlib.import_module(module), name)


def report(client: str, **facts: object) -> None:
    """The script's one line of output."""
    print(json.dumps({"client": client, "ok": True, **facts}))
    sys.stdout.flush()
