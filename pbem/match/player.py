"""What a player does with letters: joins, signs, opens and checks results, seals orders, opens his part of the dice."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from pbem import strict_yaml
from pbem.adjudicator.game import Checked
from pbem.errors import BadInput, CheckFailed, Fault, Kind, bad, visible
from pbem.files import read_file, write_atomic
from pbem.keyring import Keyring
from pbem.mail.compose import address as mail_address
from pbem.match import parcel, team, wording, yours
from pbem.match.opening import demo_network
from pbem.match.overtaken import letters_within, outdated
from pbem.match.pages import take_pages
from pbem.match.papers import ACCEPTANCE, offer_hash, part, read_addresses, read_invitation
from pbem.match.post import Letter, Received, write_letter
from pbem.match.press import PART as PRESS
from pbem.match.press_reading import read_press
from pbem.match.rulings_reading import take_rulings
from pbem.match.seat import PUBLIC, VIEW, Seat
from pbem.trust import layout, seal, sshsig
from pbem.trust.chain import leads_to
from pbem.trust.charter import MODERATOR, Charter, Tier, parse_charter
from pbem.trust.commit import new_salt, parse_preimage
from pbem.trust.envelope import Draft, make_envelope, preimage_of
from pbem.trust.layout import Occasion, occasion_of
from pbem.trust.ledger import Entry, Ledger, parse_ledger
from pbem.trust.lock import parse_lock
from pbem.trust.note import verify_checkpoint
from pbem.trust.opened import make_open, seal_key
from pbem.trust.rotation import Tenures, key_faults, paper_faults, read_rotation, tenures
from pbem.trust.rotation import read_acceptance as read_keys
from pbem.trust.seats import agreed, link_in, links_due
from pbem.trust.seed import Link
from pbem.trust.sshkeys import PublicKey, SigningKey
from pbem.trust.transport import lf_form
from pbem.trust.verify import verify_folder

AMEND = sshsig.namespace("amend")
#: How the parcel of what a seat has been told earlier is called.
SO_FAR = "-papers.age"
#: Said before the words of a letter that brings nothing else.
NOTHING_SEALED = "nothing in this letter is sealed or signed; it says"
#: What has to be the same in the charter as it was in the invitation.
PROMISED = ("game", "title", "rules", "tier", "moderator")


@dataclass(frozen=True, slots=True)
class Player:
    """A player with his keys; the clock dates his letters."""

    ring: Keyring
    key: SigningKey
    now: datetime

    def write(
        self, seat: Seat, kind: str, subject: str, text: str, parts: Mapping[str, bytes], to: str = ""
    ) -> Path:
        """A letter to the moderator, and to all others too where the protocol wants it."""
        everybody = [address for who, address in sorted(seat.addresses.items()) if who not in (MODERATOR, seat.seat)]
        copies = everybody if kind.startswith(("orders", "open")) else []
        letter = Letter(to or seat.addresses[MODERATOR], f"{seat.game}: {subject}", text, parts, copies=tuple(copies))
        name = f"{seat.game}-{seat.seat}-{kind}"
        path = seat.folder / "outbox" / f"{kind}.eml"
        write_atomic(path, write_letter(letter, seat.addresses[seat.seat], name, self.now, automatic=False))
        return path


def join(player: Player, received: Received, folder: Path | None) -> Path:
    """An invitation answered, or the charter signed; the letter to mail."""
    if "invitation.yaml" in received.parts:
        return accept_invitation(player, received.parts, folder)
    if layout.CHARTER in received.parts:
        return sign_charter(player, received.parts, folder)
    if "rotate.yaml" in received.parts and "acceptance.yaml" in received.parts:
        return agree_to_moderator(player, received, folder or Path())
    hint = "it brings a report: 'pbem open LETTER'" if "public.zip" in received.parts else ""
    raise bad("letter holds neither an invitation nor a charter",
              hint=hint or "join with the letter as the moderator sent it")


def accept_invitation(player: Player, parts: Mapping[str, bytes], folder: Path | None) -> Path:
    """A folder for the seat, and the acceptance with the player's public keys, signed by the first of them."""
    paper = read_invitation(part(parts, "invitation.yaml"), part(parts, "invitation.yaml.sig"))
    addresses = {entry["seat"]: mail_address(entry["address"]) for entry in paper["addresses"]}
    if not {MODERATOR, paper["seat"]} <= set(addresses):
        raise bad("invitation names no address for moderator or seat", file="invitation.yaml")
    home = folder or Path(f"{paper['game']}-{paper['seat']}")
    if (home / "desk.json").exists() and Seat.at(home).game != paper["game"]:
        raise bad("holds another game already", file=str(home), hint="name a new folder with --dir")
    public = player.ring.public(paper["game"])
    own = {**public.as_json(), "ssh": player.key.public.line()}
    acceptance = {"pbem": ACCEPTANCE, "game": paper["game"], "seat": paper["seat"], **own}
    acceptance |= {"member": paper["member"]} if "member" in paper else {}
    if "instead_of" in paper:
        acceptance["offer"] = offer_hash(parts["invitation.yaml.sig"])
    data = strict_yaml.write(acceptance).encode()
    signature = sshsig.sign(player.key, data, sshsig.namespace("charter")).encode("ascii")
    seat = Seat(home, paper["game"], paper["rules"], paper["seat"], addresses, paper["moderator"])
    if answered_before(home, parts["invitation.yaml"]):
        seat = Seat.at(home)
    else:
        write_atomic(home / "invitation.yaml", parts["invitation.yaml"])
        seat.save()
    text = f"{public.name} takes the seat of {seat.seat}.\n"
    to = mail_address(paper.get("reply_to", addresses[MODERATOR]))
    return player.write(seat, "acceptance", f"{seat.seat} accepts", text,
                        {"acceptance.yaml": data, "acceptance.yaml.sig": signature}, to=to)


