def verify_task_completion(initial_db_path: str, final_db_path: str, final_answer: str | None = None) -> dict:
    """Greta's CD is lost and charged at 32.00, her late fine of 1.20 waived, the librarian's hold
    cancelled.
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

    if changed != {"loans", "copies", "fines", "fine_settlements", "holds"}:
        return others
    if any(len(gone[t]) != 1 or len(new[t]) != 1 for t in ("loans", "copies", "holds")):
        return others
    greta = next(m["id"] for m in before["members"] if m["full_name"] == "Greta Holm")
    old, loan = gone["loans"][0], new["loans"][0]
    if loan["member_id"] != greta or differs(old, loan) != {"outcome"} or loan["outcome"] != "lost":
        return others
    old, copy = gone["copies"][0], new["copies"][0]
    if copy["id"] != loan["copy_id"] or differs(old, copy) != {"status"} or copy["status"] != "lost":
        return others
    if {t["id"]: t["format"] for t in before["titles"]}[copy["title_id"]] != "audio_cd":
        return others
    old, hold = gone["holds"][0], new["holds"][0]
    if (hold["member_id"], hold["title_id"], hold["status"]) != (1, copy["title_id"], "cancelled"):
        return others
    if differs(old, hold) != {"status"}:
        return others
    late = [f for f in before["fines"] if f["member_id"] == greta and f["settled_cents"] < f["amount_cents"]]
    made = [f for f in new["fines"] if f["reason"] == "lost"]
    waived = [f for f in new["fines"] if f["reason"] == "late"]
    if gone["fines"] != late or len(made) != 1 or len(waived) != 1 or len(new["fines"]) != 2:
        return others
    if (made[0]["member_id"], made[0]["loan_id"], made[0]["settled_cents"]) != (greta, loan["id"], 0):
        return others
    if made[0]["amount_cents"] != copy["price_cents"]:
        return others
    if waived[0]["id"] != late[0]["id"] or waived[0]["settled_cents"] != late[0]["amount_cents"]:
        return others
    if gone["fine_settlements"] or len(new["fine_settlements"]) != 1:
        return others
    settled = new["fine_settlements"][0]
    if (settled["fine_id"], settled["kind"], settled["amount_cents"]) != (late[0]["id"], "waiver", 120):
        return others
    if (settled["note"] or "").strip().rstrip(".").lower() != "goodwill":
        return others
    if not says("32.00", "32,00", "32", "3200"):
        return others
    return {"result": "complete"}
