"""Our way of calling a tool against the real one: fastapi-mcp under the MCP SDK, in the same process."""

import asyncio
from typing import Annotated, Any

import pytest
from fastapi import Body, Cookie, FastAPI, Header, HTTPException, Path, Query, Response
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import PlainTextResponse, RedirectResponse, StreamingResponse
from fastapi_mcp import FastApiMCP
from mcp.types import CallToolRequest, CallToolRequestParams, CallToolResult
from pydantic import BaseModel
from starlette.middleware.base import BaseHTTPMiddleware

from awm_runtime import tools
from awm_runtime.calls import Caller, ToolError


class Item(BaseModel):
    name: str
    price: float = 1.5
    tags: list[str] = []


def make_app() -> FastAPI:
    app = FastAPI(title="Edges")
    app.add_middleware(GZipMiddleware, minimum_size=200)

    async def pass_on(request: Any, call_next: Any) -> Any:
        return await call_next(request)

    app.add_middleware(BaseHTTPMiddleware, dispatch=pass_on)

    @app.get("/text/{name}", operation_id="text")
    def text(name: str, loud: bool = False) -> dict[str, Any]:
        return {"name": name, "loud": loud}

    @app.get("/numbers", operation_id="numbers")
    def numbers(values: Annotated[list[float] | None, Query()] = None, limit: int = 10) -> dict[str, Any]:
        return {"values": values, "limit": limit, "float": 1e22, "small": 1e-7, "big": 2**70, "none": None}

    @app.get("/header", operation_id="header")
    def header(x_token: Annotated[str, Header()] = "none") -> dict[str, str]:
        return {"token": x_token}

    @app.post("/items", operation_id="add_item", status_code=201)
    async def add_item(item: Item) -> Item:
        return item

    @app.put("/items/{item_id}", operation_id="put_item")
    def put_item(item_id: Annotated[int, Path(ge=1)], item: Item, note: str | None = None) -> dict[str, Any]:
        return {"id": item_id, "item": item, "note": note}

    @app.delete("/items/{item_id}", operation_id="delete_item", status_code=204)
    def delete_item(item_id: int) -> None:
        assert item_id

    @app.patch("/raw", operation_id="raw")
    async def raw(payload: Annotated[dict[str, Any], Body()]) -> dict[str, Any]:
        return payload

    @app.get("/plain", operation_id="plain", response_class=PlainTextResponse)
    def plain() -> str:
        return "größe\nplain"

    @app.get("/latin", operation_id="latin")
    def latin() -> Response:
        return Response("größe".encode("latin-1"), media_type="text/plain; charset=latin-1")

    @app.get("/quoted", operation_id="quoted")
    def quoted() -> Response:
        return Response('"just a string"', media_type="text/plain")

    @app.get("/nan", operation_id="nan")
    def nan() -> Response:
        return Response('{"a": NaN, "b": -Infinity, "a": 2, "c": [], "d": {}, "e": "\\u2028\\ud83d\\ude00\\u0001"}')

    @app.get("/redirect", operation_id="redirect")
    def redirect() -> Response:
        return RedirectResponse("/plain")

    @app.get("/stream", operation_id="stream")
    def stream() -> StreamingResponse:
        return StreamingResponse(iter(["[1,", "2]"]), media_type="application/json")

    @app.get("/long", operation_id="long")
    def long() -> dict[str, str]:
        return {"text": "é" * 5000}

    @app.get("/teapot", operation_id="teapot")
    def teapot() -> None:
        raise HTTPException(418, detail={"code": "ü", "list": [1, 2.0]})

    @app.get("/broken", operation_id="broken")
    def broken() -> None:
        raise RuntimeError("no")

    @app.get("/cookie/set", operation_id="set_cookie")
    def set_cookie(response: Response) -> dict[str, bool]:
        response.set_cookie("who", "me")
        return {"ok": True}

    @app.get("/cookie/get", operation_id="get_cookie")
    def get_cookie(who: Annotated[str | None, Cookie()] = None) -> dict[str, str | None]:
        return {"who": who}

    return app


