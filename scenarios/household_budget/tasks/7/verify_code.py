def verify_task_completion(initial_db_path: str, final_db_path: str, final_answer: str | None = None) -> dict:
    """Elif's three open March shares are settled on 2026-05-02, together 90.58; all others stay as they
    were.
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

    def says(*options: str) -> bool:
        """One of the options stands in the answer, and not inside a longer word or number."""
        text = re.sub(r"(?<=\d)[, ](?=\d{3}\b)", "", (final_answer or "").lower())
        return any(re.search(rf"(?<![\w.]){re.escape(o.lower())}(?!\w|\.\d)", text) for o in options)

    if changed != {"expense_shares"}:
        return others
    elif_id = next(u["id"] for u in before["users"] if u["name"] == "Elif Kaya")
    march = {t["id"] for t in before["transactions"] if t["posted_on"].startswith("2026-03")}
    wanted = [
        s
        for s in before["expense_shares"]
        if s["user_id"] == elif_id and s["transaction_id"] in march and s["settled_on"] is None
    ]

    def key(share: dict) -> int:
        return share["transaction_id"]

    if sorted(gone["expense_shares"], key=key) != sorted(wanted, key=key):
        return others
    settled = [{**s, "settled_on": "2026-05-02"} for s in wanted]
    if sorted(new["expense_shares"], key=key) != sorted(settled, key=key):
        return others
    paid = f"{sum(s['amount'] for s in wanted):.2f}"
    if not says(paid, paid.replace(".", ",")):
        return others
    return {"result": "complete"}
