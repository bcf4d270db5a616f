"""A Battle while it is fought: the two lines, who commands them, and what each side has suffered (R8.1 to R8.3)."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.adjudicator.yellowjack.base.damage import fire_loss
from pbem.adjudicator.yellowjack.base.leaders import battle_rating, command_rating, senior
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    CARACAS,
    FLAGSHIP,
    SIDES,
    SOL_D,
    SPANISH,
    other,
)
from pbem.base.records import dataclass, field

#: From this mark on a Squadron counts as battered (R3.4).
BATTERED_MARK, CRIPPLED_MARK = 2, 3


@dataclass(frozen=True, slots=True)
class Clash:
    """A Battle that is to be fought: where, who attacks, who fights, who stands by, and who held the place."""

    place: str
    attacker: str
    fighting: dict[str, tuple[str, ...]]
    standing_by: dict[str, tuple[str, ...]] = field(default_factory=dict)
    held: str = ""  # the side that was here before; empty if both came in this MPI


@dataclass(slots=True)
class Line:
    """One side of a Battle: its Formations, its Squadrons in order, its commander, its losses so far."""

    side: str
    formations: list[str]
    squadrons: list[str] = field(default_factory=list)  # in line, the first first
    commander: str = ""  # a Leader; empty: a generic one
    intensity: int = 2
    surplus: str = "weakest"  # whom Squadrons without an opponent fire at: last, weakest, flagship
    rating: int = 0  # the DRs of all Squadrons that were ever in the line
    taken: dict[str, int] = field(default_factory=dict)  # damage of this Battle by Squadron and Convoy
    seen: dict[str, int] = field(default_factory=dict)  # the least damage that the enemy can tell from its own fire
    lost: dict[str, int] = field(default_factory=dict)  # Sail lost by class
    shaken: bool = False  # tried to break off and failed: the next round's fire is weaker
    broke: bool = False  # left the Battle

    @property
    def damage(self) -> int:
        """All damage taken in this Battle."""
        return sum(self.taken.values())

    @property
    def sail_lost(self) -> int:
        """All Sail lost in this Battle."""
        return sum(self.lost.values())


@dataclass(slots=True)
class Battle:
    """A Battle under way."""

    clash: Clash
    lines: dict[str, Line]
    intensity: int = 2
    gauge: str = ""  # the side that has the Weather Gauge
    round: int = 0
    wounded: list[str] = field(default_factory=list)  # Squadrons hit hard in this round, for Leader losses
    waiting: dict[str, list[str]] = field(default_factory=dict)  # Formations that may still join

    def line(self, side: str) -> Line:
        """The line of a side."""
        return self.lines[side]

    def foe(self, side: str) -> Line:
        """The line of the enemy."""
        return self.lines[other(side)]


@base("R8.2", "Forces: a Flag fights with its attached Detachments, a Convoy never fires")
def form_lines(state: State, clash: Clash) -> Battle:
    """Draws up both sides, each Formation with those that go with it."""
    battle = Battle(clash, {})
    for side in SIDES:
        formations = [name for each in clash.fighting[side] for name in state.together(each)]
        battle.lines[side] = line = Line(side, formations)
        battle.waiting[side] = [name for each in clash.standing_by.get(side, ()) for name in state.together(each)]
        for squadron in strongest_first(state, line):
            take_in(state, line, squadron)
        appoint(state, line)
    return battle


def take_in(state: State, line: Line, squadron: str) -> None:
    """Puts a Squadron at the end of a line."""
    line.squadrons.append(squadron)
    line.rating += state.dr(squadron)


def squadrons_in(state: State, line: Line) -> list[str]:
    """The Squadrons that the Formations of a line have now."""
    return [squadron for name in line.formations if name in state.formations
            for squadron in state.formations[name].squadrons]  # fmt: skip


def convoys_in(state: State, line: Line) -> list[str]:
    """The Convoys among the Formations of a line."""
    return [name for name in line.formations if name in state.formations and state.is_convoy(name)]


def strongest_first(state: State, line: Line) -> list[str]:
    """The usual order of a line: the strongest fire first, then by id."""
    return sorted(squadrons_in(state, line), key=lambda name: (-strength(state, line, name), name))


def strength(state: State, line: Line, squadron: str) -> int:
    """The changes of a Squadron's fire that are its own: class, Sail and damage (R8.6)."""
    return class_change(state, line, squadron) + size_change(state, squadron) - fire_loss(state, squadron)


@base("R3.2", "Classes of Sail: what each adds to the damage it inflicts", "2.142")
def class_change(state: State, line: Line, squadron: str) -> int:
    """Frigates inflict 2 less; half or more SOL(D) 1 less; a flagship with a Leader aboard 1 more."""
    if state.is_frigates(squadron):
        return -2
    sail, change = state.squadrons[squadron].sail, 0
    if 2 * sail.get(SOL_D, 0) >= state.size(squadron) > 0:
        change -= 1
    if sail.get(FLAGSHIP, 0) and leaders_aboard(state, line, squadron):
        change += 1
    return change


