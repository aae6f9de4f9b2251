"""Complete when Nadia is a customer of Fjordkaffe and her ticket stands as asked."""

import sqlite3
from typing import Any

STAMPS = {"created_at", "joined_on", "last_seen_at", "rated_at", "updated_at"}
LOGS = {"ticket_events"}


def read_tables(path: str) -> dict[str, dict[tuple[Any, ...], dict[str, Any]]]:
    """Every table as {primary key: row}, without time stamps and log tables."""
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    connection.row_factory = sqlite3.Row
    try:
        tables = {}
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            columns = sorted(
                connection.execute(f'PRAGMA table_info("{name}")'), key=lambda column: column["pk"]
            )
            keys = [column["name"] for column in columns if column["pk"]]
            if name not in LOGS:
                tables[name] = {
                    tuple(row[key] for key in keys): {k: row[k] for k in row.keys() if k not in STAMPS}
                    for row in connection.execute(f'SELECT * FROM "{name}"')
                }
        return tables
    finally:
        connection.close()


def compare(initial_db_path: str, final_db_path: str) -> tuple[list[Any], list[Any], dict[Any, Any]]:
    """Rows added and removed as (table, row), and changed cells as {(table, *key, column): new value}."""
    before, after = read_tables(initial_db_path), read_tables(final_db_path)
    added: list[Any] = []
    removed: list[Any] = []
    cells: dict[Any, Any] = {}
    for table in sorted(before.keys() | after.keys()):
        old, new = before.get(table, {}), after.get(table, {})
        added += [(table, row) for key, row in new.items() if key not in old]
        removed += [(table, row) for key, row in old.items() if key not in new]
        for key in old.keys() & new.keys():
            for column, value in new[key].items():
                if old[key][column] != value:
                    cells[(table, *key, column)] = value
    return added, removed, cells


def verify_task_completion(
    initial_db_path: str, final_db_path: str, final_answer: str | None = None
) -> dict[str, str]:
    added, removed, cells = compare(initial_db_path, final_db_path)
    people = [row for table, row in added if table == "customers"]
    tickets = [row for table, row in added if table == "tickets"]
    messages = [row for table, row in added if table == "ticket_messages"]
    tags = [row for table, row in added if table == "ticket_tags"]
    done = False
    if not removed and not cells and len(added) == 4 and people and tickets and messages and tags:
        person, ticket, message = people[0], tickets[0], messages[0]
        body = "All rosters of the Bergen shop have gone since this morning"
        done = (
            (person["name"], person["email"], person["organization_id"], person["locale"])
            == ("Nadia Brandt", "nadia.brandt@fjordkaffe.example", 1, "nb")
            and (ticket["subject"], ticket["status"], ticket["priority"], ticket["channel"])
            == ("Rosters missing for Bergen", "open", "urgent", "phone")
            and (ticket["customer_id"], ticket["team_id"], ticket["assignee_id"]) == (person["id"], 4, 7)
            and (message["ticket_id"], message["body"].strip().rstrip(".")) == (ticket["id"], body)
            and tags[0] == {"ticket_id": ticket["id"], "tag_name": "vip"}
        )
    return {"result": "complete" if done else "others"}
