"""The addresses on file change: a player's own by two signed words, any by the moderator's ruling.

A player's new address counts once they have signed for a token that was mailed to it alone. So letters go only to
people who asked for them, and a thief of somebody's mail cannot redirect a player. A thief of their key can, but the
old address gets a letter about it; until then the old address stays. The public record says that a seat has another
address, and never which. Players learn it from a signed paper, because they send their orders to one another.

Nothing is said of who else uses an address: two players may share one, and nobody can find that out by asking.
"""

from __future__ import annotations

import hmac
from datetime import timedelta

from pbem import strict_yaml
from pbem.base.clock import parse_time, show_time
from pbem.base.errors import Kind, bad
from pbem.mail.compose import address as mail_address
from pbem.mail.delivery import Delivery
from pbem.mail.guards import DAEMON
from pbem.mail.letter import check_address
from pbem.match import wording
from pbem.match.deadlines import phase_times
from pbem.match.deadlines.bounced import came_back
from pbem.match.folder.office import Office
from pbem.match.intake.signed_word import Word
from pbem.match.people.enrolment import ask, awaited
from pbem.match.people.welcome import FORMER
from pbem.match.post import observers
from pbem.match.post.addresses import Place, addresses_paper, allow, on_file, put_on_file, speaker
from pbem.match.post.game_letter import Letter
from pbem.match.post.outbox import again, asked_again, home_of, post, recall
from pbem.match.post.send_outbox import deliveries
from pbem.match.post.unsent import written_since
from pbem.match.record import rulings
from pbem.match.terms.papers import CONFIRM_FILE, check_texts
from pbem.trust.people.charter import MODERATOR
from pbem.trust.ssh.transport import lf_form

ADDRESS = "address"
#: The paper that brings a token, and what it is called.
CONFIRM = "confirm/1"
#: How long a token is good, and how many a player may ask for in a day: each goes to the address they name.
GOOD_FOR, MOST_TOKENS = timedelta(days=14), 3
CONFIRMED = "its player has asked for that and confirmed the new address"


# ----------------------------------------------------------------------------------------------------- a player's own
def take_address(office: Office, word: Word) -> str:
    """A new address named: it is asked to confirm. Naming the one on file takes that back."""
    place, address = speaker(office, word.seat, word.signature), usable(office, str(word.value))
    now = on_file(office, place)
    if same(address, now):
        if not office.book.moves.pop(str(place), None):
            raise bad(f"letters go to '{address}' already", file=word.file, kind=Kind.ILLEGAL)
        return f"letters go on to {now}; the change of address is dropped"
    allow(office, place, "tokens", MOST_TOKENS)
    until = office.now + GOOD_FOR
    office.book.moves[str(place)] = {ADDRESS: address, "seq": str(word.seq), "until": show_time(until)}
    send_token(office, place)
    return (
        f"letters go on to {now} until {address} is confirmed by the token that has gone there, "
        f"before {phase_times.in_words(office, until)}; "
        "if this was not you, somebody has your key: tell the moderator"
    )


def take_confirm(office: Office, word: Word) -> str:
    """The token of a new address, signed: from now on letters go there."""
    place = speaker(office, word.seat, word.signature)
    asked = office.book.moves.get(str(place))
    if asked is None or office.now > parse_time(asked["until"]):
        raise bad(
            "no new address waits to be confirmed",
            file=word.file,
            kind=Kind.LATE,
            hint="'pbem word address NEW' asks for a token",
        )
    if not hmac.compare_digest(token_of(office, place), str(word.value)):
        raise bad(
            f"token is not the one that went to {asked[ADDRESS]}",
            file=word.file,
            kind=Kind.MISMATCH,
            hint="confirm with the newest letter that came there",
        )
    change(office, place, asked[ADDRESS], CONFIRMED)
    return f"letters go to {asked[ADDRESS]} from now on"


