"""Lions by letters with watches: a player who writes nothing in them is waited for, and at no fault."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.titles import load_game
from pbem.base.clock import parse_time
from pbem.base.errors import CheckFailed
from pbem.match.audit.replay import audit
from pbem.match.deadlines import phase_times
from pbem.match.deadlines.silence import silences
from pbem.match.own_folder.seat import PUBLIC
from pbem.match.people.enrolment import Plan
from pbem.match.play.reports import public_appendix
from pbem.trial.company import PAUSE, Company, keyrings
from pbem.trust.people.charter import Tier
from pbem.trust.record.ledger import Ledger, parse_ledger
from pbem.trust.verify import verify_folder

START = parse_time("2026-11-02T20:00:00Z")
SEATS = ("england", "netherlands")
WATCH = ".watch"


@dataclass(slots=True)
class Quiet(Company):
    """A company in which England never writes in a watch."""

    def step(self) -> bool:
        state = self.status()
        if state["stage"] == "over":
            return False
        if state["what"] == "orders" and WATCH in state["phase"]:
            if "netherlands" in state["waits_for"]:
                self.take("netherlands", self.order("netherlands"))
            self.now += PAUSE
            self.run()
            self.carry()
            return True
        return Company.step(self)

    @property
    def ledger(self) -> Ledger:
        return parse_ledger((self.desk / "ledger.jsonl").read_bytes())


def begun(place: Path, kind: type[Quiet] = Quiet, tier: str = "moderated", **more: object) -> Quiet:
    title = load_game("lions")
    bots = {seat: title.bot("steady", seat, SeededChance(f"watch {seat}")) for seat in SEATS}
    made = kind(place, keyrings(place, SEATS), bots, START)
    addresses = {seat: f"{seat}@example.org" for seat in SEATS}
    made.begin(Plan(game="lions", scenario="two-players", seats=addresses, house={"turns": "3", "watch": "4"},
                    hours=48, tier=Tier(tier), address="games@example.org", **more))  # type: ignore[arg-type]
    return made


def check_appendices(made: Quiet, ledger: Ledger) -> None:
    """The dice of a report go with it: in each player's folder, and in public with a line in the ledger."""
    entries = [entry for entry in ledger.entries("report") if "appendix" in entry.fields]
    told = {entry.text("appendix"): entry.text("sha256") for entry in entries}
    assert "t01.year" in told
    assert not {"t00.setup", "t01.bids"} & told.keys()
    for step, digest in told.items():
        public = (made.desk / "public" / f"{step}.dice.txt").read_bytes()
        assert sha256(public).hexdigest() == digest
        for seat in SEATS:
            own = made.folder(seat) / "reports" / f"{step}.dice.txt"
            text = own.read_text(encoding="utf-8")
            assert "STEP BY STEP" in text  # an operation's dice stand at length, where there was one
            assert text != public.decode()
            assert (made.folder(seat) / PUBLIC / "public" / f"{step}.dice.txt").read_bytes() == public
            assert "AT LENGTH" not in own.with_name(f"{step}.txt").read_text(encoding="utf-8")


def test_the_audit_finds_an_appendix_that_the_rules_do_not_give(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, forged = begun(tmp_path), list[bool]()

    def appendix(*given: Any) -> bytes:
        told = public_appendix(*given)
        forged.append(told != told.replace(b"[6]", b"[5]"))
        return told.replace(b"[6]", b"[5]")

    monkeypatch.setattr("pbem.match.phase.results.public_appendix", appendix)
    while made.step() and not any(forged):
        pass
    assert verify_folder(made.desk).ok
    with pytest.raises(CheckFailed, match="not the appendix that the rules give"):
        audit(made.desk, made.rings["moderator"].home)


@pytest.fixture(autouse=True)
def no_power_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsync", lambda handle: None)


#: PBEM_WATCH_TIERS="moderated two-step" plays both; in two-step it takes twice as long.
TIERS = os.environ.get("PBEM_WATCH_TIERS", "moderated").split()


@pytest.mark.parametrize("tier", TIERS)
def test_silence_in_a_watch_is_no_fault_and_the_game_is_audited(tier: str, tmp_path: Path) -> None:
    made = begun(tmp_path, tier=tier)
    while made.step():
        pass
    ledger = made.ledger
    watches = {entry.text("phase") for entry in ledger.entries("phase") if WATCH in entry.text("phase")}
    assert len(watches) >= 3
    assert {entry.text("phase") for entry in ledger.entries("lock", seat="england")}.isdisjoint(watches)
    assert [entry for entry in ledger.entries("timeout") if entry.get("phase") in watches] == []
    assert silences(ledger, "england") == 0
    letters = "\n".join(path.name for path in (made.place / "post").glob("*england*"))
    assert "reminder" not in letters
    assert "late" not in letters
    assert verify_folder(made.desk).ok
    assert audit(made.desk, made.rings["moderator"].home).phases == len(ledger.entries("state"))
    check_appendices(made, ledger)


def test_a_watch_waits_for_its_deadline_while_somebody_may_still_write(tmp_path: Path) -> None:
    made = begun(tmp_path)
    while WATCH not in made.status()["phase"]:
        made.step()
    opened = made.ledger.entries("phase")[-1]
    made.step()
    assert made.status()["waits_for"] == ["england"]
    assert made.status()["phase"] == opened.text("phase")
    while made.status()["phase"] == opened.text("phase"):
        made.step()
    locked = made.ledger.entries("locked", phase=opened.text("phase"))[0]
    assert parse_time(locked.t) >= parse_time(opened.text("deadline"))


def play_out(made: Company) -> None:
    """The game to its end."""
    while made.step():
        pass


def test_a_player_finds_at_once_a_watch_that_was_locked_early_without_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = begun(tmp_path)
    while WATCH not in made.status()["phase"]:
        made.step()
    real = phase_times.missing
    monkeypatch.setattr(phase_times, "missing", lambda office, step: [] if step.free else real(office, step))
    with pytest.raises(CheckFailed, match=r"locks phase 't01\.watch2' before its deadline, and nothing of 'england'"):
        play_out(made)


class Leaving(Quiet):
    """A company in which England is gone after the bids of the first year."""

    def forgets(self, seat: str, state: Mapping[str, Any]) -> bool:
        return seat == "england" and state["phase"] not in ("t00.setup", "t01.bids")


def test_silences_add_up_across_watches_until_a_seat_is_abandoned(tmp_path: Path) -> None:
    made = begun(tmp_path, Leaving, people={"abandoned_after": 2})
    while not made.status()["phase"].startswith("t02.year"):
        made.step()
    silent = [entry.text("phase") for entry in made.ledger.entries("timeout", seat="england")]
    assert silent == ["t01.year", "t02.bids"]  # between them lie watches, of which nothing is said
    assert any(WATCH in entry.text("phase") for entry in made.ledger.entries("locked"))
    assert [path.name for path in (made.place / "post").glob("*netherlands-abandoned-england-t02.bids.eml")]
    assert verify_folder(made.desk).ok
