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

    branch = {b["id"]: b["name"] for b in after["branches"]}
    barcode = {c["id"]: c["barcode"] for c in after["copies"]}
    titles = {t["id"] for t in after["titles"] if t["name"] == "The Allotment Year"}
    return {
        "transfers": [
            [barcode[t["copy_id"]], branch[t["from_branch_id"]], branch[t["to_branch_id"]], t["status"]]
            for t in new["transfers"]
        ],
        "copies_now": {c["barcode"]: c["status"] for c in after["copies"] if c["title_id"] in titles},
        "changed_tables": counts,
    }
