"""A player agrees to go back: the paper is checked against their record, signed and mailed."""

from __future__ import annotations

from pathlib import Path

from pbem import strict_yaml
from pbem.base.errors import BadInput, CheckFailed, Fault, Kind, bad
from pbem.base.patterns import pattern
from pbem.match.folder import zipped
from pbem.match.moderator.going_back import NAMESPACE, REOPEN
from pbem.match.own_folder.held_letters import knowledge
from pbem.match.own_folder.player import Player, charter_of, ledger_of
from pbem.match.own_folder.seat import Seat
from pbem.match.own_folder.skipped_letters import held_ledger, whole
from pbem.match.player.open_letter import open_letter
from pbem.match.post.game_letter import Received
from pbem.match.terms.papers import REOPEN_FILE as PAPER
from pbem.match.terms.papers import part
from pbem.trust.grammar.client import why_not_sign
from pbem.trust.people.charter import MODERATOR
from pbem.trust.people.reopening import parse_reopening
from pbem.trust.record import layout
from pbem.trust.ssh import sshsig
from pbem.trust.ssh.transport import lf_form

NUMBER = pattern(r"[0-9]{1,9}")
#: What ends such a question, by kind of entry and what it is about.
WHICH = {"ruling": "what", "rotate": "who"}
CAME_OF_IT = {
    ("reopen", ""): "all have signed", ("final", ""): "it ended",
    ("ruling", "resume"): "the moderator has let the game go on",
    ("rotate", MODERATOR): "the game got another moderator",
}


def agree(player: Player, received: Received, folder: Path, *, insist: bool = False) -> Path:
    """The letter with the player's signature; the public record that came along is taken in first. `insist`: the player
    signs though others may have seen the dice that fall away (grammar 2)."""
    seat = Seat.at(folder)
    if PAPER not in received.parts:
        hint = "'pbem join' answers an invitation, a charter, a new moderator; 'pbem word agree' stands behind orders"
        raise bad("letter asks nobody to go back to a phase", hint=hint)
    if not overtaken(player, seat, received):
        open_letter(player, received, folder)
    charter = charter_of(seat)
    if charter.seat(seat.seat).ssh != player.key.public:
        raise bad(f"'{seat.seat}' signs with another key than yours", hint="of a team, its captain signs",
                  kind=Kind.ILLEGAL)
    data = lf_form(part(received.parts, PAPER))
    check_asked(seat, data)
    sshsig.verify(charter.keys(MODERATOR).ssh, data, NAMESPACE, part(received.parts, f"{PAPER}.sig"))
    if charter.grammar == 2:
        phase = check_return(player, seat, data, insist=insist)
        return signed(player, seat, data, phase)
    said = strict_yaml.plain(strict_yaml.read(data, PAPER))
    due = {"pbem": REOPEN, "game": charter.game, "charter": charter.sha256, "dice": "same"}
    fields = said if isinstance(said, dict) else {}
    wrong = [name for name, value in due.items() if fields.get(name) != value]
    wrong += [] if isinstance(fields.get("phase"), str) else ["phase"]
    if wrong:
        raise CheckFailed(Fault(f"says another '{wrong[0]}' than this game has", file=PAPER, kind=Kind.MISMATCH))
    return signed(player, seat, data, str(fields["phase"]))


def check_return(player: Player, seat: Seat, data: bytes, *, insist: bool) -> str:
    """The phase that a paper of grammar 2 goes back to; refused with every reason against signing it (C8)."""
    paper, charter, ledger = parse_reopening(data, PAPER), charter_of(seat), ledger_of(seat)
    if (paper.game, paper.charter) != (charter.game, charter.sha256):
        raise CheckFailed(Fault("is for another game or charter", file=PAPER, kind=Kind.MISMATCH))
    if paper.lines > len(ledger) or ledger.root_at(paper.lines).hex() != paper.root:
        raise CheckFailed(Fault("was proposed over another record than yours", file=PAPER, kind=Kind.MISMATCH))
    hint = "" if insist else "if you agree all the same, sign with --insist"
    if reasons := why_not_sign(knowledge(seat, player.now), paper, insists=insist):
        raise BadInput(Fault(reason, file=PAPER, hint=hint, kind=Kind.ILLEGAL) for reason in reasons)
    return paper.phase


def signed(player: Player, seat: Seat, data: bytes, phase: str) -> Path:
    """The letter with the player's signature under the paper."""
    armour = sshsig.sign(player.key, data, NAMESPACE).encode("ascii")
    subject = f"{seat.seat} agrees to go back to {phase}"
    return player.write(seat, "agreement", subject, "Signed.\n", {PAPER: data, f"{PAPER}.sig": armour})


def check_asked(seat: Seat, paper: bytes) -> None:
    """Check that the player's record still waits for an answer.

    A letter that is read late, or twice, may ask for something that has been done or dropped since, and so may one of
    an earlier moderator.
    """
    said = strict_yaml.plain(strict_yaml.read(paper, PAPER))
    lines = str(said.get("lines", "")) if isinstance(said, dict) else ""
    since = list(ledger_of(seat))[int(lines) :] if NUMBER.fullmatch(lines) else []
    for entry in since:
        about = str(entry.get(WHICH.get(entry.kind, "")) or "")
        if came := CAME_OF_IT.get((entry.kind, about)):
            raise bad(f"nobody is asked to go back any more: {came} at {entry.t}", file=PAPER, kind=Kind.LATE)


def left_to_captain(player: Player, seat: Seat) -> bool:
    """Tells if the player belongs to a team whose captain signs for all."""
    return any(member.ssh == player.key.public for member in charter_of(seat).seat(seat.seat).members)


def overtaken(player: Player, seat: Seat, received: Received) -> bool:
    """Tells if the player holds all of the record that the letter brings, and perhaps more."""
    sent = whole(seat, zipped.unpack(part(received.parts, "public.zip"), "public.zip"), player.ring)
    return sent is not None and held_ledger(seat).startswith(sent.get(layout.LEDGER, b""))
