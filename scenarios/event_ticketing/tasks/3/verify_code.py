def verify_task_completion(initial_db_path: str, final_db_path: str, final_answer: str | None = None) -> dict:
    """WINTER10 is off and SPRING15 exists: 15 percent, gala only, 50 uses; nothing else."""
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

    if changed != {"promo_codes"} or len(gone["promo_codes"]) != 1 or len(new["promo_codes"]) != 2:
        return others
    old = gone["promo_codes"][0]
    now = next((p for p in new["promo_codes"] if p["id"] == old["id"]), None)
    if old["code"] != "WINTER10" or now is None or differs(old, now) != {"active"} or now["active"] != 0:
        return others
    made = next(p for p in new["promo_codes"] if p["id"] != old["id"])
    event = {e["id"]: e["title"] for e in before["events"]}.get(made["event_id"])
    if (made["code"], made["kind"], made["value"]) != ("SPRING15", "percent", 15):
        return others
    if event != "Six-Day Sprint Gala" or (made["max_uses"], made["used_count"], made["active"]) != (50, 0, 1):
        return others
    return {"result": "complete"}
