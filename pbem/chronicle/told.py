"""The book of a running game, from what its reader has been sent: reports, their newest view, public dice.

A player's folder holds nothing that the player may not know, and this module reads nothing else. A public folder has
the reports that everybody gets, and no view, so a book made from it has no map.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from pbem.adjudicator.engine.phase import Told
from pbem.adjudicator.engine.table import ALL, Note, Throw
from pbem.adjudicator.game import Game
from pbem.adjudicator.reports.parts import INDENT
from pbem.adjudicator.titles import load_game
from pbem.base.errors import CheckFailed
from pbem.base.files import read_file, read_once
from pbem.base.patterns import pattern
from pbem.base.records import dataclass
from pbem.chronicle import graphs, maps
from pbem.chronicle.campaign_book import BEFORE, BLANK, Data, head, luck_row, paragraphs
from pbem.chronicle.course_of_game import Eyes
from pbem.chronicle.cover import cover
from pbem.chronicle.luck import counted, luck
from pbem.chronicle.sealed import sealed_rows
from pbem.chronicle.war import side_name
from pbem.match.own_folder.seat import PUBLIC, Seat
from pbem.match.phase.results import public_file
from pbem.match.record.stretches import stretches
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.people.charter import Charter, parse_charter
from pbem.trust.record import layout
from pbem.trust.record.layout import Occasion, occasion_of
from pbem.trust.record.ledger import Entry, Ledger, parse_ledger
from pbem.trust.verify import Report, verify_folder

TURN = pattern(r"t0*(\d+)\.(.+)")
#: A line of the story: its mark, its rule, its words.
ENTRY = pattern(r"([ >!]) (\d[\w.()-]*)\s+(\S.*)")
DICE = pattern(r" {10}(\[\d.*)")
TITLE = pattern(r"(.*) \(([\w.()-]+)\)")
#: What came of an operation, in a list of its theatre.
OUTCOME = pattern(r"  - (\S.*)")
#: The line under the head of a report, and how a paragraph begins that is no opening.
RULE, NO_OPENING = "=" * 78, ("Orders are due", "The phase is not over", "In brief:")
STORY, BRIEF = "WHAT HAPPENED", ("In brief:", "What changed for you:", "Elsewhere:")
SO_FAR = "The game goes on; this book tells it as far as its reader has been told."


@dataclass(frozen=True, slots=True)
class Sent:
    """The material that a reader has been sent."""

    root: Path  # the public folder
    seat: Seat | None
    charter: Charter
    ledger: Ledger
    verified: Report

    @property
    def game(self) -> Game:
        """The rules that are played."""
        return load_game(str(self.charter.fields["rules"]).partition(" ")[0])


def open_sent(folder: Path) -> Sent:
    """Opens a public folder, verified, or a player's folder with the player's own material."""
    seat = Seat.at(folder) if (folder / "desk.json").is_file() else None
    root = folder / PUBLIC if seat else folder
    verified = verify_folder(root, extra_networks=(DEMO_NETWORK,))
    if verified.faults:
        raise CheckFailed(verified.faults)
    charter = parse_charter(read_file(root / layout.CHARTER), layout.CHARTER)
    return Sent(root, seat, charter, parse_ledger(read_once(root / layout.LEDGER), layout.LEDGER), verified)


def book(sent: Sent) -> Data:
    """The book as far as it can be told."""
    eyes = Eyes(sent.seat.seat if sent.seat else "")
    phases = [phase(name, text) for name, text in reports(sent)]
    found = {
        **BLANK, **head(sent.charter, sent.ledger, eyes), "game_name": sent.game.title, "turns": turns(phases),
        "sides": [[seat, side_name(seat)] for seat in sent.charter.seat_names], "sealed": sealed_rows(sent.ledger),
        "checked": [list(each) for each in sent.verified.checked], "missing": SO_FAR,
    }  # fmt: skip
    return found | (seen(sent, sent.seat, found) if sent.seat and (sent.seat.folder / "view.json").is_file() else {})


# ------------------------------------------------------------------------------------------------------ the reports


def reports(sent: Sent) -> list[tuple[str, str]]:
    """Returns the newest report of each phase that counts: the player's own, or the public one."""
    found: dict[str, str] = {}
    for stretch in stretches(sent.ledger):
        names = list(found)
        if stretch.phase in names:
            found = {name: found[name] for name in names[: names.index(stretch.phase)]}
        for entry in stretch.entries("report"):
            if isinstance(entry.get("step"), str) and entry.text("step") != "start":
                found[base(entry.text("step"))] = text_of(sent, entry)
    return list(found.items())


