"""A player joins a game: answers an invitation, signs the charter, agrees to another moderator."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from pbem import strict_yaml
from pbem.adjudicator.titles import GAMES
from pbem.base.errors import CheckFailed, Fault, Kind, bad
from pbem.base.files import read_file, write_atomic
from pbem.mail.compose import address as mail_address
from pbem.match.own_folder import team_letters
from pbem.match.own_folder.held_letters import HERE, SINCE, Arrivals
from pbem.match.own_folder.lost_keys import NOT_BEGUN, ways_out
from pbem.match.own_folder.player import Player, ledger_of, tenures_of
from pbem.match.own_folder.seat import PUBLIC, Seat
from pbem.match.post.game_letter import Received
from pbem.match.terms.papers import ACCEPTANCE, BY_MAIL, offer_hash, part, read_invitation
from pbem.trust.keyring import Keyring
from pbem.trust.people.charter import MODERATOR, Charter, parse_charter
from pbem.trust.people.rotation import key_faults, paper_faults, read_rotation
from pbem.trust.people.rotation import read_acceptance as read_keys
from pbem.trust.record import layout
from pbem.trust.record.ledger import Ledger
from pbem.trust.ssh import sshsig
from pbem.trust.ssh.transport import lf_form

AMEND = sshsig.namespace("amend")
#: A folder's name is no longer than this, its seat aside.
MOST_NAME = 40
#: What has to be the same in the charter as it was in the invitation.
PROMISED = ("game", "title", "rules", "tier", "moderator")


def asks_for_answer(parts: Mapping[str, bytes]) -> bool:
    """Tells if a letter asks for an answer: an invitation, a charter, or a new moderator's papers."""
    return "public.zip" not in parts and not {"invitation.yaml", layout.CHARTER, "rotate.yaml"}.isdisjoint(parts)


def join(player: Player, received: Received, folder: Path | None, *, desk: bool = False) -> Path:
    """An invitation answered, or the charter signed; the letter to mail. `desk` asks for the order desk by mail."""
    if "invitation.yaml" in received.parts:
        return accept_invitation(player, received.parts, folder, desk=desk)
    if layout.CHARTER in received.parts:
        return sign_charter(player, received.parts, folder)
    if "rotate.yaml" in received.parts and "acceptance.yaml" in received.parts:
        return agree_to_moderator(player, received, folder or Path())
    hint = "it brings a report: 'pbem open LETTER'" if "public.zip" in received.parts else ""
    raise bad("letter holds neither an invitation nor a charter",
              hint=hint or "join with the letter as the moderator sent it")


def accept_invitation(
    player: Player, parts: Mapping[str, bytes], folder: Path | None, *, desk: bool = False
) -> Path:
    """A folder for the seat, and the acceptance with the player's public keys, signed by the first of them."""
    paper = read_invitation(part(parts, "invitation.yaml"), part(parts, "invitation.yaml.sig"))
    addresses = {entry["seat"]: mail_address(entry["address"]) for entry in paper["addresses"]}
    if not {MODERATOR, paper["seat"]} <= set(addresses):
        raise bad("invitation names no address for moderator or seat", file="invitation.yaml")
    check_known(paper["rules"], "invitation.yaml")
    home = folder or new_folder(str(paper["title"]), paper["game"], paper["seat"])
    check_free(home, paper["game"], paper["seat"])
    public = player.ring.public(paper["game"])
    own = {**public.as_json(), "ssh": player.key.public.line()}
    acceptance = {"pbem": ACCEPTANCE, "game": paper["game"], "seat": paper["seat"], **own}
    acceptance |= {"member": paper["member"]} if "member" in paper else {}
    acceptance |= {"desk": BY_MAIL} if desk else {}
    acceptance["offer"] = offer_hash(parts["invitation.yaml.sig"])
    data = strict_yaml.write(acceptance).encode()
    signature = sshsig.sign(player.key, data, sshsig.namespace("charter")).encode("ascii")
    seat = Seat(home, paper["game"], paper["rules"], paper["seat"], addresses, paper["moderator"])
    if answered_before(home, parts["invitation.yaml"]):
        seat = Seat.at(home)
    else:
        write_atomic(home / "invitation.yaml", parts["invitation.yaml"])
        seat.save()
        Arrivals.of(seat).note(SINCE, (HERE,), player.now)
    text = f"{public.name} takes the seat of {seat.seat}.\n"
    to = mail_address(paper.get("reply_to", addresses[MODERATOR]))
    return player.write(seat, "acceptance", f"{seat.seat} accepts", text,
                        {"acceptance.yaml": data, "acceptance.yaml.sig": signature}, to=to)


def new_folder(title: str, game: str, seat: str) -> Path:
    """A folder named after the game as its players call it; after its id, where that name is taken or empty."""
    words = slug(title)
    named, by_id = Path(f"{words}-{seat}"), Path(f"{game}-{seat}")
    held = Seat.at(named) if (named / "desk.json").is_file() else None
    free = (held.game, held.seat) == (game, seat) if held else not named.exists()
    return named if words and free and not by_id.exists() else by_id


