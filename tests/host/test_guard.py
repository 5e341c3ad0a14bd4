"""The guard before the page: only this address, only our own page, nothing for anybody else."""

import asyncio

import pytest
from clashbox.page.guard import Guard

PORT = 8642


def ask(kind="http", method="GET", **headers):
    """The status with which the guard answers, or "passed" where the application saw the request."""
    seen = []
    sent = []

    async def application(scope, receive, send):
        seen.append(scope)
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message):
        sent.append(message)

    async def receive():
        return {"type": f"{kind}.connect"}

    pairs = [(name.encode(), value.encode()) for name, values in headers.items() for value in values]
    scope = {"type": kind, "headers": pairs}
    if kind == "http":
        scope["method"] = method
    asyncio.run(Guard(application, PORT)(scope, receive, send))
    if seen:
        if kind == "http":
            assert (b"x-frame-options", b"DENY") in sent[0]["headers"]
        return "passed"
    return sent[0].get("status") or sent[0]["code"]


HERE = [f"127.0.0.1:{PORT}"]
OURS = [f"http://127.0.0.1:{PORT}"]


@pytest.mark.parametrize(
    "host", [f"127.0.0.1:{PORT}", f"localhost:{PORT}", f"[::1]:{PORT}", f"LOCALHOST:{PORT}"]
)
def test_our_own_names_pass(host):
    assert ask(host=[host]) == "passed"
    assert ask(host=[host], origin=[f"http://{host}"]) == "passed"
    assert ask("websocket", host=[host], origin=[f"http://{host}"]) == "passed"


@pytest.mark.parametrize(
    "host",
    [
        [],
        ["evil.example"],
        [f"evil.example:{PORT}"],
        ["127.0.0.1"],
        ["127.0.0.1:80"],
        [f"127.0.0.1.evil.example:{PORT}"],
        HERE * 2,
    ],
)
def test_other_names_do_not(host):
    assert ask(host=host) == 403
    assert ask("websocket", host=host, origin=OURS) == 1008


@pytest.mark.parametrize(
    "origin",
    [
        ["http://evil.example"],
        ["null"],
        [f"https://127.0.0.1:{PORT}"],
        ["http://127.0.0.1"],
        ["http://127.0.0.1:1"],
        [""],
        OURS * 2,
    ],
)
def test_foreign_origins_do_not(origin):
    assert ask(host=HERE, origin=origin) == 403
    assert ask(method="POST", host=HERE, origin=origin) == 403
    assert ask("websocket", host=HERE, origin=origin) == 1008


def test_what_may_change_something_must_say_where_it_is_from():
    assert ask(host=HERE) == "passed"
    assert ask(method="POST", host=HERE) == 403
    assert ask("websocket", host=HERE) == 1008
    assert ask(method="POST", host=HERE, origin=OURS) == "passed"


def test_the_lifespan_passes():
    seen = []

    async def application(scope, receive, send):
        seen.append(scope["type"])

    asyncio.run(Guard(application, PORT)({"type": "lifespan"}, None, None))
    assert seen == ["lifespan"]