def answered_before(home: Path, invitation: bytes) -> bool:
    """Whether the folder was made by this very invitation: what has been opened in it since then stays as it is."""
    kept = home / "invitation.yaml"
    return (home / "desk.json").is_file() and kept.is_file() and read_file(kept) == invitation


def sign_charter(player: Player, parts: Mapping[str, bytes], folder: Path | None) -> Path:
    """The charter held against the invitation and the player's own keys, then signed."""
    charter = parse_charter(parts[layout.CHARTER], layout.CHARTER)
    seat = Seat.at(folder) if folder else own_folder(charter, player.ring)
    charter.check_signature(MODERATOR, part(parts, f"{layout.CHARTER}.sig"))
    promised = strict_yaml.plain(strict_yaml.read(read_file(seat.folder / "invitation.yaml")))
    faults = [
        Fault(f"charter has another '{name}' than the invitation had", file=layout.CHARTER, kind=Kind.MISMATCH)
        for name in PROMISED if charter.fields.get(name) != promised[name]
    ]  # fmt: skip
    own = charter.seat(seat.seat)
    mine = (player.key.public, player.ring.age_public(), player.ring.chain(charter.game).anchor)
    if (own.ssh, own.age, own.chain) != mine:
        faults.append(Fault(f"charter has other keys than yours for '{seat.seat}'", file=layout.CHARTER,
                            kind=Kind.MISMATCH))
    if faults:
        raise CheckFailed(faults)
    write_atomic(seat.folder / PUBLIC / layout.CHARTER, charter.data)
    armour = sshsig.sign(player.key, charter.data, sshsig.namespace("charter"))
    parts = {layout.CHARTER: charter.data, f"{layout.CHARTER}.sig": armour.encode("ascii")}
    return player.write(seat, "charter", f"{seat.seat} signs the charter", "The charter, signed.\n", parts)


