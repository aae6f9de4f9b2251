"""Finds the episode's task by the Task API of openenv 0.10 and resets by split and index."""

import asyncio
import json
import sys
import urllib.request
from typing import Any

import common


def ask(url: str, body: common.JsonObject | None = None) -> Any:
    """One request of the Task API."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data=data, headers={"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response)


async def play(episode: common.Episode) -> None:
    """One episode, chosen by its index in the split."""
    environment = ask(f"{episode.url}/list_environments")[0]
    base = f"{episode.url}/{environment}"
    split = ask(f"{base}/splits")[0]["name"]
    tasks = ask(f"{base}/tasks", {"split": split})["tasks"]
    common.expect(ask(f"{base}/num_tasks", {"split": split})["num_tasks"] == len(tasks), "num_tasks differs")
    wanted = (episode.scenario, episode.task_idx)
    task = next(task for task in tasks if (task["scenario"], task["task_idx"]) == wanted)
    index = task["index"]
    common.expect(ask(f"{base}/task", {"split": split, "index": index})["task"] == task, "task differs")
    client_class = common.load("openenv.core.generic_client", "GenericEnvClient")
    async with client_class(base_url=episode.url) as env:
        reset = await env.reset(split=split, index=index)
        common.expect_reset(reset.observation, episode)
        common.expect(reset.observation.get("task") == task["task"], f"reset: {reset.observation}")
        for call in episode.calls:
            common.expect_tool_ok(call, (await env.step(call.action())).observation)
        verdict = await env.step(episode.verify().action())
        common.expect_verdict(verdict.observation, verdict.reward, episode)
    common.report("Task API", tasks=len(tasks), reward=verdict.reward)


if __name__ == "__main__":
    asyncio.run(play(common.load_episode(sys.argv)))
