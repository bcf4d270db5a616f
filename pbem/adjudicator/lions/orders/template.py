"""The order file as a player gets it: everything that may be ordered now, with his own names, switched off."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.adjudicator.lions.orders import examples
from pbem.adjudicator.lions.rules.ch03_setup import deployments
from pbem.adjudicator.lions.rules.ch04_sequence import BIDS, SETUP, YEAR
from pbem.adjudicator.lions.rules.ch06_control import port_value
from pbem.adjudicator.lions.state.state import FORT, REGIMENT, State
from pbem.adjudicator.lions.view.view import board_seen, fleet_number, seen_state
from pbem.adjudicator.orders.order_file import Section, order_page, switched_off
from pbem.strict_yaml.writing import one_line

TITLE = "When Lions Sailed"
SCHEMA = "orders-lions.schema.json"
PHASES = {SETUP: "the set-up", BIDS: "turn {turn}, initiative and bids", YEAR: "turn {turn}, outfitting and operations"}
#: How the queue is read.
QUEUE = (
    "The queue. Each time your turn comes round, the first entry is carried out that is not used up, whose `if` holds "
    "and that you can pay for; where none is left you pass, unless you ask to be asked (below). When all pass in a row "
    "the year is over (13.1)."
)
ENTRY = (
    "An entry may say: force, take, embark, admiral, path, cross, drop, attack, land, shore, plunder, markers, trade, "
    "scuttle, show, second (with Grand Design), breach, and if, until, times; "
    "or instead letter_of_marque, diplomacy, lords, pass_until."
)
#: What conditions can look at.
CONDITIONS = (
    "Conditions (in `if`, `until`, `pass_until`) see what you see; all of a list must hold. Some of them:",
    "  {moved: spain}, {not_moved: spain}, {passed: france}: who has operated this turn, or passed",
    "  {treasure_at: {fleet: treasure-goa, at: goa}}, {treasure_free: treasure-goa}",
    "  {no_enemy_within: {of: tortuga, squares: 3, power: england, what: fleets}}, {enemy_at: cadiz}",
    "  {held: java}, {lost: java}, {plundered: havana}, {own_at: goa}, {force_at: {force: 1, at: goa}}",
    "  {pounds_at_least: 8}, {turn_at_least: 3}, {holding: spy}, {guns_at_least: {force: 1, guns: 9}}",
    "  in battles {odds_below: {own: 1, enemy: 2}}, {round_at_least: 3}, {own_damaged: 2}, {roll_at_most: 4}",
)


def order_template(view: Mapping[str, Any], head: Mapping[str, str]) -> str:
    """The order file of the open phase. `head` may hold game, seat, phase, title, deadline and schema."""
    title = PHASES.get(view.get("step", ""), "no phase is open").format(turn=view["turn"])
    return order_page(head, view["seat"], str(view.get("phase", "")), schema=SCHEMA, game=TITLE, phase_title=title,
                      sections=list(sections(view)))  # fmt: skip


def sections(view: Mapping[str, Any]) -> Iterator[Section]:
    """What may be ordered now."""
    state = seen_state(board_seen(view), view)
    seat, step = view["seat"], view.get("step", "")
    if step == SETUP:
        yield set_up(state, seat)
    elif step == BIDS:
        yield bids(state, view)
    elif step == YEAR:
        yield from (agreements(view), outfitting(state, seat), fleets(state, seat), operations(state, view))
    yield from doctrine(state, view)
    yield standing(view)
    yield asking()
    yield answers()


# -------------------------------------------------------------------------------------------------- set-up and bids


def set_up(state: State, seat: str) -> Section:
    """Before turn 1: groups that may be divided, and who starts aboard (3.2, 19.8)."""
    talk = ["Your counters. A group with several ports is divided as you like; unsaid, it goes to the first:"]
    for group in deployments(state.board, seat):
        points = [f"{group.regiments} regiments"] if group.regiments else []
        points += [f"{group.forts} forts"] if group.forts else []
        talk.append(f"  {group.id}, at {' or '.join(group.at)}: {', '.join([*group.ships, *group.leaders, *points])}")
    talk.append("Ships are numbered class by class in this order, such as "
                f"{seat}-1st-1; `aboard` embarks troops and leaders of her port.")  # fmt: skip
    return Section("SET-UP (3.1)", tuple(talk), switched_off("setup", examples.set_up(state, seat)))


def bids(state: State, view: Mapping[str, Any]) -> Section:
    """The Exchange Phase (9.3)."""
    number = state.board.player_numbers[len(state.players)].exchange
    talk = [
        f"You have {view['money'][view['seat']]} pounds, and {number} markers lie face down. Bids are blind.",
        "For each marker the first entry that fits counts.",
        "A tie is bid for again, at no less, with the next number of `rounds`.",
        "`spend` limits what all bids cost together; `never_below` is never touched.", hand(state, view),
    ]  # fmt: skip
    lines = [line for name, part in examples.bids(view).items() for line in switched_off(name, part)]
    return Section("BIDS for campaign markers (9.3)", tuple(talk), tuple(lines))


def hand(state: State, view: Mapping[str, Any]) -> str:
    """What is held."""
    names = ", ".join(state.type_of(name).id for name in view["hand"]) or "nothing"
    return f"Your hand holds {names}; at most {state.hand_limit()} markers."


# -------------------------------------------------------------------------------------------------- the year


def agreements(view: Mapping[str, Any]) -> Section:
    """Negotiations (10.1)."""
    talk = ["An agreement is in force when the very same entry stands in the file of every party; then all see it.",
            *(f"In force: {one_line(record)}" for record in view["agreements"])]  # fmt: skip
    return Section("AGREEMENTS (10.1)", tuple(talk), switched_off("agreements", examples.agreements(view)))


def outfitting(state: State, seat: str) -> Section:
    """What may be bought, repaired and founded (11.2)."""
    prices = ", ".join(f"{name} {item.dice or item.cost}" for name, item in state.board.expenditure.items())
    left: dict[str, int] = {}
    for name in state.unbuilt(seat):
        left[state.board.ships[name].kind.id] = left.get(state.board.ships[name].kind.id, 0) + 1
    points = ", ".join(f"{state.land_left(seat, kind)} {kind} points" for kind in (REGIMENT, FORT))
    talk = [
        f"You have {state.money[seat]} pounds. Prices: {prices}.",
        f"Left to outfit: {', '.join(f'{kind} {number}' for kind, number in left.items())}; {points}.",
        f"Your home ports: {', '.join(port.id for port in state.board.home_ports(seat))}.",
        "1st to 3rd rates and fireships arrive at home. Each port takes so many units a turn (11.4).",
    ]  # fmt: skip
    return Section("OUTFITTING (11.1)", tuple(talk), switched_off("outfit", examples.outfit(state, seat)))


def fleets(state: State, seat: str) -> Section:
    """How ships are formed into fleets (12.2)."""
    talk = [
        f"You have {state.board.fleet_markers[seat]} Fleet Markers.",
        "A square that is named is formed anew as a whole.", "Your units:", *whereabouts(state, seat),
    ]  # fmt: skip
    return Section("FLEETS (12.2)", tuple(talk), switched_off("fleets", examples.fleets(state, seat)))


def whereabouts(state: State, seat: str) -> Iterator[str]:
    """Own ships, troops and leaders, square by square."""
    for square in state.occupied():
        ships = [ship_words(state, name) for name in state.ships_of(seat) if state.ships[name].at == square]
        troops = [(state.ashore(square, seat, kind), kind) for kind in (REGIMENT, FORT)]
        points = [f"{number} {kind} points" for number, kind in troops if number]
        leaders = [name for name in state.leaders_of(seat) if state.leaders[name].at == square]
        ashore = [name for name in leaders if not state.leaders[name].aboard]
        if ships or points or ashore:
            yield f"  {place(state, square)}: {', '.join([*ships, *points, *ashore])}"


def ship_words(state: State, name: str) -> str:
    """A ship with her fleet, damage and whoever is aboard."""
    vessel = state.ships[name]
    extra = [f"fleet {fleet_number(vessel.fleet)}"] if vessel.fleet else []
    extra += [f"{vessel.damage} damage"] if vessel.damage else []
    extra += [f"{state.carried(name)} regiment points"] if state.carried(name) else []
    extra += state.leaders_aboard(name)
    return f"{name} ({', '.join(extra)})" if extra else name


def place(state: State, square: str) -> str:
    """A square, with its port."""
    port = state.board.port_at.get(square)
    return f"{port.id} {square}" if port else square


def operations(state: State, view: Mapping[str, Any]) -> Section:
    """The queue (13.1)."""
    costs = ", ".join(f"{where} {pounds}" for where, pounds in state.board.operations.items())
    talk = [
        QUEUE,
        f"An operation costs, by where it begins: {costs}.", hand(state, view),
        "Treasure fleets, once they are out:", *treasure(state),
        "Others seen, fleets by number, what a port yields behind =:", *seen(state, view),
        ENTRY, *CONDITIONS,
    ]  # fmt: skip
    return Section("OPERATIONS (13.1)", tuple(talk), switched_off("operations", examples.operations(state, view)))


def treasure(state: State) -> Iterator[str]:
    """Each treasure fleet, where it comes from and what it pays."""
    told = [f"{fleet.id} at {place(state, state.board.ports[fleet.port].square)} ({fleet.dice})"
            for fleet in state.board.treasure_fleets.values()]  # fmt: skip
    yield f"  {', '.join(told)}"


def seen(state: State, view: Mapping[str, Any]) -> Iterator[str]:
    """Where others lie."""
    for power in [name for name in view["players"] if name != view["seat"]]:
        told = []
        for entry in view["presence"]:
            if entry["power"] == power:
                worth = port_value(state, entry["square"])
                fleet = f" [{'+'.join(entry['fleets'])}]" if entry["fleets"] else ""
                told.append(f"{place(state, entry['square'])}{fleet}{f' ={worth}' if worth else ''}")
        yield f"  {state.name(power)}: {', '.join(told) or 'nowhere'}"


# -------------------------------------------------------------------------------------------------- answers beforehand


def doctrine(state: State, view: Mapping[str, Any]) -> Iterator[Section]:
    """Answers to questions before they come, for this phase only."""
    for name, (talk, example) in examples.doctrine(state, view).items():
        yield Section(f"{name.upper().replace('_', ' ')}: {talk}", (), switched_off(name, example))


def standing(view: Mapping[str, Any]) -> Section:
    """Doctrine that lasts, and what is in force."""
    orders: Sequence[Mapping[str, Any]] = view.get("standing", ())
    what = ("Any of the sections on battles, markers and losses, kept from phase to phase until replaced, cancelled or "
            "ended. `once: true` ends one after its first use, `until:` when its conditions hold.")
    now = [f"  In force: {one_line(dict(order))}" for order in orders] or ["None is in force."]
    given = examples.standing(view)
    if orders:
        given.append({"cancel": orders[0]["number"]})
    return Section("STANDING ORDERS", (what, *now), switched_off("standing", given))


def asking() -> Section:
    """Where to be asked."""
    talk = ("What you do not order is not done, and nobody asks. Name the sections about which you want a letter.",)
    return Section("ASK", talk, switched_off("ask", ["operations", "gauge"]))


def answers() -> Section:
    """Exact answers, by the key a letter gives."""
    talk = ("To questions a letter has put to you, by their keys; the letter prints the lines to copy.",)
    return Section("ANSWERS", talk, switched_off("answers", [{"key": "gauge/h12/england/n1", "answer": "engage"}]))
