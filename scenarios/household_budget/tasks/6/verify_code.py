def verify_task_completion(initial_db_path: str, final_db_path: str, final_answer: str | None = None) -> dict:
    """The bike trip has no target date and one new contribution of 75 by Hanna; nothing else."""
    import sqlite3

    others = {"result": "others"}

    def rows(path: str) -> dict:
        con = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        con.row_factory = sqlite3.Row
        try:
            names = con.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
            )
            tables = [name for (name,) in names.fetchall()]
            return {t: [dict(r) for r in con.execute(f'SELECT * FROM "{t}"')] for t in tables}
        finally:
            con.close()

    before, after = rows(initial_db_path), rows(final_db_path)
    gone = {t: [r for r in before[t] if r not in after.get(t, [])] for t in before}
    new = {t: [r for r in after[t] if r not in before.get(t, [])] for t in after}
    changed = {t for t in after if gone.get(t) or new[t]}

    def differs(old: dict, now: dict) -> set:
        """Names of the columns whose values are not the same."""
        return {column for column in old if old[column] != now[column]}

    if changed != {"goals", "goal_contributions"} or gone["goal_contributions"]:
        return others
    if len(gone["goals"]) != 1 or len(new["goals"]) != 1 or len(new["goal_contributions"]) != 1:
        return others
    old, now, added = gone["goals"][0], new["goals"][0], new["goal_contributions"][0]
    if now["name"] != "Bike trip along the coast" or differs(old, now) != {"target_on"}:
        return others
    if now["target_on"] is not None:
        return others
    if (added["goal_id"], added["user_id"], added["contributed_on"]) != (now["id"], 1, "2026-04-20"):
        return others
    if round(added["amount"], 2) != 75:
        return others
    return {"result": "complete"}
