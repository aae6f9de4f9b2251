def verify_task_completion(initial_db_path: str, final_db_path: str, final_answer: str | None = None) -> dict:
    """One new waiting hold for Hana Suzuki on the title, at Harbour Street and with the note; nothing
    else.
    """
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

    if changed != {"holds"} or gone["holds"] or len(new["holds"]) != 1:
        return others
    hold = new["holds"][0]
    member = {m["id"]: m["full_name"] for m in after["members"]}[hold["member_id"]]
    title = {t["id"]: t["name"] for t in after["titles"]}[hold["title_id"]]
    branch = {b["id"]: b["name"] for b in after["branches"]}[hold["pickup_branch_id"]]
    if (member, title, branch) != ("Hana Suzuki", "Nine Winters at the Light", "Harbour Street"):
        return others
    if hold["status"] != "waiting" or hold["copy_id"] is not None:
        return others
    if (hold["note"] or "").strip().rstrip(".").lower() != "please call when it is in":
        return others
    return {"result": "complete"}
