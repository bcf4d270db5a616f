"""Tier beacon between lock and dice: the round that was fixed when the phase was opened, and what it unlocks."""

from __future__ import annotations

from pbem.base.clock import show_time
from pbem.base.counting import counted
from pbem.base.errors import CheckFailed, Fault, Kind, Waiting
from pbem.match import wording
from pbem.match.folder.book import Step
from pbem.match.folder.held_orders import open_held
from pbem.match.folder.office import Office
from pbem.match.phase.opening import beacon_network
from pbem.match.post.game_letter import Letter
from pbem.match.post.outbox import post
from pbem.match.post.public_parcel import parcels
from pbem.match.record import guardians
from pbem.trust.dice.seed import Drand

AFTER = "It opens by itself with the beacon of round {round}, due {reveal}; nothing is left for you to send.\n"


def tell_locked(office: Office, step: Step) -> None:
    """Sends the letter *locked* to every seat.

    A player who misses an envelope there can protest while nobody knows the dice.
    """
    reveal = show_time(beacon_network(office).time_of(step.round))
    seats = counted(len(step.held), "seat")
    words = wording.LOCKED.partition("Otherwise")[0].format(phase=step.occasion.stem, seats=seats)
    words += AFTER.format(round=step.round, reveal=reveal)
    guardians.deposit(office, f"{step.occasion.stem}.locked")
    public = parcels(office)
    for seat in office.charter.seat_names:
        subject = f"{office.charter.game}: {step.occasion.stem} is locked"
        letter = Letter(office.book.addresses[seat], subject, words, {"public.zip": public.of(seat)})
        post(office, seat, f"locked-{step.occasion.stem}", letter)


def beacon_of(office: Office, step: Step, given: tuple[int, str] | None) -> Drand | None:
    """The beacon of the step's round: given, computed for a demonstration, or fetched; None before its time."""
    from pbem.trust.beacon.beacon import DEMO_CHAIN, verify_beacon

    network = beacon_network(office)
    if office.now < network.time_of(step.round):
        return None
    if network.demo:
        signature = DEMO_CHAIN.sign(step.round)
    elif given is None:
        signature = fetched(office, step)
    else:
        signature = given[1]
        if given[0] != step.round:
            message = f"beacon is of round {given[0]}; this phase has round {step.round}"
            raise CheckFailed(Fault(message, kind=Kind.MISMATCH))
    verify_beacon(network, step.round, signature)
    return Drand(network.chain, step.round, signature)


def fetched(office: Office, step: Step) -> str:
    """Returns the round from a relay; if none answers, says first which game and phase wait for it."""
    from pbem.trust.beacon.beacon import fetch

    try:
        return fetch(beacon_network(office), step.round)
    except Waiting as error:
        raise Waiting([Fault(waiting(office, step), kind=Kind.LATE), *error.faults]) from None


def waiting(office: Office, step: Step) -> str:
    """Describes the round that a phase waits for; no phase goes on without its round."""
    out = beacon_network(office).time_of(step.round)
    round_ = f"{step.occasion.stem} waits for round {step.round} of the beacon"
    if office.now < out:
        return f"{round_}, due {show_time(out)}"
    by_hand = "'pbem run' asks the relays for it, 'pbem run --beacon' takes it by hand"
    return f"{round_}, out since {show_time(out)}; {by_hand}"


def open_orders(office: Office, step: Step, drand: Drand) -> None:
    """Everybody's orders, now that the round is there."""
    open_held(office, step, beacon_network(office), drand.signature)
