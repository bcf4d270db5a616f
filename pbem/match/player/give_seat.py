"""A player gives the seat to another: an offer, its answer, and the paper that signs the seat over."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from pbem import strict_yaml
from pbem.base.errors import CheckFailed, Fault, Kind, bad
from pbem.base.files import read_file, write_atomic
from pbem.mail.compose import address as mail_address
from pbem.match import wording
from pbem.match.folder import zipped
from pbem.match.own_folder.player import Player, charter_of, ledger_of, tenures_of
from pbem.match.own_folder.seat import Seat
from pbem.match.people import terms_in_words
from pbem.match.people.substitutes import HAND_OVER, PAPERS, check_fresh, check_terms
from pbem.match.post.game_letter import Letter, Received, write_letter
from pbem.match.terms.papers import INVITATION, offer_hash, part, read_acceptance
from pbem.trust.people.charter import MODERATOR
from pbem.trust.people.rotation import How, Rotation, hash_of, key_faults, lending_faults, paper_faults
from pbem.trust.people.rotation import read_acceptance as keys_accepted
from pbem.trust.ssh import sshsig
from pbem.trust.ssh.transport import lf_form

OFFERED, TO = "offer.sig", "offer.to"


def offer(player: Player, seat: Seat, address: str) -> Path:
    """An invitation to one's own seat, from oneself; the answer comes back here."""
    to, charter = mail_address(address), charter_of(seat)
    own = charter.seat(seat.seat)
    check_own(player, seat)
    check_played(seat)
    known = [{"seat": who, "address": each} for who, each in sorted({**seat.addresses, seat.seat: to}.items())]
    fields = {"pbem": INVITATION, "game": seat.game, "seat": seat.seat, "title": charter.fields.get("title", seat.game)}
    fields |= {"rules": seat.rules, "tier": charter.tier.value, "moderator": seat.moderator, "addresses": known}
    fields |= {"instead_of": own.name or seat.seat, "reply_to": seat.addresses[seat.seat]}
    data = strict_yaml.write(fields).encode()
    signature = sshsig.sign(player.key, data, sshsig.namespace("charter")).encode("ascii")
    write_atomic(seat.folder / "sent" / OFFERED, signature)
    write_atomic(seat.folder / "sent" / TO, f"{to}\n".encode())
    text = wording.OFFER.format(
        seat=seat.seat, game=terms_in_words.named(fields["title"], seat.rules), reply=fields["reply_to"],
        terms=terms_in_words.indented(charter.fields, seat.seat),
    )  # fmt: skip
    parts = {"invitation.yaml": data, "invitation.yaml.sig": signature}
    return send(player, seat, to, "offer", f"will you play the {seat.seat} seat?", text, parts)


def hand_over(
    player: Player, seat: Seat, received: Received, *, until: datetime | None = None, phases: int = 0, reason: str = ""
) -> Path:
    """The answer to that offer, signed: the letter to the moderator that puts the new keys in force."""
    check_own(player, seat)
    check_played(seat)
    check_terms(until, phases, player.now)
    accepted, armour = part(received.parts, "acceptance.yaml"), part(received.parts, "acceptance.yaml.sig")
    accepted = lf_form(accepted)
    check_answer(seat, read_acceptance(accepted, armour))
    held = tenures_of(seat)
    made = Rotation(
        game=seat.game, charter=held.charter.sha256, who=seat.seat, number=held.next_number(seat.seat),
        how=How.HAND_OVER, accepted=hash_of(accepted), until=until, phases=phases, reason=reason,
    )  # fmt: skip
    check_paper(seat, made, accepted)
    text = made.to_bytes()
    word = {"pbem": HAND_OVER, "game": seat.game, "seat": seat.seat, "address": offered_to(seat),
            "paper": sha256(text).hexdigest()}  # fmt: skip
    data = strict_yaml.write(word).encode()
    papers = {"rotate.yaml": text, "rotate.yaml.sig": signed(player, text), "acceptance.yaml": accepted,
              "acceptance.yaml.sig": lf_form(armour)}  # fmt: skip
    parts = {"hand-over.yaml": data, "hand-over.yaml.sig": signed(player, data), PAPERS: zipped.pack(papers)}
    subject, said = f"{seat.seat} changes hands", f"I give the seat of {seat.seat} away.\n"
    return send(player, seat, seat.addresses[MODERATOR], "hand-over", subject, said, parts)


def signed(player: Player, data: bytes) -> bytes:
    """A signature under the namespace of changes."""
    return sshsig.sign(player.key, data, sshsig.namespace("amend")).encode("ascii")


def send(
    player: Player, seat: Seat, to: str, kind: str, subject: str, text: str, parts: Mapping[str, bytes]
) -> Path:
    """A letter that goes to one person and to nobody else."""
    letter = Letter(to, f"{seat.game}: {subject}", text, parts)
    path = seat.folder / "outbox" / f"{kind}.eml"
    name = f"{seat.game}-{seat.seat}-{kind}-{sha256(b''.join(parts.values())).hexdigest()[:8]}"
    write_atomic(path, write_letter(letter, seat.addresses[seat.seat], name, player.now, automatic=False))
    return path


def check_own(player: Player, seat: Seat) -> None:
    """Only who plays a seat can give it away."""
    own = charter_of(seat).seat(seat.seat)
    if own.ssh != player.key.public:
        hint = f"its key is {own.ssh.fingerprint()}"
        raise CheckFailed(Fault(f"seat '{seat.seat}' is not played with your key", hint=hint, kind=Kind.MISMATCH))


def check_played(seat: Seat) -> None:
    """A seat changes hands from its first report on until the game is over: before and after that the moderator would
    refuse what two people have signed."""
    if ledger_of(seat).entries("final"):
        raise bad("the game is over", file=str(seat.folder), hint="its seats stay with who played them last",
                  kind=Kind.LATE)


def offered_to(seat: Seat) -> str:
    """Returns the address that the offer went to."""
    return read_file(seat.folder / "sent" / TO).decode("utf-8", "replace").strip()


def check_answer(seat: Seat, accepted: Mapping[str, str]) -> None:
    """The acceptance answers the offer that was made from this folder."""
    if not (seat.folder / "sent" / OFFERED).is_file():
        raise bad("no seat was offered from this folder", hint="'pbem hand-over --offer ADDRESS' comes first")
    if accepted.get("offer", "") != offer_hash(read_file(seat.folder / "sent" / OFFERED)):
        hint = "it has to answer the newest offer"
        raise CheckFailed(Fault("acceptance does not answer your offer", hint=hint, kind=Kind.MISMATCH))


def check_paper(seat: Seat, made: Rotation, accepted: bytes) -> None:
    """Refuses a paper that the moderator would refuse."""
    held, ledger = tenures_of(seat), tuple(ledger_of(seat))
    if wrong := [*lending_faults(held, made, ledger)]:
        hint = "lend it on for no longer than is left to you: --until or --phases, as it was lent to you"
        raise CheckFailed(Fault(f"hand-over {each}", hint=hint, kind=Kind.ILLEGAL) for each in wrong)
    found, wrong = keys_accepted(accepted), [*paper_faults(held, made, ledger, ledger[-1].t)]
    if not wrong:
        check_fresh(held, found)
    wrong += key_faults(held, made, found)
    if wrong:
        raise CheckFailed(Fault(f"acceptance {each}", kind=Kind.MISMATCH) for each in wrong)
