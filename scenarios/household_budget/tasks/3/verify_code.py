def verify_task_completion(initial_db_path: str, final_db_path: str, final_answer: str | None = None) -> dict:
    """The FunkNetz bill has the new amount, due date, no end, no autopay and no note; no other bill
    changes.
    """
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

    if changed != {"bills"} or len(gone["bills"]) != 1 or len(new["bills"]) != 1:
        return others
    old, now = gone["bills"][0], new["bills"][0]
    payee = {p["id"]: p["name"] for p in before["payees"]}[now["payee_id"]]
    if old["id"] != now["id"] or payee != "FunkNetz":
        return others
    if differs(old, now) != {"amount", "next_due_on", "end_on", "autopay", "note"}:
        return others
    if (round(now["amount"], 2), now["next_due_on"], now["autopay"]) != (44.9, "2026-05-08", 0):
        return others
    if now["end_on"] is not None or now["note"] is not None:
        return others
    return {"result": "complete"}
