"""How often honest but careless people leave an amber verdict: games by machine, letters missed one in ten.

PBEM_CARELESS=200 plays so many games and prints the table; without it a few are played.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from shutil import rmtree

from by_letter import Crew, begun, race_is_known

from pbem.adjudicator.engine.chance import Chance, SeededChance
from pbem.base.clock import parse_time
from pbem.base.errors import PbemError
from pbem.trust.grammar.verdict import Verdict

__all__ = ["race_is_known"]
GAMES = int(os.environ.get("PBEM_CARELESS", "6"))
TIERS = ("moderated", "two-step", "beacon")
#: Of thirty letters three are not written in time, and one is lost on its way to the moderator.
OF, MISSED, LOST = tuple(range(30)), 3, 1
MOST_ROUNDS = 40


def test_amber_stays_rare(tmp_path: Path) -> None:
    found: Counter[str] = Counter()
    why: Counter[str] = Counter()
    for number in range(GAMES):
        tier, seats = TIERS[number % 3], 2 + number // 3 % 3
        crew = begun(tier, seats).copied(tmp_path / "game")
        over = play(crew, SeededChance(f"careless {number}"))
        report = crew.verify()
        assert report.faults == (), (number, report.faults)
        found["stuck" if not over else report.verdict.name.lower()] += 1
        why.update({f"{tier}: {event.code}" for event in report.choices})
        assert over or crew.tier == "two-step", "no game stops but by a missing opening"
        rmtree(tmp_path / "game")
    print(f"{GAMES} games: {dict(found)}; amber by event: {dict(why)}")
    assert 10 * found[Verdict.CHOICE.name.lower()] < max(GAMES, 20)


def play(crew: Crew, chance: Chance) -> bool:
    """Plays a game to its end; False if it stands still."""
    for _ in range(MOST_ROUNDS):
        if "final" in crew.kinds():
            crew.finish()
            return True
        sent = ordered(crew, chance)
        crew.later(24)
        go(crew)
        for seat, path in sent.items():  # no receipt after a day: the same letter again
            if not any((crew.folder(seat) / "receipts").glob(f"{seat}-{path.stem.removeprefix('orders-')}.proof")):
                crew.send(seat, path, to_moderator=chance.pick(OF) >= LOST)
        crew.now = max(crew.now, parse_time(crew.ledger().entries("phase")[-1].text("deadline")))
        go(crew)
        if crew.tier == "beacon":
            crew.later(13)
        for _ in range(6 if crew.tier == "two-step" else 0):
            opened(crew, chance)
            crew.later(24)
            go(crew)
            if crew.kinds()[-1] in ("report", "final") or not waits(crew):
                break
        go(crew)
    return "final" in crew.kinds()


def waits(crew: Crew) -> bool:
    """Tells if the newest attempt waits for openings."""
    with crew.office() as office:
        newest = office.walk.order[-1]
        return newest.first_locked is not None and newest.seed is None


def go(crew: Crew) -> None:
    """The moderator's evening, and everybody's mail."""
    crew.run()
    crew.carry()
    crew.read_all()
    crew.run()
    crew.carry()
    crew.read_all()


def ordered(crew: Crew, chance: Chance) -> dict[str, Path]:
    """Everybody orders, but for those who forget it; some letters are lost on their way to the moderator."""
    sent: dict[str, Path] = {}
    for seat in crew.seats:
        if chance.pick(OF) >= MISSED:
            try:
                sent[seat] = crew.sealed(seat)
                crew.send(seat, sent[seat], to_moderator=chance.pick(OF) >= LOST)
            except PbemError as error:
                crew.refused[seat] += [fault.message for fault in error.faults]
    return sent


def opened(crew: Crew, chance: Chance) -> None:
    """Programs open by themselves, where the machine is on that day."""
    for seat in crew.seats:
        if chance.pick(OF) >= MISSED:
            try:
                crew.send(seat, crew.opening(seat), to_moderator=chance.pick(OF) >= LOST)
            except PbemError as error:
                crew.refused[seat] += [fault.message for fault in error.faults]
