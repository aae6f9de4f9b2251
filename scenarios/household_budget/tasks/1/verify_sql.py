def verify_task(initial_db_path: str, final_db_path: str) -> dict:
    """Evidence for the judge; the criteria in task.json name its fields."""
    import sqlite3

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
    counts = {t: f"-{len(gone.get(t, []))} +{len(new[t])}" for t in sorted(after) if gone.get(t) or new[t]}

    category = {c["id"]: c["name"] for c in after["categories"]}
    payees = {p["id"] for p in after["payees"] if p["name"] == "Bolt & Hammer"}
    bought = {t["id"] for t in after["transactions"] if t["payee_id"] in payees}
    splits = sorted((s for s in after["splits"] if s["transaction_id"] in bought), key=lambda s: s["line_no"])
    return {
        "hardware_splits": [[category[s["category_id"]], s["amount"], s["note"]] for s in splits],
        "changed_tables": counts,
    }
