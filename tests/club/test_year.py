"""A year of a club by letters and timers alone: no game is stuck, no letter is lost, every wait is told in words.

Two months of it, with the first games; PBEM_LONG=1 has all twelve. PBEM_YEAR_GAMES and PBEM_YEAR_MONTHS make
it wider: 40 tables over 12 months take half an hour of one processor.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from club import know_the_duel
from year_people import Person
from year_tables import FATES, GUARDIANS, NEWSPAPER, Table
from year_world import DAY, House, World, lot, quick

from pbem.adjudicator.titles import load_game
from pbem.base.clock import parse_time
from pbem.mail.delivery import State
from pbem.match.post.send_outbox import deliveries
from pbem.trust.keyring import Keyring

GAMES = int(os.environ.get("PBEM_YEAR_GAMES", "0"))
MONTHS = int(os.environ.get("PBEM_YEAR_MONTHS", "12" if os.environ.get("PBEM_LONG") else "2"))
START = parse_time("2026-10-05T18:00:00Z")
TIERS = ("moderated", "two-step", "beacon")
NAMES = ("anne", "bob", "carol", "dave", "edith", "frank", "gwen", "hugh", "ines", "john", "karl", "lena")
#: The small year: one table for each fate, opened one after another, each phase open for so long.
SMALL_DAYS, BETWEEN = 14, 26
#: The wide one: weekly phases, every fifth table with the first title, every eighth with the second.
WIDE_DAYS, FIFTH, EIGHTH = 7, 5, 8
FATE_NAMES = tuple(FATES)
#: How long a duel may take at most, whatever befalls it.
LONGEST = 150 * DAY


class Year:
    """The club, lived through."""

    def __init__(self, place: Path) -> None:
        self.world = World(place, START)
        self.tables: list[Table] = []
        #: Those that are not known to be over.
        self.open: list[Table] = []
        self.end = START + timedelta(days=30 * MONTHS + 5)
        for name in ("club", "annex"):
            house = House(self.world, name, Keyring.create(name.title(), home=place / f"keys-{name}"))
            self.world.houses[name] = house
            house.found()
        for name in (*NAMES, *GUARDIANS):
            person = Person(self.world, name, Keyring.create(name.title(), home=place / f"keys-{name}"))
            self.world.people[person.address] = self.world.people[name] = person

    def seat(self, number: int, game: str) -> dict[str, Person]:
        """Who play a game together: each time others."""
        rules = load_game(game)
        seats = rules.seats_of(next(iter(rules.scenarios)))
        names = sorted(NAMES, key=lambda name: lot(number, name))
        return {seat: self.world.people[name] for seat, name in zip(seats, names, strict=False)}

    def begin(self, number: int, fate: str, tier: str, game: str = "duel", days: int = SMALL_DAYS) -> None:
        """One game more."""
        table = Table(self.world, self.world.houses["club"], f"t{number:03d}{fate}", game, tier,
                      self.seat(number, game), days, self.world.now)  # fmt: skip
        FATES[fate](table)
        self.world.tables[table.name] = table
        self.tables.append(table)
        self.open.append(table)
        table.found()

    def live(self) -> None:
        """To the end of the year, looked over once a week."""
        moment = START
        while moment < self.end:
            moment = min(moment + 7 * DAY, self.end)
            self.world.live(moment)
            self.world.now = moment
            over = [table for table in self.open if explained(table)]
            self.open = [table for table in self.open if table not in over]
            for table in over:
                self.after(table)

    def after(self, table: Table) -> None:
        """A game is over; in the wide year another begins in its place."""
        if GAMES:
            number = len(self.tables)
            self.begin(number, FATE_NAMES[number % len(FATES)], TIERS[number // 2 % 3], table.game, WIDE_DAYS)


def explained(table: Table) -> bool:
    """Whether a game is over; else its status says what it waits for, since when, and who or when takes it further."""
    state = table.status()
    if state["stage"] == "over":
        return True
    told = json.dumps(state, sort_keys=True)
    assert state["why"], told
    assert state["since"], told
    waits_for_people = bool(state["waits_for"]) or "paused" in state or "moderator" in state["why"]
    assert state.get("due") or waits_for_people, told
    if state.get("due"):
        assert parse_time(state["due"]) > table.world.now - timedelta(hours=1) or table.world.down, told
    named = all(seat in state["why"] for seat in state["waits_for"])
    assert named or "paused" in state or state["stage"] != "playing", told
    return False


@pytest.fixture(scope="module")
def year(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Year]:
    with pytest.MonkeyPatch.context() as patch:
        know_the_duel(patch)
        with quick(patch):
            year = Year(tmp_path_factory.mktemp("year"))
            plan(year)
            year.live()
            yield year


def plan(year: Year) -> None:
    """When which game is opened, and when the post is down."""
    for number in range(GAMES or len(FATES)):
        opens = START + timedelta(hours=7 * number) if GAMES else START + number * BETWEEN * DAY
        year.world.at(opens, opening(year, number))
    year.world.at(START + 40 * DAY, lambda: year.world.outage(2))


def opening(year: Year, number: int) -> Callable[[], None]:
    """The first game of a table, when its time has come."""
    fate, tier = FATE_NAMES[number % len(FATES)], TIERS[(number + number // len(FATES)) % 3]
    if not GAMES:
        return lambda: year.begin(number, fate, tier)
    game = "lions" if number % EIGHTH == EIGHTH - 1 else "jenkins" if number % FIFTH == FIFTH - 1 else "duel"
    return lambda: year.begin(number, fate, tier, game, WIDE_DAYS)


@pytest.mark.long
@pytest.mark.skipif(MONTHS < 12, reason="all that befalls a club takes a year")
def test_whatever_was_to_befall_the_club_has(year: Year) -> None:
    assert {what for what, count in year.world.happened.items() if count} >= {
        "pause", "extension", "replaced", "abandoned", "stand-in", "moderator handed over", "saved by guardians",
        "rollback", "held back", "press", "asked to wait", "absence", "handed over", "outage", "forgotten",
        "team", "observer",
    }  # fmt: skip


def test_every_game_that_had_the_time_is_over(year: Year) -> None:
    due = [table for table in year.open if table.game == "duel" and table.opened < year.end - LONGEST]
    assert {table.name: table.status() for table in due} == {}
    assert MONTHS < 12 or len(year.tables) - len(year.open) >= len(FATES)


def begun(year: Year) -> list[Table]:
    """The games with a public record; one that was opened in the last days has none yet."""
    without = [table for table in year.tables if not (table.desk / "ledger.jsonl").is_file()]
    assert all(table in year.open for table in without)
    return [table for table in year.tables if table not in without]


def test_every_game_is_verified_and_played_again_to_the_same_end(year: Year) -> None:
    for table in begun(year):
        demo = ("--demo-beacon",) if table.tier == "beacon" else ()
        table.house.run("verify", *demo, table.desk)
        table.house.run("audit", table.desk)


def test_every_player_holds_the_record_of_his_games(year: Year) -> None:
    for table in begun(year):
        own = (table.desk / "ledger.jsonl").read_bytes()
        for person in table.people:
            held = person.folder(table) / "game" / "ledger.jsonl"
            assert table in year.open or held.is_file()
            assert not held.is_file() or own.startswith(held.read_bytes())


def test_a_newspaper_gets_each_public_report_once_and_nothing_else(year: Year) -> None:
    told = [letter for letter in year.world.sent if letter.to == NEWSPAPER and "[again]" not in letter.subject]
    assert all("-observer1-" in letter.name for letter in told)
    times = Counter((letter.table, letter.subject, letter.text) for letter in told)
    assert [key for key, count in times.items() if count > 1] == []


def test_no_letter_of_the_club_is_lost_and_none_comes_twice_without_saying_so(year: Year) -> None:
    times = Counter((letter.message_id, letter.to) for letter in year.world.sent if "[again]" not in letter.subject)
    assert [key for key, count in times.items() if count > 1] == []
    for table in year.tables:
        for delivery in deliveries(table.desk).all.values():
            assert delivery.state in (State.HANDED_OVER, State.ACKNOWLEDGED, State.SUPERSEDED), delivery
            assert delivery.state is State.SUPERSEDED or (delivery.message_id, delivery.to) in times, delivery


def test_every_letter_of_a_player_is_taken_in(year: Year) -> None:
    assert [house.waiting() for house in year.world.houses.values()] == [[], []]
    assert sum(house.taken for house in year.world.houses.values()) == year.world.mailed
    refused = [letter for letter in year.world.sent if "-faults-" in letter.name and not too_late(letter.text)]
    assert [(letter.name, letter.text) for letter in refused] == []


def too_late(answer: str) -> bool:
    """Whether a letter was rightly refused: orders in the grace of tier beacon, a wish to wait when all were locked."""
    in_grace = "too near: it opens the others' orders" in answer
    return in_grace or ("-word-" in answer and "have been locked already" in answer)


def test_each_reminder_is_the_only_one(year: Year) -> None:
    told = [(letter.table, letter.to, letter.subject, letter.text) for letter in year.world.sent
            if "-reminder" in letter.name or "-late-" in letter.name]  # fmt: skip
    assert told
    assert len(told) == len(set(told))


def test_deadlines_keep_the_hour_of_the_games_clocks_through_the_year(year: Year) -> None:
    """Summer and winter time, 02:30 of the morning on which the clocks change included."""
    shown = Counter(letter.text.partition(", 02:30 (Madrid), ")[2][:9] for letter in year.world.sent
                    if "-report-" in letter.name)  # fmt: skip
    assert {"00:30 UTC", "01:30 UTC"} <= shown.keys()
