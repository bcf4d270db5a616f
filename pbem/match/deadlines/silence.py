"""Plays for silent seats as the charter says, and knows when one counts as abandoned.

The moderator's run and an audit call the same functions, so both play the same for a seat that sent nothing. A bot's
orders are drawn from the key of the seat's own lane in that phase. Until the seed is made nobody knows them, not even
the moderator; when the lane is opened everybody can make them again. Standing orders tell more beforehand.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection, Mapping
from hashlib import sha256
from typing import Any

from pbem import strict_yaml
from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.phase import Orders
from pbem.adjudicator.game import Game
from pbem.base.errors import Fault, Kind, PbemError, bad
from pbem.base.records import dataclass, replace
from pbem.match.folder.office import Office
from pbem.match.play.play_phase import Lanes, StepInput
from pbem.match.terms.terms import Terms
from pbem.trust.orders.which_count import ABANDONED as ABANDONED
from pbem.trust.orders.which_count import QUESTION as QUESTION
from pbem.trust.orders.which_count import SILENT as SILENT
from pbem.trust.orders.which_count import silent_phases
from pbem.trust.people.charter import Charter
from pbem.trust.record.ledger import Ledger

DEFAULT_ORDERS, STANDING, WAIT, FREE_PASS = "default_orders", "standing", "wait", "free_pass"
POLICIES = (STANDING, DEFAULT_ORDERS, WAIT, FREE_PASS)
BOT = "bot:"


@dataclass(frozen=True, slots=True)
class Silence:
    """Holds what the charter says about silent seats."""

    policy: str = STANDING
    abandoned_after: int = 0
    disorder: str = STANDING

    @classmethod
    def of(cls, fields: Mapping[str, Any]) -> Silence:
        """The charter's `people`, or what it is without."""
        people = fields.get("people", {})
        return cls(people.get("silence", STANDING), people.get("abandoned_after", 0), people.get("disorder", STANDING))


# ----------------------------------------------------------------------------------------- who counts as abandoned
def silences(ledger: Ledger, seat: str, before: int | None = None) -> int:
    """In how many phases in a row a seat has sent nothing, up to a line."""
    return silent_phases(ledger.entries()[:before], seat)


def is_abandoned(fields: Mapping[str, Any], ledger: Ledger, seat: str, before: int | None = None) -> bool:
    """Tells if the game no longer waits for a seat."""
    most = Silence.of(fields).abandoned_after
    return bool(most) and silences(ledger, seat, before) >= most


def given_up(office: Office, seat: str) -> bool:
    """Tells if the record so far says that the game waits for a seat no more."""
    if office.charter.grammar == 2:
        return office.walk.silences.abandoned(seat)
    return is_abandoned(office.charter.fields, office.record.ledger, seat)


def abandoned(office: Office, seats: Collection[str]) -> list[str]:
    """Which of these seats are not waited for. Where no other has orders to send, all are, until the deadline: else a
    game without players would run to its end in one evening."""
    if not Silence.of(office.charter.fields).abandoned_after:
        return []
    step = office.book.step
    gone = [seat for seat in seats if seat not in step.held and given_up(office, seat)]
    return gone if len(gone) < len(seats) or step.number > 1 else []


# ----------------------------------------------------------------------------------------------- what is played then
def filled(
    terms: Terms, charter: Charter, position: Mapping[str, Any], step: StepInput, gone: Collection[str],
    secrets: Mapping[str, bytes],
) -> StepInput:  # fmt: skip
    """Fills a phase's first step with orders for the seats that sent none. The charter has them."""
    silence = Silence.of(charter.fields)
    sent = {orders.seat for orders in step.files}
    made: list[Orders] = []
    for seat in sorted(step.silent - sent):
        orders = None
        if seat in gone and silence.disorder.startswith(BOT):
            orders = bot_orders(terms, charter, position, step, seat, silence.disorder, secrets)
        elif silence.policy == DEFAULT_ORDERS:
            orders = default_orders(terms.game, charter.fields, seat, step.id)
        made += [orders] if orders else []
    return replace(step, files=tuple(sorted([*step.files, *made], key=lambda orders: orders.seat)))


def default_orders(game: Game, fields: Mapping[str, Any], seat: str, phase: str) -> Orders | None:
    """The order file that the charter holds for a seat."""
    body = fields.get("defaults", {}).get(seat)
    return read(game, default_file(body, str(fields["game"]), seat, phase), seat) if body else None


def default_body(data: bytes) -> dict[str, Any]:
    """An order file as the charter keeps it: without the lines that say whose it is, and for when."""
    value = strict_yaml.plain(strict_yaml.read(data, "default orders"))
    if not isinstance(value, dict) or "pbem" not in value:
        raise bad("is no order file", file="default orders")
    return {key: part for key, part in value.items() if key not in ("game", "seat", "phase")}


def default_file(body: Mapping[str, Any], game: str, seat: str, phase: str) -> bytes:
    """That file as its owner might have sent it."""
    head = {"pbem": body["pbem"], "game": game, "seat": seat, "phase": phase}
    return strict_yaml.write({**head, **body}).encode()


def bot_orders(
    terms: Terms, charter: Charter, position: Mapping[str, Any], step: StepInput, seat: str, name: str,
    secrets: Mapping[str, bytes],
) -> Orders | None:  # fmt: skip
    """Makes the orders of a bot that sees what the seat may see."""
    lane = Lanes(step.key, secrets).key_of(f"side:{seat}")
    luck = SeededChance(hmac.digest(lane, f"pbem-bot/1 {step.id} {seat}".encode(), sha256).hex())
    view = terms.restore(position).view(seat)
    head = {"game": charter.game, "seat": seat, "phase": step.id}
    text = terms.game.bot(name.removeprefix(BOT), seat, luck).orders(view, head)
    return read(terms.game, text.encode(), seat)


def read(game: Game, data: bytes, seat: str) -> Orders | None:
    """Orders, if the game takes them; else standing orders go on."""
    try:
        orders = game.read_orders(data, f"{seat}.yaml")
    except PbemError:
        return None
    return orders if orders.seat == seat else None


# ---------------------------------------------------------------------------------------------- when a game is opened
def plan_faults(people: Mapping[str, Any], defaults: Mapping[str, Any], game: Game, tier: str) -> list[Fault]:
    """Finds the settings about silence that the game cannot keep."""
    faults = []
    policy, disorder = people.get("silence", STANDING), str(people.get("disorder", STANDING))
    if policy == FREE_PASS and tier == "beacon":
        hint = "the round of the beacon is fixed when a phase opens"
        faults.append(Fault("tier beacon has no free pass", hint=hint, kind=Kind.ILLEGAL))
    if disorder != STANDING and disorder.removeprefix(BOT) not in game.bots():
        hint = f"one of {', '.join([STANDING, *(BOT + name for name in game.bots())])}"
        faults.append(Fault(f"'{disorder}' is not how an abandoned seat can be played", hint=hint, kind=Kind.UNKNOWN))
    if disorder != STANDING and not people.get("abandoned_after"):
        faults.append(Fault("no seat is ever abandoned", hint="say after how many silences: --abandoned-after"))
    if policy == DEFAULT_ORDERS and not defaults:
        faults.append(Fault("there are no default orders", hint="--default-orders SIDE=FILE"))
    return faults