def slug(title: str) -> str:
    """A title in small letters, digits and hyphens, as a folder may be called on every system."""
    return "-".join(re.findall(r"[a-z0-9]+", title.lower()))[:MOST_NAME].strip("-")


def check_known(rules: str, file: str) -> None:
    """Refuse to join a game whose reports could not be opened; its title has to be installed first."""
    if rules.partition(" ")[0] not in GAMES:
        hint = f"it knows {', '.join(GAMES)}; ask the moderator for their version, and join with this letter then"
        raise bad(f"rules are those of '{rules}', which this version of pbem does not know", file=file, hint=hint,
                  kind=Kind.UNKNOWN)


def check_free(home: Path, game: str, seat: str) -> None:
    """A folder is of one game and one seat: all that lies in it is what that seat was told."""
    held = Seat.at(home) if (home / "desk.json").exists() else None
    if held and (held.game, held.seat) != (game, seat):
        what = "another game" if held.game != game else f"the seat of {held.seat}"
        raise bad(f"holds {what} already", file=str(home), hint="name a new folder with --dir")


def answered_before(home: Path, invitation: bytes) -> bool:
    """Tells if this very invitation made the folder. Letters opened in it since then stay as they are."""
    kept = home / "invitation.yaml"
    return (home / "desk.json").is_file() and kept.is_file() and read_file(kept) == invitation


def sign_charter(player: Player, parts: Mapping[str, bytes], folder: Path | None) -> Path:
    """The charter held against the invitation and the player's own keys, then signed."""
    charter = parse_charter(parts[layout.CHARTER], layout.CHARTER)
    seat = Seat.at(folder) if folder else own_folder(charter, player.ring)
    if seat.game != charter.game:
        raise bad("holds another game", file=str(seat.folder), kind=Kind.MISMATCH,
                  hint=f"name your folder of {charter.game} with --dir")
    charter.check_signature(MODERATOR, part(parts, f"{layout.CHARTER}.sig"))
    check_known(str(charter.fields["rules"]), layout.CHARTER)
    promised = strict_yaml.plain(strict_yaml.read(read_file(seat.folder / "invitation.yaml")))
    faults = [
        Fault(f"charter has another '{name}' than the invitation had", file=layout.CHARTER, kind=Kind.MISMATCH)
        for name in PROMISED if charter.fields.get(name) != promised[name]
    ]  # fmt: skip
    own = charter.seat(seat.seat)
    anchor = "" if own.plain else player.ring.chain(charter.game).anchor
    mine = (player.key.public, player.ring.age_public(charter.game), anchor)
    if (own.ssh, own.age, own.chain) != mine:
        faults.append(Fault(f"charter has other keys than yours for '{seat.seat}'", file=layout.CHARTER,
                            hint=f"{ways_out(seat)}\n{NOT_BEGUN}", kind=Kind.MISMATCH))
    if faults:
        raise CheckFailed(faults)
    player.ring.keep_to(charter.game, charter.sha256)
    write_atomic(seat.folder / PUBLIC / layout.CHARTER, charter.data, shared=True)
    armour = sshsig.sign(player.key, charter.data, sshsig.namespace("charter"))
    parts = {layout.CHARTER: charter.data, f"{layout.CHARTER}.sig": armour.encode("ascii")}
    parts |= team_letters.shared_chain(player.ring, charter, seat.seat)
    return player.write(seat, "charter", f"{seat.seat} signs the charter", "The charter, signed.\n", parts)


def agree_to_moderator(player: Player, received: Received, folder: Path) -> Path:
    """Check a new moderator's papers as everybody will, sign the acceptance, and write the letter to them."""
    seat, parts = Seat.at(folder), received.parts
    held, ledger = tenures_of(seat), ledger_of(seat)
    text, accepted = lf_form(parts["rotate.yaml"]), lf_form(parts["acceptance.yaml"])
    made, found = read_rotation(text), read_keys(accepted)
    check_open(seat, ledger, accepted)
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


def check_open(seat: Seat, ledger: Ledger, accepted: bytes) -> None:
    """A letter that has come once more, or late, asks for what the record has already: nothing is wrong with either."""
    for entry in ledger.entries("rotate", who=MODERATOR):
        if read_file(seat.folder / PUBLIC / layout.acceptance_file(entry.n)) == accepted:
            name = read_keys(accepted).keys.name
            raise bad(f"{name} is the moderator by the record since {entry.t}: nothing is left to sign", kind=Kind.LATE)


def own_folder(charter: Charter, ring: Keyring) -> Seat:
    """The folder that accepting an invitation has made here, under one of its usual names."""
    title = slug(str(charter.fields.get("title", "")))
    for seat in charter.seats:
        for path in (Path(f"{charter.game}-{seat.seat}"), Path(f"{title}-{seat.seat}")):
            own = path.is_dir() and seat.age == ring.age_public(charter.game)
            if own and (found := Seat.at(path)).game == charter.game:
                return found
    return Seat.at(Path())
