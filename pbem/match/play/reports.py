"""The reports that readers get after a step: a pure function of the position, the story and the charter.

Everything a seat reads comes from its view, from notes it may hear and from its own questions and orders. The audit
makes the same bytes again from the disclosed game and compares.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from pbem.adjudicator.engine.phase import Orders, Phase, Told
from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.engine.transcript import canonical, plain_hash
from pbem.adjudicator.game import Game, Match
from pbem.base.clock import in_words, parse_time
from pbem.base.lettering import hang, heading, tidy
from pbem.base.records import dataclass, field
from pbem.match.play.play_phase import Played, questions_as_data
from pbem.match.play.printed_game import printed_game
from pbem.match.play.promises import BEACON, CHARTER_WORDS, DEMONSTRATION, STATEMENT_AGAIN, promise
from pbem.match.terms.terms import Terms
from pbem.trust.primitives.words import words_of

if TYPE_CHECKING:
    from pbem.trust.people.charter import Charter


@dataclass(frozen=True, slots=True)
class Scene:
    """The end of a step, or the start of the game where nothing has been played."""

    name: str
    phase: str
    title: str
    match: Match
    played: Played | None = None
    orders: Mapping[str, str] = field(default_factory=dict)
    deadline: str = ""
    reveal: str = ""
    #: The deadline in words where those say more: a zone may change its rules, so it is kept as it was told.
    until: str = field(default="", kw_only=True)
    #: Who acts alone in what follows (docs/protocol.md, 16).
    alone: str = field(default="", kw_only=True)
    #: Whether the phase is played again with the dice it had.
    again: bool = False
    #: The phase as it was opened, with the seats that it waited for.
    opened: Phase | None = None
    #: The match as the phase began, where its maps are to show that too.
    began: Match | None = field(default=None, compare=False)
    #: Reader -> the moderator's rulings since the last report, as far as they may know them; "" is the public.
    notices: Mapping[str, Sequence[str]] = field(default_factory=dict)
    #: Reader -> the view of the position, with nothing told, as `sight` makes it.
    sights: dict[str, Reading[Any]] = field(default_factory=dict, init=False, repr=False, compare=False)
    #: Reader -> the report with the parts that the game folder adds, as `reading_of` makes it.
    readings: dict[str, Reading[Any]] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def waits(self) -> bool:
        """Tells if the phase waits for an answer. The others learn that it does, and no more."""
        return self.played is not None and not self.played.closed

    @property
    def closes(self) -> str:
        """The deadline in words, as readers get it."""
        return self.until or (f"{in_words(parse_time(self.deadline))} UTC" if self.deadline else "")

    @property
    def open_phase(self) -> str:
        """The phase that orders are for from here on; empty when the game is over."""
        following = self.match.phase() if not self.waits else None
        return self.phase if self.waits else following.id if following else ""

    def told(self, seat: str | None) -> Told:
        """Returns the part that a reader hears."""
        return self.played.told(seat) if self.played else Told((), ())

    def sight(self, game: Game, seat: str | None) -> Reading[Any]:
        """A reader's view of the position, made once."""
        if (seat or "") not in self.sights:
            self.sights[seat or ""] = game.reading(self.match.view(seat))
        return self.sights[seat or ""]

    def questions(self, seat: str | None) -> list[dict[str, Any]]:
        """A seat's own open questions."""
        if self.played is None or not seat:
            return []
        return questions_as_data(self.played.asked(seat), left_open=self.played.left_open)


def statement(charter: Charter, reveal: str, *, again: bool = False) -> str:
    """Returns the tier's promise (PROTOCOL 3.1), and the words by which players compare their charters."""
    words = STATEMENT_AGAIN if again else promise(charter.tier.value, reveal)
    own = CHARTER_WORDS.format(words=" ".join(words_of(charter.sha256)))
    return f"{words}{DEMONSTRATION if charter.demonstrates else ''} {own}"


