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
    batch = next((i for i in after["imports"] if i["file_name"] == "card-2026-04.csv"), None)
    rows = [r for r in after["import_rows"] if batch and r["import_id"] == batch["id"]]
    amount = {t["id"]: [t["posted_on"], t["amount"]] for t in new["transactions"]}
    return {
        "import_status": batch["status"] if batch else None,
        "row_decisions": {r["row_no"]: r["decision"] for r in rows},
        "booked": [
            [*amount[s["transaction_id"]], category[s["category_id"]]]
            for s in new["splits"]
            if s["transaction_id"] in amount
        ],
        "changed_tables": counts,
    }
