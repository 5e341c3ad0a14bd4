"""Games put right on the page, as `clashbox void`, `restore`, `note`, `edit`, `rename` and `import` do it;
only by who sits at the computer.
"""

import io
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from clashbox import history
from clashbox.cli.edit import edits_of
from clashbox.db import care, listing
from clashbox.exchange import candidates, storing
from clashbox.i18n import t
from clashbox.page import asking
from clashbox.page.archive import Archive
from clashbox.page.limits import FILE
from clashbox.text import shown
from clashbox.trouble import Trouble

_TOLD = 3
"""Games in quarantine that are told of one by one."""


class Void(msgspec.Struct, forbid_unknown_fields=True):
    """The game no longer counts, or counts again."""

    gone: bool
    why: str = ""


class Note(msgspec.Struct, forbid_unknown_fields=True):
    """The game's note; an empty one takes it away."""

    text: str


class Edit(msgspec.Struct, forbid_unknown_fields=True):
    """What is put right, as it is typed for `clashbox edit`; None: stays as it is."""

    date: str | None = None
    place: str | None = None
    winner: str | None = None
    first: str | None = None
    seats: list[str] = []
    factions: list[str] = []
    why: str = ""


class Name(msgspec.Struct, forbid_unknown_fields=True):
    """A player's new name."""

    player: str
    name: str


class Corrections:
    """Changes of a history."""

    def __init__(self, database: Archive):
        self._database = database

    def void(self, game: str, said: Void) -> dict[str, Any]:
        """Raises Trouble where it is so already."""
        with self._database.write() as session:
            found = history.find(session, shown(game))
            care.void(session, found, said.gone, said.why)
            return {"id": found.id}

    def note(self, game: str, said: Note) -> dict[str, Any]:
        """Raises Trouble where there is no such game."""
        with self._database.write() as session:
            found = history.find(session, shown(game))
            care.note(session, found, said.text)
            return {"id": found.id}

    def edit(self, game: str, said: Edit) -> dict[str, Any]:
        """All or nothing. Raises Trouble."""
        with self._database.write() as session:
            found = history.find(session, shown(game))
            names = history.named(history.row(listing.one(session, found.id)).players)
            edits = edits_of(
                names, found.kind, said.factions, said.seats, said.date, said.place, said.winner, said.first
            )
            if not edits:
                raise Trouble("page.nothing")
            for field, seat, after in edits:
                care.edit(session, found, field, after, said.why, seat)
            return {"id": found.id}

    def rename(self, said: Name) -> dict[str, Any]:
        """Raises Trouble where the name is taken."""
        with self._database.write() as session:
            before, after = care.rename(session, history.person(session, said.player), said.name)
        return {"before": before, "after": after}

    def bring(self, name: str, data: bytes) -> dict[str, Any]:
        """Takes the games of a file in, as `clashbox import` does. Raises Trouble where none can be read."""
        found = candidates.of_file(io.BytesIO(data), shown(name, 80) or "?")
        with self._database.write() as session:
            outcomes = storing.store_all(session, found)
        counts = [sum(one.what == what for one in outcomes) for what in ("stored", "longer", "known")]
        waits = [one for one in outcomes if one.what == "quarantine"]
        said = [t("import.sum", *counts, len(waits))]
        said += [f"{one.file}:{one.line}: {t('import.waits', one.id, one.why)}" for one in waits[:_TOLD]]
        return {"said": " · ".join(said), "games": [one.id for one in outcomes if one not in waits]}

    # Requests

    async def ask_import(self, request: Request) -> Response:
        """POST /api/import?name=FILE; the body is the file."""
        data = await asking.taken(request, FILE)
        if isinstance(data, Response):
            return data
        return await asking.answer(request, lambda: self.bring(request.query_params.get("name", ""), data))

    async def ask_void(self, request: Request) -> Response:
        """POST /api/games/ID/void."""
        return await asking.change(request, Void, lambda said: self.void(request.path_params["id"], said))

    async def ask_note(self, request: Request) -> Response:
        """POST /api/games/ID/note."""
        return await asking.change(request, Note, lambda said: self.note(request.path_params["id"], said))

    async def ask_edit(self, request: Request) -> Response:
        """POST /api/games/ID/edit."""
        return await asking.change(request, Edit, lambda said: self.edit(request.path_params["id"], said))

    async def ask_rename(self, request: Request) -> Response:
        """POST /api/players/rename."""
        return await asking.change(request, Name, self.rename)