def agree_to_moderator(player: Player, received: Received, folder: Path) -> Path:
    """A new moderator's papers checked as everybody will check them, and his acceptance signed; the letter to him."""
    seat, parts = Seat.at(folder), received.parts
    held, ledger = tenures_of(seat), ledger_of(seat)
    text, accepted = lf_form(parts["rotate.yaml"]), lf_form(parts["acceptance.yaml"])
    made, found = read_rotation(text), read_keys(accepted)
    newest = ledger[len(ledger) - 1].t
    wrong = [*paper_faults(held, made, tuple(ledger), newest), *key_faults(held, made, found)]
    if made.who != MODERATOR:
        wrong.append(f"is about seat '{made.who}', and not about the moderator")
    if wrong:
        raise CheckFailed(Fault(f"paper {each}", file="rotate.yaml", kind=Kind.MISMATCH) for each in wrong)
    sshsig.verify(found.keys.ssh, accepted, sshsig.namespace("charter"), part(parts, "acceptance.yaml.sig"))
    for giver in made.givers():
        sshsig.verify(held.charter.keys(giver).ssh, text, AMEND, part(parts, "rotate.yaml.sig"))
    armour = sshsig.sign(player.key, accepted, AMEND).encode("ascii")
    to = mail_address(received.letter.reply_to)
    return player.write(seat, f"agreed-{made.number}", f"{seat.seat} agrees to {found.keys.name}",
                        "I agree to the new moderator.\n",
                        {"acceptance.yaml": accepted, "acceptance.yaml.sig": armour}, to=to)


def own_folder(charter: Charter, ring: Keyring) -> Seat:
    """The folder that accepting an invitation has made here, under its usual name."""
    for seat in charter.seats:
        path = Path(f"{charter.game}-{seat.seat}")
        if path.is_dir() and seat.age == ring.age_public():
            return Seat.at(path)
    return Seat.at(Path())


# ------------------------------------------------------------------------------------------------------------ results
@dataclass(frozen=True, slots=True)
class OpenedLetter:
    """What a letter of the moderator came to, checked."""

    seat: Seat
    report: str
    checked: tuple[tuple[str, int], ...] = ()
    notes: tuple[str, ...] = ()
    report_name: str = ""

    def places(self) -> list[tuple[str, Path]]:
        """Where what the letter brought lies now."""
        stem = self.seat.folder / "reports" / self.report_name
        told = [("report", stem.with_name(f"{stem.name}.txt")), ("as a page", stem.with_name(f"{stem.name}.html"))]
        return [(what, path) for what, path in told if self.report_name and path.is_file()]


def open_letter(player: Player, received: Received, folder: Path) -> OpenedLetter:
    """A letter of the moderator unpacked into the player's folder: public files first, then what is for him alone.

    Letters that it brings because they could not be sent before it are opened before it.
    """
    before = [open_letter(player, each, folder) for each in letters_within(received)]
    seat = Seat.at(folder)
    check_reader(seat, received)
    receipts = {name: data for name, data in received.parts.items() if name.endswith(".proof")}
    for name, data in receipts.items():
        write_atomic(folder / "receipts" / name, data)
    if "public.zip" not in received.parts:
        kept = "".join(f"receipt kept: {name}\n" for name in sorted(receipts))
        if receipts:
            identity = player.ring.age_identity()
            kept += team.take_copies(seat, charter_of(seat), player.key.public, identity, received.parts)
        told = kept + read_letters(player, seat, received)
        yours.renew(seat)
        return OpenedLetter(seat, told or in_its_words(NOTHING_SEALED, received.letter.text))
    public = parcel.unpack(received.parts["public.zip"], "public.zip")
    if outdated(folder / PUBLIC, public):
        return OpenedLetter(seat, "this letter is older than what you hold; nothing in it is new\n")
    checked, notes = take_public(seat, public)
    take_addresses(seat, received.parts, player.key.public)
    sealed = {name: data for name, data in sorted(received.parts.items()) if name.endswith(".age")}
    sealed.pop(f"{seat.seat}{PRESS}", None)
    if so_far := sealed.pop(f"{seat.seat}{SO_FAR}", None):
        take_earlier(player, seat, so_far)
    text, name = take_report(player, seat, next(iter(sealed.values()))) if sealed else ("", "")
    text, letters = text or take_rulings(seat, public), read_letters(player, seat, received)
    text = text or ("" if letters else in_its_words("the letter says", received.letter.text))
    if player.key.public not in [keys.ssh for keys in charter_of(seat).seat(seat.seat).people]:
        notes = (*notes, f"the seat of {seat.seat} is not played with your key")
    notes = (*notes, *take_pages(player.ring.age_identity(), seat, received.parts))
    yours.renew(seat)
    return OpenedLetter(seat, "".join([*(each.report for each in before), text, letters]), checked, notes, name)


