"""Letters for a change of player: the seat's reports for the new player, and the news for all."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.base.counting import counted
from pbem.match import wording
from pbem.match.deadlines import phase_times
from pbem.match.folder.kept_papers import NEWEST, kept_names
from pbem.match.folder.office import Office
from pbem.match.folder.zipped import pack
from pbem.match.post.addresses import addresses_paper
from pbem.match.post.game_letter import Letter
from pbem.match.post.outbox import post
from pbem.match.post.public_parcel import parcels
from pbem.match.record import guardians
from pbem.match.terms.papers import REOPEN_FILE as PAPER
from pbem.trust.people.charter import MODERATOR
from pbem.trust.people.rotation import How, Rotation
from pbem.trust.seal import seal

FORMER = "former"


def tell_change(office: Office, made: Rotation, former: Sequence[str]) -> None:
    """Tell everybody that a seat has changed hands, and send its new player what the seat has been told.

    Former players are not told new addresses: they send nothing to the others.
    """
    book, seat = office.book, made.who
    text = news(office, made)
    number = len(office.record.ledger) - 1
    guardians.keep_up(office)
    papers = addresses_paper(office)
    public = parcels(office)
    subject = f"{office.charter.game}: {seat} changes hands"
    for other in office.charter.seat_names:
        if other != seat:
            parts = {"public.zip": public.of(other), **papers}
            post(office, other, f"news-{number}", Letter(book.addresses[other], subject, text, parts))
    told = news(office, made, wording.FORMER)
    for address in former:
        if address != book.addresses[seat]:
            post(office, FORMER, f"news-{number}", Letter(address, subject, told, {"public.zip": public.of(seat)}))
    welcome(office, seat, text, papers, number)


def news(office: Office, made: Rotation, words: str = wording.NEWS) -> str:
    """Describes a change of player: the new player, the time and the reason."""
    how = {How.RETURN: "The loan is over.", How.RULING: "The moderator rules so."}.get(made.how, "")
    how = how or "Whoever played it has signed for it."
    phases = f" for {counted(made.phases, 'phase')}" if made.phases else ""
    until = f" until {phase_times.in_words(office, made.until)}" if made.until else phases
    reason = f"\nReason: {made.reason}\n" if made.reason else ""
    name = office.charter.seat(made.who).name or made.who
    return words.format(seat=made.who, name=name, until=until, how=how, reason=reason)


def welcome(office: Office, seat: str, text: str, papers: dict[str, bytes], number: int) -> None:
    """The public record whole, the seat's reports so far, and the newest with its view."""
    public = {name: office.desk.read(name) for name in office.desk.public_names()}
    parts = {"public.zip": pack(public), **papers, **told_so_far(office, seat)}
    words = wording.WELCOME.format(seat=seat, news=text, until=phase_times.taken_until(office, office.book.step))
    if proposal := office.book.proposal:  # the former player's signature does not count for the new one
        parts |= {PAPER: proposal["text"].encode(), f"{PAPER}.sig": proposal["sigs"][MODERATOR].encode("ascii")}
        words += wording.WELCOME_BACK.format(phase=proposal["phase"])
    subject = f"{office.charter.game}: you play the {seat} seat"
    post(office, seat, f"welcome-{number}", Letter(office.book.addresses[seat], subject, words, parts))


def told_so_far(office: Office, seat: str) -> dict[str, bytes]:
    """Returns the seat's reports, sealed to its key: earlier ones in a parcel, the newest as it was sent."""
    age = office.charter.seat(seat).ages
    kept = {name: office.desk.secret(f"phases/{name}").get("reports", {}) for name in kept_names(office)}
    earlier = {f"{name}.report": reports[seat].encode() for name, reports in kept.items() if seat in reports}
    parts = {f"{seat}-papers.age": seal.seal_binary(age, pack(earlier))} if earlier else {}
    if office.desk.has(f"private/{NEWEST}.age"):
        newest = office.desk.secret(NEWEST)
        reports = newest["reports"] if "reports" in newest else kept[newest["kept"]]
        parts[f"{seat}-{newest['name']}.age"] = seal.seal_binary(age, reports[seat].encode())
    return parts
