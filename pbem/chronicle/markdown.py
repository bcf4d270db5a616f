"""The book as Markdown: the same story, for wikis and forums. What players wrote is escaped, so that it stays text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pbem.base.counting import counted
from pbem.base.errors import visible
from pbem.base.patterns import pattern
from pbem.chronicle.sealed import date_words

Data = Mapping[str, Any]
#: Signs that mean something in the midst of a line; and what only means something at its start.
INNER = pattern(r"([\\`*_\[\]<>|~&$@]|://|www\.)")
START = pattern(r"^(\s*)([#+=-]|\d+[.)])")


def plain(text: object) -> str:
    """Somebody's words as words: no tag, link, emphasis or table comes of them."""
    shown = " ".join(visible(" ".join(str(text).split())).split())
    escaped = INNER.sub(lambda found: "".join(f"\\{sign}" if not sign.isalnum() else sign for sign in found[0]), shown)
    return START.sub(lambda found: f"{found[1]}{escaped_start(found[2])}", escaped)


def escaped_start(sign: str) -> str:
    """The sign of a heading, list or rule at the start of a line."""
    return f"{sign[:-1]}\\{sign[-1]}"


def markdown(book: Data, maps: Mapping[str, str]) -> str:
    """The whole book; `maps` has the file of each drawing by its name."""
    parts = [
        *title_page(book, maps), *brief(book), *(line for turn in book["turns"] for line in chapter(turn, maps)),
        *tables(book), *sealed(book), *proof(book),
    ]  # fmt: skip
    return "\n".join(parts).strip("\n") + "\n"


def title_page(book: Data, maps: Mapping[str, str]) -> Iterator[str]:
    """Writes the title, the players and the outcome."""
    yield f"# {plain(book['game_name'])}\n"
    if book["cover"] and book["cover"]["name"] in maps:
        yield f"![{plain(book['cover']['title'])}]({maps[book['cover']['name']]})\n"
    if book["title"] and book["title"] != book["game_name"]:
        yield f"**{plain(book['title'])}**\n"
    yield f"*A chronicle of the campaign, {plain(book['reader'])}; {dates(book)}*\n"
    if book["outcome"]:
        yield f"{plain(book['outcome'])}\n"
    if book["missing"]:
        yield f"{plain(book['missing'])}\n"
    yield from table(("Side", "Played by"), [*book["players"], ["Moderator", book["moderator"]]])


def dates(book: Data) -> str:
    """The dates of a game, in words."""
    begun = date_words(str(book["begun"]))
    return f"{begun} to {date_words(str(book['ended']))}" if book["ended"] else f"begun {begun}"


def brief(book: Data) -> Iterator[str]:
    """Writes the war in a few paragraphs, and its strength in words."""
    if book["war"]:
        yield "## The war in brief\n"
        yield from (f"{plain(each)}\n" for each in book["war"])
    yield from listed([each["words"] for each in book["charts"]])


def chapter(turn: Data, maps: Mapping[str, str]) -> Iterator[str]:
    """A turn."""
    if turn["period"]:
        yield f"# {plain(turn['period'])}\n"
    yield f"## {plain(turn['title'])}\n"
    if turn["epigraph"]:
        yield f"*{plain(turn['epigraph'])}*\n"
    for each in turn["phases"]:
        if len(turn["phases"]) > 1:
            yield f"### {plain(str(each['title']).removeprefix(str(turn['plain']) + ', '))}\n"
        yield from (f"{plain(words)}\n" for words in each["tale"])
        yield from (line for card in each["cards"] for line in battle(card))
        if each["tale"] and each["steps"]:
            yield "#### Step by step\n"
        yield from listed(each["brief"])
        for step in each["steps"]:
            yield from told(step)
        if each["told"]:
            yield "\n".join(f"    {visible(line)}" for line in str(each["told"]).rstrip("\n").split("\n")) + "\n"
        yield from listed([f"Ruling: {line}" for line in each["rulings"]])
    if turn["map"]:
        yield f"![{plain(turn['map']['title'])}]({maps[turn['map']['name']]})\n"


def battle(card: Data) -> Iterator[str]:
    """A battle as a card: how it went and what it cost."""
    lost = ", ".join(f"{side} {number}" for side, number in card["losses"])
    lines = [f"**{plain(card['title'])}**", *map(plain, card["lines"]), *([f"Lost: {plain(lost)}"] if lost else [])]
    yield "\n>\n".join(f"> {line}" for line in lines) + "\n"


