"""Statistics on the page: the same answers as `clashbox stats`, with what their pictures show."""

from typing import Any

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from clashbox.cli import stats_tables
from clashbox.cli.stats import filters_of
from clashbox.i18n import t
from clashbox.page import asking
from clashbox.page.archive import Archive
from clashbox.page.past import which
from clashbox.stats import answers, counts, pictures
from clashbox.trouble import Trouble

MOST = 200
"""Lines of an answer at most."""
_NO_CHANCE = ("ways", "ties", "rules", "clashes")


class Figures:
    """Answers about many games."""

    def __init__(self, database: Archive):
        self._database = database

    def answer(self, what: str, asked: QueryParams) -> dict[str, Any]:
        """An answer as a table (titles, lines, notes) and as a chart: rates with their 95 % intervals, or
        points. Raises Trouble.
        """
        if what not in answers.QUESTIONS:
            raise Trouble("page.nowhere")
        wanted = which(asked)
        players = asked.get("players", "")
        with self._database.read() as session:
            filters = filters_of(
                session,
                wanted.since,
                wanted.until,
                wanted.people,
                wanted.kind,
                None,
                int(players) if players in ("2", "3", "4") else None,
            )
            rows = answers.answer(session, what, filters)[:MOST]
            overview = counts.overview(session, filters)
        columns, lines = stats_tables.laid_out(what, rows) if rows else ([], [])
        return {
            "what": what,
            "title": t(f"stats.title.{what}"),
            "questions": [[name, t(f"stats.title.{name}")] for name in answers.QUESTIONS],
            "overview": t("stats.overview", overview["games"], overview["smashup"], overview["toybattle"]),
            "columns": [[title, how == ">"] for title, how in columns],
            "lines": lines,
            "notes": stats_tables.notes(what, lines, overview) if rows else [],
            "rates": self._rates(what, rows),
            "points": self._points(what, rows),
        }

    def _rates(self, what: str, rows: Any) -> list[dict[str, Any]]:
        if what in (*pictures.NONE, "sources"):
            return []
        return [
            {
                "label": row.label,
                "n": row.part.n,
                **row.part.as_data(),
                "fair": row.fair if what not in _NO_CHANCE else None,
            }
            for row in pictures.drawn(what, rows)
        ]

    def _points(self, what: str, rows: Any) -> list[dict[str, Any]]:
        if what != "sources":
            return []
        return [
            {"label": pictures.source(row), "points": row.points, "part": row.part, "under": row.card != ""}
            for row in rows
            if row.points > 0
        ]

    async def ask(self, request: Request) -> Response:
        """GET /api/stats/WHAT."""
        return await asking.answer(
            request, lambda: self.answer(request.path_params["what"], request.query_params)
        )
