"""Checks that each part which a title names lies where it says, and takes what it will be given."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import Parameter, signature

from pbem.adjudicator.game import Bot, Game, Match
from pbem.adjudicator.orders.grammar import OrderTable, TableError
from pbem.adjudicator.reports.annals import Method

#: Parts that are no functions: what they must be.
CLASSES = {"match": Match}
VALUES = {"method": Method, "order_table": OrderTable}
#: Parts that no method is named after: what they take.
TAKEN = {"picture": ["view"], "contents": ["reading"], "legal": ["known", "orders"]}
#: Parts without which a game cannot be played; a title may override the method of that name instead.
NEEDED = {"match": "begin", "legal": "check"}


def faults_of(game: Game) -> list[str]:
    """All that is wrong with what a title declares; empty, or it is our bug."""
    return [*missing(game), *misplaced(game), *unfit(game), *untold(game)]


def missing(game: Game) -> Iterator[str]:
    """Parts that every title has, and names that every title gives itself."""
    for name in ("name", "title", "edition", "version", "seats", "scenarios"):
        if not getattr(game, name, None):
            yield f"{type(game).__name__} has no {name}"
    for part, method in NEEDED.items():
        if part not in game.parts and getattr(type(game), method) is getattr(Game, method):
            yield f"{game.name} has no part '{part}', and no method '{method}' of its own"
    if not game.order_schema and type(game).read_orders is Game.read_orders:
        yield f"{game.name} has no order_schema, and no method 'read_orders' of its own"


def misplaced(game: Game) -> Iterator[str]:
    """Parts that nobody asks for, and places where nothing lies."""
    for name, place in (*game.parts.items(), *game.captains.items()):
        if name in game.parts and not asked_for(name):
            yield f"{game.name}: nobody asks for a part '{name}'"
        elif not found(game, place):
            yield f"{game.name}: there is no {place} for '{name}'"


def asked_for(name: str) -> bool:
    """Tell whether the house has a use for a part of this name."""
    return name in CLASSES or name in VALUES or name in TAKEN or hasattr(Game, name)


def found(game: Game, place: str) -> bool:
    """Tell whether something lies at a place."""
    try:
        game.fetched(place)
    except (ImportError, AttributeError):
        return False
    return True


def unfit(game: Game) -> Iterator[str]:
    """Parts that cannot be called as the house will call them."""
    for name, place in game.parts.items():
        if not found(game, place) or not asked_for(name):
            continue
        part = game.fetched(place)
        if name in VALUES:
            if not isinstance(part, VALUES[name]):
                yield f"{game.name}: {place} is no {VALUES[name].__name__}"
        elif name in CLASSES:
            if not (isinstance(part, type) and issubclass(part, CLASSES[name])):
                yield f"{game.name}: {place} is no {CLASSES[name].__name__}"
        elif len(names_of(part)) != len(given := TAKEN.get(name) or names_of(getattr(Game, name))[1:]):
            yield f"{game.name}: {place} takes {names_of(part)}, not {given}"
    for place in game.captains.values():
        if found(game, place) and not issubclass(game.fetched(place), Bot):
            yield f"{game.name}: {place} is no Bot"


def untold(game: Game) -> Iterator[str]:
    """Sections of order files without an example for the documentation, and examples of no section."""
    if "order_table" in game.parts and found(game, game.parts["order_table"]):
        try:
            _ = game.order_table().stories
        except TableError as error:
            yield str(error)


def names_of(function: object) -> list[str]:
    """List the parameters of a function."""
    kinds = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    return [each.name for each in signature(function).parameters.values() if each.kind in kinds]  # type: ignore[arg-type]
