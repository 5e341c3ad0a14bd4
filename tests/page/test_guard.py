"""The guard before the page: only this address, only our own page, nothing for anybody else; opened to the
network only for who brings the token.
"""

import pytest
from clashbox.__main__ import run as start
from clashbox.page import asking, guard, serve
from clashbox.page.corrections import Void
from clashbox.page.guard import Guard
from clashbox.page.limits import Bucket, Rates
from starlette.requests import Request

from tests.page.serving import run

PORT = 8642


def ask(kind="http", method="GET", *, by=None, client="127.0.0.1", path="/", query=b"", **headers):
    """The status with which the guard answers, or "passed" where the application saw the request; with a
    guard of one's own (`by`) the role that it has seen.
    """
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
    scope = {"type": kind, "headers": pairs, "client": (client, 50_000), "path": path, "query_string": query}
    if kind == "http":
        scope["method"] = method
    found = by or Guard(application, PORT)
    found._app = application
    run(found(scope, receive, send))
    if seen:
        if by:
            return seen[0][guard.ROLE]
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

    run(Guard(application, PORT)({"type": "lifespan"}, None, None))
    assert seen == ["lifespan"]


# Opened to the network

SHARED = "192.168.1.20"
TOKEN = "Wd0Zx-tokentokentoken"
THERE = [f"{SHARED}:{PORT}"]
COOKIE = [f"{guard.COOKIE}={TOKEN}"]


def shared(entry=False):
    return Guard(None, PORT, SHARED, TOKEN, entry)


def test_who_sits_at_the_computer_needs_no_token():
    assert ask(by=shared(), host=HERE) == guard.OWNER
    assert ask(by=shared(), host=THERE) == guard.OWNER
    assert ask(by=shared(), client="::1", host=HERE) == guard.OWNER


def test_a_guest_brings_the_token_once_and_then_the_cookie():
    guest = {"client": "192.168.1.7", "host": THERE}
    assert ask(by=shared(), query=b"token=" + TOKEN.encode(), **guest) == 303
    assert ask(by=shared(), cookie=COOKIE, **guest) == guard.WATCHER
    assert ask(by=shared(entry=True), cookie=COOKIE, **guest) == guard.ENTRY
    ours = [f"http://{THERE[0]}"]
    assert ask("websocket", by=shared(), origin=ours, cookie=COOKIE, **guest) == guard.WATCHER


@pytest.mark.parametrize(
    "bad",
    [
        {},
        {"cookie": [f"{guard.COOKIE}="]},
        {"cookie": [f"{guard.COOKIE}={TOKEN[:-1]}"]},
        {"cookie": ["\x00;;="]},
        {"query": b"token="},
        {"query": b"token=x&token=" + TOKEN.encode()},
        {"query": b"\xff" * 40},
        {"query": b"token=" + TOKEN.encode(), "path": "/api/games"},
    ],
)
def test_nobody_else_gets_in(bad):
    assert ask(by=shared(), client="192.168.1.7", host=THERE, **bad) == 403
    ours = [f"http://{THERE[0]}"]
    assert ask("websocket", by=shared(), client="192.168.1.7", host=THERE, origin=ours, **bad) == 1008


def test_a_guest_is_nobody_where_the_page_is_not_shared():
    assert ask(client="192.168.1.7", host=HERE) == 403
    assert ask(client="192.168.1.7", host=HERE, cookie=[f"{guard.COOKIE}="]) == 403
    assert ask(client="192.168.1.7", host=THERE, query=b"token=") == 403


def test_guests_obey_host_and_origin_too():
    assert ask(by=shared(), client="192.168.1.7", host=["evil.example"], cookie=COOKIE) == 403
    foreign = {"origin": ["http://evil.example"], "cookie": COOKIE}
    assert ask(by=shared(), client="192.168.1.7", host=THERE, **foreign) == 403


def test_too_many_requests_are_told_to_wait():
    one = shared()
    one._rates = Rates(rate=1, burst=3)
    answers = [ask(by=one, host=HERE) for _ in range(5)]
    assert answers == [guard.OWNER] * 3 + [429] * 2
    assert ask(by=one, client="127.0.0.9", host=HERE) == guard.OWNER, "another address has its own measure"


def test_addresses_that_are_remembered_are_bounded():
    rates = Rates(rate=0.001, burst=2)
    assert sum(rates.allow(str(number)) for number in range(1000)) == 256


def test_a_bucket_fills_again(monkeypatch):
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    bucket = Bucket(rate=2, burst=2)
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    now[0] += 0.6
    assert [bucket.take() for _ in range(2)] == [True, False]
    now[0] += 5
    assert bucket.full


ROLES = (guard.OWNER, guard.ENTRY, guard.WATCHER, "")


def test_only_a_shared_page_listens_to_the_network():
    for everywhere, address in ((False, "127.0.0.1"), (True, "0.0.0.0")):
        with serve.bind(0, everywhere) as bound:
            assert bound.getsockname()[0] == address


def test_guests_without_entry_change_nothing(english):
    """What the routes themselves say, whoever the guard let in."""

    async def ask(role, guests):
        async def receive():
            return {"type": "http.request", "body": b'{"gone": true}', "more_body": False}

        scope = {"type": "http", "method": "POST", "headers": [], "query_string": b"", guard.ROLE: role}
        answer = await asking.change(Request(scope, receive), Void, lambda said: {"gone": said.gone}, guests)
        return answer.status_code

    may = {role: [run(ask(role, guests)) for guests in (False, True)] for role in ROLES}
    assert may == {
        guard.OWNER: [200, 200],
        guard.ENTRY: [403, 200],
        guard.WATCHER: [403, 403],
        "": [403, 403],
    }


@pytest.mark.parametrize("command", ["play", "watch"])
def test_entry_without_sharing_is_refused_in_a_line(command, english, capsys):
    assert start([command, "--allow-entry", "--no-browser", "--lang", "en"]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "clashbox: --allow-entry goes with --share\n")
