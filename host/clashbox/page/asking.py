"""What browsers may ask besides the box: answered in their language, in a thread of its own, and bounded."""

import asyncio
import json
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from clashbox import book, i18n
from clashbox.page.guard import ENTRY, OWNER, ROLE
from clashbox.page.limits import BODY
from clashbox.text import shown
from clashbox.trouble import Trouble

Shape = TypeVar("Shape")
_GONE = ("game.none", "rule.none", "page.nowhere")


def language(request: Request) -> str:
    """The language that the browser reads; the laptop's where it does not say."""
    asked = request.query_params.get("lang", "")
    return asked if asked in i18n.LANGUAGES else i18n.language()


async def answer(request: Request, make: Callable[[], Any]) -> Response:
    """What `make` comes to, as JSON; a Trouble as 400 (404 where it is about what is not there)."""

    def work() -> Response:
        with i18n.speaking(language(request)):
            try:
                made = make()
            except Trouble as trouble:
                status = 404 if trouble.key in _GONE else 400
                return JSONResponse({"trouble": shown(str(trouble), 400)}, status)
        if isinstance(made, Response):
            return made
        return Response(json.dumps(made, ensure_ascii=False), media_type="application/json")

    return await asyncio.to_thread(work)


async def change(
    request: Request, shape: type[Shape], make: Callable[[Shape], Any], guests: bool = False
) -> Response:
    """The same for what changes something: only for who sits at the computer, with `guests` also for those
    who may press keys (else 403), with a body of JSON in that shape (else 400, 413 where it is too long).
    """
    body = await taken(request, BODY, guests)
    if isinstance(body, Response):
        return body
    try:
        said = msgspec.json.decode(body, type=shape)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        return JSONResponse({"trouble": shown(error, 200)}, 400)
    return await answer(request, lambda: make(said))


async def taken(request: Request, most: int, guests: bool = False) -> bytes | Response:
    """The bytes of a request that changes something, at most so many; or why it is refused: see change."""
    if request.scope.get(ROLE) not in ((OWNER, ENTRY) if guests else (OWNER,)):
        word = "page.looking" if guests else "page.watching"
        return JSONResponse({"trouble": i18n.t(word, lang=language(request))}, 403)
    body = bytearray()
    try:
        async for piece in request.stream():
            body += piece
            if len(body) > most:
                return JSONResponse({"trouble": i18n.t("page.long", lang=language(request))}, 413)
    except ClientDisconnect as error:
        return JSONResponse({"trouble": shown(error, 200)}, 400)
    return bytes(body)


async def rule(request: Request) -> Response:
    """A rule of the book in one language."""

    def make() -> dict[str, Any]:
        lang = i18n.language()
        wanted = shown(request.path_params["id"], 8)
        try:
            found = book.rule(wanted)
        except KeyError:
            raise Trouble("rule.none", wanted, "") from None
        return {
            "id": found.id,
            "section": book.section_title(found.section, lang),
            "title": found.title.of(lang),
            "text": found.text.of(lang),
            "example": found.example.of(lang),
            "source": found.sources(lang),
            "house": found.house.of(lang) if found.house else "",
            "related": [{"id": one, "title": book.rule(one).title.of(lang)} for one in found.related],
        }

    return await answer(request, make)
