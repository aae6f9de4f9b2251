def verify_task_completion(initial_db_path: str, final_db_path: str, final_answer: str | None = None) -> dict:
    """300 moved from checking to savings, and the cleared savings transactions are reconciled; nothing
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

    if changed != {"transfers", "transactions"} or gone["transfers"] or len(new["transfers"]) != 1:
        return others
    account = {a["id"]: a["name"] for a in before["accounts"]}
    made = new["transfers"][0]
    if (account[made["from_account_id"]], account[made["to_account_id"]]) != ("Joint checking", "Savings"):
        return others
    if (round(made["amount"], 2), made["made_on"]) != (300, "2026-04-30"):
        return others
    savings = made["to_account_id"]
    old = {t["id"]: t for t in gone["transactions"]}
    if old.keys() != {
        t["id"] for t in before["transactions"] if t["account_id"] == savings and t["status"] == "cleared"
    }:
        return others
    sides = []
    for row in new["transactions"]:
        if row["id"] not in old:
            sides.append(row)
        elif differs(old[row["id"]], row) != {"status"} or row["status"] != "reconciled":
            return others
    found = sorted((account[t["account_id"]], round(t["amount"], 2), t["status"]) for t in sides)
    if found != [("Joint checking", -300, "cleared"), ("Savings", 300, "reconciled")]:
        return others
    if any((t["transfer_id"], t["posted_on"]) != (made["id"], "2026-04-30") for t in sides):
        return others
    if any((t["memo"] or "").strip().rstrip(".").lower() != "april savings" for t in sides):
        return others
    return {"result": "complete"}
