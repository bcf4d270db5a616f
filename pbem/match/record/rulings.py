"""Rulings: what a moderator decides alone, signed with its reason, in the ledger and told to everybody.

The signed text repeats every field of its entry and the line it is on, so that nobody can move it to another game or
another place (docs/protocol.md, 13, threat 22).
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem import strict_yaml
from pbem.base.clock import parse_time
from pbem.base.errors import Kind, bad, hidden
from pbem.match import wording
from pbem.match.folder.office import Office
from pbem.match.post.game_letter import Letter
from pbem.match.post.outbox import post
from pbem.match.post.public_parcel import parcels
from pbem.match.record import guardians
from pbem.match.record.told_rulings import Ruling as Ruling
from pbem.trust.people.charter import MODERATOR
from pbem.trust.record import layout
from pbem.trust.record.ledger import Entry, Value
from pbem.trust.ssh import sshsig

RULING = "ruling/1"
MOST_REASON = 1000


def rule(office: Office, what: str, reason: str, **fields: Value) -> Entry:
    """The ruling entered and told to all by letter; the caller saves the office, or does not."""
    entry = enter(office, what, reason, **fields)
    tell(office, Ruling(entry, reason.strip()))
    return entry


def enter(office: Office, what: str, reason: str, **fields: Value) -> Entry:
    """The ruling in the ledger, its text and signature beside it; for acts that write their own letters."""
    check_reason(reason)
    check_begun(office)
    line = len(office.record.ledger)
    told: dict[str, Value] = {"what": what, **{name: fields[name] for name in sorted(fields)}}
    data = ruling_text(office, line, told, reason.strip())
    armour = sshsig.sign(office.ring.signer(), data, sshsig.namespace("amend")).encode("ascii")
    with office.record.step(office.now) as step:
        sig = step.file(layout.amend_signature(line, MODERATOR), armour)
        entry = step.enter("ruling", **told, sha256=step.file(layout.ruling_file(line), data), sig=sig)
    office.say(f"entered as entry {line}: {Ruling(entry, reason).sentence()}")
    return entry


def ruling_text(office: Office, line: int, told: Mapping[str, Value], reason: str) -> bytes:
    """The text that the moderator signs."""
    charter = office.charter
    head: dict[str, Value] = {"pbem": RULING, "game": charter.game, "charter": charter.sha256, "entry": line}
    return strict_yaml.write({**head, **told, "reason": reason}).encode()


def check_reason(reason: str) -> None:
    """A reason is words on one line that nothing hides in."""
    if not reason.strip():
        raise bad("a ruling needs a reason", hint="--reason TEXT")
    if len(reason) > MOST_REASON:
        raise bad(f"reason has {len(reason)} characters; the most is {MOST_REASON}", hint="say it shorter")
    if any(hidden(letter) for letter in reason):
        raise bad(f"reason '{reason[:80]}' holds a character that is not seen", hint="plain words on one line")


def check_begun(office: Office) -> None:
    """Rulings stand in a ledger, which begins with the charter and ends with the game."""
    stage = office.book.stage
    if office.book.succession or office.book.handed:
        raise bad("the game is between two moderators", hint="'pbem status' says what it waits for", kind=Kind.ILLEGAL)
    if stage not in ("signing", "playing"):
        over = stage == "over"
        why = "the game is over" if over else "the game has no ledger yet"
        raise bad(why, kind=Kind.LATE if over else Kind.ILLEGAL)


def tell(
    office: Office, ruling: Ruling, more: str = "", sealed: Mapping[str, Mapping[str, bytes]] | None = None
) -> None:
    """Sends every seat a letter about a ruling, with new public files and the seat's own parts."""
    sentence = " ".join([ruling.sentence(), *by_the_games_clocks(office, ruling), *(ruling.entry.get("public") or ())])
    words = wording.RULING.format(
        game=office.charter.game, sentence=f"{sentence}{more}", reason=ruling.reason, line=ruling.entry.n
    )
    guardians.keep_up(office)
    public = parcels(office)
    for seat in office.charter.seat_names:
        subject = f"{office.charter.game}: the moderator rules: {ruling.what}"
        parts = {"public.zip": public.of(seat), **(sealed or {}).get(seat, {})}
        letter = Letter(office.book.addresses[seat], subject, words, parts)
        post(office, seat, f"ruling-{ruling.entry.n}", letter)


def by_the_games_clocks(office: Office, ruling: Ruling) -> list[str]:
    """Says the moment that a ruling names in the game's time zone."""
    calendar = office.terms.calendar
    moments = [ruling.entry.text(name) for name in ("until", "opens") if name in ruling.entry.fields]
    return [f"That is {calendar.shown(parse_time(at))}." for at in moments[:1]]
