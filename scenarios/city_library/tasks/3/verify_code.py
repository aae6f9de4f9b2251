def verify_task_completion(initial_db_path: str, final_db_path: str, final_answer: str | None = None) -> dict:
    """A new public list 'Salt and Stars' of the librarian with the three titles in order of year; nothing
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

    if (
        changed != {"reading_lists", "reading_list_items"}
        or gone["reading_lists"]
        or gone["reading_list_items"]
    ):
        return others
    if len(new["reading_lists"]) != 1:
        return others
    made = new["reading_lists"][0]
    if (made["member_id"], made["name"], made["is_public"]) != (1, "Salt and Stars", 1) or made[
        "description"
    ]:
        return others
    items = sorted(new["reading_list_items"], key=lambda i: i["position"])
    if any(i["list_id"] != made["id"] or i["note"] for i in items):
        return others
    subject = next(s["id"] for s in before["subjects"] if s["name"] == "Seafaring")
    filed = {link["title_id"] for link in before["title_subjects"] if link["subject_id"] == subject}
    wanted = sorted(
        (t for t in before["titles"] if t["id"] in filed and t["published_year"] >= 2000),
        key=lambda t: t["published_year"],
    )
    if [i["title_id"] for i in items] != [t["id"] for t in wanted]:
        return others
    return {"result": "complete"}
