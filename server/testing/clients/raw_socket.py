"""Plays an episode as training loops do that bring their own WebSocket client: needs `websockets` alone."""

import asyncio
import json
import sys
from typing import Any

import common


async def play(episode: common.Episode) -> None:
    """One episode; the next frame is the answer."""
    connect = common.load("websockets.asyncio.client", "connect")
    address = episode.url.replace("http", "ws", 1) + "/ws"

    async with connect(address, max_size=None) as socket:

        async def ask(kind: str, data: common.JsonObject) -> Any:
            await socket.send(json.dumps({"type": kind, "data": data}))
            frame = json.loads(await asyncio.wait_for(socket.recv(), 60))
            common.expect(frame["type"] == "observation", f"{kind}: {frame}")
            return frame["data"]

        common.expect_reset((await ask("reset", episode.reset_params()))["observation"], episode)
        for call in episode.calls:
            common.expect_tool_ok(call, (await ask("step", call.action()))["observation"])
        verdict = await ask("step", episode.verify().action())
        common.expect_verdict(verdict["observation"], verdict["reward"], episode)
        await ask("step", episode.done().action())
        await socket.send('{"type":"close"}')
    common.report("raw WebSocket", reward=verdict["reward"])


if __name__ == "__main__":
    asyncio.run(play(common.load_episode(sys.argv)))
