"""The counters: Squadrons, Formations, Convoys, Leaders, Units, Personages, chits; the calendar and the scenarios."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.adjudicator.board.naming import Label
from pbem.base.records import dataclass


@dataclass(frozen=True, slots=True)
class SquadronCounter(Label):
    """One Squadron."""

    id: str
    name: str
    contingent: str
    command: str  # it belongs to at first
    kind: str  # line or frigate
    capacity: int


@dataclass(frozen=True, slots=True)
class FormationCounter(Label):
    """One Flotilla."""

    id: str
    name: str
    kind: str  # flag, detachment, company
    contingent: str
    command: str  # empty for one that any Command may use
    size: int


@dataclass(frozen=True, slots=True)
class ConvoyCounter(Label):
    """One Convoy."""

    id: str
    name: str
    sort: str
    contingent: str


@dataclass(frozen=True, slots=True)
class LeaderCounter(Label):
    """One Leader."""

    id: str
    name: str
    contingent: str
    sr: int
    br: int
    pool: bool
    ranks: tuple[tuple[int, str, str], ...]  # date, rank, style; the first holds from the start

    def rank_on(self, date: int) -> tuple[str, str]:
        """Returns the rank and its style on a date."""
        held = [(rank, style) for since, rank, style in self.ranks if since <= date]
        return held[-1] if held else self.ranks[0][1:]


@dataclass(frozen=True, slots=True)
class UnitCounter(Label):
    """One Land Unit."""

    id: str
    name: str
    owner: str
    first: int
    icon: str  # plain, marine, grenadier, tribal
    fever_proof: bool
    local: bool
    home: str  # empty for none


@dataclass(frozen=True, slots=True)
class PersonageCounter(Label):
    """One Personage."""

    id: str
    name: str
    owner: str
    strength: int
    viceroy: str  # Command; empty for none
    start: str
    fort: int
    adm: int
    cbt: int


@dataclass(frozen=True, slots=True)
class Chit(Label):
    """One Order chit; its copies differ in their id alone."""

    id: str
    name: str
    side: str
    command: str
    kind: str
    points: tuple[str, ...]
    campaign: str  # empty for none
    company: bool
    key_only: bool  # a Show of Force at Key Ports alone
    holder: str  # whose Port it is made at; empty for any
    french_war: bool
    copy: int  # 1 for the first


@dataclass(frozen=True, slots=True)
class YearTurn:
    """One of the sixteen Turns of a Year."""

    number: int
    name: str
    quarter: str  # winter, spring, summer, fall


@dataclass(frozen=True, slots=True)
class Scenario(Label):
    """One scenario."""

    id: str
    name: str
    first: str  # as y39t13
    last: str
    prestige: Mapping[str, int]
    hand_limit: int
    order_prestige: int
    handicap: int
    marginal: int
    substantial: int
    decisive: int
    weather: str  # whole, or winds alone
    draws: bool  # the first hands are drawn, not printed
    set_up: str  # the scenario whose pieces it begins with
    extended: bool  # it goes on to the peace (1.622)
    events: tuple[str, ...]  # Strategic Events that have happened before it


@dataclass(frozen=True, slots=True)
class Start:
    """A Squadron, Convoy, Leader, Unit or Personage of a set-up."""

    scenario: str
    what: str
    at: str = ""
    state: str = ""
    formation: str = ""
    command: str = ""
    sail: tuple[tuple[str, int], ...] = ()
    posts: tuple[str, ...] = ()
    until: str = ""  # of a Port: the last Turn on which its walls count as 1 at most, as y40t16


@dataclass(frozen=True, slots=True)
class Hand:
    """The chits of a side at the start."""

    scenario: str
    side: str
    hand: tuple[str, ...]
    pool: tuple[str, ...]
