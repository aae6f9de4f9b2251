"""Plays an episode with GenericEnvClient's synchronous wrapper: openenv-core 0.3.0, openenv 0.3.1 and 0.10.0."""

import sys

import common


def play(episode: common.Episode) -> None:
    """One episode; the client keeps its connection for all of it."""
    client_class = common.load("openenv.core.generic_client", "GenericEnvClient")
    with client_class(base_url=episode.url).sync() as env:
        reset = env.reset(**episode.reset_params())
        common.expect_reset(reset.observation, episode)
        for call in episode.calls:
            common.expect_tool_ok(call, env.step(call.action()).observation)
        verdict = env.step(episode.verify().action())
        common.expect_verdict(verdict.observation, verdict.reward, episode)
        done = env.step(episode.done().action())
        common.expect(done.done is True, f"done: {done}")
    common.report("generic sync", reward=verdict.reward)


if __name__ == "__main__":
    play(common.load_episode(sys.argv))