def frame(charter: Charter, scene: Scene, seat: str | None) -> dict[str, Any]:
    """Returns the parts that the game folder adds to a report."""
    return {
        "game": charter.game,
        "title": charter.fields.get("title", ""),
        "charter": charter.sha256,
        "seat": seat or "",
        "phase": scene.phase,
        "step": scene.name,
        "phase_title": scene.title,
        "tier": charter.tier.value,
        "statement": statement(charter, scene.reveal, again=scene.again),
        "printed": printed_game(charter.fields),
        "rulings": list(scene.notices.get(seat or "", ())),
        "waits": scene.waits,
        "deadline": scene.closes,
        "others": others(charter, scene, seat),
        "questions": scene.questions(seat),
        "standing": [*silent(scene, seat), *scene.match.standing_report(seat)] if seat and scene.played else [],
        "orders": scene.orders.get(seat, "") if seat else "",
        "result": scene.match.result() or {},
    }


#: The line for a seat whose letter was missed.
SILENT = "No orders of yours counted in this phase: what follows, and the default answers, stood in for them."


def silent(scene: Scene, seat: str) -> list[str]:
    """Tells a silent seat that the phase waited for its orders."""
    opened = scene.opened
    missed = opened is not None and not opened.free and seat in opened.active and not scene.orders.get(seat)
    return [SILENT] if missed else []


def reading_of(game: Game, charter: Charter, scene: Scene, seat: str | None) -> Reading[Any]:
    """Returns all that a reader sees after a step, made once for every kind of output."""
    if (seat or "") not in scene.readings:
        around = frame(charter, scene, seat)
        scene.readings[seat or ""] = scene.sight(game, seat).retold(scene.told(seat), around)
    return scene.readings[seat or ""]


def asked_next(charter: Charter, scene: Scene, seat: str | None) -> str:
    """Returns the reader's next part: "asked", "yours", "others", "everybody", or "idle" if others are asked.

    In tier beacon everybody sends an envelope, so that none shows who is asked, except if one seat acts alone.
    """
    everybody = charter.tier.value == BEACON and bool(seat) and not scene.alone
    if scene.waits:
        return "asked" if scene.questions(seat) else "everybody" if everybody else "idle"
    following = scene.match.phase()
    return "yours" if everybody or (following and seat in following.active) else "others"


def others(charter: Charter, scene: Scene, seat: str | None) -> list[str]:
    """Returns the seats whose orders come next, if the reader has none to send.

    While a phase waits for answers, nobody learns whose they are.
    """
    following = scene.match.phase() if seat and asked_next(charter, scene, seat) == "others" else None
    return list(following.active) if following else []


def seat_report(terms: Terms, charter: Charter, scene: Scene, seat: str) -> bytes:
    """A seat's report: one line of canonical JSON with its text, view and questions."""
    reading = reading_of(terms.game, charter, scene, seat)
    around, beside = reading.frame, terms.game.appendix(reading)
    content = {
        "report": terms.game.report(reading) + rulings_section(around["rulings"]),
        "view": reading.view,
        "phase": scene.open_phase,
        "questions": around["questions"],
        "deadline": scene.deadline,
        "orders": around["orders"],
        **({"appendix": beside} if beside else {}),
    }
    return f"{canonical(content)}\n".encode()


def public_report(terms: Terms, charter: Charter, scene: Scene) -> bytes:
    """The report everybody gets."""
    reading = reading_of(terms.game, charter, scene, None)
    return (terms.game.report(reading) + rulings_section(reading.frame["rulings"])).encode()


def public_appendix(terms: Terms, charter: Charter, scene: Scene) -> bytes:
    """The file that goes with the report everybody gets; empty where the report says all."""
    return terms.game.appendix(reading_of(terms.game, charter, scene, None)).encode()


def rulings_section(notices: Sequence[str]) -> str:
    """The moderator's rulings, below any game's report; empty if there are none."""
    if not notices:
        return ""
    lines = [heading("Rulings of the moderator"), *(hang(line, "-", 2) for line in notices)]
    return "\n" + tidy("\n".join(lines))


def state_summary(position: Mapping[str, Any], head: str, rules: str) -> bytes:
    """Returns the content of a `state` commitment: the position's hash, the transcript's head, the rules' version."""
    return f"{canonical({'state': plain_hash(position), 'transcript': head, 'rules': rules})}\n".encode()


def orders_hash(orders: Sequence[Orders], seat: str) -> str:
    """The hash of a seat's newest orders as they were read (PROTOCOL 3.10); empty where none counted."""
    own = [each for each in orders if each.seat == seat]
    return sha256(canonical(dict(own[-1].body)).encode()).hexdigest() if own else ""
