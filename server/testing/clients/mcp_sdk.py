"""Plays an episode with the Python MCP SDK over streamable HTTP: needs `mcp`."""

import asyncio
import sys
from typing import Any

import common


async def play(episode: common.Episode) -> None:
    """One episode; the scenario's tools are there after the reset."""
    stream = common.load("mcp.client.streamable_http", "streamablehttp_client")
    session_class = common.load("mcp", "ClientSession")
    async with stream(f"{episode.url}/mcp") as (read, write, _), session_class(read, write) as session:
        await session.initialize()

        async def call(name: str, arguments: common.JsonObject) -> Any:
            result = await session.call_tool(name, arguments)
            common.expect(not result.isError, f"{name}: {result.content}")
            return result

        before = {tool.name for tool in (await session.list_tools()).tools}
        common.expect(before == {"reset", "verify", "done"}, f"before the reset: {before}")
        await call("reset", episode.reset_params())
        after = {tool.name for tool in (await session.list_tools()).tools}
        common.expect({step.tool for step in episode.calls} <= after, "a tool is not listed")
        for step in episode.calls:
            await call(step.tool, step.arguments)
        verdict = (await call("verify", episode.verify().arguments)).meta
        common.expect(verdict["reward_type"] == episode.want, f"verify: {verdict}")
        await call("done", {})
    common.report("MCP SDK", tools=len(after), reward=verdict["reward"])


if __name__ == "__main__":
    asyncio.run(play(common.load_episode(sys.argv)))
