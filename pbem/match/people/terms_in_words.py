"""Summarises the terms that players agree to, so that nobody has to read a charter's YAML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.adjudicator.game import Game
from pbem.adjudicator.titles import load_game
from pbem.base.counting import counted
from pbem.match import wording
from pbem.match.deadlines import silence
from pbem.match.play.promises import DEMONSTRATION, promise
from pbem.match.terms.calendar import WEEKDAYS, Calendar
from pbem.match.terms.papers import part, read_invitation
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.people.charter import Tier, parse_charter
from pbem.trust.people.rotation import read_acceptance as read_keys
from pbem.trust.primitives.words import words_of
from pbem.trust.record import layout
from pbem.trust.ssh.transport import lf_form

Fields = Mapping[str, Any]


def named(title: str, rules: str) -> str:
    """A game by what its players call it, and by the title of its rules where that is another."""
    printed = load_game(rules.partition(" ")[0]).title
    return title if title == printed else f"{title}, a game of {printed}"


def agreed(fields: Fields, seat: str = "") -> list[str]:
    """The terms of a charter, or of one that is being drawn up, a line each; `seat` is whose reader they are for."""
    game = load_game(str(fields["rules"]).partition(" ")[0])
    filled = [str(each["seat"]) for each in fields.get("seats", ())] or game.seats_of(str(fields["scenario"]))
    seats = ", ".join(f"{each} (you)" if each == seat else each for each in filled)
    times, tier = Calendar.of_charter(fields.get("calendar", {})), Tier(fields["tier"])
    told = [f"Seats: {seats}.", *teams(fields), *house_rules(game, fields), f"Time: {open_for(times)}",
            *at_the_deadline(times, tier), *silences(fields), *acting_alone(fields), *press(fields), *watchers(fields)]
    binding = DEMONSTRATION if fields.get("beacon") == DEMO_NETWORK.chain else ""
    return [*told, f"Dice, tier {tier.value}: {promise(tier.value)}{binding}"]


def indented(fields: Fields, seat: str = "") -> str:
    """The same as a paragraph of a letter."""
    return "\n".join(f"  {line}" for line in agreed(fields, seat))


def papers_in_words(parts: Mapping[str, bytes]) -> list[str]:
    """Describes what an answer to a letter agrees to: a seat, the terms, or a new moderator."""
    if "invitation.yaml" in parts:
        paper = invited(parts)
        return [f"you take the seat of {paper['seat']} in {named(paper['title'], paper['rules'])}"]
    if layout.CHARTER in parts:
        charter = parse_charter(parts[layout.CHARTER], layout.CHARTER)
        fields = charter.fields
        return [f"you sign the charter of {fields.get('title') or fields['game']}:", *agreed(fields),
                *words_to_compare(charter.sha256, "your moderator, or another player,")]
    if "rotate.yaml" in parts and "acceptance.yaml" in parts:
        name = read_keys(lf_form(parts["acceptance.yaml"])).keys.name
        return [f"you agree that {name} is the moderator from now on"]
    return []


def words_to_compare(sha256: str, others: str) -> list[str]:
    """The words of a charter, and what to do with them."""
    return [line.format(words=" ".join(words_of(sha256)), others=others) for line in wording.COMPARE_WORDS]


def seat_invited(parts: Mapping[str, bytes]) -> str:
    """The seat that a letter invites to; nothing where it brings no invitation."""
    return str(invited(parts)["seat"]) if "invitation.yaml" in parts else ""


def invited(parts: Mapping[str, bytes]) -> Fields:
    """The invitation of a letter, its signature checked."""
    return read_invitation(part(parts, "invitation.yaml"), part(parts, "invitation.yaml.sig"))


def teams(fields: Fields) -> Iterator[str]:
    """Seats that several people play, and how many of them have to agree; known once all have accepted."""
    for entry in fields.get("seats", ()):
        people = 1 + len(entry.get("members", ()))
        needs = f"; their orders count once {entry['needs']} of them agree" if "needs" in entry else ""
        if people > 1:
            yield f"Team: {entry['seat']} is played by {people} people{needs}."


def house_rules(game: Game, fields: Fields) -> Iterator[str]:
    """Those that are set to something else than the game has them; a reader's older version may not know all."""
    usual = {name: str(known["default"]) for name, known in game.house_rules.items()}
    other = [f"{name} {value}" for name, value in fields.get("house", {}).items() if value != usual.get(name)]
    if other:
        yield f"House rules: {', '.join(other)}."


def open_for(times: Calendar) -> str:
    """Describes the time that a phase and a question stay open."""
    if times.hours is not None:
        answer = times.question_hours or times.hours
        return f"{counted(times.hours, 'hour')} for the orders of a phase, {answer} for an answer."
    some = times.weekdays != WEEKDAYS
    days = f" on {', '.join(day.title() for day in times.weekdays)}" if some else ""
    return (
        f"a phase closes at {times.hour} ({times.zone}){days}, {counted(times.days, 'day')} after it opened at the "
        f"earliest; a question {counted(times.question_days, 'day')} after it was asked."
    )


def at_the_deadline(times: Calendar, tier: Tier) -> Iterator[str]:
    """Describes early closing, the reminder and the grace time."""
    yield wording.LOCKED_EARLY if times.early and tier is Tier.BEACON else wording.EARLY[times.early]
    if times.reminder_hours:
        yield f"Players who have not written are reminded once, {counted(times.reminder_hours, 'hour')} before."
    if times.grace_hours:
        yield f"Late orders count for {counted(times.grace_hours, 'hour')} more."


def silences(fields: Fields) -> Iterator[str]:
    """Describes the orders that are used for a seat that sends nothing."""
    terms = silence.Silence.of(fields)
    yield wording.SILENCES[terms.policy]
    if terms.abandoned_after:
        how = wording.DISORDER["bot" if terms.disorder.startswith(silence.BOT) else terms.disorder]
        yield f"After {counted(terms.abandoned_after, 'phase')} of silence the game no longer waits for a seat: {how}."


def acting_alone(fields: Fields) -> Iterator[str]:
    """Describes who writes in a phase of one seat."""
    if fields.get("acts_alone"):
        yield wording.ACTS_ALONE


def press(fields: Fields) -> Iterator[str]:
    """Describes the press between seats that the terms allow."""
    kind = fields.get("press", {}).get("kind", "none")
    if kind != "none":
        yield f"Press between seats: {wording.PRESSES[kind]}."


def watchers(fields: Fields) -> Iterator[str]:
    """Names the observers and the guardians."""
    names = [str(each["name"]) for each in fields.get("people", {}).get("observers", ())]
    if names:
        yield f"Observers, who get the public reports: {', '.join(names)}."
    guardians = [str(each["name"]) for each in fields.get("guardians", ())]
    if guardians:
        yield wording.GUARDIANS.format(names=", ".join(guardians), needed=fields["guardians_needed"])
