def verify_task_completion(initial_db_path: str, final_db_path: str, final_answer: str | None = None) -> dict:
    """The import is committed with four transactions, Paper Moon under Gifts and the card payment skipped."""
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

    if (
        changed != {"transactions", "splits", "imports", "import_rows"}
        or gone["transactions"]
        or gone["splits"]
    ):
        return others
    old, batch = gone["imports"], new["imports"]
    if len(old) != 1 or len(batch) != 1 or differs(old[0], batch[0]) != {"status"}:
        return others
    batch = batch[0]
    if (batch["file_name"], batch["status"]) != ("card-2026-04.csv", "committed"):
        return others
    rows = {r["row_no"]: r for r in after["import_rows"] if r["import_id"] == batch["id"]}
    if {n: r["decision"] for n, r in rows.items()} != {
        1: "duplicate",
        2: "imported",
        3: "imported",
        4: "skip",
        5: "imported",
        6: "imported",
    }:
        return others
    if any(r["import_id"] != batch["id"] for r in gone["import_rows"] + new["import_rows"]):
        return others
    category = {c["id"]: c["name"] for c in before["categories"]}
    splits = {s["transaction_id"]: s for s in new["splits"]}
    booked = {t["id"]: t for t in new["transactions"]}
    if len(booked) != 4 or len(new["splits"]) != 4 or splits.keys() != booked.keys():
        return others
    wanted = {2: "Groceries", 3: "Gifts", 5: "Transport", 6: "Groceries"}
    suggested = {r["row_no"]: r for r in before["import_rows"] if r["import_id"] == batch["id"]}
    for number, name in wanted.items():
        row = rows[number]
        made = booked.get(row["transaction_id"])
        if made is None or category[splits[made["id"]]["category_id"]] != name:
            return others
        if (made["account_id"], made["payee_id"]) != (batch["account_id"], suggested[number]["payee_id"]):
            return others
        if (made["posted_on"], made["amount"]) != (row["posted_on"], row["amount"]):
            return others
    if not says("4", "four"):
        return others
    return {"result": "complete"}
