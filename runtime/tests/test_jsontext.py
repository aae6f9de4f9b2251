import json
import random
from typing import Any

import pytest

from awm_runtime import jsontext

VALUES = [
    *["{}", "[]", "[[]]", '{"a": {}}', "null", "true", "false", "0", "-0.0", "1e5", "1E400", "-1e400", "NaN"],
    *["12345678901234567890", "0.1", "1e-7", "123456789012345680.0", '"\\u2028\\u0000\\ud800é/\\"\\\\"'],
    '{"": [1, {"b": [null, true]}], "é": "x"}',
]


@pytest.mark.parametrize("text", VALUES)
def test_equal_to_the_standard_library(text: str) -> None:
    value = json.loads(text)
    assert jsontext.dumps(value) == json.dumps(value, indent=2, ensure_ascii=False)


def test_equal_on_random_values() -> None:
    draw = random.Random(1)

    def make(depth: int) -> Any:
        kind = draw.randrange(8 if depth else 6)
        match kind:
            case 0:
                return draw.choice([None, True, False])
            case 1:
                return draw.randrange(-(10**20), 10**20)
            case 2:
                return draw.uniform(-1e9, 1e9) * 10 ** draw.randrange(-20, 20)
            case 6:
                return [make(depth - 1) for _ in range(draw.randrange(4))]
            case 7:
                return {make_text(): make(depth - 1) for _ in range(draw.randrange(4))}
            case _:
                return make_text()

    def make_text() -> str:
        return "".join(chr(draw.randrange(0x250)) for _ in range(draw.randrange(8)))

    for _ in range(500):
        value = make(4)
        assert jsontext.dumps(value) == json.dumps(value, indent=2, ensure_ascii=False)
