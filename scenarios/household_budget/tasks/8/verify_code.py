def verify_task_completion(initial_db_path: str, final_db_path: str, final_answer: str | None = None) -> dict:
    """The three April purchases at Velo Werk and the shop's default category are Hobbies now; nothing
    else.
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

    if changed != {"splits", "payees"} or len(gone["payees"]) != 1 or len(new["payees"]) != 1:
        return others
    category = {c["name"]: c["id"] for c in before["categories"]}
    old, shop = gone["payees"][0], new["payees"][0]
    if shop["name"] != "Velo Werk" or differs(old, shop) != {"default_category_id"}:
        return others
    if shop["default_category_id"] != category["Hobbies"]:
        return others
    april = {
        t["id"]
        for t in before["transactions"]
        if t["payee_id"] == shop["id"] and t["posted_on"].startswith("2026-04")
    }
    old_splits = {s["transaction_id"]: s for s in gone["splits"]}
    if old_splits.keys() != april or len(gone["splits"]) != 3 or len(new["splits"]) != 3:
        return others
    for split in new["splits"]:
        if differs(old_splits[split["transaction_id"]], split) != {"category_id"}:
            return others
        if split["category_id"] != category["Hobbies"]:
            return others
    return {"result": "complete"}
