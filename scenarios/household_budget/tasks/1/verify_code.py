def verify_task_completion(initial_db_path: str, final_db_path: str, final_answer: str | None = None) -> dict:
    """The Bolt & Hammer purchase has two splits: Repairs 64.60 and Household goods 31.90 'Buckets'."""
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

    if changed != {"splits"}:
        return others
    payee = next(p["id"] for p in before["payees"] if p["name"] == "Bolt & Hammer")
    row = next(t for t in before["transactions"] if t["payee_id"] == payee and t["posted_on"] == "2026-04-11")
    if any(s["transaction_id"] != row["id"] for s in gone["splits"] + new["splits"]):
        return others
    category = {c["id"]: c["name"] for c in before["categories"]}
    splits = sorted(
        (s for s in after["splits"] if s["transaction_id"] == row["id"]), key=lambda s: s["line_no"]
    )
    if [(category[s["category_id"]], round(s["amount"], 2)) for s in splits] != [
        ("Repairs", -64.6),
        ("Household goods", -31.9),
    ]:
        return others
    if splits[0]["note"] or (splits[1]["note"] or "").strip().lower() != "buckets":
        return others
    return {"result": "complete"}
