import warnings
from typing import Any

import pytest
from forked import in_fork

from awm_runtime import scenario

APP = "from fastapi import FastAPI\napp = FastAPI(title='T')\n"


def run(code: str, cached: bytes | None = None) -> Any:
    def attempt() -> Any:
        compiled, fresh = scenario.compile_code(code, cached)
        return scenario.execute(compiled).title, fresh is None

    return in_fork(attempt)


@pytest.mark.parametrize(
    "code",
    [
        APP,
        APP + "import uvicorn\nuvicorn.run(app, host='127.0.0.1', port=1)\napp = None\n",
        APP + "if __name__ == '__main__':\n    from uvicorn import run\n    run('server:app')\n",
        "from __future__ import annotations\n" + APP,
        APP.replace("app =", "application ="),
        APP + "import __main__\nassert __main__.app is app\n",
        APP + "warnings.warn('old', DeprecationWarning)\n",
    ],
)
def test_the_application_is_found(code: str) -> None:
    assert run(code).value == ("T", False)


def test_code_is_compiled_once() -> None:
    _, fresh = scenario.compile_code(APP, None)
    assert run(APP, fresh).value == ("T", True)


def test_a_module_without_application() -> None:
    assert "NoApp" in (run("x = 1").error or "")


def test_lines_count_what_the_reference_puts_before() -> None:
    def attempt() -> tuple[str, int]:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            compiled, _ = scenario.compile_code(APP + "warnings.warn('here')\n", None)
            scenario.execute(compiled)
        return caught[0].filename, caught[0].lineno

    assert in_fork(attempt).value == ("server.py", 5)
