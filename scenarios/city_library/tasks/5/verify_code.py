def verify_task_completion(initial_db_path: str, final_db_path: str, final_answer: str | None = None) -> dict:
    """Femi Adeyemi is a new adult member at Harbour Street with one loan made on 2026-03-02; nothing else."""
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

    if changed != {"members", "loans", "copies"} or gone["members"] or gone["loans"]:
        return others
    if len(new["members"]) != 1 or len(new["loans"]) != 1 or len(new["copies"]) != 1:
        return others
    branch = {b["name"]: b["id"] for b in before["branches"]}["Harbour Street"]
    member = new["members"][0]
    if (member["full_name"], member["email"]) != ("Femi Adeyemi", "femi.adeyemi@post.example") or member[
        "phone"
    ]:
        return others
    if (member["tier"], member["status"], member["home_branch_id"]) != ("adult", "active", branch):
        return others
    if member["joined_on"] != "2026-03-02" or member["loan_limit"] != 6:
        return others
    old, copy = gone["copies"][0], new["copies"][0]
    title = {t["id"]: t["name"] for t in before["titles"]}[copy["title_id"]]
    if title != "Nine Winters at the Light" or copy["branch_id"] != branch:
        return others
    if differs(old, copy) != {"status"} or copy["status"] != "on_loan":
        return others
    loan = new["loans"][0]
    if (loan["member_id"], loan["copy_id"], loan["outcome"]) != (member["id"], copy["id"], "open"):
        return others
    if (loan["loaned_on"], loan["due_on"], loan["renewals"]) != ("2026-03-02", "2026-03-23", 0):
        return others
    due = says(
        "2026-03-23", "23 March", "March 23", "23 Mar", "Mar 23", "23rd of March", "23rd March", "March 23rd"
    )
    if not (due and says(member["card_number"])):
        return others
    return {"result": "complete"}