def check_reader(seat: Seat, received: Received) -> None:
    """A letter is for this game and this seat: one saved into the wrong folder is no attack on the record."""
    public = received.parts.get("public.zip", b"")
    origin = parcel.unpack(public, "public.zip").get(layout.CHECKPOINT, b"").split(b"\n", 1)[0] if public else b""
    game = origin.decode("ascii", "replace").rpartition("/")[2]
    if game and game != seat.game:
        raise bad(f"letter is of the game '{game}', and this folder is of '{seat.game}'", file=str(seat.folder),
                  hint="name the other folder with --dir", kind=Kind.MISMATCH)
    sealed = [name for name in received.parts if name.endswith(".age")]
    readers = [who for who in seat.addresses for name in sealed if name.startswith(f"{who}-")]
    if readers and seat.seat not in readers:
        raise bad(f"letter is for '{readers[0]}', and you play '{seat.seat}'", file=str(seat.folder),
                  hint="only its own reader can open it", kind=Kind.MISMATCH)


def read_letters(player: Player, seat: Seat, received: Received) -> str:
    """What other players write; a signed letter is held against every key that its seat has had."""
    return read_press(player.ring.age_identity(), seat, received.parts, lambda: tenures_of(seat).charters)


def in_its_words(lead: str, text: str) -> str:
    """What a letter says without seal or signature, each line marked, so that nothing in it acts or hides."""
    lines = [f"| {visible(line)}".rstrip() for line in text.strip().splitlines()]
    return "\n".join([f"{lead}:", *lines]) + "\n" if lines else ""


def take_addresses(seat: Seat, parts: Mapping[str, bytes], mine: PublicKey) -> None:
    """Whom orders go to from here on, where somebody's place has been taken; a member of a team keeps his own."""
    if "addresses.yaml" not in parts:
        return
    data = lf_form(parts["addresses.yaml"])
    key = charter_of(seat).moderator.ssh
    sshsig.verify(key, data, sshsig.namespace("amend"), part(parts, "addresses.yaml.sig"))
    own = {} if charter_of(seat).seat(seat.seat).ssh == mine else {seat.seat: seat.addresses[seat.seat]}
    seat.addresses = {**read_addresses(data, seat.game), **own}
    seat.save()


def take_earlier(player: Player, seat: Seat, sealed: bytes) -> None:
    """Everything the seat has been told before one took it over, each report against its commitment."""
    for name, data in parcel.unpack(seal.unseal(player.ring.age_identity(), sealed), "papers").items():
        preimage = parse_preimage(data, name)
        check_purpose(seat, preimage.purpose, preimage.commitment)
        report = json.loads(preimage.content.split(b"\n", 1)[0])["report"]
        phase = preimage.purpose.rpartition("/")[2]
        write_atomic(seat.folder / "reports" / f"{phase}.txt", str(report).encode())


def take_public(seat: Seat, fresh: Mapping[str, bytes]) -> tuple[tuple[tuple[str, int], ...], tuple[str, ...]]:
    """The new public files, taken in only if the whole folder still holds and nothing in it was rewritten."""
    public = seat.folder / PUBLIC
    check_grown(public, fresh)
    kept = {name: read_file(public / name) for name in fresh if (public / name).is_file()}
    for name, data in fresh.items():
        write_atomic(public / name, data)
    report = verify_folder(public, extra_networks=demo_network())
    if report.faults:
        for name in fresh:  # what does not hold does not stay
            write_atomic(public / name, kept[name]) if name in kept else (public / name).unlink()
        raise CheckFailed(with_way_out(report.faults))
    return report.checked, report.notes


