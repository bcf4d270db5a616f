"""Takes a player from the open question to sealed orders: editor, check, word of consent, seal."""

from __future__ import annotations

from collections.abc import Iterable

import click

from pbem.base.errors import PbemError
from pbem.base.files import write_atomic
from pbem.cabin.waiting import State, Waits
from pbem.cli.telling import tell
from pbem.match.own_folder.player import Player, order_file
from pbem.match.own_folder.seat import Seat
from pbem.match.player.seal_orders import seal_orders

#: Orders in these states are still to be written, or to be sealed.
UNSEALED = {state.value for state in (State.NONE, State.DRAFTED, State.FAULTY, State.READY)}


def edit_orders(player: Player, waiting: Iterable[Waits]) -> bool:
    """Goes through the games that want orders, one after the other; True if orders were sealed."""
    wanted = [each for each in waiting if each.orders in UNSEALED and each.todo and not each.paused]
    sealed = [edit_one(player, each) for each in wanted]
    return any(sealed)


def edit_one(player: Player, waits: Waits) -> bool:
    """Opens an order file until it has no errors or the player stops, and seals it if they say so."""
    seat = Seat.at(waits.folder)
    file = order_file(seat)
    if not file.is_file():
        write_atomic(file, seat.template().encode())
    tell(f"{waits.game} {waits.seat}: {waits.phase}, until {waits.local}")
    while True:
        click.edit(filename=str(file))
        try:
            checked = seat.check(file)
            faults, echo = checked.faults, checked.echo
        except PbemError as error:
            faults, echo = error.faults, ()
        for line in (*echo, *(fault.at(str(file)).render() for fault in faults)):
            tell(line)
        if not faults:
            break
        if not click.confirm("Edit it again?", default=True, err=True):
            return False
    if not click.confirm("Seal these orders?", default=False, err=True):
        return False
    seal_orders(player, seat, file)
    return True
