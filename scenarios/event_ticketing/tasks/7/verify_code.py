def verify_task_completion(initial_db_path: str, final_db_path: str, final_answer: str | None = None) -> dict:
    """The draft 'Songs of the Fens' exists with its times, tags and two tiers; nothing else."""
    import json
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
        changed != {"events", "price_tiers"}
        or gone["events"]
        or gone["price_tiers"]
        or len(new["events"]) != 1
    ):
        return others
    made = new["events"][0]
    venue = {v["id"]: v["name"] for v in before["venues"]}[made["venue_id"]]
    if (made["title"], made["category"], venue) != ("Songs of the Fens", "concert", "Corn Exchange"):
        return others
    if made["status"] != "draft" or made["age_limit"] is not None:
        return others
    if (made["doors_at"][:19], made["starts_at"][:19]) != ("2027-04-10 19:00:00", "2027-04-10 19:30:00"):
        return others
    if sorted(tag.lower() for tag in json.loads(made["tags"])) != ["choir", "folk"]:
        return others
    section = {s["id"]: s["name"] for s in before["sections"] if s["venue_id"] == made["venue_id"]}
    if any(t["event_id"] != made["id"] or t["quota"] is not None for t in new["price_tiers"]):
        return others
    tiers = sorted(
        (t["name"], section[t["section_id"]], t["price_cents"], t["fee_cents"]) for t in new["price_tiers"]
    )
    if tiers != [("Balcony", "Balcony", 1950, 150), ("Stalls", "Stalls", 2800, 150)]:
        return others
    return {"result": "complete"}
