"""Plays an episode with openenv 0.10's MCPToolClient in production mode.

It creates a session over HTTP, attaches its WebSocket to it, resets over the socket, calls tools over HTTP and verifies
over the socket: one session, one trajectory.
"""

import asyncio
import sys

import common


async def play(episode: common.Episode) -> None:
    """One episode over both of the session's ways."""
    client_class = common.load("openenv.core.mcp_client", "MCPToolClient")
    async with client_class(base_url=episode.url, mode="production") as env:
        reset = await env.reset(**episode.reset_params())
        common.expect_reset(reset.observation.model_dump(), episode)
        tools = await env.list_tools()
        common.expect(len(tools) == reset.observation.num_tools, f"{len(tools)} tools are listed")
        for call in episode.calls:
            result = await env.call_tool(call.tool, **call.arguments)
            common.expect(isinstance(result, str), f"{call.tool}: {result}")
        action_class = common.load("openenv.core.env_server.mcp_types", "CallToolAction")
        verify = episode.verify()
        verdict = await env.step(action_class(tool_name=verify.tool, arguments=verify.arguments))
        common.expect_verdict(verdict.observation.model_dump(), verdict.reward, episode)
        state = await env.state()
        common.expect(state.step_count == len(episode.calls) + 2, f"state: {state}")
    common.report("MCPToolClient, production", tools=len(tools), reward=verdict.reward)


if __name__ == "__main__":
    asyncio.run(play(common.load_episode(sys.argv)))
