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

    account = {a["id"]: a["name"] for a in after["accounts"]}
    payee = {p["id"]: p["name"] for p in after["payees"]}
    user = {u["id"]: u["name"] for u in after["users"]}
    due = {p["transaction_id"]: p["due_on"] for p in after["bill_payments"]}
    return {
        "payment": [
            [
                account[t["account_id"]],
                payee.get(t["payee_id"]),
                t["posted_on"],
                t["amount"],
                due.get(t["id"]),
            ]
            for t in new["transactions"]
        ],
        "stadtwerke_due": [b["next_due_on"] for b in after["bills"] if payee[b["payee_id"]] == "Stadtwerke"],
        "new_shares": [[user[s["user_id"]], s["amount"], s["settled_on"]] for s in new["expense_shares"]],
        "changed_tables": counts,
    }
