"""Faults of plans that their owner can see: steps without a verb, Small Spaces, Spaniards who may not leave."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.adjudicator.yellowjack.ch2.marines import room_needed
from pbem.adjudicator.yellowjack.ch2.warships import capacity
from pbem.adjudicator.yellowjack.orders.checks.wrong import Desk, Entry, Path, Wrong
from pbem.adjudicator.yellowjack.orders.sections.sail_rows import BESIDE, VERBS
from pbem.adjudicator.yellowjack.state.words import BRITISH, CONVOY, DETACHMENT, FLAG, FRENCH, INDEPENDENT

#: Verbs that take a Formation out of port.
LEAVING = ("put_to_sea", "to", "via", "blockade", "clear", "follow")
#: Words of a plan that speak of the Spanish rules of engagement.
SPANISH_ONLY = {"sortie": "2.231", "relieve": "2.233", "openly": "2.233", "return": "2.233"}


def wrong_plans(desk: Desk) -> Iterator[Wrong]:
    """Every fault of the plans of a file."""
    met: dict[str, int] = {}
    for number, entry in enumerate(desk.entries("sail")):
        who, path = str(entry["who"]), ("sail", number)
        if who in met and not entry.get("if"):
            yield Wrong((*path, "who"), f"'{who}' has a plan above", "R5.2", "the first plan that fits is taken")
        met.setdefault(who, number)
        yield from wrong_who(desk, (*path, "who"), who)
        yield from wrong_words(desk, path, entry, who)
        for place, step in enumerate(entry.get("then", ())):
            yield from wrong_step(desk, (*path, "then", place), step, who)
        yield from wrong_leaving(desk, path, entry, who)


def wrong_who(desk: Desk, path: Path, who: str) -> Iterator[Wrong]:
    """A Formation that is not in play."""
    counters = (*desk.board.formations, *desk.board.convoys, *desk.board.squadrons)
    if who in counters and who not in desk.look.own:
        squadron = desk.known["squadrons"].get(who, {})
        inside = str(squadron.get("formation", ""))
        hint = f"she sails with {inside}" if inside else ""
        yield Wrong(path, f"'{who}' is no Formation that is in play", "R3.6", hint)


def wrong_words(desk: Desk, path: Path, entry: Entry, who: str) -> Iterator[Wrong]:
    """Words that only Spaniards may use, and words without their companion."""
    for word, rule in SPANISH_ONLY.items():
        if word in entry and desk.seat == BRITISH:
            yield Wrong((*path, word), f"'{word}' is for Spaniards, who are bound by rules of engagement", rule)
    for word in ("openly", "return"):
        if word in entry and "relieve" not in entry:
            yield Wrong((*path, word), f"'{word}' says something of 'relieve', which is not there", "2.233")
    for place, port in enumerate(entry.get("relieve", ())):
        if not desk.own_port(str(port)):
            yield Wrong((*path, "relieve", place), f"{desk.place(str(port))} is not yours", "2.233")
    if not any(word in entry for word in ("then", "retire", "sortie", "relieve", "besieged", "dodge", "shelter")):
        yield Wrong(path, f"the plan of '{who}' says nothing", "R5.2", "steps stand under 'then'")


# -------------------------------------------------------------------------------------------- steps


def wrong_step(desk: Desk, path: Path, step: Entry, who: str) -> Iterator[Wrong]:
    """A step without a verb or with several, with words of other verbs, or one that can never be done."""
    verbs = [word for word in step if word in VERBS]
    if len(verbs) != 1:
        told = f"it has {' and '.join(verbs)}" if verbs else f"one of {', '.join(VERBS)}"
        yield Wrong(path, "a step has one verb", "R5.2", told)
        return
    for word in step:
        if word in BESIDE and verbs[0] not in BESIDE[word]:
            yield Wrong((*path, word), f"'{word}' goes with {' or '.join(BESIDE[word])}, not with {verbs[0]}")
    if verbs[0] == "embark" and "land_at" not in step:
        yield Wrong((*path, "embark"), "nobody knows where they land", "R9.17", "name a Port of yours with 'land_at'")
    deed = WRONG.get(verbs[0])
    if deed is not None:
        yield from deed(desk, (*path, verbs[0]), step[verbs[0]], who)


def kind_of(desk: Desk, who: str) -> str:
    """The kind of an own Formation; empty for a scope."""
    return str(desk.look.own.get(who, {}).get("kind", ""))


def wrong_way(desk: Desk, path: Path, value: Any, who: str) -> Iterator[Wrong]:
    """A Flag bound for a Small Space."""
    places = value if isinstance(value, list) else [value]
    for number, place in enumerate(places):
        space = desk.board.spaces.get(str(place))
        if space is not None and space.size == "small" and kind_of(desk, who) == FLAG:
            spot = (*path, number) if isinstance(value, list) else path
            yield Wrong(spot, f"{desk.place(str(place))} is a Small Space, and no Flag goes there", "R2.2")


def wrong_port(desk: Desk, path: Path, value: Any, who: str) -> Iterator[Wrong]:
    """A Port that belongs to the enemy, where nobody anchors."""
    holder = str(desk.known["ports"].get(str(value), {}).get("holder", ""))
    if str(value) in desk.board.ports and holder and not desk.own_port(str(value)) and is_enemy(desk, holder):
        yield Wrong(path, f"{desk.place(str(value))} is the enemy's", "1.32", "ships lie off it, in its Space")


def is_enemy(desk: Desk, holder: str) -> bool:
    """Tells if a holder of a Port is at war with the owner; the French are not, as long as they are at peace."""
    return holder not in (FRENCH, "neutral", "")


def wrong_blockade(desk: Desk, path: Path, value: Any, who: str) -> Iterator[Wrong]:
    """A blockade of a Port that is one's own or nobody's enemy, or by a Convoy."""
    holder = str(desk.known["ports"].get(str(value), {}).get("holder", ""))
    if desk.own_port(str(value)) or not is_enemy(desk, holder):
        yield Wrong(path, f"{desk.place(str(value))} is not the enemy's", "R7.6")
    if kind_of(desk, who) == CONVOY:
        yield Wrong(path, "a Convoy blockades nothing", "R7.6")


def wrong_attach(desk: Desk, path: Path, value: Any, who: str) -> Iterator[Wrong]:
    """A Detachment that joins what is no Flag, or somebody who is no Detachment."""
    if kind_of(desk, str(value)) not in ("", FLAG):
        yield Wrong(path, f"'{value}' is no Flag", "R3.8")
    if kind_of(desk, who) not in ("", DETACHMENT):
        yield Wrong(path, f"'{who}' is no Detachment", "R3.8")


def wrong_escort(desk: Desk, path: Path, value: Any, who: str) -> Iterator[Wrong]:
    """A Convoy that is not there."""
    if str(value) not in desk.look.own:
        yield Wrong(path, f"the Convoy '{value}' is not Assembled", "R9.22")


def wrong_carry_on(desk: Desk, path: Path, value: Any, who: str) -> Iterator[Wrong]:
    """A Formation that has no Order to carry on with."""
    if kind_of(desk, who) and not desk.ordered(who) and kind_of(desk, who) != CONVOY:
        yield Wrong(path, f"'{who}' has no Order to carry on with", "R9.21")


def wrong_embarking(desk: Desk, path: Path, value: Any, who: str) -> Iterator[Wrong]:
    """Units that lie in no Port, that never go to sea, or that are too many for a Formation."""
    if who not in desk.look.own:
        return
    for number, unit in enumerate(value):
        held = desk.known["units"].get(str(unit), {})
        if str(unit) in desk.board.craft.tribes:
            yield Wrong((*path, number), f"'{unit}' is a Tribe, and never goes to sea", "2.546")
        elif str(unit) in desk.board.personages and desk.board.personages[str(unit)].viceroy:
            yield Wrong((*path, number), f"'{unit}' is a Viceroy and keeps the post", "2.565")
        elif held and str(held.get("at", "")) not in desk.board.ports:
            yield Wrong((*path, number), f"'{unit}' is in no Port", "R9.17")
    room = sum(capacity(desk.state, name) for name in desk.state.squadrons_of(who))
    if room_needed(desk.state, [str(unit) for unit in value if str(unit) in desk.state.units]) > room:
        hint = "one for a SOL(D) or Frigate, one for two SOL of a Squadron; Marines count a half"
        yield Wrong(path, f"'{who}' has room for {room} Units at most", "2.65", hint)


WRONG = {
    "embark": wrong_embarking,
    "to": wrong_way, "via": wrong_way, "port": wrong_port, "blockade": wrong_blockade, "attach": wrong_attach,
    "escort": wrong_escort, "carry_on": wrong_carry_on,
}  # fmt: skip


# -------------------------------------------------------------------------------------------- leaving port


def wrong_leaving(desk: Desk, path: Path, entry: Entry, who: str) -> Iterator[Wrong]:
    """A Formation that may not leave port without an Order: a lone Squadron, or a Spaniard (R3.6, 2.231)."""
    leaves = any(word in step for step in entry.get("then", ()) for word in LEAVING)
    kind = kind_of(desk, who)
    if not leaves or not kind or kind == CONVOY or desk.ordered(who):
        return
    if kind == INDEPENDENT:
        yield Wrong((*path, "then"), f"'{who}' is a lone Squadron and sails only under an Order", "R3.6")
    elif spaniard(desk, who) and "sortie" not in entry and "relieve" not in entry:
        yield Wrong((*path, "then"), f"'{who}' has no Order, and Spaniards leave port without one only for a cause",
                    "2.231", "name the cause: 'sortie' with conditions, or 'relieve' with Ports")  # fmt: skip


def spaniard(desk: Desk, who: str) -> bool:
    """Tells if an own Formation is Spanish or the Company's."""
    return str(desk.look.own.get(who, {}).get("contingent", "")) in ("spanish", "caracas")
