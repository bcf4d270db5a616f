"""Keeps the orders that others of a player's team sent, and names those to agree to."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.base.errors import Kind, bad
from pbem.base.files import read_file, write_atomic
from pbem.match import wording
from pbem.match.folder.report_parts import COPY
from pbem.match.own_folder.seat import Seat as Folder
from pbem.trust.keyring import Keyring
from pbem.trust.orders.envelope import Envelope, check_opened, open_envelope, parse_envelope
from pbem.trust.orders.lock import Lock
from pbem.trust.people.charter import Charter, Seat, Tier
from pbem.trust.primitives import commit
from pbem.trust.primitives.chain import Chain
from pbem.trust.primitives.commit import Preimage
from pbem.trust.record.layout import Occasion
from pbem.trust.seal import seal
from pbem.trust.ssh import sshsig
from pbem.trust.ssh.sshkeys import PublicKey

#: A player keeps the letters of their team here.
PLACE = "team"
#: The envelopes in a folder; macOS lays a `._NAME` beside each file of a disk that is not its own.
ENVELOPES = "[!.]*.pbem"
#: The top of the seat's chain, sealed, in a member's folder (grammar 2).
CHAIN = "team-chain.age"


def sealed_copy(charter: Charter, envelope: Envelope, opened: bytes, one_time: str) -> dict[str, bytes]:
    """Returns a copy by which the team can read an envelope early, if they need one.

    It is empty if their own keys can read it.
    """
    seat = charter.seat(envelope.lock.seat)
    if not seat.members or charter.tier is Tier.MODERATED:
        return {}
    secret = f"{one_time}\n".encode() if one_time else opened
    return {f"{envelope.name}{COPY}": seal.seal(seat.ages, secret).encode("ascii")}


def take_copies(folder: Folder, charter: Charter, own: PublicKey, identity: str, parts: Mapping[str, bytes]) -> str:
    """Orders that another of the team has sent, kept where they can be read and agreed to; in words."""
    told = []
    for name in sorted(each for each in parts if each.endswith(".pbem")):
        envelope = parse_envelope(parts[name], name)
        seat = charter.seat(folder.seat)
        if envelope.lock.seat != folder.seat or sshsig.signer(envelope.signature) == own:
            continue
        seat.check(envelope.lock_bytes, "lock", envelope.signature)
        copy = parts.get(f"{envelope.name}{COPY}")
        told.append(keep(folder, seat, envelope, copy, identity))
    return "".join(told)


def keep(folder: Folder, seat: Seat, envelope: Envelope, copy: bytes | None, identity: str) -> str:
    """One of them, held against its lock."""
    secret = seal.unseal(identity, copy) if copy else b""
    opened = read_copy(envelope, secret, identity)
    place = folder.folder / PLACE
    write_atomic(place / envelope.name, envelope.to_bytes())
    if is_key(secret):
        write_atomic(place / f"{envelope.name}.key", secret)
    path = place / f"{envelope.name.removesuffix('.pbem')}.yaml"
    write_atomic(path, opened.content.rpartition(commit.PAD_OPENS)[0])
    signer = sshsig.signer(envelope.signature)
    name = next((keys.name for keys in seat.people if keys.ssh == signer), "") or "another of your team"
    asked = wording.TEAM_ASKED.format(seq=envelope.lock.seq) if seat.needs > 1 else ""
    return wording.TEAM_COPY.format(seq=envelope.lock.seq, phase=envelope.lock.phase, name=name, path=path) + asked


def chain_of(ring: Keyring, folder: Folder, charter: Charter) -> Chain:
    """The chain of the seat: the player's own, or of a team in grammar 2 the captain's, whose top came sealed."""
    path, found = folder.folder / CHAIN, ring.chain(charter.game)
    shared = charter.grammar == 2 and found.anchor != charter.seat(folder.seat).chain
    if shared and path.is_file():
        found = Chain(seal.unseal(ring.age_identity(charter.game), read_file(path)).decode("ascii", "replace").strip())
    if charter.grammar == 2 and found.anchor != charter.seat(folder.seat).chain:
        hint = "of a team, the captain's program shares the seat's chain; the first report brings it: 'pbem open' it"
        raise bad(f"chain here is not the one of seat '{folder.seat}'", hint=hint, kind=Kind.MISMATCH)
    return found


def shared_chain(ring: Keyring, charter: Charter, seat: str) -> dict[str, bytes]:
    """The top of the seat's chain, sealed by its captain to the others of the team (grammar 2)."""
    team = charter.seat(seat)
    if charter.grammar == 1 or not team.members or team.plain:
        return {}
    top = f"{ring.chain(charter.game).top}\n".encode()
    return {chain_file(seat): seal.seal([keys.age for keys in team.members], top).encode("ascii")}


def chain_file(seat: str) -> str:
    """Returns the name of the captain's parcel with the top."""
    return f"{seat}-chain.age"


def take_chain(folder: Folder, parts: Mapping[str, bytes]) -> None:
    """Keeps the chain that the captain shares, sealed as it came."""
    data = parts.get(chain_file(folder.seat))
    if data is not None and not (folder.folder / CHAIN).is_file():
        write_atomic(folder.folder / CHAIN, data)


def read_copy(envelope: Envelope, secret: bytes, identity: str) -> Preimage:
    """The orders of an envelope by what its sender sealed to the team, or by the reader's own key."""
    if secret and not is_key(secret):
        return check_opened(envelope, secret)
    return open_envelope(envelope, [secret.decode("ascii", "replace").strip() or identity])


def is_key(secret: bytes) -> bool:
    """Tells if a team's sealed copy is the one-time key of tier two-step, not the orders."""
    return seal.IDENTITY.fullmatch(secret.decode("ascii", "replace").strip()) is not None


def kept(folder: Folder) -> list[Lock]:
    """The locks of others of the team that this folder has, oldest letter first."""
    found = [parse_envelope(read_file(path), path.name).lock for path in (folder.folder / PLACE).glob(ENVELOPES)]
    return sorted(found, key=lambda lock: (lock.phase, lock.attempt, lock.seq))


def to_agree(folder: Folder, charter: Charter, occasion: Occasion) -> tuple[str, ...]:
    """The commands by which a player can agree to the newest orders of others of the team."""
    if charter.seat(folder.seat).needs == 1:
        return ()
    words = sorted((folder.folder / "sent").glob(f"{folder.seat}-word-*.yaml"))
    said = b"".join(read_file(path) for path in words)
    newest = [lock for lock in kept(folder) if Occasion(lock.phase, lock.attempt) == occasion][-1:]
    waiting = [lock for lock in newest if lock.sha256.encode() not in said]
    return tuple(f"pbem word agree {lock.seq} --dir {folder.folder}" for lock in waiting)


def lock_to_agree(folder: Folder, occasion: Occasion, number: int) -> str:
    """The hash of the orders that a word of agreement names: of that number, else the newest of the open phase.

    What was sent before play went back is for an attempt that is over: it waits for nobody's agreement.
    """
    open_now = [lock for lock in kept(folder) if Occasion(lock.phase, lock.attempt) == occasion]
    locks = [lock for lock in open_now if number in (0, lock.seq)]
    if not locks:
        which = f"no orders no. {number}" if number else "no orders"
        hint = "open the receipt for the orders of another member: 'pbem open LETTER'"
        raise bad(f"folder has {which} of others of your team for {occasion}", hint=hint, kind=Kind.UNKNOWN)
    return locks[-1].sha256
