"""Drawing factions on the page, as `clashbox draft` does it, and the set-up sent to the box."""

from collections.abc import Callable
from typing import Any

import msgspec
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from clashbox.cards import Facts, store
from clashbox.cli.draft import boxes_of, draw_of
from clashbox.draft import box, shelf
from clashbox.i18n import t
from clashbox.page import asking
from clashbox.page.archive import Archive
from clashbox.text import shown
from clashbox.trouble import Trouble
from clashbox.virtual import VirtualDeviceError

EVENINGS = 3
_SEED = 1_000_000_000


class SetUp(msgspec.Struct, forbid_unknown_fields=True):
    """What is sent to the box: names by seat ("" for nobody), two factions each, who begins."""

    names: list[str]
    factions: list[list[str]]
    first: int


class Own(msgspec.Struct, forbid_unknown_fields=True):
    """The boxes (slugs of sets) that one owns."""

    sets: list[str]


class Drafting:
    """Draws; `put` sends a file to the box."""

    def __init__(self, database: Archive, put: Callable[[str, bytes], None]):
        self._database = database
        self._put = put

    def draw(self, asked: QueryParams) -> dict[str, Any]:
        """Factions for 2 to 4 seats, two each or (`pick`: 3) three to choose from, the same for the same
        seed; `sets`: all boxes, and which of them one owns. Raises Trouble.
        """
        players = int(asked.get("players", "") if asked.get("players", "") in ("2", "3", "4") else "2")
        seed = asked.get("seed", "")
        titans = asked.get("titans") == "1"
        offer = 3 if asked.get("pick") == "3" else 2
        with self._database.read() as session:
            texts = [text for text in asked.getlist("sets")[:20] if text.strip()]
            owned = shelf.owned(session)
            boxes = boxes_of("", texts, everything=True) if texts else owned
            recent = shelf.evenings(session, EVENINGS)
        pool = shelf.factions(boxes, titans)
        number = min(_SEED, int(seed)) if seed.isascii() and seed.isdigit() and len(seed) < 12 else None
        drawn, used = draw_of(pool, players, offer, recent, number)
        facts = Facts()
        return {
            "seed": used,
            "first": drawn.first,
            "players": [
                [{"slug": slug, "name": facts.name("faction", slug)} for slug in offer]
                for offer in drawn.offers
            ],
            "names": [t("player.nameless", place) for place in range(1, players + 1)],
            "sets": [[slug, one.name, slug in owned] for slug, one in store.sets().items()],
            "pool": t("draft.pool", len(pool), ", ".join(store.sets()[slug].name for slug in boxes))
            if boxes
            else t("draft.pool.all", len(pool)),
        }

    def own(self, said: Own) -> dict[str, Any]:
        """Notes which boxes one owns; none: nobody says so. Raises Trouble where one is not known."""
        for slug in said.sets:
            if slug not in store.sets():
                raise Trouble("page.noset", shown(slug))
        with self._database.write() as session:
            return {"sets": shelf.own(session, said.sets)}

    def send(self, said: SetUp) -> dict[str, Any]:
        """Raises Trouble where it is none, or the box does not take it."""
        seats = len(said.factions)
        known = {slug for own in said.factions for slug in own if slug in store.factions()}
        whole = len(known) == 2 * seats and all(len(own) == 2 for own in said.factions)
        if not (2 <= seats <= 4 and len(said.names) == seats and 1 <= said.first <= seats and whole):
            raise Trouble("page.nosetup")
        try:
            self._put("draft", box.file([shown(name) for name in said.names], said.factions, said.first))
        except (VirtualDeviceError, ValueError) as error:
            raise Trouble("draft.put", shown(error, 120)) from None
        return {}

    # Requests

    async def ask_draw(self, request: Request) -> Response:
        """GET /api/draft."""
        return await asking.answer(request, lambda: self.draw(request.query_params))

    async def ask_send(self, request: Request) -> Response:
        """POST /api/draft."""
        return await asking.change(request, SetUp, self.send)

    async def ask_own(self, request: Request) -> Response:
        """POST /api/draft/own."""
        return await asking.change(request, Own, self.own)