def with_way_out(faults: Sequence[Fault]) -> Sequence[Fault]:
    """The faults of a record that does not hold, with the harmless reason that is by far the commonest."""
    *others, last = faults
    hint = "\n".join(filter(None, [last.hint, wording.EARLIER_LETTER]))
    return (*others, replace(last, hint=hint))


def check_grown(public: Path, fresh: Mapping[str, bytes]) -> None:
    """The ledger only grows, and no other public file is ever changed (threat 13)."""
    for name, data in fresh.items():
        if name == layout.CHECKPOINT or not (public / name).is_file():
            continue
        before = read_file(public / name)
        if not (data.startswith(before) if name == layout.LEDGER else data == before):
            hint = "keep both versions; together they prove it"
            raise CheckFailed(Fault("is not what you were sent before", file=name, hint=hint, kind=Kind.MISMATCH))


def take_report(player: Player, seat: Seat, sealed: bytes) -> tuple[str, str]:
    """The seat's own report and its name, held against its commitment; view and order file for the next step."""
    plain = seal.unseal(player.ring.age_identity(), sealed)
    preimage = parse_preimage(plain, "report")
    check_purpose(seat, preimage.purpose, preimage.commitment)
    content = json.loads(preimage.content.split(b"\n", 1)[0])
    name = preimage.purpose.rpartition("/")[2]
    seat.phase, seat.deadline, seat.questions = content["phase"], content["deadline"], content["questions"]
    view = json.dumps(content["view"], ensure_ascii=False, indent=1) + "\n"
    write_atomic(seat.folder / VIEW, view.encode())
    write_atomic(seat.folder / "reports" / f"{name}.txt", content["report"].encode())
    seat.save()
    if seat.phase:
        path = order_file(seat)
        if not path.exists():
            write_atomic(path, seat.template().encode())
    return str(content["report"]), name


def check_purpose(seat: Seat, purpose: str, commitment: str) -> None:
    """A report is for this seat, and the one the ledger holds a commitment to, where it holds one."""
    head, _, phase = purpose.rpartition("/")
    if head != f"{seat.game}/report/{seat.seat}":
        raise CheckFailed(Fault(f"report is '{purpose}', not for you", file="report", kind=Kind.MISMATCH))
    due = [entry.text("commit") for entry in ledger_of(seat).entries("report", phase=phase, seat=seat.seat)]
    if due and commitment not in due:
        hint = "the ledger commits the moderator to another one"
        raise CheckFailed(Fault("report is not the one that was committed to", file="report", hint=hint,
                                kind=Kind.MISMATCH))


# ------------------------------------------------------------------------------------------------------------- orders
def ledger_of(seat: Seat) -> Ledger:
    """The ledger as the player holds it."""
    return parse_ledger(read_file(seat.folder / PUBLIC / layout.LEDGER), layout.LEDGER)


def charter_of(seat: Seat) -> Charter:
    """The charter as he signed it, with the keys that count now."""
    return tenures_of(seat).charter


def tenures_of(seat: Seat) -> Tenures:
    """Whose keys have counted since when, by the folder as it was verified."""
    public = seat.folder / PUBLIC
    charter = parse_charter(read_file(public / layout.CHARTER), layout.CHARTER)
    if not (public / layout.LEDGER).is_file():
        return Tenures(charter)
    return tenures(charter, ledger_of(seat), lambda name: read_file(public / name))


def newest_phase(ledger: Ledger) -> Entry:
    """The `phase` entry that is open."""
    entries = ledger.entries("phase")
    if not entries:
        raise bad("no phase has been opened", hint="open the moderator's newest letter: 'pbem open'")
    return entries[-1]


def order_file(seat: Seat) -> Path:
    """Where the order file of the open step belongs."""
    entry = newest_phase(ledger_of(seat))
    answers = "-answers" if seat.questions else ""
    return seat.folder / "orders" / f"{occasion_of(entry).stem}{answers}.yaml"


