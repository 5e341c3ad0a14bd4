"""The history on the page: the list of games, one game at any moment of it, files to take along."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from clashbox import history, i18n, rules
from clashbox.cards import Facts
from clashbox.cli.exchange import FORMATS, lines_of
from clashbox.cli.game_view import change, source_of, told
from clashbox.cli.games import PAGE, date
from clashbox.cli.options import Which
from clashbox.db import care, listing
from clashbox.db.observed import observe
from clashbox.i18n import t
from clashbox.page import asking
from clashbox.page.archive import Archive
from clashbox.page.table import Tables, state_at
from clashbox.page.telling import whole
from clashbox.text import shown
from clashbox.trouble import Trouble

MOST_PAGES = 100_000


def which(asked: QueryParams) -> Which:
    """Which games, as they stand in the address."""
    kind = asked.get("game", "")
    people = tuple(name for name in asked.getlist("player")[:4] if name.strip())
    wanted = kind if kind in ("smashup", "toybattle") else None
    return Which(asked.get("from") or None, asked.get("to") or None, people, wanted)


def _number(text: str, most: int) -> int:
    return min(most, int(text)) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def listed(row: history.Row) -> dict[str, Any]:
    """A game's line of the list."""
    state = "void" if row.void else "live" if row.live else "over" if row.over else "aside"
    return {
        **asdict(row),
        "title": t(f"kind.{row.game}"),
        "players": history.named(row.players),
        "date": date(row.started, row.approximate),
        "state": t(f"game.state.{state}"),
    }


class Past:
    """Answers about the games of a history."""

    def __init__(self, database: Archive):
        self._database = database

    def games(self, asked: QueryParams) -> dict[str, Any]:
        """A page of the list, the newest game first. Raises Trouble."""
        page = max(1, _number(asked.get("page", ""), MOST_PAGES))
        with self._database.read() as session:
            wanted = which(asked).wanted(session)
            total = listing.count(session, wanted)
            names = listing.ids(session, wanted, PAGE, (page - 1) * PAGE)
            rows = [listed(history.row(one)) for one in listing.listed(session, names)]
        return {"total": total, "page": page, "pages": max(1, -(-total // PAGE)), "games": rows}

    def game(self, name: str) -> dict[str, Any]:
        """All of one game: who came to what, from where, its events and findings. Raises Trouble."""
        lang = i18n.language()
        with self._database.read() as session:
            found = history.find(session, shown(name))
            one = listing.one(session, found.id)
            row = history.row(one)
            decks = [list(sitting.seat.factions) for sitting in one.seats]
            header = history.header(found)
            numbered = history.numbered(session, found)
            changes = [told(change(one)) for one in care.changes(session, found.id)]
        try:
            seen = observe(header, numbered, row.winner if row.over else None)
            ledger = [[one.line - 1, one.place, one.points, source_of(header, one)] for one in seen.ledger]
        except rules.CannotApply:
            ledger = []  # why stands where the findings stand
        events = [event for _, event in numbered]
        rows = whole(row.id, header, events, lang, at_last=not row.live)
        facts = Facts(header.get("printing", "original"))
        # Those that somebody put right show here even while others are unknown and nothing hangs on them yet.
        names = [[facts.name("faction", slug, lang) for slug in own] for own in decks]
        return {**rows, "row": listed(row), "decks": names, "ledger": ledger, "changes": changes}

    def at(self, name: str, number: str) -> dict[str, Any]:
        """The table of a game after that many events. Raises Trouble."""
        with self._database.read() as session:
            found = history.find(session, shown(name))
            header = history.header(found)
            events = [event for _, event in history.numbered(session, found)]
        tables = Tables(header, i18n.language())
        return tables.of(state_at(header, events[: _number(number, len(events))], tables.facts))

    def export(self, asked: QueryParams, name: str | None = None) -> Response:
        """A file with one game, or with those of the list. Raises Trouble."""
        form = asked.get("form", "jsonl")
        if form not in FORMATS:
            raise Trouble("page.nowhere")
        with self._database.read() as session:
            if name is not None:
                names = [history.find(session, shown(name)).id]
            else:
                names = list(listing.ids(session, which(asked).wanted(session, void=False)))
        ending = {"bgstats": "json", "bgg": "txt"}.get(form, form)
        headers = {
            "content-disposition": f'attachment; filename="clashbox-{names[0] if name else form}.{ending}"'
        }
        return StreamingResponse(
            self._lines(names, form), media_type="application/octet-stream", headers=headers
        )

    def _lines(self, names: list[str], form: str) -> Iterator[str]:
        with self._database.read() as session:
            yield from lines_of(session, names, form, False)

    # Requests

    async def ask_games(self, request: Request) -> Response:
        """GET /api/games."""
        return await asking.answer(request, lambda: self.games(request.query_params))

    async def ask_game(self, request: Request) -> Response:
        """GET /api/games/ID."""
        return await asking.answer(request, lambda: self.game(request.path_params["id"]))

    async def ask_at(self, request: Request) -> Response:
        """GET /api/games/ID/at/N."""
        values = request.path_params
        return await asking.answer(request, lambda: self.at(values["id"], values["number"]))

    async def ask_export(self, request: Request) -> Response:
        """GET /api/export and /api/games/ID/export."""
        name = request.path_params.get("id")
        return await asking.answer(request, lambda: self.export(request.query_params, name))