def send_token(office: Office, place: Place) -> None:
    """The letter that only a reader of the new address gets."""
    asked, fields = office.book.moves[str(place)], office.book.draft
    token = token_of(office, place)
    paper = {"pbem": CONFIRM, "game": fields["game"], "seat": place.seat, ADDRESS: asked[ADDRESS], "token": token}
    until = phase_times.in_words(office, parse_time(asked["until"]))
    text = wording.CONFIRM.format(seat=place.seat, title=fields["title"], token=token, until=until)
    subject = f"{fields['game']}: is this the address of {place.seat}?"
    parts = {CONFIRM_FILE: strict_yaml.write(paper).encode()}
    post(office, place.seat, f"confirm-{asked['seq']}", Letter(asked[ADDRESS], subject, text, parts))


def read_token(data: bytes, game: str, seat: str) -> tuple[str, str]:
    """The address and the token of such a letter."""
    value = strict_yaml.plain(strict_yaml.read(lf_form(data), CONFIRM_FILE))
    due = {"pbem": CONFIRM, "game": game, "seat": seat}
    if not isinstance(value, dict) or not due.items() <= value.items():
        raise bad("is no question about an address of yours", file=CONFIRM_FILE, kind=Kind.MISMATCH)
    check_texts(value, (ADDRESS, "token"), CONFIRM_FILE)
    return mail_address(value[ADDRESS]), value["token"]


def token_of(office: Office, place: Place) -> str:
    """The token of what is asked for: a function of it, so that doing a thing again gives the same letter."""
    asked = office.book.moves[str(place)]
    purpose = f"{office.book.draft['game']}/address/{place}/{asked['seq']}/{asked[ADDRESS]}"
    return office.keys.salt_for(purpose).hex()[:20]


def usable(office: Office, text: str) -> str:
    """An address that letters can go to and that is not our own, where they would come back to us."""
    address = read_address(text)
    if home_of(office.book.addresses).is_own(address):
        raise bad(f"'{address}' is the address of this game", hint="letters would come back to it", kind=Kind.ILLEGAL)
    return address


def read_address(text: str) -> str:
    """An address that somebody reads."""
    if not text.isascii():
        hint = f"write it as mail does: '{in_ascii(text)}'" if in_ascii(text) else "write it like name@example.org"
        raise bad(f"'{text[:80]}' is not written in ASCII", hint=hint)
    address = mail_address(text)
    if DAEMON.fullmatch(address.lower().rpartition("@")[0]):
        raise bad(f"'{address}' is a machine's, and nobody reads there", hint="name a mailbox", kind=Kind.ILLEGAL)
    return address


def in_ascii(text: str) -> str:
    """An address whose domain is written in other letters as servers know it; nothing where that is not possible."""
    local, _, domain = text.rpartition("@")
    try:
        return check_address(f"{local}@{domain.encode('idna').decode()}")
    except UnicodeError:
        return ""


def same(one: str, other: str) -> bool:
    """Mail knows no difference between capitals and small letters, but in theory."""
    return one.lower() == other.lower()


# -------------------------------------------------------------------------------------------------- what comes of it
def change(office: Office, place: Place, address: str, reason: str) -> None:
    """Puts another address on file at once and tells those who need it. Others write to the first member of a team
    alone, so the addresses of the rest stay private.
    """
    former = on_file(office, place)
    letters = missed(office, place, former)
    ruling = None
    if not place.number:
        ruling = rulings.Ruling(rulings.enter(office, ADDRESS, reason, seat=place.seat), reason)
    put_on_file(office, place, address)
    again(office, letters, address)
    if ruling:
        papers = addresses_paper(office)
        rulings.tell(office, ruling, wording.MOVED_MORE, dict.fromkeys(office.charter.seat_names, papers))
    tell_both(office, place.seat, place.seat, (former, address), reason)
    office.say(f"letters to {place} go to {address} from now on")


def missed(office: Office, place: Place, former: str) -> list[str]:
    """The letters that have not reached somebody at the old address: those that wait, and those that came back."""
    back = came_back(office, deliveries(office.desk.root), place, former)
    return [*unsent(office, place, former), *(each.name for each in back)]


