"""Plays an episode with GenericEnvClient, asynchronously: openenv-core 0.3.0, openenv 0.3.1 and 0.10.0."""

import asyncio
import sys

import common


async def play(episode: common.Episode) -> None:
    """One episode; the client keeps its connection for all of it."""
    client_class = common.load("openenv.core.generic_client", "GenericEnvClient")
    async with client_class(base_url=episode.url) as env:
        reset = await env.reset(**episode.reset_params())
        common.expect_reset(reset.observation, episode)
        listed = await env.step({"type": "list_tools"})
        names = [tool["name"] for tool in listed.observation["tools"]]
        common.expect(len(names) == reset.observation["num_tools"], f"{len(names)} tools are listed")
        for call in episode.calls:
            common.expect_tool_ok(call, (await env.step(call.action())).observation)
        verdict = await env.step(episode.verify().action())
        common.expect_verdict(verdict.observation, verdict.reward, episode)
        state = await env.state()
        common.expect(state["step_count"] == len(episode.calls) + 2, f"state: {state}")
        done = await env.step(episode.done().action())
        common.expect(done.done is True, f"done: {done}")
    common.report("generic async", tools=len(names), reward=verdict.reward)


if __name__ == "__main__":
    asyncio.run(play(common.load_episode(sys.argv)))
