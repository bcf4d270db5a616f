"""3.44, Escalades: who storms, at what odds, the throw, and what it costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Plain, Shift, Table
from pbem.adjudicator.yellowjack.base.conventions import throw, up, when
from pbem.adjudicator.yellowjack.base.convoys import ranked
from pbem.adjudicator.yellowjack.base.ports import walls_of
from pbem.adjudicator.yellowjack.base.prompts import entry
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.board.charts import Storm
from pbem.adjudicator.yellowjack.ch2.marines import first_losses
from pbem.adjudicator.yellowjack.ch2.personages import combat_shift, fort_bonus
from pbem.adjudicator.yellowjack.ch2.tribes import tribes_within
from pbem.adjudicator.yellowjack.ch2.units import GRENADIER, MARINE, PERSONAGE, eliminate, sort_of, total
from pbem.adjudicator.yellowjack.ch3.before_storms import spend_craft
from pbem.adjudicator.yellowjack.ch3.defence import ashore, besieger, defenders, garrison, ready_sail, test_strength
from pbem.adjudicator.yellowjack.ch3.evacuation import abandon
from pbem.adjudicator.yellowjack.ch3.sinking import sink
from pbem.adjudicator.yellowjack.ch3.surrender import surrender
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import SIDES, other
from pbem.base.records import dataclass, field

#: From these odds on a Port falls without a throw; below the others nobody may storm (3.446).
OVERWHELMING, LEAST = Fraction(4), Fraction(1, 2)
#: The losses of the table are for so many Units (3.445).
LOSSES_FOR = 10
#: The order in which Units are lost if their owner does not say.
LOST_FIRST = {"plain": 0, "tribal": 0, GRENADIER: 1, MARINE: 2, PERSONAGE: 3}
STORM, WAIT = "storm", "wait"


@dataclass(slots=True)
class Assault:
    """One Escalade: who storms, who defends, and what both count."""

    port: str
    side: str
    units: list[str]  # that storm
    defenders: list[str]
    attack: Fraction
    defence: Fraction
    garrison: int
    alone: bool  # the defence is the Intrinsic Garrison and nothing else
    lost: dict[str, int] = field(default_factory=dict)

    @property
    def odds(self) -> Fraction:
        """Attack against defence."""
        return self.attack / self.defence if self.defence else OVERWHELMING


# ------------------------------------------------------------------------------------------- who storms


@rule("3.441", "Escalades are resolved at the end of an Impulse, one for each Port", "3.44", "3.426")
async def escalades(table: Table, state: State, ruling: Ruling) -> None:
    """Asks every besieger, then fights the Escalades in the order of the Ports (E2)."""
    await spend_craft(table, state, ruling)
    ports = [port for port in state.board.ports if port in state.sieges and ashore(state, port)]
    asked = [
        entry(table, "3.441", besieger(state, port), "escalade", storm_facts(state, port),
              storm_prompt(state, port), when(state), port)
        for port in ports
    ]  # fmt: skip
    for port, answer in zip(ports, await table.decide_all(*asked), strict=True):
        if port in state.sieges:
            await perhaps(table, state, ruling, port, answer)


def storm_prompt(state: State, port: str) -> str:
    """The question of a storm, with the strengths that both sides know."""
    facts = storm_facts(state, port)
    return f"Do you storm {state.label(port)}, with {facts['own_strength']} against {facts['enemy_strength']}?"


def storm_facts(state: State, port: str) -> dict[str, Plain]:
    """The facts that a storm may look at: all is open where Units of both sides lie (S4)."""
    this = drawn_up(state, port, ashore(state, port))
    return {"port": port, "place": port, "units": this.units, "own_strength": str(this.attack),
            "enemy_strength": str(this.defence), "impulse": str(state.impulse), "garrison": str(this.garrison),
            "defenders": this.defenders}  # fmt: skip


async def perhaps(table: Table, state: State, ruling: Ruling, port: str, answer: Mapping[str, Plain]) -> None:
    """Storms a Port if its besieger says so; unsaid, only where it falls without a throw."""
    here = ashore(state, port)
    named = answer.get("units")
    units = [unit for unit in here if unit in named] if isinstance(named, list) and named else here
    this = drawn_up(state, port, units)
    said = str(answer.get("do", ""))
    if said == WAIT or (said != STORM and this.odds < OVERWHELMING) or not units:
        return
    if this.odds < LEAST:
        text = f"{state.label(port)} cannot be stormed: the odds are below 1 to 2."
        table.note("3.446", this.side, text, "lapsed", port=port)
        return
    await storm(table, state, ruling, this)


# ------------------------------------------------------------------------------------------- strength and odds


@rule("3.443", "Strengths: Units, walls and guns of the ships", "R9.23", "3.444")
def drawn_up(state: State, port: str, units: Sequence[str]) -> Assault:
    """Counts both sides of an Escalade."""
    siege, inside, guns = state.sieges[port], defenders(state, port), ready_sail(state, port)
    walls = walls_of(state, port) + fort_bonus(state, port)
    men = total(state, inside) + tribes_within(state, inside) + garrison(state, port)
    side = besieger(state, port)
    guns += siege.bombs.get(other(side), 0)
    attack = total(state, units) + flotilla_sail(state, siege.flotilla) + siege.bombs.get(side, 0)
    alone = not inside and not guns
    return Assault(port, side, list(units), inside, attack, men * walls + guns,
                   garrison(state, port), alone)  # fmt: skip


@rule("3.444", "The Class of Sail does not matter")
def flotilla_sail(state: State, flotilla: str) -> int:
    """The Sail of the Executing Flotilla, with what is attached to it."""
    return sum(state.sail_of(flotilla).values())


@rule("3.443", "Odds between two columns are read for the defender")
def column_of(state: State, this: Assault) -> int:
    """The column of an Escalade."""
    scale = this.attack.denominator * this.defence.denominator
    return state.board.escalade.column(int(this.attack * scale), int(this.defence * scale))


# ------------------------------------------------------------------------------------------- the throw


async def storm(table: Table, state: State, ruling: Ruling, this: Assault) -> None:
    """Fights one Escalade."""
    port, name = this.port, state.label(this.port)
    state.sieges[port].stormed = state.now
    heading = "4:1" if this.odds >= OVERWHELMING else state.board.escalade.heading(column_of(state, this))
    text = f"{name} is stormed: {this.attack} against {this.defence}, the odds {heading}."
    table.note("3.443", ALL, text, "escalade", port=port, odds=heading, attack=str(this.attack),
               defence=str(this.defence), seat=this.side)  # fmt: skip
    this.lost = dict.fromkeys(SIDES, 0)
    if this.odds >= OVERWHELMING:
        table.note("3.446", ALL, f"Nothing can hold {name}.", "overwhelmed", port=port)
        await taken(table, state, ruling, this)
        return
    result = await throw_storm(table, state, this)
    await losses(table, state, this, result)
    await sink(table, state, ruling, port, this.side, result.attacker_sunk, result.defender_sunk)
    await judge(table, state, ruling, this, result)


@rule("3.445", "The throw, on the column of the odds", "2.562")
async def throw_storm(table: Table, state: State, this: Assault) -> Storm:
    """Throws the die of an Escalade; a low one helps the attacker."""
    shift = Shift()
    shift.add("2.562", combat_shift(state, this.units), "the attacker's general")
    shift.add("2.562", -combat_shift(state, this.defenders), "the defender's general")
    fell = await throw(table, "3.445", "escalade", when(state), this.port, why=f"The storm of {state.label(this.port)}",
                       shift=shift)  # fmt: skip
    return state.board.escalade.read(column_of(state, this), fell.total)


@rule("3.445", "Losses: for every ten Units, fractions up; the garrison counts and loses nothing", "2.5.10")
def number_lost(base_loss: int, involved: int) -> int:
    """The Units that a side loses."""
    return up(Fraction(base_loss * involved, LOSSES_FOR))


@rule("3.445", "The owner chooses which Units are lost", "2.534")
async def losses(table: Table, state: State, this: Assault, result: Storm) -> None:
    """Asks both sides which Units they lose, and removes them."""
    foe = other(this.side)
    due = {this.side: (this.units, number_lost(result.attacker_loss, len(this.units))),
           foe: (this.defenders, number_lost(result.defender_loss, len(this.defenders) + this.garrison))}  # fmt: skip
    hurt = [side for side in SIDES if due[side][0] and due[side][1]]
    asked = [
        entry(table, "3.445", side, "losses", {"cause": "escalade", "port": this.port, "units": list(due[side][0])},
              f"Which Units do you lose at {state.label(this.port)}?", when(state), this.port)
        for side in hurt
    ]  # fmt: skip
    for side, answer in zip(hurt, await table.decide_all(*asked), strict=True):
        units, number = due[side]
        order = ranked(usual_order(state, units), answer.get("units"))
        for unit in first_losses(state, units, order, min(number, len(units))):
            eliminate(state, unit)
            this.lost[side] += 1
            text = f"{state.label(unit)} is lost at {state.label(this.port)}."
            table.note("3.445", ALL, text, "unit-lost", unit=unit, port=this.port, seat=side)


def usual_order(state: State, units: Sequence[str]) -> list[str]:
    """Units in the order in which they are lost unasked: plain ones first, of these the Disrupted."""
    def weight(unit: str) -> tuple[int, bool, int]:
        whole = not (unit in state.units and state.units[unit].disrupted)
        return LOST_FIRST[sort_of(state, unit)], whole, list(units).index(unit)

    return sorted(units, key=weight)


# ------------------------------------------------------------------------------------------- the outcome


@base("R9.23", "The order of outcomes: too few left, the fall, evacuation, else nothing")
async def judge(table: Table, state: State, ruling: Ruling, this: Assault, result: Storm) -> None:
    """Says how an Escalade ended, and does it."""
    if test_strength(table, state, ruling, this.port):
        over(table, state, this, "repulsed")
    elif result.captured or falls_alone(state, this):
        await taken(table, state, ruling, this)
    elif result.thrown_out or state.sieges[this.port].flotilla not in state.formations:
        why = "the storm was thrown back" if result.thrown_out else "nothing is left of its Flotilla"
        abandon(table, state, ruling, this.port, "3.446" if result.thrown_out else "3.43", why)
        over(table, state, this, "repulsed")
    else:
        over(table, state, this, "undecided")


@rule("3.447", "A Port held by its garrison alone falls to any storm")
def falls_alone(state: State, this: Assault) -> bool:
    """Tells if the defence was, or has become, the Intrinsic Garrison alone."""
    return this.alone or (not defenders(state, this.port) and not ready_sail(state, this.port))


@rule("3.446", "At four to one a Port is captured without a throw")
async def taken(table: Table, state: State, ruling: Ruling, this: Assault) -> None:
    """Captures a Port."""
    await surrender(table, state, ruling, this.port)
    over(table, state, this, "taken")


def over(table: Table, state: State, this: Assault, result: str) -> None:
    """Tells all how an Escalade ended."""
    words = {"taken": "falls", "repulsed": "holds, and the assault is over", "undecided": "holds"}[result]
    table.note("3.445", ALL, f"{state.label(this.port)} {words}.", "escalade-over", port=this.port, result=result,
               lost={side: str(number) for side, number in this.lost.items()})  # fmt: skip
