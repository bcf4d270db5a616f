"""One-time keys of tier two-step, derived so that another machine of the player can open what this one sealed."""

from __future__ import annotations

from contextlib import suppress

from pbem.base.errors import PbemError
from pbem.base.files import read_file, write_atomic
from pbem.match.own_folder.player import Player, ledger_of, newest_phase
from pbem.match.own_folder.seat import PUBLIC, Seat
from pbem.trust.keyring import Keyring
from pbem.trust.orders.envelope import open_envelope, parse_envelope
from pbem.trust.record.layout import Occasion


def one_time_key(ring: Keyring, seat: Seat, occasion: Occasion, seq: int) -> str:
    """The secret age key of one envelope, the same on every machine that has the player's secret."""
    return ring.identity_for(f"once {seat.game} {seat.seat} {occasion.phase} {occasion.attempt} {seq}")


def bring_back(player: Player, seat: Seat) -> None:
    """Lays orders of the open phase that another machine has sealed into sent/, with the key that opens them.

    The record has the envelopes once they are locked. A key is kept only if it opens its envelope.
    """
    phase = newest_phase(ledger_of(seat)).text("phase")
    for path in sorted((seat.folder / PUBLIC / "locks").glob(f"{seat.seat}-{phase}*.pbem")):
        envelope = parse_envelope(read_file(path), path.name)
        target, lock = seat.folder / "sent" / envelope.name, envelope.lock
        if target.exists():
            continue
        secret = one_time_key(player.ring, seat, Occasion(lock.phase, lock.attempt), lock.seq)
        with suppress(PbemError):  # sealed by an older pbem, or by another of the team
            open_envelope(envelope, [secret])
            write_atomic(target.with_name(f"{target.name}.key"), f"{secret}\n".encode())
            write_atomic(target, envelope.to_bytes())
