"""The logical clock of a session (design.md, Running a scenario, 7): the same calls give the same bytes.

The time is `start + calls × tick` and stands still during a call, in Python and in SQLite. Randomness is drawn anew
for each call from the seed and the call's number, so that a session which was hibernated, or forked at step k, goes on
as if it never stopped. Monotonic clocks go on ticking: event loops and timeouts hang on them.
"""

from __future__ import annotations

import datetime
import sqlite3
from dataclasses import dataclass

import time_machine

from awm_runtime.clock import entropy, sqlite

__all__ = ["install", "installed", "now_ms", "register", "tick"]

_EPOCH = datetime.datetime(1970, 1, 1)


@dataclass
class _Clock:
    start_ms: int
    tick_ms: int
    calls: int
    seed: int
    traveller: time_machine.Traveller

    @property
    def now_ms(self) -> int:
        return self.start_ms + self.calls * self.tick_ms


# Of this process: a zygote's is replaced in the sessions that it forks.
_clock: _Clock | None = None


def install(start_ms: int, tick_ms: int, calls_before: int, seed: int | None) -> None:
    """Stops this process's clocks at `start_ms` (Unix milliseconds) plus `calls_before` ticks, and seeds randomness
    (0 without a seed). Again: sets them anew. Connections that are open already keep SQLite's own clock until they are
    given to `register`."""
    global _clock
    if _clock is None:
        traveller = time_machine.travel(_EPOCH, tick=False).start()
        entropy.install()
    else:
        traveller = _clock.traveller
    _clock = _Clock(start_ms, tick_ms, calls_before, 0 if seed is None else seed, traveller)
    _set(_clock)


def installed() -> bool:
    """Whether this process lives on a logical clock."""
    return _clock is not None


def now_ms() -> int:
    """The logical time in Unix milliseconds. @raises RuntimeError without a clock"""
    if _clock is None:
        raise RuntimeError("no logical clock is installed")
    return _clock.now_ms


def tick() -> None:
    """A call begins. Nothing without a clock."""
    if _clock is not None:
        _clock.calls += 1
        _set(_clock)


def register(connection: sqlite3.Connection) -> None:
    """Gives the connection's date functions, CURRENT_* keywords, random() and randomblob() the logical clock and the
    seeded randomness. Nothing without a clock."""
    if _clock is not None:
        sqlite.register(connection, now_ms)


def _set(clock: _Clock) -> None:
    # A naive datetime is taken as UTC, and unlike an aware one it leaves TZ alone.
    clock.traveller.move_to(_EPOCH + datetime.timedelta(milliseconds=clock.now_ms))
    entropy.reseed(clock.seed, clock.calls)
