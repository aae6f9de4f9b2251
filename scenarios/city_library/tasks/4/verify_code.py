def verify_task_completion(initial_db_path: str, final_db_path: str, final_answer: str | None = None) -> dict:
    """Both Hillside copies of 'The Allotment Year' that were available travel to Station Road, and no
    others.
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

    if changed != {"copies", "transfers"} or gone["transfers"]:
        return others
    branch = {b["name"]: b["id"] for b in before["branches"]}
    title_id = next(t["id"] for t in before["titles"] if t["name"] == "The Allotment Year")
    wanted = {
        c["id"]
        for c in before["copies"]
        if c["title_id"] == title_id and c["branch_id"] == branch["Hillside"] and c["status"] == "available"
    }
    old = {c["id"]: c for c in gone["copies"]}
    now = {c["id"]: c for c in new["copies"]}
    if old.keys() != wanted or now.keys() != wanted:
        return others
    if any(differs(old[i], now[i]) != {"status"} or now[i]["status"] != "in_transit" for i in wanted):
        return others
    if sorted(t["copy_id"] for t in new["transfers"]) != sorted(wanted):
        return others
    route = (branch["Hillside"], branch["Station Road"], "in_transit")
    if any((t["from_branch_id"], t["to_branch_id"], t["status"]) != route for t in new["transfers"]):
        return others
    return {"result": "complete"}
