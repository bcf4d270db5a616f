"""9.2, 15.1: what a seat sees, is asked and hears does not change with what it may not know; for 2, 3 and 4 seats.

PBEM_SECRECY_GAMES plays so many games with each number of players instead of two.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from looking_on import Peek
from rules.lions.lions_peeking import HIDDEN, Change, Watch, audience, copied, peek_at_game
from rules.lions.lions_seats import GAME, begun, orders, run

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.driver import Driver
from pbem.adjudicator.engine.table import Decision, Note, Plain, Table
from pbem.adjudicator.engine.transcript import Transcript, canonical
from pbem.adjudicator.game import Bot
from pbem.adjudicator.lions.state.state import State
from pbem.adjudicator.lions.view.view import view
from pbem.match.people.enrolment import Plan
from pbem.strict_yaml import write
from pbem.trial.company import Company, keyrings
from pbem.trial.soak import dice_of
from pbem.trust.orders.envelope import parse_envelope
from pbem.trust.record import layout
from pbem.trust.record.ledger import parse_ledger
from pbem.trust.seal.seal import dearmour

GAMES = int(os.environ.get("PBEM_SECRECY_GAMES", "2"))
PLAYERS = (2, 3, 4)
#: Notes that lay a marker open: it was played (9.8), shown by choice (15.3), or seen with a Spy by one alone (9.13).
LAID_OPEN = ("played", "shown", "spied")


def peek(peek: Peek, players: int) -> None:
    for number in range(GAMES):
        peek_at_game(players, f"secrecy {players} {number}", peek)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("change", HIDDEN, ids=lambda change: change.__name__)
def test_15_1_no_view_changes_with_what_is_hidden(change: Change, players: int) -> None:
    chance, compared = SeededChance(change.__name__), Counter[str]()

    def compare(state: State, decision: object) -> None:
        if chance.below(8):
            return
        seat = chance.pick(state.players)
        other = copied(state)
        if change(other, seat, chance):
            assert canonical(view(other, seat)) == canonical(view(state, seat))
            assert canonical(view(other, None)) == canonical(view(state, None))
            compared[seat] += other != state

    peek(Peek(at_question=compare), players)
    assert len(compared) == players or change.__name__ in ("other_markers_up_for_bids", "more_in_a_fleet")
    assert compared.total() > players


@pytest.mark.parametrize("players", PLAYERS)
def test_15_1_a_question_does_not_change_with_what_is_hidden(monkeypatch: pytest.MonkeyPatch, players: int) -> None:
    """Text, facts, legal answers, default and sample: made again on a changed position, they are the same bytes."""
    watch = Watch(HIDDEN)
    watch.over(monkeypatch)
    peek_at_game(players, "watched", Peek())
    assert watch.compared >= 100


@pytest.mark.parametrize("players", PLAYERS)
def test_9_2_a_note_names_no_marker_of_a_hand_that_its_hearer_does_not_see(players: int) -> None:
    heard = Counter[str]()

    def compare(state: State, note: Note) -> None:
        if note.event in LAID_OPEN:
            return
        for seat in audience(note, state):
            for power in state.others(seat):
                names = [*state.hand[power], *([] if seat in state.spied else state.exchange)]
                named = [name for name in names if re.search(rf"\b{re.escape(name)}\b", canonical(dict(note.facts)))]
                assert not named, note
            heard[seat] += 1

    peek(Peek(at_note=compare), players)
    assert min(heard.values()) > 100


# ------------------------------------------------------------------------------------------------ bids


BIDS: tuple[Mapping[str, Any], ...] = (
    {}, {"bids": [{"for": "any", "rounds": ["0", "1"]}]},
    {"bids": [{"for": "1", "rounds": ["9", "10"]}], "spend": "10"},
)  # fmt: skip


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_9_3_until_the_last_bid_is_in_nobody_can_tell_the_others(scenario: str) -> None:
    """Whoever has bid what: the same questions, to the same seats, after the same record, with the same told."""
    told = []
    for bids in BIDS:
        match = begun(scenario, 1)
        seats, phase = match.state.players, "t01.bids"
        files = {seat: [orders(seat, phase, write(bids) if bids else "")] for seat in seats[:-1]}
        outcome = run(match, files, silent=False)
        told.append(canonical([
            list(outcome.records), [note.text for note in outcome.story],
            [[question.key, question.side, question.legal()] for question in outcome.questions],
        ]))  # fmt: skip
        assert {question.side for question in outcome.questions} == {seats[-1]}
    assert told[0] == told[1] == told[2]


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_9_3_a_bid_that_is_overbid_changes_neither_the_steps_nor_what_is_sold(scenario: str) -> None:
    steps = []
    for mine in ("0", "1"):
        match = begun(scenario, 1)
        first, *_, last = match.state.players
        bids = dict.fromkeys(match.state.players, "0") | {first: "3", last: mine}
        files = {seat: write({"bids": [{"for": "1", "rounds": [pounds]}]}) for seat, pounds in bids.items()}
        outcome = run(match, {seat: [orders(seat, "t01.bids", text)] for seat, text in files.items()})
        steps.append(([record.get("key", record.get("label")) for record in outcome.records], outcome.heard("sold")))
    assert steps[0] == steps[1]
    assert steps[0][1]


class Bidder(Bot):
    """Bids as told, and does nothing else."""

    def __init__(self, bids: Mapping[str, Any]) -> None:
        self.bids = bids

    def orders(self, view: Mapping[str, Any], head: Mapping[str, str]) -> str:
        return write({"pbem": "orders/1", **head, **(self.bids if head["phase"].endswith("bids") else {})})

    def answer(self, view: object, decision: Decision) -> Plain:
        raise AssertionError(decision)


def letters(place: Path, bids: Mapping[str, Any]) -> tuple[list[tuple[str, int]], list[int]]:
    """Kinds and lengths of the ledger's lines, and what is sealed in the players' letters, of set-up and bids."""
    seats = GAME.seats_of("two-players")
    bots = {"england": Bidder(bids), "netherlands": Bidder({"bids": [{"for": "1", "rounds": ["5"]}]})}
    company = Company(place, keyrings(place, seats), bots, datetime(2026, 1, 1, tzinfo=UTC))
    company.begin(Plan(game="lions", seats={seat: f"{seat}@example.org" for seat in seats}, house={"turns": "3"}))
    while "t01.bids" not in company.status()["closed"]:
        company.step()
    folder = company.folder("netherlands") / "game"
    ledger = parse_ledger((folder / layout.LEDGER).read_bytes(), layout.LEDGER)
    sealed = [parse_envelope(path.read_bytes(), path.name).sealed for path in sorted(folder.rglob("locks/*.pbem"))]
    return ([(entry.kind, len(entry.line)) for entry in ledger.entries() if entry.kind != "charter"],
            [len(dearmour(data).partition(b"\n--- ")[2]) for data in sealed])  # fmt: skip


def test_9_3_neither_ledger_nor_sealed_letters_are_longer_for_a_bid_than_for_none(tmp_path: Path) -> None:
    """What varies in a sealed letter is the header alone, where chance puts a stanza of random length."""
    bids = {"bids": [{"for": str(number), "rounds": ["4"]} for number in (1, 1, 1)], "spend": "4", "never_below": "1"}
    none, some = letters(tmp_path / "none", {}), letters(tmp_path / "some", bids)
    assert none == some
    assert len(none[1]) == 4


def test_the_driver_says_nothing_of_a_simultaneous_question_that_is_half_answered() -> None:
    """Nor does the record: `decide_all` writes all answers or none."""
    match = begun("three-players", 1)
    phase, table, record = match.phase(), Table(), Transcript()
    assert phase is not None
    files = {seat: [orders(seat, phase.id)] for seat in ("england", "netherlands")}
    sources = {seat: match.sources(seat, files.get(seat, [])) for seat in match.state.players}
    Driver(record, dice_of("half", phase), sources).run(match.play(table))
    assert not [entry for entry in record if entry["k"] == "decide" and entry["key"].startswith("bid/")]
