"""Leaders: who commands whom, and what becomes of them (R3.10, R3.14)."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import FRENCH, SIDE_OF, other

#: Ranks from the lowest, and the colours within a British one.
RANKS = ("commodore", "rear-admiral", "vice-admiral", "admiral")
COLOURS = {"blue": 1, "white": 2, "red": 3}
#: Turns that a wounded or relieved Leader is out of use (R3.14).
OUT_FOR = 4
KILLED, CAPTURED = "killed", "captured"


@base("R3.10", "Leaders: higher Rank, then colour, then seniority; a Spaniard before a Frenchman", "2.212", "2.317",
      "2.318")
def order_of_rank(state: State, leader: str) -> tuple[int, int, int, int]:
    """A key that sorts Leaders, the senior first."""
    piece = state.board.leaders[leader]
    rank, style = piece.rank_on(state.date)
    listed = list(state.board.leaders).index(leader)
    return (-RANKS.index(rank), -COLOURS.get(style.rpartition("-")[2], 0), int(piece.contingent == FRENCH), listed)


def rank_of(state: State, leader: str) -> str:
    """The rank of a Leader now."""
    return state.board.leaders[leader].rank_on(state.date)[0]


def senior(state: State, leaders: Iterable[str]) -> str:
    """The senior of some Leaders; empty for none."""
    return min(leaders, key=lambda name: order_of_rank(state, name), default="")


def senior_formation(state: State, formations: Iterable[str]) -> str:
    """Of some Formations the one whose Leader is senior; of those without a Leader the first."""
    names = list(formations)
    led = {leader: name for name in names if (leader := state.leader_of(name))}
    return led[senior(state, led)] if led else names[0]


def battle_rating(state: State, leader: str) -> int:
    """The Battle Rating of a Leader; a generic one has none."""
    return state.board.leaders[leader].br if leader else state.board.numbers.generic_br


@base("R3.10", "The Command Rating goes by rank")
def command_rating(state: State, leader: str) -> int:
    """The Squadrons that a Leader makes fire at full effect."""
    return state.board.command_ratings[rank_of(state, leader) if leader else "generic"]


def leader_side(state: State, leader: str) -> str:
    """The side of a Leader."""
    return SIDE_OF[state.board.leaders[leader].contingent]


# ------------------------------------------------------------------------------------------- fates


def to_mess(state: State, leader: str) -> None:
    """Sends a Leader to the Officers' Mess, away from any Formation; Stations are kept."""
    one = state.leaders[leader]
    one.posts = [post for post in one.posts if post not in state.formations]


@base("R3.14", "A wounded Leader is out of use for four Turns")
def wound(table: Table, state: State, leader: str) -> None:
    """Sends a wounded Leader to the Mess."""
    one = state.leaders[leader]
    one.posts, one.out_until = [], state.date + OUT_FOR
    table.note("R3.14", ALL, f"{state.label(leader)} is wounded.", "leader-hit", leader=leader, fate="wounded",
               seat=leader_side(state, leader))  # fmt: skip


@base("R3.14", "A killed Leader is out of the game")
def kill(table: Table, state: State, leader: str) -> None:
    """Takes a Leader out of the game."""
    one = state.leaders[leader]
    one.posts, one.gone = [], KILLED
    table.note("R3.14", ALL, f"{state.label(leader)} is killed.", "leader-hit", leader=leader, fate=KILLED,
               seat=leader_side(state, leader))  # fmt: skip


@base("R3.14", "A captured Leader is out for the game", "R12.2")
def capture_leader(table: Table, state: State, ruling: Ruling, leader: str) -> None:
    """Takes a Leader prisoner; an Admiral is worth Prestige to the captor."""
    one = state.leaders[leader]
    admiral, side = is_admiral(state, leader), leader_side(state, leader)
    one.posts, one.gone = [], CAPTURED
    table.note("R3.14", ALL, f"{state.label(leader)} is taken prisoner.", "leader-hit", leader=leader, fate=CAPTURED,
               seat=side)  # fmt: skip
    if admiral:
        points = state.board.numbers.leader_prestige
        ruling.award(table, state, other(side), points, "3.467", f"{state.label(leader)} is taken")


def is_admiral(state: State, leader: str) -> bool:
    """Tells an Admiral of any degree from a Commodore."""
    return rank_of(state, leader) != RANKS[0]
