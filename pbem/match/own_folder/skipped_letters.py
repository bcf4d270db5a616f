"""Letters opened in another order than they were sent: their public files wait until the missing lines have come."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from pbem.base.errors import CheckFailed, Fault, Kind, PbemError, bad
from pbem.base.files import read_file, read_once, write_atomic
from pbem.match import wording
from pbem.match.folder import zipped
from pbem.match.own_folder.player import charter_of
from pbem.match.own_folder.public_files import last_check, not_taken, put_aside, take_public
from pbem.match.own_folder.seat import PUBLIC, Seat
from pbem.match.post.unsent import SENT, outdated
from pbem.trust.keyring import Keyring
from pbem.trust.record import layout
from pbem.trust.record.checkpoint import verify_checkpoint
from pbem.trust.record.layout import occasion_of
from pbem.trust.record.tail import TAIL, Tail, parse_tail

#: Public files of letters that came before the one they follow, each under the size of its ledger.
WAITING = "waiting"
#: All that may wait so: anybody who has the public files can send some ahead.
MOST_WAITING = 64 * 1024 * 1024

Files = Mapping[str, bytes]


def held_ledger(seat: Seat) -> bytes:
    """The ledger as the player holds it; nothing before the first letter."""
    path = seat.folder / PUBLIC / layout.LEDGER
    return read_once(path) if path.is_file() else b""


def whole(seat: Seat, parcel: Files, ring: Keyring) -> Files | None:
    """The parcel with its ledger whole; None where the folder lacks lines or own sealed orders that come before it.

    Own orders that only an earlier letter brought back are taken from those that the player has sent.
    """
    if TAIL not in parcel:
        return parcel
    tail = parse_tail(parcel[TAIL])
    held = held_ledger(seat)
    ledger = tail.joined(held)
    if ledger is None:
        return None
    if not tail.follows(ledger, last_check(seat, ring).edge_at(tail.first, held)):
        check_signed(seat, tail, parcel)  # else somebody has made it up, and it proves nothing
        hint = f"keep both versions; together they prove it\n{wording.OLDER_COPY}"
        raise CheckFailed(Fault("is not what you were sent before", file=layout.LEDGER, hint=hint, kind=Kind.MISMATCH))
    own = {name: seat.folder / SENT / Path(name).name for name in own_orders_lacking(seat, tail, parcel)}
    if not all(path.is_file() for path in own.values()):
        return None
    brought = {name: data for name, data in parcel.items() if name != TAIL}
    return {**brought, **{name: read_file(path) for name, path in own.items()}, layout.LEDGER: ledger}


def own_orders_lacking(seat: Seat, tail: Tail, parcel: Files) -> list[str]:
    """The seat's own sealed orders that neither the letter nor the public folder has; an earlier letter has."""
    names = (layout.lock_file(seat.seat, occasion_of(each), each.number("seq")) for each in tail.entries()
             if each.kind == "lock" and each.get("seat") == seat.seat)  # fmt: skip
    return [name for name in names if name not in parcel and not (seat.folder / PUBLIC / name).is_file()]


def check_signed(seat: Seat, tail: Tail, parcel: Files) -> None:
    """The lines are of a ledger that the log key has signed."""
    note = verify_checkpoint(parcel.get(layout.CHECKPOINT, b""), charter_of(seat).log, layout.CHECKPOINT)
    if (note.size, note.root) != (tail.size, tail.root):
        raise not_taken("holds lines that the signed checkpoint does not", TAIL)


def set_aside(seat: Seat, parcel: Files) -> Tail:
    """Keeps public files whose letter came too early, once their lines are known to be of the signed ledger."""
    tail = parse_tail(parcel[TAIL])
    check_signed(seat, tail, parcel)
    data = zipped.pack(parcel)
    if sum(path.stat().st_size for path in aside(seat)) + len(data) > MOST_WAITING:
        hint = "open the earlier letter first"
        raise bad(f"is one of too many that wait in {WAITING}/", file=str(seat.folder), hint=hint)
    write_atomic(seat.folder / WAITING / f"{tail.size:06d}-{sha256(data).hexdigest()[:8]}.zip", data)
    return tail


def aside(seat: Seat) -> list[Path]:
    """Returns the letters that were put aside, the earliest first."""
    return sorted((seat.folder / WAITING).glob("*.zip"))


def take_aside(seat: Seat, come: Files, ring: Keyring) -> bool:
    """Takes in what was kept and follows by now; whether any of it is newer than what has come."""
    size, newer = come[layout.LEDGER].count(b"\n"), False
    for path in aside(seat):
        newer = newer or int(path.stem.partition("-")[0]) > size
        try:
            fresh = whole(seat, zipped.unpack(read_file(path), path.name), ring)
            if fresh is None:
                break
            if not outdated(seat.folder / PUBLIC, fresh):
                take_public(seat, fresh, ring)
        except PbemError:  # somebody who knew the lines made the rest up: the true letter stops for no such parcel
            put_aside(seat.folder, f"{WAITING}/{path.name}")
            continue
        path.unlink()
    return newer


def letters_missing(seat: Seat) -> str:
    """A sentence that names the reports skipped; something has to be set aside."""
    first = aside(seat)[0]
    tail = parse_tail(zipped.unpack(read_file(first), first.name)[TAIL])
    names = tail.missing(held_ledger(seat).count(b"\n"))
    if not names:
        return "an earlier letter has not been opened here"
    if len(names) == 1:
        return f"the letter about {names[0]} has not been opened here"
    return f"the letters about {', '.join(names)} have not been opened here"
