"""Chapter 11: the Outfitting Phase: what pounds buy (11.2), what leaves the map (11.3), who is recruited (22.2).

A player's orders are carried out section by section, in each as written; what cannot be done is left out, and its
owner told why. The others learn how many pounds were spent and where something arrived, not what.
"""
# Chapter 11 by paragraphs: 11.1-11.3 ch11_outfitting; 11.4, 11.5 ch11_placement.

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Choose, Plain, Table, own_lane
from pbem.adjudicator.lions.board.terms import PortKind, Season
from pbem.adjudicator.lions.rules import questions
from pbem.adjudicator.lions.rules.ch06_control import control, is_present, is_settlement
from pbem.adjudicator.lions.rules.ch09_pool import play, seat_leader
from pbem.adjudicator.lions.rules.ch11_placement import (
    LAND,
    SHIP,
    Slips,
    is_own_home,
    launch,
    raise_points,
    why_not_there,
)
from pbem.adjudicator.lions.rules.ch24_colonies import found_colony, restore, why_no_colony
from pbem.adjudicator.lions.rules.ch29_potentates import restore_garrisons
from pbem.adjudicator.lions.rules.forms import Entry
from pbem.adjudicator.lions.rules.questions import YES, berths, whole
from pbem.adjudicator.lions.state.state import FORT, REGIMENT, State
from pbem.base.records import dataclass, field

OUTFIT_PARTS = ("demobilise", "unplunder", "found", "repair", "buy", "companies", "charter")

CHARTER = "company-charter"


@dataclass(slots=True)
class Outfitting:
    """One player's outfitting as it goes on."""

    table: Table
    state: State
    power: str
    slips: Slips
    spent: int = 0
    places: list[str] = field(default_factory=list)  # where something arrived, for all to see

    def pays(self, pounds: int) -> bool:
        """Pay, if there is enough (8.3)."""
        if self.state.money[self.power] < pounds:
            return False
        self.state.money[self.power] -= pounds
        self.spent += pounds
        return True

    def arrives(self, square: str, sort: str, number: int) -> None:
        self.slips.count(square, sort, number)
        self.places.append(square)

    def tell(self, text: str) -> None:
        self.table.note("11.1", self.power, text, "outfitted")


@dataclass(frozen=True, slots=True)
class OutfitPlan:
    """A player's outfitting: entries by section, and the number of leaders to try for."""

    sections: Mapping[str, list[Entry]]
    leaders: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Outfit(questions.Form["OutfitPlan"]):
    """Everything a player does in step a: lists of entries by section, and how many leaders to try for."""

    def faults(self, answer: Plain) -> list[str]:
        if not isinstance(answer, dict):
            return [f"'{answer}' is no mapping"]
        found = [f"'{name}' is no part of outfitting" for name in answer if name not in (*OUTFIT_PARTS, "leaders")]
        lists = [name for name in OUTFIT_PARTS if not questions.is_list_of_entries(answer.get(name, []))]
        found += [f"'{name}' is a list of mappings" for name in lists]
        if questions.whole(answer.get("leaders", "0")) < 0:
            found.append("'leaders' is how many to try for")
        return found

    def read(self, answer: Plain) -> OutfitPlan:
        sections = {name: answer[name] for name in OUTFIT_PARTS if name in answer}
        return OutfitPlan(sections, questions.whole(answer.get("leaders", "0")))

    def legal(self) -> Plain:
        """Returns prices, and the pounds left to spend."""
        prices = {name: item.dice or str(item.cost) for name, item in self.state.board.expenditure.items()}
        return {"prices": prices, "pounds": str(self.state.money[self.side])}


def outfit_question(table: Table, state: State, power: str) -> Outfit:
    """Step a of a player's outfitting (4.2(4))."""
    return Outfit(rule="11.1", side=power, key=table.key("outfit", (power,)), topic="outfit",
                  prompt="What do you outfit, repair, rebuild, found and demobilise?", state=state)


