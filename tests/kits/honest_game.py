"""Two honest phases of the small game as a public folder, in any tier; and a moderator's pen to falsify them with.

`falsified` writes another ledger and signs it with the game's own log key, as only a moderator could.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from public_folder import MemoryFolder
from small_game import ALONE, ALONE_BEACON, GAME, ROUND, SEATS, TEAM, SmallGame, small_game

from pbem.base.clock import parse_time
from pbem.trust.beacon.demo_chain import DEMO_CHAIN
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.checks.findings import hash_hex
from pbem.trust.dice.dice import Dice
from pbem.trust.dice.lanes import SecretLog, lane_key
from pbem.trust.dice.seed import Drand, Link, Seed, parse_seed
from pbem.trust.orders.second_letter import make_open, parse_open
from pbem.trust.primitives.commit import Preimage
from pbem.trust.record import layout
from pbem.trust.record.layout import Occasion
from pbem.trust.record.ledger import Ledger
from pbem.trust.ssh import sshsig
from pbem.trust.verify import Report, examine
from pbem.trust.write_folder import BundleWriter, Step

#: Round 1000 of the demonstration chain is due on 1 January 2020 at 00:49:57; the charter's margin is twelve hours.
BEGAN, DEADLINE, RESULT = (parse_time(f"2019-12-{day}:00:00Z") for day in ("30T12", "31T12", "31T13"))
FIRST, SECOND = Occasion("t01.plot"), Occasion("t02.plot")
LANE, LANE_SECRET = "side:britain", b"\7" * 32
Entries = list[dict[str, Any]]


@cache
def honest(tier: str) -> MemoryFolder:
    """The folder: two phases; in the second, France is silent, or acts alone. Britain's first letter was replaced by a
    second."""
    game = small_game(tier)
    with TemporaryDirectory() as place:
        writer = open_game(game, Path(place))
        if tier == ALONE:
            play_alone(game, writer)
        else:
            play_first(game, writer)
            play_second(game, writer)
        return in_memory(Path(place))


def in_memory(place: Path) -> MemoryFolder:
    """A folder as it lies on the disk."""
    files = (path for path in place.rglob("*") if path.is_file())
    return MemoryFolder({path.relative_to(place).as_posix(): path.read_bytes() for path in files})


def open_game(game: SmallGame, folder: Path) -> BundleWriter:
    """Charter and signatures."""
    people = {"moderator": game.moderator, "britain": game.britain, "france": game.france}
    signatures = {who: sshsig.sign(person.ssh, game.charter.data, "charter") for who, person in people.items()}
    return BundleWriter.open_game(folder, game.charter.data, game.log, BEGAN, signatures)


def play_first(game: SmallGame, writer: BundleWriter) -> None:
    """Three letters, two of which count."""
    with writer.step(BEGAN) as step:
        step.phase_opened(FIRST, DEADLINE, ROUND if game.charter.beacon else None)
    for seat, seq in (("britain", 1), ("france", 1), ("britain", 2)):
        with writer.step(BEGAN) as step:
            step.lock_received(game.envelope(seat, seq=seq))
    with writer.step(RESULT) as step:
        locks = step.locked(FIRST)
        if game.charter.tier.value == "two-step":
            open_locks(game, step, FIRST, dict(zip(SEATS, locks, strict=True)), 1)
        adjudicate(game, step, FIRST, 1, ROUND)


def play_second(game: SmallGame, writer: BundleWriter) -> None:
    """Plays one letter; a silent seat keeps what it opened before."""
    deadline = DEADLINE + timedelta(hours=1)
    with writer.step(RESULT) as step:
        step.phase_opened(SECOND, deadline, ROUND + 1200 if game.charter.beacon else None)
        of_tier: dict[str, dict[str, Any]] = {
            "moderated": {"value": Link(2, game.britain.chain.value(2))},
            "two-step": {},
            "beacon": {"round": ROUND + 1200},
        }
        changes = {"phase": SECOND.phase, **of_tier[game.charter.tier.value]}
        step.lock_received(game.envelope("britain", **changes))
    with writer.step(deadline) as step:
        locks = step.locked(SECOND)
        if game.charter.tier.value == "two-step":
            open_locks(game, step, SECOND, {"britain": locks[0], "france": ""}, 2)
        adjudicate(game, step, SECOND, 2, ROUND + 1200)


def play_alone(game: SmallGame, writer: BundleWriter, *, shown: int = 2) -> None:
    """Britain acts alone and opens with its lock, then France does, who has opened one value before."""
    act_alone(game, writer, FIRST, "britain", index=1, letters=2)
    act_alone(game, writer, SECOND, "france", index=2, letters=1, shown=shown)


def act_alone(
    game: SmallGame, writer: BundleWriter, occasion: Occasion, seat: str, *, index: int, letters: int, shown: int = 0
) -> None:
    """A phase of one seat: the other sends no more than its part of the dice."""
    opened, person = (RESULT if index > 1 else BEGAN), game.person(seat)
    other = next(each for each in SEATS if each != seat)
    value = Link(shown or index, person.chain.value(shown or index))
    with writer.step(opened) as step:
        step.phase_opened(occasion, DEADLINE + timedelta(hours=index - 1), alone=seat)
    for seq in range(1, letters + 1):
        with writer.step(opened) as step:
            step.lock_received(game.envelope(seat, phase=occasion.phase, seq=seq, value=value))
    with writer.step(RESULT + timedelta(hours=index - 1)) as step:
        step.locked(occasion)
        open_locks(game, step, occasion, {other: ""}, index)
        adjudicate(game, step, occasion, index, ROUND)


def open_beacon(place: Path, hours: int, alone: str = "") -> MemoryFolder:
    """Opens a phase of tier beacon with that many hours from deadline to round, for all or for one alone."""
    game = small_game(ALONE_BEACON)
    with open_game(game, place).step(BEGAN) as step:
        step.phase_opened(FIRST, DEMO_NETWORK.time_of(ROUND) - timedelta(hours=hours), ROUND, alone)
    return in_memory(place)


def open_team(place: Path, alone: str) -> MemoryFolder:
    """Opens a phase in which one seat acts alone, in a game in which France is a team."""
    game = small_game(TEAM)
    with open_game(game, place).step(BEGAN) as step:
        step.phase_opened(FIRST, DEADLINE, alone=alone)
    return in_memory(place)


def play_without_france(game: SmallGame, writer: BundleWriter, *, refusals: int = 0, silent: bool = False) -> None:
    """Plays a phase with orders from Britain alone; France is silent, or has not opened so often."""
    occasions = [Occasion(FIRST.phase, attempt) for attempt in range(1, refusals + 2)]
    lock = ""
    for occasion in occasions:
        with writer.step(BEGAN) as step:
            step.phase_opened(occasion, DEADLINE)
            if not lock:
                lock = step.lock_received(game.envelope("britain")).text("lock")
        with writer.step(BEGAN) as step:
            if silent:
                step.enter("timeout", **occasion.fields, seat="france", what="orders")
            step.enter("locked", **occasion.fields, locks=[lock])
            open_locks(game, step, occasion, {"britain": lock}, occasion.attempt)
            if occasion != occasions[-1]:
                step.enter("timeout", **occasion.fields, seat="france", what="open")
    with writer.step(RESULT) as step:
        adjudicate(game, step, occasions[-1], 1, ROUND)


def open_locks(game: SmallGame, step: Step, occasion: Occasion, locks: dict[str, str], index: int) -> None:
    """Second letters, without the one-time keys."""
    for seat, lock in locks.items():
        person = game.person(seat)
        link = Link(index, person.chain.value(index))
        made = make_open(
            game.charter, seat, occasion.phase, link, person.ssh, attempt=occasion.attempt, lock=lock
        )  # fmt: skip
        step.opened(*second_letter(made))


def second_letter(made: tuple[bytes, str]) -> tuple[Any, str]:
    """The open as typed, and its signature."""
    return parse_open(made[0]), made[1]


def adjudicate(game: SmallGame, step: Step, occasion: Occasion, index: int, round_: int) -> None:
    """Seed, dice, reports."""
    drand = Drand(DEMO_NETWORK.chain, round_, DEMO_CHAIN.sign(round_)) if game.charter.beacon else None
    links = () if drand else step.links(occasion)
    mod = Link(index, game.moderator.chain.value(index))
    seed = Seed(game.charter.sha256, occasion.phase, occasion.attempt, mod, links, drand)
    step.seed(seed)
    dice, hidden = Dice(seed.key), Dice(lane_key(LANE_SECRET, seed.key, LANE))
    dice.roll("gunnery/britain/n1", "3d6")
    hidden.roll("search/fog", "1d20")
    step.rolls(occasion, dice.log())
    key = lane_key(LANE_SECRET, seed.key, LANE)
    step.srolls(occasion, SecretLog(LANE, key, hidden.log_lines()), key)
    step.report(occasion, "britain", report_for("britain", occasion))
    step.public_report(occasion, f"{occasion.stem}.txt", f"Guns were heard in {occasion.phase}.\n".encode())


def report_for(seat: str, occasion: Occasion) -> Preimage:
    """Returns the report of a seat."""
    return Preimage(f"{GAME}/report/{seat}/{occasion.phase}", bytes(32), b"Three hits.\n")


def falsified(folder: MemoryFolder, game: SmallGame, change: Callable[[Entries], object]) -> MemoryFolder:
    """Another ledger, numbered anew and signed; checkpoints and receipts that would betray it are not shown."""
    entries: Entries = [json.loads(line) for line in folder.files[layout.LEDGER].splitlines()]
    change(entries)
    ledger = Ledger()
    for entry in entries:
        ledger.append(entry.pop("k"), entry.pop("t"), **{key: value for key, value in entry.items() if key != "n"})
    note = game.log.sign_checkpoint(game.charter.origin, len(ledger), ledger.root)
    kept = {name: data for name, data in folder.files.items() if not name.startswith(("checkpoints/", "receipts/"))}
    return MemoryFolder({**kept, layout.LEDGER: ledger.to_bytes(), layout.CHECKPOINT: note})


def reseeded(folder: MemoryFolder, game: SmallGame, occasion: Occasion, **changes: Any) -> MemoryFolder:
    """A seed with other contributions, and everything that follows from it made to fit."""
    name = layout.seed_file(occasion)
    seed = replace(parse_seed(folder.files[name]), **changes)
    dice = Dice(seed.key)
    dice.roll("gunnery/britain/n1", "3d6")
    files = {name: seed.to_bytes(), layout.rolls_file(occasion): dice.log()}

    def restate(entries: Entries) -> None:
        for entry in entries:
            if entry.get("phase") == occasion.phase and entry["k"] in ("seed", "rolls"):
                entry["sha256"] = hash_hex(files[name if entry["k"] == "seed" else layout.rolls_file(occasion)])

    return falsified(MemoryFolder({**folder.files, **files}), game, restate)


def check(folder: MemoryFolder) -> Report:
    """The report, the demonstration beacon allowed."""
    return examine(folder, networks=(DEMO_NETWORK,))


def found(folder: MemoryFolder) -> list[str]:
    """All mismatches as `file:line: message`."""
    return [f"{fault.file}:{fault.line}: {fault.message}" for fault in check(folder).faults]


def seen_line(size: int, root: bytes) -> tuple[int, str]:
    """Returns the line of a lock about a ledger's head."""
    return size, base64.b64encode(root).decode()
