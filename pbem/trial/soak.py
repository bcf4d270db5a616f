"""Complete games between bots, in one process and without mail, with every check that a phase allows.

A soak looks for what no single test foresees: a rule that asks what nobody may answer, a position that does not come
back from its plain form, an order file that our own checker refuses, a record that does not replay.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import sha256
from pathlib import Path
from shlex import join
from time import perf_counter
from typing import Any

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.driver import LATE, Asking, Driver, Roller, Source
from pbem.adjudicator.engine.phase import Orders, Phase
from pbem.adjudicator.engine.table import Decision, Plain, Roll, Table
from pbem.adjudicator.engine.transcript import Transcript, canonical, plain_hash
from pbem.adjudicator.game import Bot, Game, Match
from pbem.adjudicator.orders.grammar import HEAD
from pbem.adjudicator.titles import load_game
from pbem.base.errors import CheckFailed, Fault, Kind, bad
from pbem.base.files import write_atomic
from pbem.base.records import dataclass, field
from pbem.match.terms.house_rules import house_of
from pbem.trial.every_paper import Unmade, check_asked, check_papers
from pbem.trust.dice.dice import Dice

#: No phase of any title comes near so many dice and choices, nor any game near so many phases: more is a dead end.
MOST_STEPS, MOST_PHASES = 20_000, 400
#: Every so many games the whole record is replayed; it takes about as long as the game.
REPLAY_EVERY = 10
#: Bots whose order files must pass the checker without a fault. `random` means no sense and may be told so; `novice`
#: plans as `steady` does, on positions that its forgotten letters have left.
SENSIBLE = ("steady",)


@dataclass(frozen=True, slots=True)
class Plan:
    """A soak: a title, a bot for each seat, and the folder for a failure's transcript."""

    game: str
    bots: Mapping[str, str]
    seed: str
    out: Path
    replay_every: int = REPLAY_EVERY
    scenario: str = ""  # the first, if none is named
    house: Mapping[str, str] = field(default_factory=dict)  # every house rule of the title (house_rules.house_of)
    reports: bool = False  # whether all that readers get is made after every phase

    def alone(self, seed: str) -> str:
        """The command that plays one of its games again."""
        usual, names = house_of({}, load_game(self.game)), list(dict.fromkeys(self.bots.values()))
        bots = names if len(names) == 1 else [f"{seat}={name}" for seat, name in self.bots.items()]
        house = [f"{name}={choice}" for name, choice in self.house.items() if usual.get(name) != choice]
        words = ["pbem", "soak", self.game, "--seed", self.seed, "--first", seed.rpartition("/")[2], "--games", "1"]
        words += [word for bot in bots for word in ("--bot", bot)]
        words += ["--scenario", self.scenario] if self.scenario else []
        words += [word for rule in house for word in ("--house", rule)]
        return join([*words, *(["--reports"] if self.reports else [])])


