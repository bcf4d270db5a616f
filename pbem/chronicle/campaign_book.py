"""The book as plain data; the page and the Markdown are both made from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from pbem.adjudicator.engine.phase import Told
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.reports.annals import Annals, Battle, Gain
from pbem.adjudicator.reports.chart_model import Chart
from pbem.adjudicator.reports.page_data import BLANK as EMPTY_PAGE
from pbem.adjudicator.reports.page_data import dice
from pbem.base import counting
from pbem.base.patterns import pattern
from pbem.base.records import replace
from pbem.chronicle import graphs, maps, war
from pbem.chronicle.course_of_game import BEGIN, END, Course, Eyes, Leaf
from pbem.chronicle.cover import cover
from pbem.chronicle.luck import Luck, counted, luck
from pbem.chronicle.sealed import date_words, sealed_rows
from pbem.chronicle.war import Chapter, side_name
from pbem.match.play.reports import statement
from pbem.trust.people.charter import Charter
from pbem.trust.record.ledger import Ledger

Data = dict[str, Any]
BEFORE = "Before the first turn"
#: Parts of a position that say what a side sees of others, or has seen: of no use where all lies open.
SIGHTINGS = ("sightings", "memory")
#: With more turns than this, a book has a map for each campaign of a title, and not for each turn.
MANY_TURNS = 12
#: So many sentences make a paragraph of prose.
SENTENCES = 6
#: With more battles in a phase, only those that cost somebody something have a card.
FEW_BATTLES = 3
#: Letters after which a paragraph ends at the next full stop.
LONG = 420
SPOKEN_TO = ((pattern(r"\bYou\b"), "They"), (pattern(r"\bYour\b"), "Their"), (pattern(r"\byours\b"), "theirs"),
             (pattern(r"\byour\b"), "their"), (pattern(r"\b(to|for|of|by|with|from|at|against) you\b"), r"\1 them"),
             (pattern(r"\byou\b"), "they"))  # fmt: skip
EARS = pattern(f"{BEGIN}[^{END}]*{END}")
#: Parts of a book, empty until they are filled.
BLANK: Data = {
    "map_parts": "", "legend": None, "strip": "", "turns": [], "luck": [],
    "method": "", "battles": [], "gains": [], "coin": "",
    "gain_sums": [], "sealed": [], "final": [], "outcome": "", "ended": "", "checked": [], "replayed": "", "now": None,
    "begun": "", "missing": "", "war": [], "charts": [], "luck_chart": "", "index": [], "cover": None,
}  # fmt: skip


def book(course: Course, eyes: Eyes) -> Data:
    """The whole book of a game that was played again."""
    terms, leaves = course.library.terms, course.leaves
    all_annals = list(annals(course, eyes))
    turns, charts, counted = chapters(course, eyes, all_annals)
    seen = maps.turns_seen(course, eyes) if charts else []
    rows = [luck_row(each) for each in counted_luck(course, eyes, all_annals)]
    over = outcome(course, eyes)
    battles = list(battle_rows(leaves, all_annals))
    made = {
        **BLANK, **head(course.charter, course.ledger, eyes), "game_name": terms.game.title,
        "sides": [[seat, side_name(seat)] for seat in terms.seats], "turns": turns,
        "map_parts": maps.shared(charts[-1]) if charts else "",
        "strip": maps.strip_of(course, charts[-1], seen) if charts else "",
        "legend": maps.legend(charts) if charts else None,
        "outcome": over, "ended": leaves[-1].closed if course.over and leaves else "",
        "war": war.in_brief(counted, over, len(battles)), "charts": graphs.strength_charts(counted),
        "luck": rows, "luck_chart": graphs.luck_chart(rows), "method": terms.game.method().dice,
        "battles": battles, "coin": terms.game.method().coin, "index": index_rows(course, eyes, turns, all_annals),
        "gains": list(gain_rows(leaves, all_annals)), "gain_sums": list(gain_sums(terms.seats, all_annals)),
        "sealed": sealed_rows(course.ledger), "final": final_position(course, eyes),
        "checked": [list(each) for each in course.verified.checked], "replayed": replayed(course, eyes),
    }  # fmt: skip
    return {**made, "cover": cover(made, charts[-1]) if charts else None}


def head(charter: Charter, ledger: Ledger, eyes: Eyes) -> Data:
    """The title page and the last: who played under what, and by which root the record is known."""
    return {
        "game": charter.game, "title": str(charter.fields.get("title", "")), "tier": charter.tier.value,
        "statement": statement(charter, ""), "reader": reader(eyes), "whole": eyes.whole, "seat": eyes.seat,
        "players": [[side_name(each.seat), ", ".join(str(who.name) for who in each.people)] for each in charter.seats],
        "moderator": charter.moderator.name, "begun": ledger[0].t, "root": ledger.root.hex(), "lines": len(ledger),
        "charter": charter.sha256, "over": bool(ledger.entries("final")),
    }  # fmt: skip


def reader(eyes: Eyes) -> str:
    """Names the reader of the story."""
    if eyes.whole:
        return "told with everything that was hidden at the time"
    return f"as the {side_name(eyes.seat)} player may know it" if eyes.seat else "as everybody may know it"


# ---------------------------------------------------------------------------------------------------- turn by turn


def chapters(course: Course, eyes: Eyes, found: Sequence[Annals]) -> tuple[list[Data], list[Chart], list[Chapter]]:
    """A chapter for each turn; the maps after turns or campaigns; and the same turns as the war counts them."""
    turns: list[Data] = []
    charts: list[Chart] = []
    sums: list[Chapter] = []
    groups = list(by_turn(course.leaves))
    campaigns = periods(course.leaves, found) if len(groups) > MANY_TURNS else {}
    since = list[Leaf]()
    for place, (number, leaves) in enumerate(groups):
        since += leaves
        period = campaigns.get(number, "")
        later = campaigns.get(groups[place + 1][0], "") if place + 1 < len(groups) else ""
        chart = maps.chart_of(course, since, eyes) if not period or period != later else None
        if chart:
            charts.append(chart)
            since = []
        some = [found[course.leaves.index(leaf)] for leaf in leaves]
        phases = [phase(course, leaf, eyes, each) for leaf, each in zip(leaves, some, strict=True)]
        told = summed(course, leaves[-1], eyes, some, turn_title(number, phases))
        sums.append(told)
        turns.append({
            "number": number, "name": f"turn-{number}", "plain": turn_title(number, phases), "title": told.title,
            "phases": phases, "period": period, "epigraph": phases[0]["epigraph"],
            "map": maps.drawn(chart, f"map-{number}") if chart else None,
            "caption": (f"at the end of {period}" if period else f"after turn {number}") if number else "as it began",
        })  # fmt: skip
    mark_campaigns(turns)
    return turns, charts, sums


def mark_campaigns(turns: Sequence[Data]) -> None:
    """Leaves the name of a campaign at its first turn alone, where the book prints it."""
    before = ""
    for turn in turns:
        before, turn["period"] = turn["period"], "" if turn["period"] == before else turn["period"]


def periods(leaves: Sequence[Leaf], found: Sequence[Annals]) -> dict[int, str]:
    """The campaign of each turn. A position tells that of the phase that comes, so each turn takes it from before."""
    told: dict[int, str] = {}
    before = ""
    for leaf, some in zip(leaves, found, strict=True):
        told.setdefault(leaf.turn, before)
        before = some.period
    return told


def summed(course: Course, last: Leaf, eyes: Eyes, found: Sequence[Annals], plain: str) -> Chapter:
    """A turn as the war counts it, its title named after what weighed most."""
    tale = tuple(each for some in found for each in some.tale)
    fates = tuple(each for some in found for each in some.fates)
    named = war.headline(tale, fates)
    measures = war.strength(seen_by(course, last, eyes))
    return Chapter(last.turn, plain, f"{plain}: {named}" if named else plain, tale, measures, fates)


def seen_by(course: Course, leaf: Leaf, eyes: Eyes) -> list[Annals]:
    """A position as the reader counts it; where all lies open, as everybody and each seat counts it."""
    game = course.library.terms.game
    readers = ["", *course.library.terms.seats] if eyes.whole else [eyes.seat]
    return [game.annals(Eyes(seat).sight(game, leaf.scene).retold(Told((), ()), {})) for seat in readers]


def index_rows(course: Course, eyes: Eyes, turns: Sequence[Data], found: Sequence[Annals]) -> list[list[str]]:
    """Ships and leaders with their fates."""
    if not course.leaves:
        return []
    plain = {turn["number"]: turn["plain"] for turn in turns}
    pairs = zip(course.leaves, found, strict=True)
    fates = [(str(plain[leaf.turn]), each) for leaf, some in pairs for each in some.fates]
    named = [each for some in seen_by(course, course.leaves[-1], eyes) for each in some.named]
    end = "at the end" if course.over else "now"
    return [[each.name, each.sort, side_name(each.side), each.fate, each.when]
            for each in war.index_of(fates, named, end)]  # fmt: skip


def by_turn(leaves: Iterable[Leaf]) -> Iterator[tuple[int, list[Leaf]]]:
    """The phases of each turn."""
    return ((turn, list(some)) for turn, some in groupby(leaves, key=lambda leaf: leaf.turn))


def turn_title(number: int, phases: Sequence[Data]) -> str:
    """'Turn 3', or the name of its only phase."""
    if len(phases) == 1:
        return str(phases[0]["title"])
    return f"Turn {number}" if number else BEFORE


def phase(course: Course, leaf: Leaf, eyes: Eyes, counted: Annals) -> Data:
    """One phase: in prose, its battles, in brief, then step by step."""
    page, prose = page_of(course, leaf, eyes), page_of(course, leaf, eyes, telling=True)
    tale = [each.text for each in (*counted.tale, *war.lost_sentences(counted.fates))]
    return {
        "name": leaf.scene.phase, "title": leaf.scene.title, "closed": date_words(leaf.closed),
        "closed_at": leaf.closed,
        "tale": in_paragraphs(tale), "cards": cards(counted.battles),
        "brief": [bare(line) for line in (*page["brief"], *page["elsewhere"])], "steps": list(steps(prose["chapters"])),
        "rulings": list(leaf.scene.notices.get(eyes.seat, ())),
        "told": bare(page.get("text", "")), "epigraph": bare(page.get("opening", "")),
    }  # fmt: skip


def in_paragraphs(sentences: Sequence[str]) -> list[str]:
    """Prose in paragraphs of a few sentences."""
    return [" ".join(sentences[at : at + SENTENCES]) for at in range(0, len(sentences), SENTENCES)]


def cards(battles: Sequence[Battle]) -> list[Data]:
    """The battles of a phase as cards: where, how it went, and what each side lost."""
    shown = [each for each in battles if len(battles) <= FEW_BATTLES or any(number for _, number in each.losses)]
    return [{"title": each.title, "lines": list(each.lines),
             "losses": [[side_name(side), str(number)] for side, number in each.losses]} for each in shown]  # fmt: skip


def page_of(course: Course, leaf: Leaf, eyes: Eyes, *, telling: bool = False) -> Mapping[str, Any]:
    """Returns the title's own page data of the phase, or its notes if the title has no page."""
    game, told = course.library.terms.game, eyes.told(leaf.scene)
    told = replace(told, notes=tuple(game.telling(told.notes))) if telling else told
    frame = {"phase": leaf.scene.phase, "phase_title": leaf.scene.title, "seeds": leaf.seeds, "drawn": False}
    found = game.page(eyes.sight(game, leaf.scene).retold(told, frame))
    if found:
        return found
    entries = [entry_of(note, leaf) for note in told.notes]
    return {**EMPTY_PAGE, "chapters": [{"title": "", "rule": "", "entries": entries, "parts": []}]}


