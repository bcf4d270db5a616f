"""Lists that several papers show: where storms and wrecks lie, and a force pool with its prices."""

from __future__ import annotations

from functools import lru_cache

from pbem.adjudicator.jenkins.board.board import Board
from pbem.adjudicator.jenkins.board.pieces import Counter
from pbem.adjudicator.jenkins.view.picture import Picture, figures, kind_word
from pbem.adjudicator.reports.phrases import listed
from pbem.base.counting import grouped
from pbem.base.lettering import TIE


def storms(seen: Picture) -> str:
    """Writes the places of storms."""
    places = [seen.place(hex_id) for hex_id in seen.known["storms"]]
    where = f"Storms lie on {listed(places)}; nothing moves in, out or within (8.1)."
    return where if places else "No storm is on the map."


def wrecks(seen: Picture) -> str:
    """Writes the places of wrecks in channels; nothing where there are none."""
    places = [seen.place(hex_id) for hex_id in sorted(seen.known["scuttled"])]
    return f"Scuttled ships block the channel at {listed(places)} (11.7)." if places else ""


def pool(seen: Picture, side: str) -> list[tuple[str, str]]:
    """A side's force pool: like counters together, each id with its price."""
    offers = offered(seen.board)
    groups = grouped(offers[name] for name in seen.known["pool"].get(side, ()))
    return [(group, ", ".join(members)) for group, members in groups.items()]


@lru_cache(maxsize=8)
def offered(board: Board) -> dict[str, tuple[str, str]]:
    """Every counter of a board as a force pool has it: its like in a word with their figures, its id with its price."""
    return {name: (", ".join(filter(None, (group_of(counter), figures(counter)))), f"{name}{TIE}{price(counter)}")
            for name, counter in board.counters.items()}  # fmt: skip


def group_of(counter: Counter) -> str:
    """Under which word counters of a pool are listed."""
    return "Ships" if counter.named_ship else kind_word(counter).capitalize() if counter.is_leader else counter.name


def price(counter: Counter) -> str:
    """Writes a counter's cost."""
    return "-" if counter.cost is None else str(counter.cost)
