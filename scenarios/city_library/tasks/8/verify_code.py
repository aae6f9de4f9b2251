def verify_task_completion(initial_db_path: str, final_db_path: str, final_answer: str | None = None) -> dict:
    """The title stands in the catalogue with its three credits, two subjects and two copies; nothing else."""
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

    if changed != {"titles", "title_authors", "title_subjects", "copies"} or any(gone[t] for t in changed):
        return others
    if len(new["titles"]) != 1 or len(new["copies"]) != 2:
        return others
    title = new["titles"][0]
    if (title["isbn"], title["name"]) != ("978-1-900900-51-3", "Tides for Beginners") or title["subtitle"]:
        return others
    if (title["language"], title["format"]) != ("en", "hardback"):
        return others
    if (title["published_year"], title["pages"], title["shelf_mark"]) != (2026, 144, "551.46 DAH"):
        return others
    author = {a["id"]: a["name"] for a in after["authors"]}
    links = sorted(new["title_authors"], key=lambda link: link["position"])
    credits = [(link["title_id"], author[link["author_id"]], link["role"]) for link in links]
    wanted = [("Sunniva Dahl", "author"), ("Olive Achterberg", "author"), ("Pia Lund", "illustrator")]
    if credits != [(title["id"], name, role) for name, role in wanted]:
        return others
    subject = {s["id"]: s["name"] for s in after["subjects"]}
    if sorted((s["title_id"], subject[s["subject_id"]]) for s in new["title_subjects"]) != [
        (title["id"], "Science"),
        (title["id"], "Seafaring"),
    ]:
        return others
    branch = {b["id"]: b["code"] for b in after["branches"]}
    if {(c["barcode"], branch[c["branch_id"]]) for c in new["copies"]} != {
        ("RIV-00201", "RIV"),
        ("HAR-00202", "HAR"),
    }:
        return others
    for copy in new["copies"]:
        if (copy["title_id"], copy["status"], copy["condition"]) != (title["id"], "available", "new"):
            return others
        if (copy["price_cents"], copy["acquired_on"]) != (1950, "2026-03-01"):
            return others
    return {"result": "complete"}
