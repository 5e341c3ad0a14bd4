"""What browsers may ask besides the box: answered in their language, in a thread of its own."""

import asyncio
from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from clashbox import book, i18n
from clashbox.text import shown
from clashbox.trouble import Trouble


def language(request: Request) -> str | None:
    """The language that the browser reads; None where it does not say."""
    asked = request.query_params.get("lang", "")
    return asked if asked in i18n.LANGUAGES else None


async def answer(request: Request, make: Callable[[], Any]) -> Response:
    """What `make` comes to, as JSON; a Trouble as 400 (404 where it is about what is not there)."""

    def work() -> Response:
        with i18n.speaking(language(request) or i18n.language()):
            try:
                made = make()
            except Trouble as trouble:
                gone = trouble.key in ("game.none", "rule.none")
                return JSONResponse({"trouble": shown(str(trouble), 400)}, 404 if gone else 400)
        return made if isinstance(made, Response) else JSONResponse(made)

    return await asyncio.to_thread(work)


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