def next_link(seat: Seat, charter: Charter, ledger: Ledger, ring: Keyring) -> Link:
    """The seat's next chain value: one beyond the newest that is used up (PROTOCOL 3.5). That of a lock is, in tier
    moderated once it has counted, in two-step once another attempt is open; a newer lock before shows it again."""
    open_now, chain = occasion_of(newest_phase(ledger)), ring.chain(charter.game)
    counted = {lock for entry in ledger.entries("locked") for lock in entry.texts("locks")}
    anchor, moderated = chain.anchor, charter.tier is Tier.MODERATED

    def used_up(lock: Entry) -> bool:
        return lock.text("lock") in counted if moderated else occasion_of(lock) != open_now

    def link(entry: Entry) -> Link | None:
        if entry.get("seat") != seat.seat:
            return None
        found = link_in(charter, entry, lambda name: read_file(seat.folder / PUBLIC / name))
        return found if found and leads_to(found.value, found.index, anchor) else None

    entries = [entry for entry in ledger if entry.kind != "lock" or used_up(entry)]
    used = dict(links_due(charter, entries, link))[seat.seat].index
    return Link(used + 1, chain.value(used + 1))


def seal_orders(player: Player, seat: Seat, path: Path, *, anyway: bool = False) -> tuple[Path, Path, Checked]:
    """The envelope of an order file, and the letter that carries it to everybody."""
    checked = Checked((), ()) if anyway else seat.check(path)
    if checked.faults:
        raise BadInput(checked.faults)
    charter, ledger = charter_of(seat), ledger_of(seat)
    entry = newest_phase(ledger)
    occasion = occasion_of(entry)
    with_lock = may_send(seat, entry) and charter.tier is Tier.TWO_STEP
    seq = next_seq(seat, ledger, occasion)
    secret, one_time = seal.new_identity() if charter.tier is Tier.TWO_STEP else ("", "")
    salt = new_salt()
    draft = Draft(
        seat=seat.seat, phase=occasion.phase, attempt=occasion.attempt, seq=seq, content=read_file(path),
        round=entry.get("round"), one_time=one_time, seen=seen_head(seat, charter),
        value=next_link(seat, charter, ledger, player.ring) if charter.tier is Tier.MODERATED or with_lock else None,
    )  # fmt: skip
    envelope = make_envelope(charter, draft, player.key, salt=salt, networks=demo_network())
    if secret:
        write_atomic(seat.folder / "sent" / f"{envelope.name}.key", f"{secret}\n".encode(), secret=True)
    target = seat.folder / "sent" / envelope.name
    write_atomic(target, envelope.to_bytes())
    text = f"Orders of {seat.seat} for {occasion.phase}, letter {seq}.\n"
    subject = f"orders of {seat.seat} for {occasion.phase}, no. {seq}"
    parts = {envelope.name: envelope.to_bytes()}
    parts |= team.sealed_copy(charter, envelope, preimage_of(charter, draft, salt), secret)
    if with_lock:
        parts[f"{envelope.name}.key.age"] = seal_key(charter, secret).encode("ascii")
    letter = player.write(seat, f"orders-{occasion.phase}-{seq}", subject, text, parts)
    return target, letter, checked


def may_send(seat: Seat, phase: Entry) -> bool:
    """Whether the seat acts alone in the phase; refused where another does (docs/protocol.md, 16)."""
    alone = phase.get("alone")
    if alone in (None, seat.seat):
        return alone is not None
    hint = "your standing orders hold, and what is asked of you later comes as a question"
    raise bad(f"{alone} acts alone in {phase.text('phase')}", hint=hint, kind=Kind.ILLEGAL)


