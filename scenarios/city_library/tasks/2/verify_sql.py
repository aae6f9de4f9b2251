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

    def pick(found: list, *columns: str) -> list:
        """The rows cut down to the columns that the task speaks of."""
        return [{c: r[c] for c in columns} for r in found]

    member = {m["id"]: m["full_name"] for m in after["members"]}
    return {
        "closed_loan": pick(new["loans"], "member_id", "copy_id", "due_on", "returned_on", "outcome"),
        "copy": pick(new["copies"], "barcode", "status", "condition"),
        "fine": pick(new["fines"], "member_id", "reason", "amount_cents", "settled_cents"),
        "settlements": pick(new["fine_settlements"], "kind", "amount_cents"),
        "holds_moved": [{"member": member[h["member_id"]], "status": h["status"]} for h in new["holds"]],
        "changed_tables": counts,
    }