@rule("11.1", "Outfitting", "4.2", "7.2")
async def outfitting(table: Table, state: State) -> None:
    """Step a of the Outfitting Phase: pirate ports recover first (25.10), then each player in turn from the first."""
    state.refused = []
    restore_garrisons(state)
    recover_pirate_ports(table, state)
    for power in state.order():
        plan = await table.decide(outfit_question(table, state, power))
        work = Outfitting(table, state, power, Slips(power))
        for section, act in SECTIONS.items():
            for entry in plan.sections.get(section, ()):
                lapse(work, section, entry, act(work, entry))
        await recruit_leaders(work, plan.leaders)
        table.note("11.1", ALL, public_text(work), "outfitting", power=power, pounds=work.spent,
                   places=state.in_grid_order(work.places))  # fmt: skip


def public_text(work: Outfitting) -> str:
    """Writes the line on a player's outfitting that everybody sees."""
    where = ", ".join(work.state.in_grid_order(work.places))
    arrivals = f"; units arrive in {where}" if where else ""
    return f"{work.state.subject(work.power)} spends {work.spent} on outfitting{arrivals}."


def lapse(work: Outfitting, section: str, entry: Entry, reason: str) -> None:
    """Tell the owner what could not be done, and why."""
    if reason:
        words = ", ".join(f"{name} {value}" for name, value in entry.items())
        work.table.note("11.1", work.power, f"Not done: {section} {words}: {reason}.", "lapsed",
                        part=["outfit", section], entry=dict(entry))


# ---------------------------------------------------------------------------------------- off the map


@rule("11.3", "Demobilization")
def demobilise(work: Outfitting, entry: Entry) -> str:
    """Ships without troops or leaders aboard, or land points, in own home ports and colonies; no refund."""
    state, power = work.state, work.power
    square = state.ships[entry["ship"]].at if entry.get("ship") in state.ships else place(state, entry)
    if not square:
        return "it names neither a ship nor a place"
    if not is_own_home(state, square, power) and not is_settlement(state, square):
        return f"{square} is neither a home port nor a colony"
    return demobilise_ship(work, entry["ship"]) if "ship" in entry else demobilise_land(work, square, entry)


def demobilise_ship(work: Outfitting, name: str) -> str:
    state = work.state
    if name not in state.ships_of(work.power):
        return "it is no ship of yours on the map"
    if state.carried(name) or state.leaders_aboard(name):
        return "somebody is aboard"
    if any(vessel.fleet == name for vessel in state.ships.values()):
        return "it escorts a treasure fleet"
    del state.ships[name]
    state.resting.setdefault(work.power, {})[name] = 1
    work.tell(f"{state.label(name)} is demobilised.")
    return ""


def demobilise_land(work: Outfitting, square: str, entry: Entry) -> str:
    state, power = work.state, work.power
    points = points_of(entry)
    if any(not 0 <= number <= state.ashore(square, power, kind) for kind, number in points.items()):
        return "so many are not ashore there"
    resting = state.resting.setdefault(power, {})
    for kind, number in points.items():
        if number:
            state.put_ashore(square, power, kind, -number)
            resting[kind] = resting.get(kind, 0) + number
    work.tell(f"{points[REGIMENT]} regiments and {points[FORT]} forts are demobilised in {square}.")
    return ""


# ---------------------------------------------------------------------------------------- squares


@rule("21.7", "Removing plunder")
def unplunder(work: Outfitting, entry: Entry) -> str:
    """Rebuilds a plundered square with own combat units, disputed or not, for a price."""
    square = place(work.state, entry)
    if square not in work.state.plundered:
        return f"{square} is not plundered"
    if not is_present(work.state, square, work.power):
        return f"you have no units in {square}"
    if not work.pays(work.state.board.expenditure["plunder"].cost):
        return "too few pounds"
    restore(work.state, square)
    text = f"{work.state.subject(work.power)} rebuilds {square}."
    work.table.note("21.7", ALL, text, "rebuilt", square=square, power=work.power)
    return ""


@rule("24.2", "Founding a colony")
def found(work: Outfitting, entry: Entry) -> str:
    """A Colony Marker in terra incognita held undisputed; any number in a turn."""
    square = place(work.state, entry)
    if reason := why_no_colony(work.state, work.power, square):
        return reason
    if not work.pays(work.state.board.expenditure["colony"].cost):
        return "too few pounds"
    found_colony(work.state, square)
    text = f"{work.state.subject(work.power)} founds a colony in {square}."
    work.table.note("24.2", ALL, text, "founded", square=square, power=work.power)
    return ""