def size_change(state: State, squadron: str) -> int:
    """Small Squadrons inflict less: 2 Sail 1, a single one 2; a single Frigate 1 (R8.6)."""
    size = state.size(squadron)
    if state.is_frigates(squadron):
        return -1 if size == 1 else 0
    return {1: -2, 2: -1}.get(size, 0)


@base("R8.11", "A Leader sails in the first Squadron of his Formation")
def leaders_aboard(state: State, line: Line, squadron: str) -> list[str]:
    """The Leaders who are in a Squadron: those posted to its Formation, if it is the first of it in the line."""
    formation = state.squadrons[squadron].formation
    if not formation:
        return []
    of_it = [name for name in line.squadrons if state.squadrons[name].formation == formation]
    first = of_it[0] if of_it else next(iter(state.formations[formation].squadrons), "")
    return [name for name, one in state.leaders.items() if formation in one.posts] if first == squadron else []


# ------------------------------------------------------------------------------------------- commanders


@base("R8.3", "Commander: the highest Leader present, else a generic one", "R3.10")
def appoint(state: State, line: Line) -> None:
    """Gives a line the senior of its Leaders."""
    present = [name for name, one in state.leaders.items() if any(post in line.formations for post in one.posts)]
    line.commander = senior(state, present)


def rating_of(state: State, line: Line) -> int:
    """The Battle Rating of a side; a mix of Spaniards and French fights 1 worse (R8.3)."""
    return battle_rating(state, line.commander) - (1 if combined(state, line) else 0)


@base("R8.3", "Combined Commands: Spaniards and French together fight worse")
def combined(state: State, line: Line) -> bool:
    """Tells if a side has Squadrons of two Contingents; the Company counts as Spanish."""
    return len({nation(state, name) for name in line.squadrons}) > 1


def nation(state: State, squadron: str) -> str:
    """The Contingent of a Squadron as Combined Commands count it."""
    found = str(state.board.squadrons[squadron].contingent)
    return SPANISH if found == CARACAS else found


@base("R8.3", "The Command Rating: how many Squadrons fire at full effect", "2.217")
def command_loss(state: State, line: Line, squadron: str) -> int:
    """The fire that a Squadron loses far down the line, or under a commander of another Contingent."""
    full = command_rating(state, line.commander)
    loss = 1 if line.squadrons.index(squadron) >= full else 0
    if combined(state, line) and nation(state, squadron) != leading_nation(state, line):
        loss += 1
    return loss


def leading_nation(state: State, line: Line) -> str:
    """The Contingent of the commander; without a Leader that of the first Squadron."""
    if not line.commander:
        return nation(state, line.squadrons[0])
    found = str(state.board.leaders[line.commander].contingent)
    return SPANISH if found == CARACAS else found


# ------------------------------------------------------------------------------------------- questions and their facts


def senior_formation(state: State, line: Line) -> str:
    """The Formation in whose name a side is asked: its commander's, else the first that fights."""
    if line.commander:
        posts = state.leaders[line.commander].posts
        found = next((name for name in line.formations if name in posts), "")
        if found:
            return found
    return next((name for name in line.formations if name in state.formations and not state.is_convoy(name)),
                line.formations[0])  # fmt: skip


def facts(state: State, battle: Battle, side: str, who: str = "") -> dict[str, object]:
    """The part of a Battle that a side may know when it decides."""
    line, foe = battle.line(side), battle.foe(side)
    own_taken, foe_seen = line.damage, sum(foe.seen.values())
    return {
        "who": who or senior_formation(state, line), "formations": list(line.formations), "place": battle.clash.place,
        "round": str(battle.round), "impulse": str(state.impulse), "mpi": str(state.mpi),
        "squadrons": list(line.squadrons), "own_squadrons": str(len(line.squadrons)),
        "enemy_squadrons": str(len(foe.squadrons)), "own_third": str(worst(state, line.squadrons)),
        "enemy_third": str(worst_seen(state, battle, side)), "own_damage": str(own_taken),
        "enemy_damage": str(foe_seen), "gauge": "yes" if battle.gauge == side else "no",
        "intensity": str(battle.intensity),
    }  # fmt: skip


def worst(state: State, squadrons: Iterable[str]) -> int:
    """The worst mark of some Squadrons, 0 to 3."""
    return max((state.third(name) for name in squadrons), default=0)


def worst_seen(state: State, battle: Battle, side: str) -> int:
    """The worst mark of the enemy that a side can tell: what it knew before, or what its fire must have done."""
    known, foe = state.known[side].markers, battle.foe(side)
    markers = [state.formations[name].marker for name in foe.formations if name in state.formations]
    before = max((known[marker].third for marker in markers if marker in known), default=-1)
    fresh = max((mark(foe.seen.get(name, 0), state.dr(name)) for name in foe.squadrons), default=0)
    return max(0, before, fresh)


def mark(points: int, rating: int) -> int:
    """The mark of so many damage points against a Damage Rating: 0 sound, 1 worn, 2 battered, 3 crippled (R3.4)."""
    return 3 if points > rating else 2 if 3 * points >= 2 * rating else 1 if 3 * points >= rating else 0
