"""`pbem audit`: the game once more, from charter, opened orders and seeds; then the record beside it.

No transcript is followed here. Every answer has to come again from orders, standing orders or a time-out that is on
record, every die from its label; then transcripts, dice, positions and reports are compared, in that order, and the
first thing that differs is named.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from pbem.adjudicator.engine.phase import Orders
from pbem.adjudicator.engine.table import PUBLIC
from pbem.adjudicator.engine.transcript import Transcript, canonical, parse_transcript
from pbem.adjudicator.game import Match
from pbem.base.clock import parse_time, show_time
from pbem.base.counting import counted
from pbem.base.errors import BadInput, CheckFailed, Fault, Kind, PbemError
from pbem.base.records import dataclass, replace
from pbem.match.audit.differences import first_difference
from pbem.match.audit.disclosed_papers import Library, lock_entries, open_library, read_changes, wrong
from pbem.match.deadlines import silence
from pbem.match.folder.kinds import expect_record
from pbem.match.phase.disclosure import FINAL, digest
from pbem.match.phase.results import log_of, public_appendix_file, public_file
from pbem.match.play.play_phase import Lanes, Played, StepInput, play, rolls_of, step_id
from pbem.match.play.reports import Scene, orders_hash, public_appendix, public_report, seat_report, state_summary
from pbem.match.record.stretches import POSITION, changed, stretches, told_changes
from pbem.match.record.told_rulings import notices, rulings_between, since_report
from pbem.match.terms.terms import rules_sha256
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.dice.lanes import SecretLog, key_commitment
from pbem.trust.dice.seed import Seed, parse_seed
from pbem.trust.grammar.standing import walk_of
from pbem.trust.orders.which_count import is_plain
from pbem.trust.people.charter import Tier
from pbem.trust.primitives.commit import orders_purpose
from pbem.trust.record import layout
from pbem.trust.record.layout import Occasion, occasion_of
from pbem.trust.record.ledger import Entry, Value
from pbem.trust.verify import verify_folder

#: What a `timeout` says of a seat that sent nothing.
SILENCES = (silence.SILENT, silence.ABANDONED)


@dataclass(frozen=True, slots=True)
class Audited:
    """The counts of an audit in which all came out the same."""

    game: str
    phases: int
    rolls: int
    answers: int
    reports: int
    over: bool
    same_rules: bool
    #: The exit code if every hash is the same: 5 if the record says that somebody had a choice.
    exit_code: int = 0

    @property
    def sentence(self) -> str:
        """The same in words."""
        state = "a finished game" if self.over else "the game so far"
        rules = "" if self.same_rules else "The rules here are another version than the charter's, and agree with it. "
        return (
            f"{rules}{self.game}: {state}, {counted(self.phases, 'phase')} played again from charter, orders and "
            f"seeds: {counted(self.rolls, 'roll')}, {counted(self.answers, 'answer')}, "
            f"{counted(self.reports, 'report')} and every hash the same"
        )

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        return {
            "game": self.game, "phases": self.phases, "rolls": self.rolls, "answers": self.answers,
            "reports": self.reports, "over": self.over, "same_rules": self.same_rules,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Turn:
    """One step as the ledger has it: what counted in it, and the entry that opened its dice."""

    name: str
    occasion: Occasion
    locked: Entry
    timeouts: tuple[Entry, ...]
    #: The seats whose locked orders fell away.
    void: frozenset[str] = frozenset()


def audit(root: Path, keyring: Path | None = None) -> Audited:
    """Verify the public folder, then replay the game; CheckFailed with the first thing that does not match."""
    expect_record(root)
    report = verify_folder(root, extra_networks=(DEMO_NETWORK,))
    if report.faults:
        raise CheckFailed(report.faults)
    replay = Replay(open_library(root, keyring))
    try:
        return replace(replay.run(), exit_code=report.exit_code)
    except PbemError as error:
        raise CheckFailed([*([] if replay.same_rules else [other_rules(replay)]), *error.faults]) from None


def other_rules(replay: Replay) -> Fault:
    """Says that the rules here are not the charter's: a difference may be theirs, and not the record's."""
    fields = replay.charter.fields
    here, there = rules_sha256(replay.terms.game), str(fields["rules_sha256"])
    message = "the game was played by other rules than those here: a difference does not prove its record wrong"
    hint = f"audit it with the {fields['rules']} whose rules_sha256 is {there}; here it is {here}"
    return Fault(message, file=layout.CHARTER, hint=hint, kind=Kind.MISMATCH)


class Replay:
    """The game being played again."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.terms, self.charter, self.ledger = library.terms, library.charter, library.ledger
        self.locks = lock_entries(library.ledger)
        self.counts = {"phases": 0, "rolls": 0, "answers": 0, "reports": 0}
        self.stretch = stretches(library.ledger)[0]
        #: The position that each phase began with; what rulings changed in it, by line and reader.
        self.began: dict[str, dict[str, Any]] = {}
        self.told: dict[str, dict[str, list[str]]] = {}
        #: Grammar 2: what follows from the ledger, and up to which line `acts` have been held against the rules.
        self.walk = walk_of(library.charter, library.ledger, library.read)
        self.checked_acts = 0

    def run(self) -> Audited:
        """Phase after phase, until the game or its record ends; what was withdrawn as well as what counts."""
        for stretch in stretches(self.ledger):
            self.stretch = stretch
            match = self.played_stretch()
        over = bool(self.ledger.entries("final"))
        if over and match.phase() is not None and not self.entries("ruling", what="end"):
            raise wrong("ends a game that goes on under its rules", layout.LEDGER, len(self.ledger))
        return Audited(self.charter.game, over=over, same_rules=self.same_rules, **self.counts)

    @property
    def same_rules(self) -> bool:
        """Tells if the rules here are those of the charter, to the byte."""
        return rules_sha256(self.terms.game) == str(self.charter.fields["rules_sha256"])

    def played_stretch(self) -> Match:
        """The phases from one return to an earlier phase to the next."""
        back = self.stretch.phase
        if back and back not in self.began:
            raise wrong(f"goes back to '{back}', which was never played", layout.LEDGER, self.stretch.first + 1)
        match = self.terms.restore(self.began[back]) if back else self.terms.begin()
        played: list[str] = []
        while phase := match.phase():
            played.append(phase.id)
            self.began[phase.id] = match.to_plain()
            match = self.ruled(phase.id, match)
            if not self.turns(phase.id):
                break
            match = self.phase(phase.id, (match.phase() or phase).title, match.to_plain())
        self.check_names(played)
        return match

    def ruled(self, phase: str, match: Match) -> Match:
        """The position with the moderator's changes by ruling, each checked against its commitment."""
        locked = [entry.n for entry in self.entries("locked") if entry.text("phase") == phase]
        for entry in self.entries("ruling", what=POSITION, phase=phase):
            if locked and entry.n > locked[0]:
                late = f"changes the position of '{phase}' after its orders were locked"
                raise wrong(late, layout.LEDGER, entry.n + 1)
            purpose = f"{self.charter.game}/ruling/{entry.n}"
            content = self.library.shown(purpose, entry.text("commit")).content
            before = match.to_plain()
            match = self.terms.restore(changed(before, read_changes(content, layout.revealed_file(purpose))))
            self.told[str(entry.n)] = told_changes(self.terms, before, match.to_plain())
        return match

    # ---------------------------------------------------------------------------------------- what the record says
    def entries(self, kind: str | None = None, **wanted: Value) -> tuple[Entry, ...]:
        """The entries of the stretch that is being played."""
        return self.stretch.entries(kind, **wanted)

    def stated(self, kind: str, **wanted: Value) -> tuple[Entry, ...]:
        """The entries of a kind that the game cannot be played without; their absence is a fault of the ledger."""
        found = self.entries(kind, **wanted)
        if not found:
            where = " of attempt ".join(str(wanted[name]) for name in ("phase", "attempt") if name in wanted)
            raise wrong(f"has no '{kind}' entry for {where}, though the phase went on", layout.LEDGER)
        return found

    def stem(self, phase: str) -> str:
        """Under which name a phase of this stretch has its reports, its position and its papers."""
        return occasion_of(self.stated("phase", phase=phase)[0]).stem

    def turns(self, phase: str) -> list[Turn]:
        """The steps of a phase that is closed; none while it is open."""
        names = [phase] if self.charter.tier is Tier.MODERATED else self.steps_named(phase)
        if not any(self.entries("state", phase=name) for name in names):
            return []
        if self.charter.tier is Tier.MODERATED:
            return self.moderated_turns(phase)
        return [self.seeded_turn(name) for name in names]

    def steps_named(self, phase: str) -> list[str]:
        """`t03.english`, `t03.english.2` and so on, as far as they were opened."""
        found: list[str] = []
        while self.entries("phase", phase=(name := step_id(phase, len(found) + 1))):
            found.append(name)
        return found

    def moderated_turns(self, phase: str) -> list[Turn]:
        """All steps under one occasion, each ended by its own `locked` entry."""
        found: list[Turn] = []
        silent: list[Entry] = []
        for entry in self.entries(None, phase=phase):
            if entry.kind == "timeout":
                silent.append(entry)
            elif entry.kind == "locked":
                found.append(Turn(step_id(phase, len(found) + 1), occasion_of(entry), entry, tuple(silent)))
                silent = []
        return self.silent_behind(found) if self.charter.grammar == 2 else found

    def silent_behind(self, turns: list[Turn]) -> list[Turn]:
        """Grammar 2 says who sent nothing behind the list, not before it."""
        ends = [*(turn.locked.n for turn in turns), len(self.ledger)][1:]
        return [
            replace(turn, timeouts=tuple(
                entry for entry in self.entries("timeout", **turn.occasion.fields) if turn.locked.n < entry.n < end
            )) for turn, end in zip(turns, ends, strict=True)
        ]  # fmt: skip

    def seeded_turn(self, name: str) -> Turn:
        """A step with a seed of its own, in the attempt that was played."""
        occasion = occasion_of(self.stated("seed", phase=name)[-1])
        locked = self.stated("locked", **occasion.fields)
        if self.charter.grammar == 1:
            timeouts = self.entries("timeout", phase=name)
            void = frozenset(entry.text("seat") for entry in timeouts if entry.text("what") in ("open", "seal"))
            return Turn(name, occasion, locked[-1], timeouts, void)
        attempt = self.walk.phases.get(occasion)
        if attempt is None:
            raise wrong(f"has no 'phase' entry for {occasion}, though the phase went on", layout.LEDGER)
        silent = [entry for entry in attempt.base.timeouts if entry.text("what") in SILENCES]
        return Turn(name, occasion, locked[-1], tuple(silent), attempt.left_out | frozenset(attempt.struck))

    def input_of(self, turn: Turn, mark: int) -> StepInput:
        """Reads again the input of a step; `mark` is the transcript's length when it began."""
        counted = [self.locks[lock] for lock in turn.locked.texts("locks") if lock in self.locks]
        files = [self.orders(entry) for entry in counted if entry.text("seat") not in turn.void]
        silent = frozenset(entry.text("seat") for entry in turn.timeouts) | turn.void
        self.check_lapsed(turn)
        key = self.seed_of(turn).key
        return StepInput(turn.name, tuple(sorted(files, key=lambda orders: orders.seat)), silent, key, mark)

    def filled(self, turn: Turn, step: StepInput, position: Mapping[str, Any]) -> StepInput:
        """The first step with what the charter has played for seats that were silent."""
        gone = [entry for entry in turn.timeouts if entry.text("what") == silence.ABANDONED]
        for entry in gone if self.charter.grammar == 1 else ():
            if not silence.is_abandoned(self.charter.fields, self.ledger, entry.text("seat"), entry.n):
                message = f"calls seat '{entry.text('seat')}' abandoned, which it was not"
                raise wrong(message, layout.LEDGER, entry.n + 1)
        seats = [entry.text("seat") for entry in gone]
        return silence.filled(self.terms, self.charter, position, step, seats, self.library.secrets)

    def seed_of(self, turn: Turn) -> Seed:
        """The seed of a step: its own, or the one it had before all went back to it."""
        occasion = turn.occasion
        kept = self.stated("seed", **occasion.fields)[-1].get("of")
        name = layout.seed_file(Occasion(occasion.phase, kept or occasion.attempt))
        return parse_seed(self.library.read(name), name)

    def keeps_dice(self, turn: Turn) -> bool:
        """Tells if a step has the dice of an earlier attempt, because all went back to it."""
        if self.charter.grammar == 2:
            return "of" in self.stated("seed", **turn.occasion.fields)[-1].fields
        return self.seed_of(turn).attempt < turn.occasion.attempt

    def check_lapsed(self, turn: Turn) -> None:
        """Check that no seat is on record as silent before its time was over."""
        opening = self.entries("phase", phase=turn.name)
        told = [entry for entry in self.entries("report") if entry.get("step") and entry.n < turn.locked.n]
        if not opening and not told:
            raise wrong(f"locks '{turn.name}', which nobody was told of", layout.LEDGER, turn.locked.n + 1)
        deadline = self.deadline_of(turn, (opening[0] if opening else told[-1]))
        for entry in turn.timeouts:
            if entry.text("what") == "orders" and parse_time(entry.t) < parse_time(deadline):
                message = f"calls seat '{entry.text('seat')}' late at {entry.t}, before the deadline of {deadline}"
                raise wrong(message, layout.LEDGER, entry.n + 1)

    def deadline_of(self, turn: Turn, told: Entry) -> str:
        """The deadline of a step, as an entry told it and rulings moved it."""
        return self.stretch.deadline(turn.occasion, turn.name, told.text("deadline"), turn.locked.n)

    def check_unhurried(self, turn: Turn, acts: Collection[str]) -> None:
        """Check that a phase in which silence is an order was not locked early: no `timeout` would show it."""
        opening = self.stated("phase", phase=turn.name)[0]
        if parse_time(turn.locked.t) >= parse_time(self.deadline_of(turn, opening)):
            return
        heard = {self.locks[lock].text("seat") for lock in turn.locked.texts("locks") if lock in self.locks}
        fields, ledger = self.charter.fields, self.ledger
        for seat in sorted(set(acts) - heard):
            if not silence.is_abandoned(fields, ledger, seat, turn.locked.n):
                raise wrong(f"locks '{turn.name}' early, without '{seat}'", layout.LEDGER, turn.locked.n + 1)

    def orders(self, entry: Entry) -> Orders:
        """An order file that counted."""
        seat, occasion, seq = entry.text("seat"), occasion_of(entry), entry.number("seq")
        if is_plain(entry):
            name = layout.plain_orders_file(seat, occasion, seq)
            data = self.library.read(name)
            if digest(data) != entry.text("lock"):
                raise wrong(f"is not the order file of entry {entry.n}", name)
        else:
            purpose = orders_purpose(self.charter.game, seat, occasion.phase, occasion.attempt, seq)
            name = layout.revealed_file(purpose)
            data = self.library.shown(purpose, entry.text("orders")).content
        try:
            return self.terms.game.read_orders(data, name)
        except BadInput as error:
            raise CheckFailed(error.faults) from None

    # -------------------------------------------------------------------------------------------- playing it again
    def phase(self, phase: str, title: str, position: Mapping[str, Any]) -> Any:
        """One phase, step after step, and everything that was published of it."""
        turns = self.turns(phase)
        transcript, inputs = Transcript(), list[StepInput]()
        opened = self.terms.restore(position).phase()
        acts: Collection[str] = opened.active if opened else ()
        if opened and opened.free:
            self.check_unhurried(turns[0], acts)
        for number, turn in enumerate(turns, 1):
            self.check_alone(turn, acts)
            before = len(transcript)
            step = self.input_of(turn, before)
            inputs.append(step if inputs else self.filled(turn, step, position))
            played = play(self.terms, position, inputs, transcript, self.library.secrets)
            transcript = played.transcript
            acts = {question.side for question in played.questions}
            if played.closed != (number == len(turns)):
                ends = "ends" if played.closed else "stops for a question"
                message = f"the rules say that the phase {ends} after step {number}, the record says otherwise"
                raise wrong(message, layout.LEDGER, turn.locked.n + 1)
            self.compare_transcript(phase, played)
            self.compare_dice(turn, transcript.records[before:], transcript.records, closed=played.closed)
            self.compare_reports(turn, Scene(
                turn.name, phase, title, played.match, played, self.hashes(inputs), reveal=self.reveal(turn),
                again=any(self.keeps_dice(each) for each in turns[:number]), opened=opened,
            ))  # fmt: skip
        self.compare_state(phase, turns[-1], played)
        self.counts["phases"] += 1
        return played.match

    def check_alone(self, turn: Turn, acts: Collection[str]) -> None:
        """A seat that the record calls alone is the only one that had something to decide."""
        for entry in self.entries("phase", **turn.occasion.fields):
            self.check_acts(entry, acts)
            if "alone" in entry.fields and [entry.get("alone")] != sorted(acts):
                asked = " and ".join(sorted(acts))
                message = f"says that '{entry.get('alone')}' acts alone, where the rules ask {asked}"
                raise wrong(message, layout.LEDGER, entry.n + 1)

    def check_acts(self, entry: Entry, acts: Collection[str]) -> None:
        """Grammar 2: the seats from whom a phase wants orders are those that the rules ask; in tier beacon all of them
        send, unless one acts alone. In tier moderated the line is of the first step."""
        if self.charter.grammar == 1 or entry.n < self.checked_acts:
            return
        self.checked_acts = entry.n + 1
        everybody = self.charter.tier is Tier.BEACON and "alone" not in entry.fields
        due = sorted(self.charter.seat_names if everybody else acts)
        said = entry.get("acts")
        found = list(said) if isinstance(said, list) else sorted(self.charter.seat_names)
        if found != due:
            message = f"wants orders of {', '.join(found)}, where the rules ask {', '.join(due)}"
            raise wrong(message, layout.LEDGER, entry.n + 1)

    def check_names(self, played: Collection[str]) -> None:
        """Grammar 2: no phase was opened that the rules do not have, for each would give other dice (R13)."""
        for entry in self.entries("phase") if self.charter.grammar == 2 else ():
            if silence.QUESTION.sub("", entry.text("phase")) not in played and entry.text("phase") not in played:
                message = f"opens '{entry.text('phase')}', which is not the rules' next phase"
                raise wrong(message, layout.LEDGER, entry.n + 1)

    def hashes(self, inputs: Sequence[StepInput]) -> dict[str, str]:
        """The hash of each seat's orders as read."""
        files = [orders for each in inputs for orders in each.files]
        return {seat: orders_hash(files, seat) for seat in self.charter.seat_names}

    def reveal(self, turn: Turn) -> str:
        """The moment of the step's round, in tier beacon."""
        if self.charter.tier is not Tier.BEACON:
            return ""
        round_ = self.stated("phase", **turn.occasion.fields)[0].number("round")
        return show_time(self.charter.network((DEMO_NETWORK,)).time_of(round_))

    # --------------------------------------------------------------------------------------------------- comparing
    def compare_transcript(self, phase: str, played: Played) -> None:
        """The record of dice and answers, to its first line that differs."""
        name = f"{layout.PUBLIC}/{FINAL}/{self.stem(phase)}.transcript.jsonl"
        told = parse_transcript(self.library.read(name), name)
        own = played.transcript.records
        for number, (given, due) in enumerate(zip(told.records, own, strict=False), 1):
            if given != due:
                message = f"record {number} has {canonical(given)}, played again it is {canonical(due)}"
                raise wrong(message, name, number, rule=str(due.get("rule", "")))
        if len(told) < len(own) or (played.closed and len(told) > len(own)):
            line = min(len(told), len(own)) + 1
            raise wrong(f"has {counted(len(told), 'record')}, played again there are {len(own)}", name, line)
        if not played.closed:
            return
        kinds = [record["k"] for record in own]
        self.counts["rolls"] += kinds.count("roll")
        self.counts["answers"] += kinds.count("decide")

    def compare_dice(
        self, turn: Turn, fresh: Sequence[dict[str, Any]], whole: Sequence[dict[str, Any]], *, closed: bool
    ) -> None:
        """The logs of all lanes: exactly the rolls of the replay, no label more and none less (PROTOCOL 3.8)."""
        moderated = self.charter.tier is Tier.MODERATED
        if moderated and not closed:
            return
        records = whole if moderated else fresh
        name = layout.rolls_file(turn.occasion)
        if self.library.read(name) != log_of(rolls_of(records, PUBLIC)):
            raise wrong("holds other rolls than the rules make", name)
        lanes = Lanes(self.seed_of(turn).key, self.library.secrets)
        for entry in self.entries("srolls", **turn.occasion.fields):
            lane = entry.text("lane")
            key = lanes.key_of(lane)
            log = SecretLog(lane, key, rolls_of(records, lane))
            if (log.root.hex(), key_commitment(lane, key)) != (entry.text("root"), entry.text("key")):
                raise wrong(f"commits to other rolls in lane '{lane}' than the rules make", layout.LEDGER, entry.n + 1)

    def compare_reports(self, turn: Turn, scene: Scene) -> None:
        """Compares the public report and each seat's report after a step."""
        for entry in self.entries("report", step=turn.name):
            told = replace(
                scene, deadline=entry.text("deadline"), until=str(entry.get("until") or ""), alone=self.alone(entry),
                notices=self.notices(entry),
            )  # fmt: skip
            name = public_file(turn.name, turn.occasion)
            if digest(public_report(self.terms, self.charter, told)) != entry.text("sha256"):
                raise wrong("is not the report that the rules give", name)
            self.counts["reports"] += 1
            self.compare_appendix(turn, told)
            self.compare_seats(turn, told)

    def compare_appendix(self, turn: Turn, scene: Scene) -> None:
        """Compares what goes with the public report: there is one exactly where the rules make one."""
        due = public_appendix(self.terms, self.charter, scene)
        told = [entry.text("sha256") for entry in self.entries("report", appendix=turn.name)]
        if told != ([digest(due)] if due else []):
            raise wrong("is not the appendix that the rules give", public_appendix_file(turn.name, turn.occasion))

    def alone(self, report: Entry) -> str:
        """Returns the seat that acts alone in the phase opened with a report."""
        opened = [entry for entry in self.entries("phase") if entry.n > report.n]
        return str(opened[0].get("alone") or "") if opened else ""

    def notices(self, report: Entry) -> dict[str, list[str]]:
        """Returns the rulings that a report had to mention, by reader."""
        first = since_report(self.ledger, report.n)
        found = list(rulings_between(self.ledger, self.library.read, first, report.n))
        return notices(found, self.told, self.charter.seat_names)

    def compare_seats(self, turn: Turn, scene: Scene) -> None:
        """The sealed reports that were committed to."""
        if scene.waits and self.charter.tier is Tier.MODERATED:
            return
        for entry in self.entries("report", **turn.occasion.fields):
            if "commit" not in entry.fields:
                continue
            seat = entry.text("seat")
            purpose = f"{self.charter.game}/report/{seat}/{self.stem(turn.occasion.phase)}"
            shown = self.library.shown(purpose, entry.text("commit")).content
            due = seat_report(self.terms, self.charter, scene, seat)
            if shown[: len(due)] != due or not shown[len(due) :].startswith(b"# pad "):
                raise wrong("is not the report and view that the rules give", layout.revealed_file(purpose))
            self.counts["reports"] += 1

    def compare_state(self, phase: str, turn: Turn, played: Played) -> None:
        """The position after the phase, and what the ledger commits to of it."""
        name = f"{layout.PUBLIC}/{FINAL}/{self.stem(phase)}.state.json"
        own = played.match.to_plain()
        written = canonical(own)
        if self.library.read(name).strip() != written.encode() and canonical(self.library.data(name)) != written:
            where = first_difference(self.library.data(name), own)
            raise wrong(f"differs from the position played again in '{where}'", name)
        entry = self.stated("state", phase=turn.occasion.phase)[-1]
        purpose = f"{self.charter.game}/state/{self.stem(turn.occasion.phase)}"
        due = state_summary(own, played.transcript.head, str(self.charter.fields["rules"]))
        if not self.library.shown(purpose, entry.text("commit")).content.startswith(due):
            raise wrong("commits to another position or transcript", layout.revealed_file(purpose))
