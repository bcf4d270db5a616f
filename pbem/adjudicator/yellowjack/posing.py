"""Positions of case files (docs/cases.md), in and out.

A case names what is on the map; everything else is nowhere. It plays the steps that it names, or its whole phase. A die
that shows a nought is written 10, as the house's die has it.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import Any

from pbem.adjudicator.engine.case_words import check_words, found, is_true
from pbem.adjudicator.engine.plain_state import plain
from pbem.adjudicator.engine.table import Effect, Table
from pbem.adjudicator.yellowjack.base.sailing import begin_impulse
from pbem.adjudicator.yellowjack.board.board import load_board
from pbem.adjudicator.yellowjack.match import YellowJackMatch
from pbem.adjudicator.yellowjack.state.pieces import (
    Auxiliary,
    Campaign,
    Convoy,
    Duty,
    Held,
    Order,
    Personage,
    Siege,
    Unit,
)
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    CONVOY,
    FITTING_OUT,
    IN_ORDINARY,
    INDEPENDENT,
    OFF_MAP,
    OPS,
    READY,
    SEATS,
    SIDES,
    date_from,
)
from pbem.adjudicator.yellowjack.turn.gathered import ruling_of
from pbem.adjudicator.yellowjack.turn.phases import STEPS
from pbem.adjudicator.yellowjack.turn.setup import empty
from pbem.base.errors import Kind, bad

Play = Callable[[Table], Coroutine[Effect[Any], Any, None]]
Part = Mapping[str, Any]
SCENARIO = "porto-bello"
#: What `given` may hold; all else is a slip of the case's author.
KNOWN = ("scenario", "house", "phase", "turn", "impulse", "mpi", "steps", "winds", "formations", "squadrons",
         "convoys", "units", "leaders", "personages", "ports", "sieges", "orders", "hand", "pool", "prestige",
         "plans", "trade", "events", "held", "victuals", "duties", "auxiliaries", "pirate_turn",
         "campaigns", "spending")  # fmt: skip
#: Fields of pieces that a case gives by their own names.
FLAGS = ("inside", "moved", "fitted", "home")
TEXTS = ("enters", "interdicts", "goes_with", "marker", "came_from", "toward", "spotted", "blockades")
NUMBERS = ("interdicting", "mps", "beaten", "stays", "spotted_mpi", "blockading", "let_pass", "port_impulses",
           "blockade_value")  # fmt: skip


def pose(given: Part) -> tuple[YellowJackMatch, Play]:
    """A position, and what the case plays on it: its steps, or the whole phase."""
    check_words(given, KNOWN)
    state = empty(load_board(), given.get("house", {}), given.get("scenario", SCENARIO))
    lay_clock(state, given)
    lay_ships(state, given)
    lay_people(state, given)
    lay_ports(state, given)
    lay_small_craft(state, given)
    lay_orders(state, given)
    lay_europe(state, given)
    if state.impulse:
        begin(state, given)
    match = YellowJackMatch(state, given.get("phase", OPS), SEATS, state.house)
    return match, lambda table: played(table, match, given)


def lay_clock(state: State, given: Part) -> None:
    """The Turn, the Impulse, the MPI and the winds."""
    state.date = date_from(given["turn"]) if "turn" in given else state.date
    state.count = 1
    state.impulse, state.mpi = int(given.get("impulse", "1")), int(given.get("mpi", "0"))
    for part in given.get("winds", ()):
        icon = next(iter(found([part["wind"]], state.board.winds, "wind")))
        state.winds[icon] = part["from"]


def lay_ships(state: State, given: Part) -> None:
    """Formations and Convoys with their Squadrons, and Squadrons In Ordinary."""
    for part in given.get("formations", ()):
        lay_formation(state, part)
    for part in given.get("convoys", ()):
        lay_convoy(state, part)
    for part in given.get("squadrons", ()):
        name = lay_squadron(state, part)
        state.squadrons[name].at, state.squadrons[name].state = part["at"], IN_ORDINARY


def lay_squadron(state: State, part: Part) -> str:
    """One Squadron with its Sail and its damage."""
    name = next(iter(found([part["squadron"]], state.squadrons, "Squadron")))
    held = state.squadrons[name]
    held.sail = {sort.replace("_", "-"): int(number) for sort, number in part.get("sail", {}).items()}
    held.dp = int(part.get("dp", "0"))
    held.command = part.get("command", held.command)
    return name


def lay_formation(state: State, part: Part) -> None:
    """One Formation; a Squadron alone is one by its own name."""
    name = part["formation"]
    members = [lay_squadron(state, one) for one in part.get("squadrons", ())]
    if name not in state.board.formations and name not in state.squadrons:
        raise bad(f"'{name}' is no Formation", kind=Kind.UNKNOWN)
    kind = INDEPENDENT if name in state.squadrons else state.board.formations[name].kind
    state.new_formation(name, kind, part["at"], part.get("state", READY), members)
    lay_fields(state, name, part)
    if "leader" in part:
        leader = next(iter(found([part["leader"]], state.leaders, "Leader")))
        state.leaders[leader].posts.append(name)
        state.leaders[leader].gone = ""


def lay_convoy(state: State, part: Part) -> None:
    """One Convoy with what it carries, its Escort and its goal."""
    name = next(iter(found([part["convoy"]], state.board.convoys, "Convoy")))
    state.convoys[name] = Convoy(
        state.board.convoys[name].sort, part.get("destination", ""), list(part.get("path", ())),
        int(part.get("dp_enemy", "0")), int(part.get("dp_weather", "0")), waits=int(part.get("waits", "0")),
        element=part.get("element", ""), called=part.get("called", ""), points=int(part.get("points", "0")),
        sail=int(part.get("sail", "0")), off_map=is_true(part, "off_map"),
    )  # fmt: skip
    members = [lay_squadron(state, one) for one in part.get("squadrons", ())]
    state.new_formation(name, CONVOY, part["at"], part.get("state", FITTING_OUT), members)
    lay_fields(state, name, part)
    state.formations[name].left = date_from(part["left"]) if "left" in part else 0
    state.convoys[name].shut = state.now - int(part["shut"]) if "shut" in part else 0
    for unit in found(part.get("units", ()), state.board.units, "Unit"):
        state.units[unit] = Unit(name)


def lay_fields(state: State, name: str, part: Part) -> None:
    """The fields that a Formation has by their own names; at sea it has a marker."""
    record = state.formations[name]
    record.command = part.get("command", record.command)
    record.order = part.get("order", "")
    for word in FLAGS:
        setattr(record, word, is_true(part, word))
    for word in TEXTS:
        setattr(record, word, part.get(word, ""))
    for word in NUMBERS:
        setattr(record, word, int(part.get(word, "0")))
    if record.state == READY and not record.inside and not record.marker and not record.goes_with:
        state.give_marker(name)


def lay_people(state: State, given: Part) -> None:
    """Units, Leaders and Personages."""
    for part in given.get("units", ()):
        for unit in found([part["unit"]], state.board.units, "Unit"):
            state.units[unit] = Unit(part["at"], is_true(part, "disrupted"), is_true(part, "landed"),
                                     is_true(part, "tasked"), part.get("gone", ""), serves=part.get("serves", ""),
                                     joined=int(part.get("joined", "0")))  # fmt: skip
    for part in given.get("leaders", ()):
        for leader in found([part["leader"]], state.board.leaders, "Leader"):
            held = state.leaders[leader]
            held.posts += list(part.get("posts", ()))
            held.rank, held.gone = part.get("rank", held.rank), ""
            held.out_until = int(part.get("out_until", "0"))
    for part in given.get("personages", ()):
        for personage in found([part["personage"]], state.board.personages, "Personage"):
            state.personages[personage] = Personage(part["at"])


def lay_small_craft(state: State, given: Part) -> None:
    """Auxiliaries and Corsairs where they are, or on a Task that lasts; a Corsair lies in its zone."""
    state.pirate_turn = given.get("pirate_turn", "")
    for part in given.get("campaigns", ()):
        for name in found([part["campaign"]], state.board.politics.campaigns, "campaign"):
            state.campaigns[name] = Campaign(part["status"], is_true(part, "active"), part.get("hex", ""),
                                             int(part.get("so_far", "0")), int(part.get("won", "0")))  # fmt: skip
    for part in given.get("auxiliaries", ()):
        for aux in found([part["aux"]], state.board.craft.counters, "Auxiliary"):
            zone = state.board.craft.counters[aux].zone
            state.auxiliaries[aux] = Auxiliary(
                part.get("at", zone), part.get("command", ""), part.get("station", ""), part.get("task", ""),
                part.get("target", ""), int(part.get("since", "0")), spent=is_true(part, "spent"), zone=zone,
                serves=part.get("serves", ""),
            )  # fmt: skip


def lay_ports(state: State, given: Part) -> None:
    """Ports that are not as at the start of the war, and sieges."""
    for part in given.get("ports", ()):
        for port in found([part["port"]], state.board.ports, "Port"):
            held = state.ports[port]
            held.holder = part.get("holder", held.holder)
            held.captured = date_from(part["captured"]) if "captured" in part else held.captured
            held.stores = int(part.get("stores", "0"))
            held.razed = date_from(part["razed"]) if "razed" in part else held.razed
    for part in given.get("sieges", ()):
        state.sieges[part["port"]] = Siege(part["order"], part["flotilla"], part["expedition"],
                                           int(part.get("since", "0")), int(part.get("stormed", "0")))  # fmt: skip


def lay_orders(state: State, given: Part) -> None:
    """Orders in hand, in the pool and under way, plans, and Prestige."""
    for part in given.get("orders", ()):
        lay_order(state, part)
    for word, kept in (("hand", state.hand), ("pool", state.pool)):
        for side in SIDES:
            kept[side] = list(found(given.get(word, {}).get(side, ()), state.board.chits, "chit"))
    for side in SIDES:
        points = int(given.get("prestige", {}).get(side, state.board.scenarios[state.scenario].prestige[side]))
        state.prestige[side] = state.start_prestige[side] = points
        state.spending[side] = [plain(each) for each in given.get("spending", {}).get(side, ())]
    for plan in given.get("plans", ()):
        who = next(iter(found([plan["who"]], state.formations, "Formation")))
        state.plans[who] = {**plain(plan), "mark": "case", "waited": "0", "lapses": "0"}
    state.settle()


def lay_order(state: State, part: Part) -> None:
    """One Order that somebody carries out: a chit by its id, or one without a chit by its kind."""
    key = part["order"]
    chit = state.board.chit(key)
    if chit is None and "kind" not in part:
        raise bad(f"'{key}' is no chit", kind=Kind.UNKNOWN, hint="an Order without a chit has a kind and a side")
    counts = {word: int(part.get(word, "0")) for word in ("point", "begun", "spent", "ends", "misses")}
    state.orders[key] = Order(
        chit.kind if chit else part["kind"], chit.side if chit else part["side"], list(part.get("to", ())),
        key if chit else "", list(part.get("targets", chit.points if chit else ())),
        date_from(part["since"]) if "since" in part else state.date,
        date_from(part["last"]) if "last" in part else state.date + state.board.numbers.order_turns,
        held_at=part.get("held_at", ""), extended=is_true(part, "extended"), landed=is_true(part, "landed"),
        point=counts["point"], begun=counts["begun"], spent=counts["spent"], ends=counts["ends"],
        misses=counts["misses"],
    )  # fmt: skip
    for name in part.get("to", ()):
        if name not in state.board.craft.counters:
            state.formations[name].order = key


def lay_europe(state: State, given: Part) -> None:
    """Trade that has come in, Events, Sail without a Squadron, stores gathered, and ships that must go home."""
    state.trade = {part["line"]: date_from(part["turn"]) for part in given.get("trade", ())}
    for part in given.get("events", ()):
        event, since = (part, 1) if isinstance(part, str) else (part["event"], date_from(part["turn"]))
        state.events[event] = since
    state.victuals = {nation: int(points) for nation, points in given.get("victuals", {}).items()}
    for side, one in given.get("duties", {}).items():
        due = date_from(one["due"]) if "due" in one else 0
        state.duties.append(Duty(side, int(one["sail"]), due, one.get("contingent", "")))
    for part in given.get("held", ()):
        sail = {sort.replace("_", "-"): int(number) for sort, number in part["sail"].items()}
        at, north = part.get("at", OFF_MAP), is_true(part, "north")
        state.held.append(Held(part["contingent"], part["command"], at, north, sail))


def begin(state: State, given: Part) -> None:
    """Begins the Impulse, but for what the case says of it."""
    kept = {name: (one.mps, one.let_pass, one.fitted) for name, one in state.formations.items()}
    begin_impulse(state)
    told = {part.get("formation", part.get("convoy", "")): part for part in named(given)}
    for name, (mps, let_pass, fitted) in kept.items():
        record, part = state.formations[name], told.get(name, {})
        record.mps, record.let_pass = mps, let_pass
        record.fitted = fitted if "fitted" in part else record.fitted


def named(given: Part) -> Iterable[Part]:
    """The Formations and Convoys of a case."""
    yield from given.get("formations", ())
    yield from given.get("convoys", ())


async def played(table: Table, match: YellowJackMatch, given: Part) -> None:
    """Plays the steps of a case, or its whole phase."""
    match.memories.listen(table.story, match.news())
    if "steps" not in given:
        await match.play_phase(table)
        match.coming = match.following()
    for name in given.get("steps", ()):
        if name not in STEPS:
            raise bad(f"'{name}' is no step of a Turn", kind=Kind.UNKNOWN, hint=f"one of {', '.join(STEPS)}")
        match.state.step = name
        await STEPS[name].carry_out(table, match.state, ruling_of())
    match.memories.keep(match.presence())
