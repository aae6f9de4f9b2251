def verify_task_completion(initial_db_path: str, final_db_path: str, final_answer: str | None = None) -> dict:
    """The bill is paid with 131.86 on 2026-04-27, half of it is Elif's share, and checking stands at
    4612.34.
    """
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

    if changed != {"transactions", "splits", "bills", "bill_payments", "expense_shares"}:
        return others
    if any(gone[t] for t in changed - {"bills"}) or any(len(new[t]) != 1 for t in changed):
        return others
    old, bill = gone["bills"][0], new["bills"][0]
    payee = {p["id"]: p["name"] for p in before["payees"]}[bill["payee_id"]]
    if payee != "Stadtwerke" or differs(old, bill) != {"next_due_on"} or bill["next_due_on"] != "2026-05-28":
        return others
    row, split, share = new["transactions"][0], new["splits"][0], new["expense_shares"][0]
    if (row["account_id"], row["payee_id"], row["posted_on"]) != (
        bill["account_id"],
        bill["payee_id"],
        "2026-04-27",
    ):
        return others
    if round(row["amount"], 2) != -131.86 or round(split["amount"], 2) != -131.86:
        return others
    if (split["transaction_id"], split["category_id"]) != (row["id"], bill["category_id"]):
        return others
    paid = new["bill_payments"][0]
    if (paid["bill_id"], paid["due_on"], paid["transaction_id"]) != (bill["id"], "2026-04-28", row["id"]):
        return others
    elif_id = next(u["id"] for u in before["users"] if u["name"] == "Elif Kaya")
    if (share["transaction_id"], share["user_id"], share["settled_on"]) != (row["id"], elif_id, None):
        return others
    if round(share["amount"], 2) != 65.93:
        return others
    account = next(a for a in after["accounts"] if a["id"] == row["account_id"])
    moved = sum(t["amount"] for t in after["transactions"] if t["account_id"] == account["id"])
    balance = round(account["opening_balance"] + moved, 2)
    if not says(f"{balance:.2f}", f"{balance:.2f}".replace(".", ",")):
        return others
    return {"result": "complete"}
