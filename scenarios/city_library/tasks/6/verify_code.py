def verify_task_completion(initial_db_path: str, final_db_path: str, final_answer: str | None = None) -> dict:
    """Rosa Delgado, who owes the most (7.95), is suspended, and nothing else is changed."""
    import re
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

    def says(*options: str) -> bool:
        """One of the options stands in the answer, and not inside a longer word or number."""
        text = re.sub(r"(?<=\d)[, ](?=\d{3}\b)", "", (final_answer or "").lower())
        return any(re.search(rf"(?<![\w.]){re.escape(o.lower())}(?!\w|\.\d)", text) for o in options)

    if changed != {"members"} or len(gone["members"]) != 1 or len(new["members"]) != 1:
        return others
    owed = {}
    for fine in before["fines"]:
        owed[fine["member_id"]] = (
            owed.get(fine["member_id"], 0) + fine["amount_cents"] - fine["settled_cents"]
        )
    most = max(owed, key=lambda member_id: owed[member_id])
    old, now = gone["members"][0], new["members"][0]
    if now["id"] != most or differs(old, now) != {"status"} or now["status"] != "suspended":
        return others
    cents = owed[most]
    if not (
        says(now["full_name"])
        and says(f"{cents / 100:.2f}", f"{cents / 100:.2f}".replace(".", ","), str(cents))
    ):
        return others
    return {"result": "complete"}
