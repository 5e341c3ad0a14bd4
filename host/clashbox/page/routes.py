"""What can be asked of the history, and by which address."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from clashbox.i18n import t
from clashbox.page import asking
from clashbox.page.archive import Archive
from clashbox.page.box import Box
from clashbox.page.corrections import Corrections
from clashbox.page.drafting import Drafting
from clashbox.page.entering import Entering
from clashbox.page.figures import Figures
from clashbox.page.past import Past


class Fetch(msgspec.Struct, forbid_unknown_fields=True):
    """The games of the box come into the history."""


def routes(archive: Archive, box: Box) -> list[Route]:
    """The routes of games, statistics, corrections, the draft, and of what is entered."""
    past, figures, corrections = Past(archive), Figures(archive), Corrections(archive)
    drafting, entering = Drafting(archive, box.put), Entering(box)

    async def fetch(request: Request) -> Response:
        def make(_: Fetch) -> dict[str, str]:
            added, troubles = box.fetch(archive.database)
            return {"said": " ".join([t("page.fetched", added), *troubles])}

        return await asking.change(request, Fetch, make)

    return [
        Route("/api/games", past.ask_games),
        Route("/api/games/{id}", past.ask_game),
        Route("/api/games/{id}/at/{number}", past.ask_at),
        Route("/api/games/{id}/export", past.ask_export),
        Route("/api/games/{id}/void", corrections.ask_void, methods=["POST"]),
        Route("/api/games/{id}/note", corrections.ask_note, methods=["POST"]),
        Route("/api/games/{id}/edit", corrections.ask_edit, methods=["POST"]),
        Route("/api/import", corrections.ask_import, methods=["POST"]),
        Route("/api/players/rename", corrections.ask_rename, methods=["POST"]),
        Route("/api/export", past.ask_export),
        Route("/api/stats/{what}", figures.ask),
        Route("/api/draft", drafting.ask_draw),
        Route("/api/draft", drafting.ask_send, methods=["POST"]),
        Route("/api/draft/own", drafting.ask_own, methods=["POST"]),
        Route("/api/cards", entering.ask_cards),
        Route("/api/enter", entering.ask_enter, methods=["POST"]),
        Route("/api/fetch", fetch, methods=["POST"]),
    ]
