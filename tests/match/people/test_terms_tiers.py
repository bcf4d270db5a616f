"""What a charter may agree, in every tier: `pbem new` refuses it with a hint, or the game keeps it.

A game is opened with terms drawn at random, one of its players is late or silent, and two phases are played, one of
both seats and one of a seat alone: no letter may be refused that the terms allow, and the record has to hold.
PBEM_TERMS_GAMES asks for more draws a tier.
"""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

import pytest
from acts_kit import TIERS, sound
from club import HOURS, START, Club, know_the_duel

from pbem.adjudicator.engine.chance import SeededChance
from pbem.base.clock import parse_time, show_time
from pbem.base.errors import PbemError
from pbem.match.deadlines.phase_times import grace_ends
from pbem.match.folder.office import at_work
from pbem.trust.keyring import Keyring

GAMES = int(os.environ.get("PBEM_TERMS_GAMES", "2"))
#: Every choice that `pbem new` offers beside who plays what; guardians and teams have tests of their own.
EXACT = ((), ("--deadline-hours", "1"), ("--question-hours", "1"))
TIMES = {
    "zone": ((), ("--zone", "Asia/Kolkata"), ("--zone", "America/St_Johns")),
    "days": ((), ("--days", "1"), ("--days", "14")),
    "hour": ((), ("--hour", "23:59"), ("--hour", "02:30")),
    "weekdays": ((), ("--weekdays", "sun")),
    "rest": ((), ("--rest", "2026-11-09")),
    "grace": ((), ("--grace-hours", "1"), ("--grace-hours", "12"), ("--grace-hours", "72")),
    "hold": ((), ("--hold-minutes", "0"), ("--hold-minutes", "600")),
    "reminder": ((), ("--reminder-hours", "24"), ("--reminder-hours", "400")),
    "early": ((), ("--no-early",)),
}
MARGIN = (("--margin-hours", "1"), ("--margin-hours", "13"), ("--margin-hours", "100"))
REST = {
    "press": ((), ("--press", "signed"), ("--press", "grey"), ("--press", "both")),
    "when": ((), ("--press-when", "at_once")),
    "silence": ((), ("--silence", "wait"), ("--silence", "free_pass"), ("--silence", "default_orders")),
    "defaults": ((), ("--default-orders", "red=DEFAULT")),
    "abandoned": ((), ("--abandoned-after", "1"), ("--abandoned-after", "3")),
    "disorder": ((), ("--disorder", "standing"), ("--disorder", "bot:steady")),
    "late": ((), ("--show-late",)),
    "observer": ((), ("--observer", "Olga=olga@example.org")),
    "house": ((), ("--house", "weapon=pistol")),
}  # fmt: skip


@pytest.fixture(autouse=True)
def duel_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    know_the_duel(monkeypatch)


class Terms:
    """What is agreed in one game, by the number of the draw."""

    def __init__(self, number: str, place: Path) -> None:
        luck = SeededChance(number)
        times = [luck.pick(each) for each in (TIMES.values() if luck.below(5) else [EXACT])]
        self.margin = luck.pick(MARGIN)
        self.more = [word for each in REST.values() for word in luck.pick(each)]
        self.times = [word for each in times for word in each] or list(HOURS)
        self.silent = luck.below(3) == 0
        default = place / "default.yaml"
        default.write_text("pbem: orders/1\nbid: mid\n", encoding="utf-8")
        self.more = [word.replace("DEFAULT", str(default)) for word in self.more]

    def words(self, tier: str) -> list[str]:
        return [*self.more, *(self.margin if tier == "beacon" else ())]


def opened(place: Path, tier: str, terms: Terms) -> Club | None:
    """The game, or nothing where it was refused with a reason."""
    club = Club.__new__(Club)
    try:
        club.__init__(place, tier, *terms.words(tier), times=terms.times)  # type: ignore[misc]
    except AssertionError as error:
        (words, _, why) = error.args[0]
        assert isinstance(why, PbemError), (words, why)
        assert all(fault.hint for fault in why.faults), why
        return None
    return club


def last_moment(club: Club) -> str:
    """The last second in which orders are taken: of the grace, where there is any."""
    with at_work(club.desk, Keyring.open(club.home("moderator")), parse_time(club.now)) as office:
        return show_time(grace_ends(office, office.book.step) - timedelta(seconds=1))


def play(club: Club, phase: str, *, silent: bool) -> None:
    """A phase: whoever is awaited orders, the last of them at the last moment, or never."""
    waits = club.status()["waits_for"]
    for seat in waits[:-1]:
        club.order(seat, bid="low", standing="no")
    club.now = last_moment(club)
    for seat in waits[-1:] if not silent else ():
        club.order(seat, bid="low", standing="no")
    to_the_end(club, phase)
    club.read()


def to_the_end(club: Club, phase: str) -> None:
    """Time passes until the phase has been played; whoever waits is helped along as its moderator would."""
    for _ in range(60):
        state = club.status()
        if phase in state["closed"]:
            return
        club.now = max(club.now, state.get("due", club.now), key=parse_time)
        club.try_to("moderator", "run", club.desk)
        state = club.status()
        if state["what"] == "opens":
            club.open_all(*state["waits_for"])
        elif state["what"] == "orders" and "the moderator decides" in state["why"]:
            club.try_to("moderator", "run", club.desk, "--anyway")
        elif state["what"] == "answers":
            for seat in state["waits_for"]:
                club.read()
                club.order(seat, parry="yes")
    raise AssertionError(f"the phase does not end: {club.status()}")


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("number", range(GAMES))
def test_terms_are_refused_when_a_game_is_opened_or_kept(tmp_path: Path, tier: str, number: int) -> None:
    """The draws of a number go on until one of them is no contradiction in itself."""
    for more in range(20):
        place = tmp_path / str(more)
        place.mkdir()
        terms = Terms(f"{number}.{more}", place)
        club = opened(place, tier, terms)
        if club is not None:
            break
    else:
        raise AssertionError("every draw is refused")
    club.begin()
    play(club, "t01.duel", silent=terms.silent)
    play(club, "t02.duel", silent=False)
    sound(club)


@pytest.mark.parametrize(("times", "margin", "least"), [
    (("--deadline-hours", "48"), 0, 1),
    (("--days", "7", "--hold-minutes", "0"), 0, 1),
    (("--days", "7", "--hold-minutes", "90"), 1, 2),
    (("--days", "7", "--grace-hours", "12"), 12, 13),
    (("--days", "7", "--grace-hours", "12", "--hold-minutes", "600"), 13, 23),
])  # fmt: skip
def test_3_6_a_margin_has_room_for_grace_and_pause_or_the_least_that_has_is_named(
    tmp_path: Path, times: tuple[str, ...], margin: int, least: int
) -> None:
    club = Club.__new__(Club)
    club.place, club.now = tmp_path, START
    Keyring.create("Moderator", home=club.home("moderator"))
    words = ["new", tmp_path / "desk", "--game", "duel", "--tier", "beacon", "--beacon", "demo", *times,
             "--seat=blue=blue@example.org", "--seat=red=red@example.org"]  # fmt: skip
    error = club.fail("moderator", *words, "--margin-hours", margin)
    assert "has no room" in error.faults[0].message
    assert error.faults[0].hint.startswith(f"--margin-hours {least}:")
    assert not (tmp_path / "desk").exists()
    club.do("moderator", *words, "--margin-hours", least)
