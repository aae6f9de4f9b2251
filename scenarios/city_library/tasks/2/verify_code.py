def verify_task_completion(initial_db_path: str, final_db_path: str, final_answer: str | None = None) -> dict:
    """The loan is closed on 2026-03-14 as damaged, its fine of 2.75 paid by card, the copy held for Aylin
    Demir.
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

    if changed != {"loans", "copies", "holds", "fines", "fine_settlements"}:
        return others
    if any(len(gone[t]) != 1 or len(new[t]) != 1 for t in ("loans", "copies", "holds")):
        return others
    if (
        gone["fines"]
        or gone["fine_settlements"]
        or len(new["fines"]) != 1
        or len(new["fine_settlements"]) != 1
    ):
        return others
    member = {m["full_name"]: m["id"] for m in before["members"]}
    title_id = next(t["id"] for t in before["titles"] if t["name"] == "The Quiet Ledger")

    old, loan = gone["loans"][0], new["loans"][0]
    if old["member_id"] != member["Ibrahim Sesay"] or differs(old, loan) != {"returned_on", "outcome"}:
        return others
    if (loan["returned_on"], loan["outcome"]) != ("2026-03-14", "returned"):
        return others
    old, copy = gone["copies"][0], new["copies"][0]
    if (
        copy["id"] != loan["copy_id"]
        or copy["title_id"] != title_id
        or differs(old, copy) != {"status", "condition"}
    ):
        return others
    if (copy["status"], copy["condition"]) != ("on_hold_shelf", "damaged"):
        return others
    old, hold = gone["holds"][0], new["holds"][0]
    if hold["member_id"] != member["Aylin Demir"] or hold["title_id"] != title_id:
        return others
    if differs(old, hold) != {"status", "copy_id"} or (hold["status"], hold["copy_id"]) != (
        "ready",
        copy["id"],
    ):
        return others
    fine, paid = new["fines"][0], new["fine_settlements"][0]
    if (fine["loan_id"], fine["reason"], fine["amount_cents"], fine["settled_cents"]) != (
        loan["id"],
        "late",
        275,
        275,
    ):
        return others
    if (paid["fine_id"], paid["kind"], paid["amount_cents"]) != (fine["id"], "card", 275):
        return others
    if not (says("2.75", "2,75", "275") and says("Aylin Demir", "Demir")):
        return others
    return {"result": "complete"}
