"""Final states that no app would leave: the tables of a database without their rules, empty or with made-up rows.

What a verifier says of them shows whether it looks at the database at all.
"""

from __future__ import annotations

import contextlib
import random
import sqlite3
from collections.abc import Sequence
from typing import Any, Final

_ROWS: Final = 40
"""Rows kept of each table; as many again at most are made up."""
_MADE_UP: Final = 6
_OF_CONSTANTS: Final = 12
"""Rows made of the verifier's own constants alone, so that what it looks for as a whole is met too."""
_PLAIN: Final[tuple[Any, ...]] = (None, 0, 1, 2, -1, 0.5, "", "x", "2020-01-01", "2031-12-31T23:59:59")


def make_states(path: str, constants: Sequence[Any], seeds: Sequence[int]) -> list[bytes]:
    """One database per seed, as the bytes of its file. Seed 0 has no rows; others mix the rows' own values with
    `constants` (of the verifier's code) and with plain values. The same seed gives the same database.
    @raises sqlite3.Error where the database cannot be read
    """
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)) as source:
        tables = _tables(source)
        return [_state(tables, constants, seed) for seed in seeds]


class _Table:
    def __init__(self, name: str, columns: list[str], rows: list[tuple[Any, ...]]) -> None:
        self.name = name
        self.columns = columns
        self.rows = rows


def _tables(source: sqlite3.Connection) -> list[_Table]:
    names = source.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    ).fetchall()
    tables = []
    for (name,) in sorted(names):
        columns = [str(row[1]) for row in source.execute(f"PRAGMA table_xinfo({_quoted(name)})") if row[6] != 1]
        rows = source.execute(f"SELECT * FROM {_quoted(name)} LIMIT {_ROWS}").fetchall()
        tables.append(_Table(str(name), columns, [row for row in rows if len(row) == len(columns)]))
    return tables


def _state(tables: Sequence[_Table], constants: Sequence[Any], seed: int) -> bytes:
    pool = [*constants, *_PLAIN]
    chance = random.Random(seed)
    with contextlib.closing(sqlite3.connect(":memory:")) as target:
        for table in tables:
            # No types: a value stays as it was made.
            columns = ", ".join(_quoted(column) for column in table.columns)
            target.execute(f"CREATE TABLE {_quoted(table.name)} ({columns})")
            if seed == 0:
                continue
            holes = ", ".join("?" * len(table.columns))
            rows = [_mixed(table, row, pool, chance) for row in table.rows if chance.random() < 0.8]
            rows += [_mixed(table, None, pool, chance) for _ in range(chance.randint(1, _MADE_UP))]
            rows += [_of_constants(table, constants, chance) for _ in range(_OF_CONSTANTS if constants else 0)]
            target.executemany(f"INSERT INTO {_quoted(table.name)} VALUES ({holes})", rows)
        target.commit()
        return target.serialize()


def _mixed(table: _Table, row: tuple[Any, ...] | None, pool: Sequence[Any], chance: random.Random) -> tuple[Any, ...]:
    made = []
    for position in range(len(table.columns)):
        dice = chance.random()
        if row is not None and dice < 0.5:
            made.append(row[position])
        elif table.rows and dice < 0.7:
            made.append(chance.choice(table.rows)[position])
        else:
            made.append(chance.choice(pool))
    return tuple(made)


def _of_constants(table: _Table, constants: Sequence[Any], chance: random.Random) -> tuple[Any, ...]:
    """Texts where the column's rows are texts, numbers where they are numbers; the first constants are the likelier."""
    row = chance.choice(table.rows) if table.rows else (None,) * len(table.columns)
    made = []
    for value in row:
        fitting = [one for one in constants if isinstance(one, str) is isinstance(value, str)] or constants
        most = len(fitting) if chance.random() < 0.5 else min(len(fitting), 4)
        made.append(value if chance.random() < 0.2 else fitting[chance.randrange(most)])
    return tuple(made)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
