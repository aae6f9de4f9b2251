def verify_task_completion(initial_db_path: str, final_db_path: str, final_answer: str | None = None) -> dict:
    """Tomasz Wrona's open loan of 'The Salt Road' is renewed once, and nothing else is changed."""
    import datetime
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

    if changed != {"loans"} or len(gone["loans"]) != 1 or len(new["loans"]) != 1:
        return others
    old, now = gone["loans"][0], new["loans"][0]
    member = {m["id"]: m["full_name"] for m in before["members"]}[old["member_id"]]
    title_of = {c["id"]: c["title_id"] for c in before["copies"]}
    title = {t["id"]: t["name"] for t in before["titles"]}[title_of[old["copy_id"]]]
    if (member, title, old["outcome"]) != ("Tomasz Wrona", "The Salt Road", "open"):
        return others
    if differs(old, now) != {"renewals", "due_on"} or now["renewals"] != old["renewals"] + 1:
        return others
    wanted = datetime.date.fromisoformat(old["due_on"]) + datetime.timedelta(days=21)
    if now["due_on"] != wanted.isoformat():
        return others
    return {"result": "complete"}