@rule("21.7", "Pirate ports recover", "25.10")
def recover_pirate_ports(table: Table, state: State) -> None:
    """Rebuilds plundered pirate ports at no cost as the phase starts, with units there or not (25.10)."""
    for port in state.board.ports_of(PortKind.PIRATE):
        if port.square in state.plundered:
            restore(state, port.square)
            table.note("25.10", ALL, f"{port.name} recovers from plunder.", "rebuilt", square=port.square)


# ---------------------------------------------------------------------------------------- ships and troops


@rule("18.2", "Repairs")
def repair(work: Outfitting, entry: Entry) -> str:
    """Repairs all damage of one ship, at the price of an own home port or of another held port."""
    state, name = work.state, str(entry.get("ship"))
    if name not in state.ships_of(work.power) or not state.ships[name].damage:
        return "it is no damaged ship of yours"
    square = state.ships[name].at
    item = state.board.expenditure["repair-home" if is_own_home(state, square, work.power) else "repair-port"]
    if reason := why_not_there(state, Slips(work.power), square, item.where, SHIP, 1):
        return reason
    if not work.pays(item.cost):
        return "too few pounds"
    state.ships[name].damage = 0
    work.tell(f"{state.label(name)} is repaired for {item.cost}.")
    return ""


@rule("11.2", "Expenditure Table", "11.5")
def buy(work: Outfitting, entry: Entry) -> str:
    """One ship, or so many points of a kind, paid and placed."""
    state, item = work.state, work.state.board.expenditure.get(str(entry.get("item")))
    if item is None or item.item not in (SHIP, REGIMENT, FORT):
        return "that cannot be bought"
    square, number = place(state, entry), whole(entry.get("number", "1"))
    sort = SHIP if item.item == SHIP else LAND
    if number < 1 or (sort == SHIP and number > 1):
        return "one ship, or some points"
    if reason := why_not_there(state, work.slips, square, item.where, sort, number):
        return reason
    free = [ship for ship in state.unbuilt(work.power) if state.board.ships[ship].kind.id == item.id]
    if (sort == SHIP and not free) or (sort == LAND and state.land_left(work.power, item.id) < number):
        return "the counters are used up"
    if not work.pays(price(work, item.id) * number):
        return "too few pounds"
    enter(work, item.id, square, sort, number)
    return ""


def enter(work: Outfitting, kind: str, square: str, sort: str, number: int) -> None:
    """Onto the map, counted against the port's limit."""
    state = work.state
    if sort == SHIP:
        work.slips.discounted |= state.board.classes[kind].rated
        work.tell(f"{state.label(launch(state, work.power, kind, square))} enters in {square}.")
    else:
        raise_points(state, work.power, kind, square, number)
        work.tell(f"{number} {kind} points enter in {square}.")
    work.arrives(square, sort, number)


@rule("3.3", "Royal arsenals")
def price(work: Outfitting, kind: str) -> int:
    """As on the Expenditure Table; France's first rated ship of each turn is cheaper, down to the least."""
    board = work.state.board
    cost = board.expenditure[kind].cost
    ability = board.abilities["royal-arsenals"]
    rated = kind in board.classes and board.classes[kind].rated
    if ability.power != work.power or work.slips.discounted or not rated:
        return cost
    return max(cost - ability.amount, ability.least)


@rule("3.3", "Companies")
def companies(work: Outfitting, entry: Entry) -> str:
    """The Dutch companies' land points, free, in one colony or treasure port held undisputed, beyond 11.4."""
    state, ability = work.state, work.state.board.abilities["companies"]
    square, points = place(state, entry), points_of(entry)
    if ability.power != work.power or ability.when is not Season.OUTFITTING:
        return "only the Dutch have companies"
    if not is_settlement(state, square) or control(state, square) != work.power:
        return f"{square} is no colony held undisputed"
    if not 0 < sum(points.values()) <= ability.amount or min(points.values()) < 0:
        return f"1 to {ability.amount} points"
    if any(number > state.land_left(work.power, kind) for kind, number in points.items()):
        return "the counters are used up"
    for kind, number in points.items():
        if number:
            state.put_ashore(square, work.power, kind, number)
    work.tell(f"The companies send {points[REGIMENT]} regiments and {points[FORT]} forts to {square}.")
    work.places.append(square)
    return ""


