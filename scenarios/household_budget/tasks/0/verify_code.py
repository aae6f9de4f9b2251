def verify_task_completion(initial_db_path: str, final_db_path: str, final_answer: str | None = None) -> dict:
    """One new cash expense of 18.40 at Café Morgen, all of it Eating out; nothing else."""
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

    if changed != {"transactions", "splits"} or gone["transactions"] or gone["splits"]:
        return others
    if len(new["transactions"]) != 1 or len(new["splits"]) != 1:
        return others
    row, split = new["transactions"][0], new["splits"][0]
    account = {a["id"]: a["name"] for a in before["accounts"]}[row["account_id"]]
    payee = {p["id"]: p["name"] for p in before["payees"]}.get(row["payee_id"])
    category = {c["id"]: c["name"] for c in before["categories"]}[split["category_id"]]
    if (account, payee, category) != ("Cash wallet", "Café Morgen", "Eating out"):
        return others
    if (row["posted_on"], row["transfer_id"]) != ("2026-04-22", None):
        return others
    if (
        split["transaction_id"] != row["id"]
        or round(row["amount"], 2) != -18.4
        or round(split["amount"], 2) != -18.4
    ):
        return others
    if (row["memo"] or "").strip().rstrip(".").lower() != "breakfast with elif":
        return others
    return {"result": "complete"}
