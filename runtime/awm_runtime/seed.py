"""Builds the seed database of a scenario, as the reference does: tables, indexes, then the INSERTs one by one."""

import re
import sqlite3
from typing import TypedDict

from awm_runtime.clock_reading import sql_reads_clock

_INSERT = re.compile(
    r"""^\s*(?:insert|replace)(?:\s+or\s+\w+)?\s+into\s+["`\[]?(\w+)["`\]]?\s*(?:\(([^()]*)\))?\s*(?:values|select|with)""",
    re.IGNORECASE,
)
_COLUMN = re.compile(r"""^\s*["`\[]?(\w+)""")


class Table(TypedDict):
    name: str
    ddl: str
    indexes: list[str]


class Rows(TypedDict):
    tableName: str
    insertStatements: list[str]


class SeedError(TypedDict):
    table: str
    statement: str
    message: str


def build(connection: sqlite3.Connection, tables: list[Table], seed: list[Rows]) -> list[SeedError]:
    """Fills an empty database. Statements that fail are skipped and returned."""
    errors: list[SeedError] = []
    for table in tables:
        for statement in (table["ddl"], *table["indexes"]):
            try:
                try:
                    connection.execute(statement)
                except (sqlite3.Warning, sqlite3.ProgrammingError):
                    connection.executescript(statement)
            except (sqlite3.Error, sqlite3.Warning) as error:
                errors.append({"table": table["name"], "statement": statement, "message": str(error)})
    connection.commit()
    for rows in seed:
        for statement in rows["insertStatements"]:
            try:
                connection.execute(statement)
            except (sqlite3.Error, sqlite3.Warning) as error:
                errors.append({"table": rows["tableName"], "statement": statement, "message": str(error)})
    connection.commit()
    return errors


def _bare(name: str) -> str:
    return name.strip(' "`[]\n\t').lower()


def reads_clock(tables: list[Table], seed: list[Rows], failed: frozenset[str] = frozenset()) -> bool:
    """Whether two builds at different times differ. Errs towards True. `failed`: statements that leave nothing."""
    defaults: dict[str, set[str]] = {}
    for table in tables:
        if not sql_reads_clock(table["ddl"]):
            continue
        if re.search(r"\bcreate\s+trigger\b", table["ddl"], re.I):
            return True
        body = table["ddl"].partition("(")[2]
        for part in re.split(r",\s*\n|,(?![^()]*\))", body):
            column = _COLUMN.match(part)
            if column and sql_reads_clock(part):
                defaults.setdefault(table["name"].lower(), set()).add(column[1].lower())
    for rows in seed:
        for statement in rows["insertStatements"]:
            if statement in failed:
                continue
            if sql_reads_clock(statement):
                return True
            insert = _INSERT.match(statement)
            timed = defaults.get((insert[1] if insert else rows["tableName"]).lower())
            if not timed:
                continue
            if insert is None:
                return True
            if insert[2] is not None and not timed <= {_bare(name) for name in insert[2].split(",")}:
                return True
    return False