def told(step: Data) -> Iterator[str]:
    """A step in paragraphs."""
    if step["title"]:
        yield f"#### {plain(step['title'])}\n"
    for each in step["paragraphs"]:
        ears = f"*({plain(each['ears'])} alone)* " if each["ears"] else ""
        yield ears + " ".join(map(sentence, each["lines"])) + "\n"


def sentence(line: Data) -> str:
    """Writes one event with its dice."""
    if not line["dice"]:
        return plain(line["text"])
    thrown = line["dice"]
    fell = " ".join(map(str, thrown["values"]))
    shift = ", ".join(f"{each['amount']} {each['reason']}" for each in thrown["shift"])
    more = f"; {shift}{' to each' if thrown['each'] else ''}" if shift else ""
    total = f" = {thrown['total']}" if thrown["total"] is not None else ""
    return f"{plain(line['text'])}: **{plain(fell)}**{f' ({plain(more[2:])})' if more else ''}{total}."


def tables(book: Data) -> Iterator[str]:
    """Battles, gains, dice, the position at the end."""
    if book["battles"]:
        yield "## Battles\n"
        yield from table(("When", "Where", "What came of it", "Lost"),
                         [[b["phase"], b["title"], " ".join(b["lines"]), b["losses"]] for b in book["battles"]])
    if book["gains"]:
        yield "## Prizes and treasure\n"
        yield from table(("When", "Side", "What", book["coin"].capitalize() or "Worth"), book["gains"])
        yield from table(("Side", "Taken", book["coin"].capitalize() or "Worth"), book["gain_sums"])
    if book["luck"]:
        yield "## Dice\n"
        yield f"{plain(book['method'])} {METHOD}\n"
        yield from table(LUCK_HEADS, [luck_cells(row) for row in book["luck"]])
    if book["index"]:
        yield "## Ships and leaders\n"
        yield from table(("Name", "Kind", "Side", "Fate", "When"), book["index"])
    if book["final"]:
        yield "## The position\n"
        for part in book["final"]:
            yield f"### {plain(part['title'])}\n"
            yield from (f"{plain(line)}\n" for line in part["lines"])
            for each in part["tables"]:
                yield from ([f"*{plain(each['caption'])}*\n"] if each["caption"] else [])
                yield from table(each["heads"], each["rows"])


#: How luck is reckoned, for either form of the book.
METHOD = (
    "Points are counted from the bad end of the die. The range holds 19 of 20 games with fair dice, and the last "
    "column says how many of 100 such games are less lucky, those just as lucky counting half; both come from counting "
    "every way the same dice could have fallen. Of twenty rows one may lie outside its range by chance alone."
)
LUCK_HEADS = ("Side", "Dice for", "Dice", "Points", "Fair average", "19 in 20 games", "Of 100, less lucky")


def luck_cells(row: Data) -> list[str]:
    """A row of luck as cells."""
    spread = f"{row['low']} to {row['high']}{'' if row['inside'] else ' (outside)'}"
    return [*(str(row[name]) for name in ("side", "kind", "dice", "points", "fair")), spread, str(row["rank"])]


def sealed(book: Data) -> Iterator[str]:
    """Writes what was sealed, and when it was opened."""
    if book["sealed"]:
        yield "## What was sealed\n"
        yield from table(SEALED_HEADS, book["sealed"])


SEALED_HEADS = ("Phase", "What", "Sealed", "Dice opened", "All shown")


def proof(book: Data) -> Iterator[str]:
    """Writes how to check all of it."""
    yield "## Proof\n"
    yield f"Tier {plain(book['tier'])}: {plain(book['statement'])}\n"
    if book["replayed"]:
        yield f"{plain(book['replayed'])}\n"
    yield f"Ledger of {counted(book['lines'], 'line')}, root `{book['root']}`; charter `{book['charter']}`.\n"
    yield f"With the game's public folder in `{book['game']}`:\n"
    yield f"    pbem verify {book['game']}\n    pbem audit {book['game']}\n"


def listed(lines: Iterable[str]) -> Iterator[str]:
    """A list, if there is anything in it."""
    found = [f"- {plain(line)}" for line in lines]
    if found:
        yield "\n".join(found) + "\n"


def table(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """A table, if there is anything in it."""
    body = [f"| {' | '.join(map(plain, row))} |" for row in rows]
    if body:
        yield "\n".join([f"| {' | '.join(map(plain, heads))} |", f"|{' --- |' * len(heads)}", *body]) + "\n"
