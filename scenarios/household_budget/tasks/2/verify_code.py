def verify_task_completion(initial_db_path: str, final_db_path: str, final_answer: str | None = None) -> dict:
    """38.40 move from Travel to Eating out in April 2026; no other allocation changes."""
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

    if changed != {"allocations"} or len(gone["allocations"]) != 2 or len(new["allocations"]) != 2:
        return others
    category = {c["id"]: c["name"] for c in before["categories"]}
    april = {t["id"] for t in before["transactions"] if t["posted_on"].startswith("2026-04")}
    left = {a["category_id"]: a["amount"] for a in before["allocations"] if a["month"] == "2026-04"}
    for split in before["splits"]:
        if split["transaction_id"] in april and split["category_id"] in left:
            left[split["category_id"]] += split["amount"]
    worst = min(left, key=lambda key: left[key])
    over = round(-left[worst], 2)
    old = {category[a["category_id"]]: a["amount"] for a in gone["allocations"] if a["month"] == "2026-04"}
    now = {category[a["category_id"]]: a["amount"] for a in new["allocations"] if a["month"] == "2026-04"}
    if old.keys() != {category[worst], "Travel"} or now.keys() != old.keys():
        return others
    if round(now["Travel"] - old["Travel"] + over, 2) or round(
        now[category[worst]] - old[category[worst]] - over, 2
    ):
        return others
    if not (says(category[worst]) and says(f"{over:.2f}", f"{over:.2f}".replace(".", ","), f"{over:g}")):
        return others
    return {"result": "complete"}