def next_seq(seat: Seat, ledger: Ledger, occasion: Occasion) -> int:
    """One beyond every envelope sent, entered or answered for this occasion; of a team all get the receipts."""
    known = [entry.number("seq") for entry in ledger.entries("lock", seat=seat.seat, **occasion.fields)]
    prefix = f"{seat.seat}-{occasion.phase}-"
    places = (("sent", "*.pbem"), ("receipts", "*.proof"))
    files = (path for folder, kind in places for path in (seat.folder / folder).glob(f"{prefix}{kind}"))
    sent = (path.stem.removeprefix(prefix) for path in files)
    return max([0, *known, *(int(number) for number in sent if number.isascii() and number.isdigit())]) + 1


def seen_head(seat: Seat, charter: Charter) -> tuple[int, str]:
    """The newest checkpoint the player holds, its signature checked."""
    path = seat.folder / PUBLIC / layout.CHECKPOINT
    return verify_checkpoint(read_file(path), charter.log, str(path)).seen


def open_part(player: Player, seat: Seat) -> Path:
    """Tier two-step, second letter: the next chain value, and the key to the orders that were counted, sealed."""
    charter, ledger = charter_of(seat), ledger_of(seat)
    if charter.tier is not Tier.TWO_STEP:
        raise bad(f"tier {charter.tier.value} has no second letter", kind=Kind.ILLEGAL)
    occasion = occasion_of(newest_phase(ledger))
    locked = ledger.entries("locked", **occasion.fields)
    if not locked:
        hint = "the letter 'locked' comes first; open it with 'pbem open'"
        raise bad(f"orders for '{occasion.phase}' are not locked yet", hint=hint, kind=Kind.ILLEGAL)
    lock, envelope = own_lock(seat, locked[-1].texts("locks"))
    if lock and newest_phase(ledger).get("alone") == seat.seat:
        hint = "the letter with your orders has done it"
        raise bad(f"your part of the dice for {occasion.phase} is open already", hint=hint, kind=Kind.ILLEGAL)
    if not lock and occasion.attempt == 1:
        check_not_dropped(seat, ledger, occasion)
    link = next_link(seat, charter, ledger, player.ring)
    data, armour = make_open(charter, seat.seat, occasion.phase, link, player.key, attempt=occasion.attempt, lock=lock)
    name = f"{seat.seat}-{occasion.phase}-{occasion.attempt}.open"
    parts = {name: data, f"{name}.sig": armour.encode("ascii")}
    if lock:
        secret = read_file(envelope.with_name(f"{envelope.name}.key")).decode("ascii", "replace").strip()
        parts[f"{name}.key.age"] = seal_key(charter, secret).encode("ascii")
    subject = f"{seat.seat} opens {occasion.stem}"
    return player.write(seat, f"open-{occasion.stem}", subject, "My part of the dice.\n", parts)


def check_not_dropped(seat: Seat, ledger: Ledger, occasion: Occasion) -> None:
    """Orders with a receipt that are not counted: the player says so instead of helping to roll (threat 10). Those that
    a team has not agreed to do not count by right.
    """
    counts = agreed(tuple(ledger))
    locks = ledger.entries("lock", seat=seat.seat, **occasion.fields)
    waiting = {layout.receipt_file(seat.seat, occasion, lock.number("seq")) for lock in locks if not counts(lock)}
    found = sorted((seat.folder / "receipts").glob(f"{seat.seat}-{occasion.stem}-*.proof"))
    receipts = [path for path in found if f"receipts/{path.name}" not in waiting]
    if receipts:
        hint = f"protest to all seats with {receipts[-1].name}, before anybody opens"
        raise CheckFailed(Fault("your orders have a receipt and are not among those locked", file=layout.LEDGER,
                                hint=hint, kind=Kind.MISMATCH))


def own_lock(seat: Seat, counted: tuple[str, ...]) -> tuple[str, Path]:
    """The hash of the seat's lock that counts, whoever of a team sent it, and its envelope; empty without one."""
    for path in sorted(path for place in ("sent", team.PLACE) for path in (seat.folder / place).glob("*.pbem")):
        data = read_file(path)
        lock = parse_lock(data[: data.index(sshsig.BEGIN)])
        if lock.sha256 in counted:
            return lock.sha256, path
    return "", Path()