CALLS: list[tuple[str, dict[str, Any]]] = [
    ("text", {"name": "plain"}),
    ("text", {"name": "with space/and slash"}),
    ("text", {"name": "q?x=1#frag"}),
    ("text", {"name": "größe 日本 😀"}),
    ("text", {"name": ""}),
    ("text", {"name": ".."}),
    ("text", {"name": "%2F%zz"}),
    ("text", {"name": "a\nb"}),
    ("text", {"name": "x", "loud": True}),
    ("text", {"name": "x", "loud": "yes"}),
    ("text", {"name": "x" * 70_000}),
    ("text", {"name": 5}),
    ("text", {}),
    ("text", {"name": "x", "more": 1}),
    ("numbers", {}),
    ("numbers", {"values": [1, 2.5], "limit": 3}),
    ("numbers", {"values": []}),
    ("numbers", {"values": None}),
    ("numbers", {"values": "1"}),
    ("numbers", {"limit": 1e3}),
    ("numbers", {"limit": 2.5}),
    ("header", {}),
    ("header", {"x-token": "abc"}),
    ("header", {"x-token": "größe"}),
    ("add_item", {"name": "a"}),
    ("add_item", {"name": "a", "price": 2, "tags": ["x", "ü"]}),
    ("add_item", {"name": "a", "price": "2"}),
    ("add_item", {"price": 2}),
    ("add_item", {"name": None}),
    ("add_item", {"name": "a", "surprise": {"b": [None]}}),
    ("put_item", {"item_id": 3, "name": "n", "note": "seen"}),
    ("put_item", {"item_id": 0, "name": "n"}),
    ("put_item", {"item_id": 3, "name": "n", "note": None}),
    ("delete_item", {"item_id": 3}),
    ("raw", {}),
    ("raw", {"anything": [1, {"x": 2}]}),
    ("plain", {}),
    ("plain", {"ignored": 1}),
    ("latin", {}),
    ("quoted", {}),
    ("nan", {}),
    ("redirect", {}),
    ("stream", {}),
    ("long", {}),
    ("teapot", {}),
    ("broken", {}),
    ("set_cookie", {}),
    ("get_cookie", {}),
    ("no_such_tool", {}),
    ("", {}),
]


async def reference(server: FastApiMCP, name: str, arguments: dict[str, Any]) -> tuple[bool, str]:
    handler = server.server.request_handlers[CallToolRequest]
    request = CallToolRequest(method="tools/call", params=CallToolRequestParams(name=name, arguments=arguments))
    result = (await handler(request)).root
    assert isinstance(result, CallToolResult)
    return result.isError or False, "".join(getattr(part, "text", "") for part in result.content)


async def ours(caller: Caller, name: str, arguments: dict[str, Any]) -> tuple[bool, str]:
    try:
        return False, (await caller.call(name, arguments)).text
    except ToolError as error:
        return True, str(error)


@pytest.mark.filterwarnings("ignore")
def test_every_call_answers_the_same_bytes() -> None:
    async def compare() -> list[tuple[str, dict[str, Any], Any, Any]]:
        app = make_app()
        server = FastApiMCP(app)
        caller = Caller(app, tools.derive(app))
        different = []
        for name, arguments in CALLS:
            want = await reference(server, name, dict(arguments))
            got = await ours(caller, name, dict(arguments))
            if want != got:
                different.append((name, arguments, want, got))
        return different

    assert asyncio.run(compare()) == []


@pytest.mark.filterwarnings("ignore")
def test_tools_are_those_of_fastapi_mcp() -> None:
    app = make_app()
    want = [
        {"name": t.name, "description": t.description, "input_schema": t.inputSchema} for t in FastApiMCP(app).tools
    ]
    assert tools.derive(app)["tools"] == want