@dataclass(slots=True)
class Played:
    """One game as it went."""

    seed: str
    winner: str = ""
    phases: int = 0
    turns: int = 0
    answers: int = 0
    dice: int = 0
    questions: int = 0  # asked beyond what orders and standing orders answered
    asked: dict[str, dict[str, int]] = field(default_factory=dict)  # seat -> the same by the topic's first word
    forced: int = 0  # questions asked that had one legal answer; always 0, or it is our bug
    forgotten: dict[str, int] = field(default_factory=dict)  # letters that a seat forgot to send
    refused: int = 0  # faults the checker found in order files, of bots that may have them
    letters: dict[str, int] = field(default_factory=dict)  # a seat would have had to send: orders and answers
    replayed: bool = False
    ms: float = 0.0

    def count_question(self, seat: str, decision: Decision) -> None:
        """A question goes to a seat by letter."""
        self.questions += 1
        self.forced += decision.only_answer() is not None
        topic = decision.topic.partition("/")[0]
        by_topic = self.asked.setdefault(seat, {})
        by_topic[topic] = by_topic.get(topic, 0) + 1

    def as_json(self) -> dict[str, Any]:
        """The line a soak prints of it."""
        return {
            "seed": self.seed, "winner": self.winner, "phases": self.phases, "answers": self.answers,
            "dice": self.dice, "questions": self.questions, "refused": self.refused, "letters": self.letters,
            "forgotten": self.forgotten,
            "replayed": self.replayed, "ms": round(self.ms, 1),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Failure:
    """A game that a check has stopped: its seed and phase, what does not hold, and the phase's transcript so far."""

    seed: str
    phase: str
    words: str
    transcript: bytes

    @property
    def sentence(self) -> str:
        """The failure in one line."""
        return f"seed {self.seed}, phase {self.phase}: {self.words}"

    def file_name(self, game: str) -> str:
        """The name of the file with the transcript."""
        return f"soak-{game}-{self.seed.replace('/', '-')}-{self.phase}.jsonl"

    def saved(self, plan: Plan) -> CheckFailed:
        """Writes the transcript, and gives the error that names it."""
        path = plan.out / self.file_name(plan.game)
        write_atomic(path, self.transcript)
        hint = f"the file is the transcript of that phase; to play the game again: {plan.alone(self.seed)}"
        return CheckFailed(Fault(self.sentence, file=str(path), kind=Kind.MISMATCH, hint=hint))


class Stopped(Exception):
    """A game that goes no further, with its failure; the cause is what stopped it."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.sentence)
        self.failure = failure


class Broken(Exception):
    """A failed check, on its way to the caller who knows seed, phase and transcript."""


class BotSource:
    """A bot asked in person, after orders and standing orders had nothing to say."""

    def __init__(self, running: Running, seat: str, phase: Phase) -> None:
        self.running = running
        self.seat = seat
        self.phase = phase

    def answer(self, decision: Decision) -> tuple[Plain, str] | None:
        running = self.running
        if len(running.transcript) > MOST_STEPS:
            raise Broken(f"the phase goes on after {MOST_STEPS} answers")
        if decision.discreet:  # those are answered here as orders would, and stop nothing
            return self.answered(decision)
        running.played.count_question(self.seat, decision)
        if running.reports:
            check_asked(running.game, running.match, self.phase, running.table.story, decision)
        if running.bots[self.seat].forgets():
            running.played.forgotten[self.seat] += 1
            return decision.default_answer(), LATE
        running.played.letters[self.seat] += 1
        return self.answered(decision)

    def answered(self, decision: Decision) -> tuple[Plain, str]:
        """The bot's own answer."""
        return self.running.bots[self.seat].answer(self.running.match.view(self.seat), decision), "letter"

    def recall(self, decision: Decision, source: str) -> None:
        """A bot forgets nothing, for it remembers nothing."""


@dataclass(slots=True)
class Running:
    """One game under way."""

    game: Game
    match: Match
    bots: Mapping[str, Bot]
    names: Mapping[str, str]
    played: Played
    house: Mapping[str, str]
    transcript: Transcript = field(default_factory=Transcript)
    turn: int = 0
    reports: bool = False
    table: Table = field(default_factory=Table)  # of the phase being played


def play_game(plan: Plan, number: int) -> Played:
    """One complete game; CheckFailed with its seed and phase, the transcript saved, if anything does not hold."""
    try:
        return played_out(plan, number)
    except Stopped as stop:
        raise stop.failure.saved(plan) from stop.__cause__


def attempt(plan: Plan, number: int) -> Played | Failure:
    """The same for other processes and machines: a failure goes home as a value, and nothing is written."""
    try:
        return played_out(plan, number)
    except Stopped as stop:
        return stop.failure


def played_out(plan: Plan, number: int) -> Played:
    """Plays a game to its end, or to the first check that does not hold."""
    began = perf_counter()
    game = load_game(plan.game)
    seed = f"{plan.seed}/{number}"
    played = Played(seed, letters=dict.fromkeys(plan.bots, 0), forgotten=dict.fromkeys(plan.bots, 0),
                    replayed=number % plan.replay_every == 0)  # fmt: skip
    bots = {seat: game.bot(name, seat, SeededChance(f"{seed} {seat}")) for seat, name in plan.bots.items()}
    match = game.begin(plan.scenario or next(iter(game.scenarios)), plan.house, None)
    running = Running(game, match, bots, plan.bots, played, plan.house, reports=plan.reports)
    while phase := running.match.phase():
        try:
            play_phase(running, phase)
        except Exception as error:  # whatever it is, it is our bug, and here it gets its seed
            raise Stopped(failure(running, phase, error)) from error
    played.winner = str((running.match.result() or {}).get("winner", ""))
    played.ms = (perf_counter() - began) * 1000
    return played


def play_phase(running: Running, phase: Phase) -> None:
    """Orders, play, then every check."""
    played, match = running.played, running.match
    if played.phases == MOST_PHASES:
        raise Broken(f"the game is not over after {MOST_PHASES} phases")
    before = match.to_plain() if played.replayed else {}
    writing = [seat for seat in running.bots if seat in phase.active and has_to_write(running, phase, seat)]
    late = [seat for seat in writing if running.bots[seat].forgets()]
    files = {seat: [order_file(running, phase, seat)] if seat in writing and seat not in late else []
             for seat in running.bots}  # fmt: skip
    running.transcript, running.table = Transcript(), Table()
    sources = sources_of(match, files)
    for seat in running.bots:
        if seat in late:  # its letter is missed at the deadline, and so is every default taken for it
            played.forgotten[seat] += 1
        else:
            sources[seat].append(BotSource(running, seat, phase))
    driver = Driver(running.transcript, dice_of(played.seed, phase), sources, deadline_passed=frozenset(late))
    outcome = driver.run(match.play(running.table))
    if isinstance(outcome, Asking):
        raise Broken(f"nobody answers {outcome.questions[0].key}")
    for lapse in outcome.lapses:
        raise Broken(f"{lapse.source} cannot answer {lapse.decision.key}: {'; '.join(lapse.reasons)}")
    played.phases += 1
    played.turns += phase.turn != running.turn  # a scenario may begin in the middle of the turn track
    running.turn = phase.turn
    played.answers += len(running.transcript)
    played.dice += sum(1 for record in running.transcript if record["k"] == "roll")
    check_position(running)
    if running.reports:
        check_papers(running.game, match, phase, running.table.story, running.bots)
    if played.replayed:
        replay(running, phase, before, files)


def has_to_write(running: Running, phase: Phase, seat: str) -> bool:
    """Tells if a seat sends a letter with orders: always, but where silence is an order and it orders nothing new."""
    if not phase.free:
        return True
    text = running.bots[seat].orders(running.match.view(seat), {"seat": seat, "phase": phase.id})
    return not running.game.read_orders(text.encode(), seat).body.keys() <= set(HEAD)


def order_file(running: Running, phase: Phase, seat: str) -> Orders:
    """Reads and checks a bot's order file as a player's; illegal orders are counted, or are our bug."""
    known = running.match.view(seat)
    running.played.letters[seat] += 1
    text = running.bots[seat].orders(known, {"seat": seat, "phase": phase.id})
    name = f"{seat}-{phase.id}.yaml"
    orders = running.game.read_orders(text.encode(), name)
    faults = running.game.check(known, orders, name).faults
    running.played.refused += len(faults)
    if faults and running.names[seat] in SENSIBLE:
        raise Broken(f"the checker refuses its orders: {faults[0].render()}")
    return orders


def sources_of(match: Match, files: Mapping[str, Sequence[Orders]]) -> dict[str, list[Source]]:
    """Returns the answers for each seat that come before any question."""
    for seat, orders in files.items():
        match.adopt(seat, orders)
    return {seat: match.sources(seat, orders) for seat, orders in files.items()}


def dice_of(seed: str, phase: Phase) -> Roller:
    """The dice of the phase, as in a real game; a label thrown twice, or malformed, is refused by them."""
    dice = Dice(sha256(f"{seed} {phase.id}".encode()).digest())
    left = iter(range(MOST_STEPS))

    def roll(effect: Roll) -> tuple[int, ...]:
        if next(left, None) is None:
            raise Broken(f"the phase goes on after {MOST_STEPS} rolls")
        return dice.roll(effect.label, effect.spec)

    return roll


def check_position(running: Running) -> None:
    """Checks a position after every phase: its invariants, and the way through plain data and back."""
    if wrong := running.match.invariants():
        raise Broken(f"the position is impossible: {'; '.join(wrong)}")
    plain = running.match.to_plain()
    if running.game.restore(plain, running.house, None).to_plain() != plain:
        raise Broken("the position does not come back from its plain form")


def replay(running: Running, phase: Phase, before: Mapping[str, Any], files: Mapping[str, Sequence[Orders]]) -> None:
    """The phase again from its start, its record checked line by line: the same position, by its hash."""
    match = running.game.restore(before, running.house, None)
    roller = dice_of(running.played.seed, phase)
    head = running.transcript.head
    Driver(running.transcript, roller, sources_of(match, files), check_record=True).run(match.play(Table()))
    if running.transcript.head != head:
        raise Broken("the replay went on beyond its record")
    if plain_hash(match.to_plain()) != plain_hash(running.match.to_plain()):
        raise Broken("the replay comes to another position")


def failure(running: Running, phase: Phase, error: Exception) -> Failure:
    """Describes a failed check: what, where, and the phase's record so far."""
    words = str(error) if isinstance(error, Broken | Unmade) else f"{type(error).__name__}: {error}"
    return Failure(running.played.seed, phase.id, words, running.transcript.to_bytes())


# ------------------------------------------------------------------------------------------------ many games


def bots_for(game: Game, wanted: Iterable[str], scenario: str = "") -> dict[str, str]:
    """A bot for each seat of a scenario from words like `steady` (for all) or `english=steady` (for one)."""
    if scenario and scenario not in game.scenarios:
        hint = f"one of {', '.join(game.scenarios)}"
        raise bad(f"'{scenario}' is no scenario of {game.title}", kind=Kind.UNKNOWN, hint=hint)
    seats = game.seats_of(scenario or next(iter(game.scenarios)))
    chosen = dict.fromkeys(seats, game.bots()[0])
    for word in wanted:
        seat, sign, name = word.rpartition("=")
        if name not in game.bots():
            raise bad(f"'{name}' is no bot of {game.title}", kind=Kind.UNKNOWN, hint=f"one of {', '.join(game.bots())}")
        if sign and seat not in seats:
            raise bad(f"'{seat}' is no seat", kind=Kind.UNKNOWN, hint=f"one of {', '.join(seats)}")
        chosen.update({seat: name} if sign else dict.fromkeys(seats, name))
    return chosen


def soak(plan: Plan, games: int, jobs: int = 1, first: int = 0) -> Iterator[Played]:
    """So many games from a number on, in order of their numbers; the first failure ends it."""
    numbers = range(first, first + games)
    if jobs == 1:
        for number in numbers:
            yield play_game(plan, number)
        return
    with ProcessPoolExecutor(jobs) as pool:
        for played in pool.map(partial(attempt, plan), numbers, chunksize=4):
            if isinstance(played, Failure):
                pool.shutdown(wait=False, cancel_futures=True)
                raise played.saved(plan)
            yield played


def totals(games: Iterable[Played]) -> dict[str, Any]:
    """Sums, and each side's share."""
    every = list(games)
    wins = Counter(played.winner for played in every)
    sums = {
        name: sum(getattr(played, name) for played in every)
        for name in ("phases", "turns", "answers", "dice", "questions", "refused")
    }
    letters = {seat: sum(played.letters[seat] for played in every) for played in every[:1] for seat in played.letters}
    seconds = sum(played.ms for played in every) / 1000
    return {
        "games": len(every), "wins": dict(sorted(wins.items())), **sums, "letters": letters,
        "replayed": sum(played.replayed for played in every), "seconds": round(seconds, 1),
        "games_per_second_per_core": round(len(every) / seconds, 2) if seconds else 0,
    }  # fmt: skip


def line(value: Mapping[str, Any]) -> str:
    """One JSON object on one line."""
    return canonical(value)
