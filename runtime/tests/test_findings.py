"""What reading a scenario tells; wrong alarms matter as much as misses."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import pytest
from fastapi import APIRouter, Body, Cookie, FastAPI, Form, Query
from pydantic import BaseModel
from sample import needs_sample, rows

from awm_runtime import findings
from awm_runtime.calls import Caller, ToolError
from awm_runtime.tools import derive

STATEFUL = {
    "global": ["counter = 0\ndef f():\n    global counter\n    counter += 1\n"],
    "container": [
        "items = []\ndef f():\n    items.append(1)\n",
        "items = {}\nasync def f():\n    items['a'] = 1\n",
        "from collections import defaultdict\nitems = defaultdict(list)\ndef f():\n    items['a'].append(1)\n",
        "items: dict[str, int] = {}\ndef f():\n    del items['a']\n",
        "items = set()\nf = lambda: items.add(1)\n",
        "items = []\ndef f():\n    def g():\n        items.append(1)\n    g()\n",
        "items = []\ndef f():\n    items[0] += 1\n",
        "try:\n    items = []\nexcept Exception:\n    pass\ndef f():\n    items.clear()\n",
    ],
    "attribute": ["import types\nconfig = types.SimpleNamespace()\ndef f():\n    config.mode = 'x'\n"],
    "class_attribute": [
        "class A:\n    n = 0\ndef f():\n    A.n += 1\n",
        "class A:\n    n = 0\n    @classmethod\n    def f(cls):\n        cls.n += 1\n",
        "class A:\n    def f(self):\n        type(self).n = 1\n",
        "class A:\n    items = []\n    def f(self):\n        self.items.append(1)\n",
        "class A:\n    items = {}\ndef f():\n    A.items['x'] = 1\n",
    ],
    "app_state": [
        "app = object()\ndef f():\n    app.state.counter = 1\n",
        "def f(request):\n    request.app.state.items.append(1)\n",
        "def f(request):\n    request.app.state.n += 1\n",
    ],
    "cache": [
        "from functools import lru_cache\n@lru_cache\ndef f(i):\n    return SessionLocal().get(User, i)\n",
        "import functools\n@functools.lru_cache(maxsize=None)\ndef f():\n    return []\n",
        "from functools import cache\n@cache\ndef f():\n    return datetime.now()\n",
    ],
    "generator": [
        "import itertools\nids = itertools.count(1)\ndef f():\n    return next(ids)\n",
        "import random\nrng = random.Random(1)\ndef f():\n    return rng.randint(1, 2)\n",
    ],
    "closure": [
        "def make():\n    n = 0\n    def step():\n        nonlocal n\n        n += 1\n    return step\nstep = make()\n"
    ],
    "default_argument": ["def f(x, seen=[]):\n    seen.append(x)\n"],
    "instance": [
        "class Store:\n    def __init__(self):\n        self.n = 0\n    def bump(self):\n        self.n += 1\n"
        "store = Store()\ndef f():\n    store.bump()\n"
    ],
}
STATELESS = [
    "LIMITS = {'a': 1}\ndef f():\n    return LIMITS['a']\n",
    "items = []\ndef f():\n    items = []\n    items.append(1)\n    return items\n",
    "items = []\ndef f(items):\n    items.append(1)\n",
    "items = []\nitems.append(1)\nfor i in range(3):\n    items.append(i)\n",
    "def f():\n    seen = set()\n    def g(x):\n        seen.add(x)\n    g(1)\n",
    "def f():\n    n = 0\n    def g():\n        nonlocal n\n        n += 1\n    g()\n    return n\n",
    "counter = 0\ndef f():\n    global counter\n    return counter\n",
    "def f(request):\n    request.state.user = 1\n",
    "app = make()\ndef custom_openapi():\n    app.openapi_schema = {}\n    return app.openapi_schema\n",
    "from functools import lru_cache\nimport os\n@lru_cache\ndef settings():\n    return os.getenv('X', '')\n",
    "class A(BaseModel):\n    tags: list[str] = []\n    def add(self):\n        self.tags.append('x')\n",
    "class A:\n    def __init__(self):\n        self.items = []\n    def f(self):\n        self.items.append(1)\n",
    "class A:\n    items = []\n    def __init__(self):\n        self.items = []\n"
    "    def f(self):\n        self.items.append(1)\n",
    "class User(Base):\n    tags = relationship('Tag')\n"
    "def f(db):\n    user = db.get(User)\n    user.name = 'x'\n    user.tags.append(1)\n",
    "def f(db):\n    for row in db:\n        row.status = 'x'\n",
    "def f(seen=[]):\n    return len(seen)\n",
    "def f(seen=None):\n    seen = seen or []\n    seen.append(1)\n",
    "this is not python",
]


@pytest.mark.parametrize(("kind", "code"), [(kind, code) for kind, codes in STATEFUL.items() for code in codes])
def test_state_outside_the_database_is_found(kind: str, code: str) -> None:
    found = findings.static(code)
    assert [one["details"]["kind"] for one in found] == [kind], found
    assert found[0]["code"] == "mutable_state"
    assert found[0]["details"]["lines"]


@pytest.mark.parametrize("code", STATELESS)
def test_ordinary_code_raises_no_alarm(code: str) -> None:
    assert findings.static(code) == []


@needs_sample
def test_none_of_the_sample_keeps_state() -> None:
    assert {row["scenario"]: findings.static(row["full_code"]) for row in rows("gen_envs.jsonl")} == {
        row["scenario"]: [] for row in rows("gen_envs.jsonl")
    }


def test_the_message_names_the_place() -> None:
    (found,) = findings.static("items = []\n\n\ndef add(x):\n    items.append(x)\n    items.append(x)\n")
    assert found["message"] == "The module-level container items is changed by a function: line 5, in add."
    assert found["details"] == {"name": "items", "kind": "container", "lines": [5, 6], "functions": ["add"]}


def test_seeds_that_read_the_clock() -> None:
    assert findings.reads_clock("INSERT INTO t VALUES (datetime('now', '-3 days'))")
    assert not findings.reads_clock("INSERT INTO t VALUES ('right now', '2024-01-01')")


def shadowed(app: FastAPI) -> list[tuple[str, str]]:
    return [
        (one["details"]["tool"], one["details"]["byTool"])
        for one in findings.routes(app)
        if one["code"] == "shadowed_route"
    ]


def test_static_routes_behind_dynamic_ones_are_found() -> None:
    app = FastAPI()
    router = APIRouter(prefix="/users")

    @app.get("/items/{item_id}", operation_id="get_item")
    def get_item(item_id: int) -> int:
        return item_id

    @app.get("/items/search", operation_id="search_items")
    def search_items() -> int:
        return 1

    @app.post("/items/search", operation_id="post_search")
    def post_search() -> int:
        return 1

    @app.get("/items/{item_id}/parts", operation_id="parts")
    def parts(item_id: int) -> int:
        return item_id

    @app.get("/files/{path:path}", operation_id="any_file")
    def any_file(path: str) -> str:
        return path

    @app.get("/files/{name}/size", operation_id="file_size")
    def file_size(name: str) -> str:
        return name

    @app.get("/numbers/{n:int}", operation_id="number")
    def number(n: int) -> int:
        return n

    @app.get("/numbers/{word}", operation_id="word")
    def word(word: str) -> str:
        return word

    @router.get("/me", operation_id="me")
    def me() -> int:
        return 1

    @router.get("/{user_id}", operation_id="user")
    def user(user_id: int) -> int:
        return user_id

    app.include_router(router)

    @app.get("/users/me", operation_id="me_again")
    def me_again() -> int:
        return 1

    assert shadowed(app) == [("search_items", "get_item"), ("file_size", "any_file"), ("me_again", "me")]


class Thing(BaseModel):
    name: str
    item_id: int


class Patch(BaseModel):
    name: str
    item_id: int | None = None


def test_tools_that_can_never_be_called_are_found_and_indeed_fail() -> None:
    app = FastAPI()

    @app.put("/clash/{item_id}", operation_id="clash")
    def clash(item_id: int, thing: Thing) -> int:
        return item_id + thing.item_id

    @app.put("/fine/{item_id}", operation_id="fine")
    def fine(item_id: int, patch: Patch) -> int:
        return item_id + len(patch.name)

    @app.post("/list", operation_id="takes_list")
    def takes_list(values: list[int]) -> int:
        return len(values)

    @app.post("/embedded", operation_id="embedded")
    def embedded(values: Annotated[list[int], Body(embed=True)]) -> int:
        return len(values)

    @app.post("/two", operation_id="two")
    def two(a: Annotated[int, Body()], b: Annotated[int, Body()]) -> int:
        return a + b

    @app.post("/form", operation_id="form")
    def form(name: Annotated[str, Form()]) -> str:
        return name

    @app.delete("/body", operation_id="delete_with_body")
    def delete_with_body(thing: Thing) -> int:
        return thing.item_id

    @app.get("/cookie", operation_id="needs_cookie")
    def needs_cookie(token: Annotated[str, Cookie()]) -> str:
        return token

    @app.get("/query", operation_id="query")
    def query(q: Annotated[list[str], Query()]) -> int:
        return len(q)

    @app.post("/free", operation_id="free")
    def free(data: dict[str, Any]) -> int:
        return len(data)

    reasons = {one["details"]["tool"]: one["details"]["reason"] for one in findings.routes(app)}
    assert reasons == {
        "clash": "name_clash",
        "takes_list": "body_type",
        "form": "form",
        "delete_with_body": "body_of_method",
        "needs_cookie": "cookie",
    }
    arguments: dict[str, dict[str, Any]] = {
        "clash": {"item_id": 1, "name": "x"},
        "fine": {"item_id": 1, "name": "x"},
        "takes_list": {"values": [1]},
        "embedded": {"values": [1]},
        "two": {"a": 1, "b": 2},
        "form": {"name": "x"},
        "delete_with_body": {"name": "x", "item_id": 1},
        "needs_cookie": {"token": "x"},
        "query": {"q": ["a"]},
        "free": {"x": 1},
    }
    caller = Caller(app, derive(app))
    statuses: dict[str, int | None] = {}
    for tool, given in arguments.items():
        try:
            statuses[tool] = asyncio.run(caller.call(tool, given)).status
        except ToolError as error:
            statuses[tool] = error.status
    assert {tool for tool, status in statuses.items() if status != 200} == set(reasons), statuses


def test_operation_ids_that_two_routes_share_are_found() -> None:
    app = FastAPI()

    @app.get("/a", operation_id="same")
    def a() -> int:
        return 1

    @app.get("/b", operation_id="same")
    def b() -> int:
        return 2

    (found,) = findings.routes(app)
    assert (found["code"], found["details"]["path"]) == ("uncallable_tool", "/a")