def entry_of(note: Note, leaf: Leaf) -> Data:
    """A note as an entry of a page."""
    thrown = dice(note.throw, leaf.seeds.get(note.throw.label, leaf.scene.phase)) if note.throw else None
    text = f"{note.why}." if thrown else note.text
    return {"mark": "", "rule": note.rule, "text": text, "dice": thrown}


def steps(given: Iterable[Mapping[str, Any]]) -> Iterator[Data]:
    """Steps in which something happened, in paragraphs."""
    for step in given:
        for each in (step, *sorted(ends_of(step), key=lambda part: int(part["place"]))):
            told = [found for some in by_card(each["entries"]) for found in paragraphs(map(line, some))]
            if told:
                yield {"title": bare(each["title"]), "rule": each["rule"], "paragraphs": told}


def by_card(entries: Iterable[Mapping[str, Any]]) -> Iterator[list[Mapping[str, Any]]]:
    """The entries in stretches: each card by itself, heading first, and what stands between two cards."""
    for is_card, some in groupby(entries, key=lambda entry: bool(entry.get("inside"))):
        if is_card:
            yield from ([card, *card["inside"]] for card in some)
        else:
            yield list(some)


def ends_of(chapter: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The parts of a step that have none themselves: operations, wherever a report lays them out."""
    for part in chapter["parts"]:
        yield from ends_of(part) if part["parts"] else (part,)


def paragraphs(lines: Iterable[Data]) -> list[Data]:
    """Puts together what was said to the same audience; long text becomes several paragraphs."""
    found: list[Data] = []
    for each in lines:
        last = found[-1] if found else None
        if last is None or last["ears"] != each["ears"] or (ends(last["lines"]) and not each["dice"]):
            found.append({"ears": each["ears"], "lines": [each]})
        else:
            last["lines"].append(each)
    return found


def ends(lines: Sequence[Data]) -> bool:
    """Checks whether a paragraph is long enough; dice stay with what they decided."""
    return sum(len(each["text"]) for each in lines) > LONG and not lines[-1]["dice"]


def line(entry: Mapping[str, Any]) -> Data:
    """One thing told, and to whose ears alone it was."""
    text = str(entry["text"])
    ears = text[1 : text.index(END)] if text.startswith(BEGIN) and END in text else ""
    alone = side_name(ears) if ears else "you" if entry["mark"] == "alone" else ""
    told = bare(text).removesuffix(".") if entry["dice"] else bare(text)
    return {"text": of_others(told) if ears else told, "rule": entry["rule"], "dice": entry["dice"], "ears": alone,
            "lapsed": entry["mark"] == "lapsed"}  # fmt: skip


def of_others(text: str) -> str:
    """The line that tells others what a side was told: 'You inspect' becomes 'They inspect'."""
    for ours, theirs in SPOKEN_TO:
        text = ours.sub(theirs, text)
    return text


def bare(text: str) -> str:
    """A text without the signs of whose ears it was for."""
    return EARS.sub("", text) if BEGIN in text else text


# -------------------------------------------------------------------------------------------------------- the sums


def annals(course: Course, eyes: Eyes) -> Iterator[Annals]:
    """Returns the entries that a phase adds to the statistics, of what the reader was told."""
    game, before = course.library.terms.game, list[Note]()
    for leaf in course.leaves:
        notes = tuple(heard_plainly(eyes.told(leaf.scene).notes))
        yield game.annals(eyes.sight(game, leaf.scene).retold(Told(notes, ()), {}), tuple(before))
        before += notes


def heard_plainly(notes: Iterable[Note]) -> Iterator[Note]:
    """Notes without the signs of whose ears they were for."""
    return (replace(note, text=bare(note.text)) for note in notes)


def counted_luck(course: Course, eyes: Eyes, found: Sequence[Annals]) -> list[Luck]:
    """The dice of each side, over the whole game."""
    each = [counted(some.casts, leaf.specs) for leaf, some in zip(course.leaves, found, strict=True)]
    return luck([one for some in each for one in some], course.library.terms.seats)


def luck_row(row: Luck) -> Data:
    """A side's dice of one kind, for a table."""
    return {
        "side": side_name(row.side), "kind": row.kind, "dice": row.dice, "points": row.points, "fair": row.fair,
        "low": row.low, "high": row.high, "rank": row.rank, "inside": row.low <= row.points <= row.high,
    }  # fmt: skip


def battle_rows(leaves: Sequence[Leaf], found: Sequence[Annals]) -> Iterator[Data]:
    """Every fight, in the order of the game."""
    for leaf, some in zip(leaves, found, strict=True):
        for each in some.battles:
            yield {"phase": leaf.scene.title, "turn": leaf.turn, "title": each.title, "lines": list(each.lines),
                   "losses": losses(each)}  # fmt: skip


def losses(battle: Battle) -> str:
    """Writes the losses in a line."""
    lost = [f"{side_name(side)} {number}" for side, number in battle.losses if number]
    return ", ".join(lost) or "none"


def gain_rows(leaves: Sequence[Leaf], found: Sequence[Annals]) -> Iterator[list[str]]:
    """Everything taken: when, by whom, what, and for how much."""
    for leaf, some in zip(leaves, found, strict=True):
        for each in some.gains:
            yield [leaf.scene.title, side_name(each.side), each.what, str(each.amount or "")]


def gain_sums(seats: Sequence[str], found: Sequence[Annals]) -> Iterator[list[str]]:
    """Adds up what each side took."""
    every: list[Gain] = [gain for some in found for gain in some.gains]
    for seat in seats:
        own = [gain for gain in every if gain.side == seat]
        if own:
            yield [side_name(seat), str(len(own)), str(sum(gain.amount for gain in own))]


# --------------------------------------------------------------------------------------------------------- the end


def outcome(course: Course, eyes: Eyes) -> str:
    """Says how the game ended, in the title's words or in ours."""
    if not course.leaves:
        return ""
    page = page_of(course, course.leaves[-1], eyes)
    if page.get("over"):
        return str(page["over"])
    result = course.leaves[-1].scene.match.result() if course.over else None
    if result and "winner" in result:
        return f"The game is over: {side_name(str(result['winner']))} has won."
    return "The game was ended by a ruling." if course.over else ""


def final_position(course: Course, eyes: Eyes) -> list[Data]:
    """The position after the newest phase, as the reader's reports have it; every side's own, where all is shown."""
    if not course.leaves:
        return []
    leaf = course.leaves[-1]
    parts = list(page_of(course, leaf, Eyes(eyes.seat)).get("position", ()))
    if not eyes.whole:
        return parts
    common = {*SIGHTINGS, *(part["name"] for part in parts)}
    own = [{**part, "title": f"{side_name(seat)}: {plain_title(part['title'])}"}
           for seat in course.library.terms.seats
           for part in page_of(course, leaf, Eyes(seat)).get("position", ())
           if part["name"] not in common]  # fmt: skip
    return [*own, *(part for part in parts if part["name"] not in SIGHTINGS)]


def plain_title(title: str) -> str:
    """'Your stacks' as others speak of it."""
    return title.removeprefix("Your ").capitalize() if title.startswith("Your ") else title


def replayed(course: Course, eyes: Eyes) -> str:
    """Says what the replay has confirmed. The number of hidden dice stays hidden until they are shown."""
    rolls = sum(len(leaf.specs if eyes.whole else leaf.seeds) for leaf in course.leaves)
    phases = counting.counted(len(course.leaves), "phase was", "phases were")
    fell = counting.counted(rolls, "roll" if eyes.whole else "public roll")
    return (f"{phases} played again from charter, orders and seeds for this book: {fell}, and every transcript and "
            "position came out as recorded.")  # fmt: skip