def base(step: str) -> str:
    """`t03.english` of its second step, `t03.english.2`."""
    phase, _, number = step.rpartition(".")
    return phase if number.isdigit() and "." in phase else step


def text_of(sent: Sent, entry: Entry) -> str:
    """A report as it was sent."""
    occasion, name = occasion_of(entry), entry.text("step")
    own = [sent.seat.folder / "reports" / f"{stem}.txt" for stem in stems(occasion, name)] if sent.seat else []
    paths = [*own, sent.root / public_file(name, occasion)]
    return next((read_file(path).decode("utf-8", "replace") for path in paths if path.is_file()), "")


def stems(occasion: Occasion, step_name: str) -> list[str]:
    """Lists the names that a player may have it by: its step's, or in a folder of before its phase's."""
    return [Occasion(name, occasion.attempt).stem for name in (step_name, base(step_name))]


def phase(name: str, text: str) -> Data:
    """A report as a part of the book: its story where it has one, else all of it."""
    parts = sections(text)
    steps = list(story(parts[STORY])) if STORY in parts else []
    return {"name": name, "title": phase_title(name), "closed": "", "closed_at": "", "tale": [], "cards": [],
            "brief": list(in_brief(text)), "steps": steps, "rulings": [], "told": "" if steps else text,
            "epigraph": opening(text)}  # fmt: skip


def opening(text: str) -> str:
    """The words that a report begins with, below its head and before its deadline."""
    found = [" ".join(each.split()) for each in text.partition(f"\n{RULE}\nTo ")[2].split("\n\n")[1:2]]
    return next((each for each in found if not each.startswith(NO_OPENING)), "")


def in_brief(text: str) -> Iterator[str]:
    """The sum of the phase, which a report gives before all else."""
    for words in BRIEF:
        yield from points(text.partition(f"\n{words}\n")[2])


def points(text: str) -> Iterator[str]:
    """The points of the list that a text begins with, unwrapped."""
    line = ""
    for each in text.split("\n"):
        if not each.startswith(("  - ", "    ")):
            break
        if each.startswith("  - "):
            yield from [line] if line else []
            line = each[4:].strip()
        else:
            line += f" {each.strip()}"
    yield from [line] if line else []


def phase_title(name: str) -> str:
    """'Turn 3, English' from `t03.english`."""
    found = TURN.fullmatch(name)
    if not found:
        return side_name(name)
    return f"Turn {found[1]}, {side_name(found[2])}" if found[1] != "0" else side_name(found[2])


def turns(phases: Iterable[Data]) -> list[Data]:
    """The phases of each turn together."""
    found: dict[str, list[Data]] = {}
    for each in phases:
        name = TURN.fullmatch(str(each["name"]))
        found.setdefault(name[1] if name else str(each["name"]), []).append(each)
    return [
        {"number": number, "name": f"turn-{place}", "title": chapter_title(number, some), "phases": some, "map": None,
         "plain": chapter_title(number, some), "period": "", "caption": "",
         "epigraph": next((each["epigraph"] for each in some if each["epigraph"]), "")}
        for place, (number, some) in enumerate(found.items())
    ]


def chapter_title(number: str, phases: Sequence[Data]) -> str:
    """Returns the title of a chapter."""
    if len(phases) == 1:
        return str(phases[0]["title"])
    return BEFORE if number == "0" else f"Turn {number}"


# ------------------------------------------------------------------------------------------------------ the words


def sections(text: str) -> dict[str, list[str]]:
    """The lines under each title that is underlined with equals signs."""
    lines = text.split("\n")
    found: dict[str, list[str]] = {}
    current: list[str] = []
    for number, line in enumerate(lines):
        below = lines[number + 1] if number + 1 < len(lines) else ""
        if line.strip() and below and set(below) == {"="} and len(below) == len(line):
            current = found.setdefault(line, [])
        elif not (line and set(line) == {"="}):
            current.append(line)
    return found


