"""The order file as a player gets it: everything that may be ordered now, with his own counters' names, switched off.

It is strict YAML as it stands and orders nothing. `##` begins talk, `#` an order that counts once the `#` is gone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.adjudicator.jenkins.board.pieces import EACH_SEAPORT, TURN_TRACK
from pbem.adjudicator.jenkins.orders import examples
from pbem.adjudicator.jenkins.view import listings
from pbem.adjudicator.jenkins.view.picture import Picture, figures, picture
from pbem.adjudicator.orders.order_file import Section, order_page, switched_off
from pbem.adjudicator.reports.phrases import count
from pbem.strict_yaml.writing import one_line

TITLE = "The War of Jenkins' Ear"
SCHEMA = "orders-jenkins.schema.json"
#: Where free counters stand that have no one seaport to stand in (3.1, 11.9).
FREE_PLACES = {EACH_SEAPORT: "One in each of your seaports of value 2 or more", TURN_TRACK: "On the turn track"}


def order_template(view: Mapping[str, Any], head: Mapping[str, str]) -> str:
    """The order file of the open phase. `head` may hold game, seat, phase, title, deadline and schema."""
    seen = picture(view)
    return order_page(head, seen.side, str(view.get("phase", "")), schema=SCHEMA, game=TITLE,
                      phase_title=phase_title(seen), sections=sections(seen))  # fmt: skip


def phase_title(seen: Picture) -> str:
    """The open phase in words."""
    side = str(seen.known["phase_side"]).title()
    return f"turn {seen.turn}, {side} Phase" if seen.turn else f"{side} set-up"


def sections(seen: Picture) -> list[Section]:
    """What may be ordered now: in one's own phase all of it, in the enemy's how to meet him."""
    mine = seen.known["phase_side"] == seen.side
    found = []
    if mine and seen.turn == 0:
        found = [set_up(seen)]
    elif mine:
        found = [purchases(seen), stacking(seen), movement(seen)]
    return [*found, *(doctrine(seen) if seen.turn else ()), standing(seen), answers()]


# -------------------------------------------------------------------------------------------------- one's own phase


def set_up(seen: Picture) -> Section:
    """Before turn 1 (3.1): garrisons, the San Isidro, purchases, stacks."""
    part: dict[str, Any] = {}
    talk = ["Free counters, which also take their room:", *free_counters(seen)]
    if garrisons := examples.garrisons(seen):
        part["garrisons"] = garrisons
        talk.append("Garrisons: say which Soldiers go where, as far as it matters to you; the rest follow in order.")
        part["isidro"] = 7
        talk.append("The San Isidro: name a box of the turn track; a die below its number, and she comes (11.9).")
    part["buy"] = examples.purchases(seen)
    part["stacks"] = examples.stackings(seen)
    kept = {name: value for name, value in part.items() if value}
    talk.append("Stacks are ordered last; what the enemy sees is the top (4.3, 4.4).")
    return Section("SET-UP (3.1)", (*talk, *shop(seen)), switched_off("setup", kept))


def free_counters(seen: Picture) -> list[str]:
    """What a side has for nothing, and where (3.1); like Soldiers together, for it matters which stands where."""
    lines = []
    for place in seen.board.setup:
        if place.side == seen.side:
            port = seen.board.seaports.get(place.place)
            where = f"{port.name} {port.hex}" if port else FREE_PLACES[place.place]
            groups: dict[str, list[str]] = {}
            for name in place.counters:
                groups.setdefault(figures(seen.board.counters[name]), []).append(name)
            told = "; ".join(f"{', '.join(names)} ({printed or 'no values'})" for printed, names in groups.items())
            lines.append(f"  {where}: {told}")
    return lines


def purchases(seen: Picture) -> Section:
    """What may be bought, where there is room (6.1, 3.3, 3.5)."""
    return Section("PURCHASES, in this order, as far as points and room go (6.1)", tuple(shop(seen)),
                   switched_off("buy", examples.purchases(seen)))  # fmt: skip


def shop(seen: Picture) -> list[str]:
    """Money, prices, room."""
    funds = seen.known["funds"].get(seen.side, 0)
    more = f"; {seen.board.funds.per_turn[seen.side]} more come at the purchases step" if seen.turn else ""
    lines = [f"War funds: {funds}{more}. Prices:"]
    lines += [f"  {title}: {members}" for title, members in listings.pool(seen, seen.side)]
    lines.append("Room left (frigates, cannons, boom chains, leaders and deceptions need none, 4.2):")
    for port in seen.own_ports():
        if not port.great_south_sea:
            naval, land = seen.room_left(port)
            lines.append(f"  {port.id} {port.hex}: {count(naval, 'ship')}, {land or 'no'} land")
    return lines


def stacking(seen: Picture) -> Section:
    """What lies on top (4.3)."""
    return Section("STACKS: what lies on top is what the enemy sees (4.3, 4.4)", (),
                   switched_off("stacks", examples.stackings(seen)))  # fmt: skip


def movement(seen: Picture) -> Section:
    """Who may move, who may go aboard, where storms lie, what a move may say (7.0-7.6)."""
    talk = [
        *whereabouts(seen), *boarding(seen), listings.storms(seen),
        ("Moves are made one after another. Gaps in a path are filled by the shortest way. A move of ships may also "
         "say: debark: all (or names), join and leave (ships met or left on the way), if and hold_if (conditions), "
         "if_missed: hold, to_track: true (round the Horn, 7.4). Every sixth hex at sea without a friendly seaport "
         "brings a die (6.3)."),
    ]  # fmt: skip
    return Section("MOVES (7.0)", tuple(talk), switched_off("moves", examples.moves(seen)))


def whereabouts(seen: Picture) -> list[str]:
    """Every stack by hex, names ready to copy; passengers in brackets behind their ship."""
    lines = ["Your stacks, top first:"]
    for hex_id, names in seen.own_stacks():
        shown = [name + crew(seen, name) for name in names if name not in seen.state.aboard]
        lines.append(f"  {seen.place(hex_id)}: {', '.join(shown)}")
    for name, (turn, _) in seen.known.get("track", {}).items():
        lines.append(f"  Turn track, box {turn}: {name}{crew(seen, name)}")
    return lines


def crew(seen: Picture, ship: str) -> str:
    """Who is aboard."""
    aboard = seen.state.passengers(ship)
    return f" (with {', '.join(aboard)})" if aboard else ""


def boarding(seen: Picture) -> list[str]:
    """Who can go aboard whom, by seaport (7.3)."""
    lines = []
    for hex_id, _ in seen.own_stacks():
        able: dict[str, list[str]] = {}
        for part in examples.embarkations(seen, hex_id):
            able.setdefault(part["counter"], []).append(part["on"])
        if able:
            berths: dict[str, list[str]] = {}
            for name, ships in able.items():
                berths.setdefault(", ".join(ships), []).append(name)
            told = "; ".join(f"{', '.join(names)} on {ships}" for ships, names in berths.items())
            lines.append(f"  {seen.place(hex_id)}: {told}")
    return ["Who can go aboard whom:", *lines] if lines else []


# -------------------------------------------------------------------------------------------------- answers beforehand


def doctrine(seen: Picture) -> list[Section]:
    """Answers to questions before they come, for this phase only."""
    return [Section(f"{name.upper().replace('_', ' ')}: {talk}", (), switched_off(name, example))
            for name, (talk, example) in examples.doctrine(seen).items()]  # fmt: skip


def standing(seen: Picture) -> Section:
    """Doctrine that lasts, and what is in force."""
    orders: Sequence[Mapping[str, Any]] = seen.known.get("standing", ())
    what = ("Any of the sections above, kept from phase to phase until replaced, cancelled or ended; conditions see "
            "what you see. `once: true` ends one after its first use, `until:` when its conditions hold.")
    now = [f"  In force: {one_line(dict(order))}" for order in orders] or ["None is in force."]
    given = examples.standing(seen)
    if orders:
        given.append({"cancel": orders[0]["number"]})
    return Section("STANDING ORDERS", (what, *now), switched_off("standing", given))


def answers() -> Section:
    """Exact answers, by the key a letter gives."""
    talk = ("To questions a letter has put to you, by their keys; the letter prints the lines to copy.",)
    return Section("ANSWERS", talk, switched_off("answers", [{"key": "losses/naval/3119/n1", "answer": ["boyne"]}]))
