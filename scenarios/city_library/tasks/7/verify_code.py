def verify_task_completion(initial_db_path: str, final_db_path: str, final_answer: str | None = None) -> dict:
    """The list is Gull, Owls, Moon at positions 1 to 3 with their notes, and no other list is touched."""
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

    if changed != {"reading_list_items"}:
        return others
    list_id = next(
        r["id"] for r in before["reading_lists"] if r["name"] == "School visit May" and r["member_id"] == 1
    )
    if any(i["list_id"] != list_id for i in gone["reading_list_items"] + new["reading_list_items"]):
        return others
    names = {t["id"]: t["name"] for t in before["titles"]}
    notes = {i["title_id"]: i["note"] for i in before["reading_list_items"] if i["list_id"] == list_id}
    items = [i for i in after["reading_list_items"] if i["list_id"] == list_id]
    order = {i["position"]: names[i["title_id"]] for i in items}
    if len(items) != 3 or any(i["note"] != notes.get(i["title_id"]) for i in items):
        return others
    if order != {1: "A Gull Called Thursday", 2: "Owls of the Old Mill", 3: "A Short Walk to the Moon"}:
        return others
    return {"result": "complete"}
