"""Loads every export that is named on the command line, as its own one-liner does, by its card, and with pandas; prints what came of it."""

import json
import os
import sys
from pathlib import Path

os.environ["HF_DATASETS_OFFLINE"] = "1"
os.environ["HF_HOME"] = sys.argv[1]

import pandas
from datasets import load_dataset

told = []
for folder in sys.argv[2:]:
    os.chdir(folder)
    scope: dict = {}
    exec(Path("load.txt").read_text(), scope)
    ds = scope["ds"]
    by_card = load_dataset(folder)
    shape: dict = {"columns": None, "rows": {}, "pandas": {}, "by_card": True}
    for split, rows in ds.items():
        shape["columns"] = rows.column_names
        shape["rows"][split] = len(rows)
        shape["first"] = rows[0] if len(rows) else shape.get("first")
        shape.setdefault("all", []).extend(list(rows))
        same = list(by_card[split]) == list(rows) and by_card[split].features == rows.features
        shape["by_card"] = shape["by_card"] and same
    for file in sorted(Path("data").iterdir()):
        if file.suffix == ".parquet":
            frame = pandas.read_parquet(file)
        elif file.suffix == ".csv":
            frame = pandas.read_csv(file)
        else:
            frame = pandas.read_json(file, lines=True)
        shape["pandas"][file.stem] = [len(frame), list(frame.columns)]
    told.append(shape)
print(json.dumps(told, default=str))