def unsent(office: Office, place: Place, former: str) -> list[str]:
    """Lists the letters that wait to be sent, or sent again, to the old address."""
    own = [each.name for each in letters_to(office, place, former) if each.state.waits]
    own += [name.removesuffix(".eml") for name in written_since(office.desk, place.seat, former)]
    known = deliveries(office.desk.root).all
    asked = (name for name in asked_again(office, former) if name in known and known[name].seat == place.seat)
    return list(dict.fromkeys([*own, *asked]))


def letters_to(office: Office, place: Place, address: str) -> list[Delivery]:
    """Lists the letters written to a seat at this address."""
    every = deliveries(office.desk.root).all.values()
    return [each for each in every if (each.seat, each.to) == (place.seat, address)]


def tell_both(office: Office, who: str, label: str, addresses: tuple[str, str], reason: str) -> None:
    """The old address learns that it has had its last letter, and the new one that it gets them now."""
    fields, (former, address) = office.book.draft, addresses
    known = {
        "who": who,
        "title": fields["title"],
        "former": former,
        "address": address,
        "reason": reason.strip(),
        "moderator": office.book.addresses[MODERATOR],
    }
    subject = f"{fields['game']}: letters to {who} go to another address"
    for kept, to in ((FORMER, former), (label, address)):
        post(office, kept, "moved", Letter(to, subject, wording.MOVED.format(**known)))


# ------------------------------------------------------------------------------------------------- the moderator's act
def change_by_ruling(office: Office, who: str, address: str, reason: str, member: int = 0) -> None:
    """A new address for a player whose letters come back, or for an observer."""
    rulings.check_reason(reason)
    if office.book.stage == "over":
        raise bad("the game is over", kind=Kind.LATE)
    to, place = usable(office, address), Place(who, member)
    if who not in seats(office):
        change_observer(office, who, to, reason)
        return
    if not on_file(office, place):
        raise bad(f"seat '{who}' has no member {member}", kind=Kind.UNKNOWN)
    check_other(str(place), on_file(office, place), to)
    if office.book.stage == "playing":
        change(office, place, to, reason.strip())
    else:
        change_before_play(office, place, to)


def check_other(who: str, former: str, address: str) -> None:
    """An address that is on file already is no other."""
    if same(former, address):
        raise bad(f"letters to {who} go to '{address}' already", kind=Kind.ILLEGAL)


def seats(office: Office) -> list[str]:
    """The seats of the game, whether it has begun or not."""
    return [seat for seat in sorted(office.book.addresses) if seat != MODERATOR]


def change_before_play(office: Office, place: Place, address: str) -> None:
    """Sends an invitation or a charter anew that went to the wrong mailbox. With the first report all others learn
    the address. The owner of the wrong mailbox learns nothing.
    """
    former, anew = on_file(office, place), office.book.stage == "inviting" and str(place) in awaited(office)
    charters = [each.name for each in letters_to(office, place, former) if each.kind.startswith("charter ")]
    waiting = unsent(office, place, former)
    #: These letters name the former address as the player's own. Nobody waits for them there any more.
    every = [*waiting, *(each.name for each in letters_to(office, place, former))]
    asking = list(dict.fromkeys(name for name in every if anew and name.endswith("-invitation")))
    put_on_file(office, place, address)
    recall(office, asking)
    again(office, [name for name in [*waiting, *charters] if name not in asking], address)
    if anew:
        ask(office, place)
    office.say(f"letters to {place} go to {address} from now on")


def change_observer(office: Office, name: str, address: str, reason: str) -> None:
    """Send an observer's public reports to another address; nobody else writes to observers."""
    found = [(number, each) for number, each in enumerate(observers.of(office), 1) if each["name"] == name]
    if not found:
        known = [*seats(office), *(each["name"] for each in observers.of(office))]
        raise bad(
            f"'{name}' is no seat and no observer of this game", kind=Kind.UNKNOWN, hint=f"one of {', '.join(known)}"
        )
    number, observer = found[0]
    former, place = observer[ADDRESS], Place(f"{observers.NAME}{number}")
    check_other(name, former, address)
    letters = missed(office, place, former)
    observer[ADDRESS] = address
    again(office, letters, address)
    tell_both(office, name, place.seat, (former, address), reason)
    office.say(f"reports to {name} go to {address} from now on")
