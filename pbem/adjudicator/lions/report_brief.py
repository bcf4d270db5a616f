"""What a phase came to, in a dozen lines above everything else: costs, fights, losses, news, money."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.adjudicator.lions.picture import Picture
from pbem.adjudicator.report_parts import count, listed
from pbem.table import Note

#: What a winner or a loser will want to find again at the top.
NEWS = ("captured", "plundered", "landed", "founded", "leader_lost", "breach", "favour", "crossed", "agreed",
        "mercenary", "prize_taken", "victory")  # fmt: skip


def in_brief(seen: Picture, notes: Sequence[Note]) -> list[str]:
    """What it came to: what bids cost, who operated, battles, losses, news, and what came in."""
    found = [bought(seen, notes), operated(seen, notes), *battles(seen, notes), lost(seen, notes)]
    found += [seen.placed(note.text) if note.event != "agreed" else note.text for note in notes if note.event in NEWS]
    return [line for line in (*found, income(seen, notes)) if line]


def bought(seen: Picture, notes: Sequence[Note]) -> str:
    """What each paid for markers."""
    sold = [note for note in notes if note.event == "sold"]
    told = []
    for power in seen.players:
        prices = [int(note.facts["pounds"]) for note in sold if note.facts["power"] == power]
        told += [f"{seen.name(power)} {count(len(prices), 'marker')} for {sum(prices)}"] if prices else []
    return f"Bids: {'; '.join(told)}." if told else ""


def operated(seen: Picture, notes: Sequence[Note]) -> str:
    """Operations and what they cost."""
    begun = [note for note in notes if note.event == "operation"]
    told = []
    for power in seen.players:
        prices = [int(note.facts["pounds"]) for note in begun if note.facts["power"] == power]
        told += [f"{seen.name(power)} {len(prices)} for {sum(prices)}"] if prices else []
    return f"Operations: {'; '.join(told)}." if told else ""


def battles(seen: Picture, notes: Sequence[Note]) -> Iterator[str]:
    """How each fight ended; those that decided nothing in one line."""
    over = [note for note in notes if note.event == "battle_over"]
    for note in notes:
        if note.event == "battle_over" and note.facts["winner"]:
            yield beaten(seen, note)
        elif note.event == "assault_over":
            yield seen.placed(note.text)
    drawn = [seen.place(str(note.facts["square"])) for note in over if not note.facts["winner"]]
    if drawn:
        yield f"Battles that nobody won: {listed(drawn)}."


def beaten(seen: Picture, note: Note) -> str:
    """Who beat whom at sea (18.4)."""
    winner, scores = str(note.facts["winner"]), note.facts["scores"]
    losers = [power for power in scores if power != winner]
    tally = " to ".join(str(scores[power]) for power in (winner, *losers))
    beaten_ones = listed([seen.name(power) for power in losers])
    return f"{seen.place(str(note.facts['square']))}: {seen.name(winner)} beat {beaten_ones} at sea, {tally}."


def lost(seen: Picture, notes: Sequence[Note]) -> str:
    """Ships that are gone."""
    told = [f"{seen.state.label(str(note.facts['ship']))} ({note.facts['why']})"
            for note in notes if note.event == "ship_lost"]  # fmt: skip
    return f"Ships lost: {', '.join(told)}." if told else ""


def income(seen: Picture, notes: Sequence[Note]) -> str:
    """What each received."""
    paid = [note for note in notes if note.event == "money"]
    sums = {power: sum(int(n.facts["pounds"]) for n in paid if n.facts["power"] == power) for power in seen.players}
    told = [f"{seen.name(power)} +{pounds}" for power, pounds in sums.items() if pounds]
    return f"Received: {', '.join(told)}." if told else ""