def story(lines: Sequence[str]) -> Iterator[Data]:
    """Writes steps under their titles, each in lines; leaves out a step that tells nothing."""
    title, rule, body = "", "", list[str]()
    for number, line in enumerate(lines):
        below = lines[number + 1] if number + 1 < len(lines) else ""
        if line.strip() and below and set(below) in ({"-"}, {"."}) and len(below) == len(line):
            yield from step(title, rule, body)
            found = TITLE.fullmatch(line)
            title, rule, body = (found[1], found[2], []) if found else (line, "", [])
        elif not (line and set(line) in ({"-"}, {"."})):
            body.append(line)
    yield from step(title, rule, body)


def step(title: str, rule: str, body: Sequence[str]) -> Iterator[Data]:
    """Writes one step, if it tells anything."""
    told = list(entries(body))
    if told:
        found = [paragraph for some in by_card(told) for paragraph in paragraphs(some)]
        yield {"title": title, "rule": rule, "paragraphs": found}


def by_card(told: Sequence[Data]) -> Iterator[list[Data]]:
    """The events in stretches: each card by itself, its heading first, and what stands between two cards."""
    stretch: list[Data] = []
    for place, each in enumerate(told):
        heading = not each["inside"] and any(then["inside"] for then in told[place + 1 : place + 2])
        if stretch and (heading or (stretch[-1]["inside"] and not each["inside"])):
            yield stretch
            stretch = []
        stretch.append(each)
    yield stretch


def entries(body: Sequence[str]) -> Iterator[Data]:
    """Writes the events unwrapped; dice follow what they decided, as in the report."""
    current: Data = {}
    for line in body:
        head, outcome = ENTRY.fullmatch(line), OUTCOME.fullmatch(line)
        if head or outcome:
            if current:
                yield current
            sign, rule, words = (head[1], head[2], head[3]) if head else (" ", "", outcome[1] if outcome else "")
            inside = head is not None and head.start(3) > INDENT
            current = {"text": words, "rule": rule, "dice": None, "lapsed": sign == "!", "inside": inside,
                       "ears": "you" if sign == ">" else ""}  # fmt: skip
        elif current and line.startswith(" " * 4):
            thrown = DICE.fullmatch(line)
            current["text"] += f" {thrown[1].strip() if thrown else line.strip()}"
    if current:
        yield current


# ------------------------------------------------------------------------------------------------------ the view


def seen(sent: Sent, seat: Seat, found: Data) -> Data:
    """Adds what the player's newest view shows: cover, the map as it is, the position, and the public dice."""
    game = sent.game
    reading = game.reading(seat.view())
    notes, specs = public_dice(sent)
    some = game.annals(reading.retold(Told(tuple(notes), ()), {}))
    chart = game.chart(reading)
    page = game.page(reading, {"drawn": False})
    rows = [luck_row(each) for each in luck(counted(some.casts, specs), sent.charter.seat_names)]
    named = [[each.name, each.sort, side_name(each.side), f"now: {each.where}", ""] for each in some.named]
    return {
        "now": maps.drawn(chart, "map-now") if chart else None, "map_parts": maps.shared(chart) if chart else "",
        "legend": maps.legend([chart]) if chart else None, "final": list(page.get("position", ())),
        "method": game.method().dice,
        "cover": cover(found, chart) if chart else None,
        "luck": rows, "luck_chart": graphs.luck_chart(rows), "index": sorted(named),
    }  # fmt: skip


def public_dice(sent: Sent) -> tuple[list[Note], dict[str, str]]:
    """The dice in the public logs, as notes that say nothing else; and what was rolled under each label."""
    notes: list[Note] = []
    specs: dict[str, str] = {}
    for entry in sent.ledger.entries("rolls"):
        for line in read_file(sent.root / layout.rolls_file(occasion_of(entry))).decode("ascii").splitlines():
            label, spec, values = line.split(" ")
            specs[label] = spec
            notes.append(Note("", ALL, "", "roll", {}, Throw(label, tuple(map(int, values.split(","))))))
    return notes, specs

