"""Counting and collecting over very many rows, each database in the way in which it is quick at it."""

from collections import Counter
from typing import Any

from sqlalchemy import ColumnElement, Select, SQLColumnExpression, String, cast, func, literal
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.orm import Session


def tally(session: Session, asked: Select[*tuple[Any, ...]]) -> Counter[int]:
    """How often each value of the one (whole) number that is asked for comes.

    SQLite sorts all rows of a GROUP BY that no index has in order, which takes twice as long as to find them;
    as one text they are counted here. PostgreSQL counts by itself.
    """
    (number,) = asked.selected_columns
    if session.get_bind().dialect.name != "sqlite":
        rows = session.execute(asked.add_columns(func.count()).group_by(number))
        return Counter({int(value): int(n) for value, n in rows})
    said: str | None = session.scalar(asked.with_only_columns(joined(session, number, ",")))
    counted = Counter((said or "").split(","))
    counted.pop("", None)
    return Counter({int(value): n for value, n in counted.items()})


def joined(session: Session, column: SQLColumnExpression[Any], mark: str, *order: Any) -> ColumnElement[str]:
    """An aggregate: the values of the column as one text with a mark between them, in that order.

    SQLite (before 3.44 it knows no order here) takes rows as they come: the question goes by an index that
    has them in this order (dialects.by), with nothing sorted on the way.
    """
    if session.get_bind().dialect.name == "sqlite":
        return func.group_concat(column, mark)
    text = cast(column, String)
    return func.string_agg(text, aggregate_order_by(literal(mark), *order) if order else mark)
