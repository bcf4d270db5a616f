"""Tells players whose keys are not those of their seat how they get the right ones back, or new ones."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.base.errors import CheckFailed, Fault, Kind
from pbem.match.own_folder.player import Player, charter_of, tenures_of
from pbem.match.own_folder.seat import PUBLIC, Seat
from pbem.trust.keyring import LOST, RESTORE, TAKE
from pbem.trust.people.charter import Keys
from pbem.trust.record import layout

#: What a moderator does for a player who loses their keys between the invitation and the first phase.
NOT_BEGUN = "a game that has not begun is opened anew instead, with 'pbem new'"
SIGNS = "the key that signs"


def check_before_dice(player: Player, seat: Seat) -> None:
    """Raises where a value of the chain may not be shown: with other keys, or under another charter than before."""
    check_keys(player, seat)
    player.ring.keep_to(seat.game, charter_of(seat).sha256)


def check_keys(player: Player, seat: Seat) -> None:
    """Raises if the keys at hand are not those of a player whom the seat has, or had.

    Where the signing key alone is another, the envelope tells its fingerprint and the right one.
    """
    if not (seat.folder / PUBLIC / layout.CHARTER).is_file():
        return
    people = [keys for charter in tenures_of(seat).charters for keys in charter.seat(seat.seat).people]
    others = min(([*differing(player, keys, seat.game)] for keys in people), key=len, default=[])
    if {*others} - {SIGNS}:
        told = f": {' and '.join(others)} differ" if len(others) > 1 else f": {others[0]} differs"
        raise CheckFailed(Fault(f"keys here are not those of seat '{seat.seat}'{told}", file=str(player.ring.home),
                                hint=ways_out(seat), kind=Kind.MISMATCH))  # fmt: skip


def differing(player: Player, keys: Keys, game: str) -> Iterator[str]:
    """Yields the keys of a player that are others than those of the record."""
    if player.key.public != keys.ssh:
        yield SIGNS
    if player.ring.age_public(game) != keys.age:
        yield "the key that opens letters"
    if keys.chain and player.ring.chain(game).anchor != keys.chain:
        yield "the part of the dice"


def ways_out(seat: Seat) -> str:
    """Returns what helps, with the names of this seat filled in."""
    lost = LOST.replace("SEAT", seat.seat).replace("YOUR-ADDRESS", seat.addresses.get(seat.seat, "YOUR-ADDRESS"))
    return f"{RESTORE}\n{lost}\n{TAKE}"
