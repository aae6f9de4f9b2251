"""Answers cases of statistics, read as JSON from stdin, by PyPI's krippendorff and scikit-learn. JSON on stdout."""

import json
import sys

import krippendorff
import numpy as np
from sklearn.metrics import cohen_kappa_score


def answer(case: dict) -> float:
    if case["of"] == "kappa":
        return float(cohen_kappa_score(case["first"], case["second"], labels=case["labels"], weights=case["weights"]))
    data = np.array([[np.nan if rate is None else rate for rate in rater] for rater in case["raters"]], dtype=float)
    level = case["level"]
    if level == "fixed":
        distances = np.array(case["distances"], dtype=float)

        def level(v1, v2, i1, i2, n_v, dtype):  # noqa: ARG001
            return distances[v1.astype(int), v2.astype(int)]

    return float(krippendorff.alpha(reliability_data=data, level_of_measurement=level, dtype=np.float64))


json.dump([answer(case) for case in json.load(sys.stdin)], sys.stdout)