@rule("9.13", "Company Charter")
def charter(work: Outfitting, entry: Entry) -> str:
    """Places forts, as far as counters go, and a small rated ship in one colony or potentate port.

    Others may be there.
    """
    state, power = work.state, work.power
    square, kind = place(state, entry), str(entry.get("ship"))
    held, forts = state.held(power, CHARTER), state.board.numbers.charter_forts
    if not held:
        return "you have no Company Charter"
    if not takes_charter(state, square):
        return f"{square} is no colony or potentate port"
    if kind not in state.board.classes or state.board.classes[kind].rate < state.board.numbers.charter_least_rate:
        return "the ship is a small rated one"
    forts = min(forts, state.land_left(power, FORT))
    if not launch(state, power, kind, square):
        return "the counters are used up"
    raise_points(state, power, FORT, square, forts)
    play(work.table, state, power, held[0], f" in {square}")
    work.places.append(square)
    return ""


def takes_charter(state: State, square: str) -> bool:
    """A port of the right kinds; a founded colony too (24.5), a plundered one not (11.4)."""
    port = state.board.port_at.get(square)
    if square in state.plundered:
        return False
    return port.kind in (PortKind.COLONY, PortKind.POTENTATE) if port else square in state.colonies


def place(state: State, entry: Entry) -> str:
    """The square an entry names, as itself or by its port."""
    return state.board.square_named(str(entry.get("at", "")))


def points_of(entry: Entry) -> dict[str, int]:
    """The land points an entry names."""
    return {REGIMENT: whole(entry.get("regiments", "0")), FORT: whole(entry.get("forts", "0"))}


#: The sections of an outfitting order in the order they are carried out; leaders come last, for their price is diced.
SECTIONS: Mapping[str, Callable[[Outfitting, Entry], str]] = {
    "demobilise": demobilise, "unplunder": unplunder, "found": found, "repair": repair, "buy": buy,
    "companies": companies, "charter": charter,
}  # fmt: skip


# ---------------------------------------------------------------------------------------- leaders


def hire_question(table: Table, state: State, power: str, cost: int) -> Choose[questions.Reply]:
    """Asks if the player pays for a leader not yet drawn (22.2)."""
    prompt = f"A leader would cost {cost} of your {state.money[power]} pounds. Do you pay?"
    return questions.yes_no(table, "22.2", power, "leader", (), prompt, {"cost": cost})


@rule("22.2", "Outfitting leaders", "22.1")
async def recruit_leaders(work: Outfitting, attempts: int) -> None:
    """Two dice of pounds for a leader drawn unseen; who finds it too dear may not try again this turn."""
    state, power = work.state, work.power
    for _ in range(attempts):
        pool: Sequence[str] = state.leader_pool(power)
        if power in state.refused or not pool or not berths(state, power):
            return
        dice = state.board.expenditure["leader"].dice
        name = state.subject(power)
        cost = (await work.table.roll("22.2", dice, "leader-cost", power, why=f"{name}: a leader's price")).total
        answer = questions.NO
        if cost <= state.money[power]:
            answer = await work.table.decide(hire_question(work.table, state, power, cost))
        if answer == YES and work.pays(cost):
            await recruit(work, pool)
        else:
            state.refused.append(power)
            work.table.note("22.2", ALL, f"{name} does without a leader.", "refused", power=power)


async def recruit(work: Outfitting, pool: Sequence[str]) -> None:
    """Drawn from the own pool, and placed with any own combat unit."""
    state, power = work.state, work.power
    drawn = await work.table.draw("22.2", pool, 1, "leader", power, lane=own_lane(power))
    question = questions.place_leader(work.table, state, power, "22.2", "leader-place", drawn[0])
    seat_leader(state, drawn[0], await work.table.decide(question))
    work.tell(f"{state.label(drawn[0])} takes service.")
