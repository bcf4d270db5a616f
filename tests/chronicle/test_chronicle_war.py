"""The war as a whole: what names a chapter, where the war turned, what came of ships and leaders; prose by data."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from chronicle_kit import seen_by, whole

from pbem.adjudicator.engine.table import ALL, Note
from pbem.adjudicator.guerra.reports.annals import period as part_of
from pbem.adjudicator.reports.annals import HIGH, LOW, Fate, Measure, Named, Sentence, Telling, tale
from pbem.adjudicator.titles import GAMES, load_game
from pbem.adjudicator.yellowjack.reports.annals import period as quarter_of
from pbem.adjudicator.yellowjack.state.words import date_of
from pbem.chronicle.war import Chapter, headline, in_brief, index_of, lost_sentences, turning_point


def chapter(number: int, one: int, other: int, good: int = HIGH, *tale: Sentence) -> Chapter:
    """A turn with this strength after it."""
    measures = (Measure("Ports held", "english", one, good), Measure("Ports held", "spanish", other, good))
    return Chapter(number, f"Turn {number}", f"Turn {number}", tale, measures, ())


def ship(name: str, words: str = "lost at sea", side: str = "spanish") -> Fate:
    """A lost ship."""
    return Fate(side, "ship", name, words)


def test_the_heaviest_event_names_a_chapter() -> None:
    told = [Sentence("", 8, "A landing"), Sentence("", 60, "Belize falls"), Sentence("", 90)]
    assert headline(told) == "Belize falls"
    assert headline([Sentence("", 60, "Belize falls"), Sentence("", 60, "Nassau falls")]) == "Belize and Nassau fall"
    assert headline([Sentence("", 60, "Belize falls"), Sentence("", 60, "A fight")]) == "Belize falls"
    assert headline([Sentence("Ships sailed.", 2, "A voyage")]) == ""


def test_many_lost_ships_name_a_chapter_before_a_lighter_event() -> None:
    lost = [ship("Oriente"), ship("Galicia"), ship("Dragon")]
    assert headline([Sentence("", 8, "A landing")], lost) == "3 Spanish ships lost"
    assert headline([Sentence("", 60, "Belize falls")], lost) == "Belize falls"
    assert headline([], lost[:2]) == ""


def test_the_war_turned_where_the_side_ahead_at_the_end_took_the_lead_for_good() -> None:
    found = turning_point([chapter(0, 5, 9), chapter(1, 8, 7), chapter(2, 6, 8), chapter(3, 9, 6), chapter(4, 10, 5)])
    assert found.startswith("The turning point was Turn 3. From then to the end the English side was ahead")
    assert "(ports held: English 9, Spanish 6 after it; English 10, Spanish 5 at the end)" in found


def test_where_one_side_was_always_ahead_the_largest_swing_is_the_turning_point() -> None:
    found = turning_point([chapter(0, 9, 5), chapter(1, 9, 4), chapter(2, 12, 1), chapter(3, 12, 2)])
    assert "ahead from first to last, and Turn 2 was the turning point" in found


def test_of_losses_the_fewer_are_ahead() -> None:
    assert "the Spanish side was ahead" in turning_point([chapter(0, 0, 1, LOW), chapter(1, 5, 2, LOW)])


def test_nobody_is_ahead_where_both_end_level_and_nothing_is_said_where_one_side_is_seen() -> None:
    assert turning_point([chapter(0, 5, 9), chapter(1, 7, 7)]).startswith("Nobody was ahead at the end")
    one = Chapter(1, "Turn 1", "Turn 1", (), (Measure("Squadrons", "british", 3),), ())
    assert turning_point([one, one]) == ""


def test_the_war_in_brief_begins_with_its_outcome_and_counts_turns_without_the_set_up() -> None:
    told = in_brief([chapter(0, 5, 9), chapter(1, 8, 7, HIGH, Sentence("Belize fell.", 60))], "Spain has won.", 2)
    assert told[0] == "Spain has won. It was a war of 1 turn and 2 battles."
    assert told[1] == "Turn 1: Belize fell."


def test_losses_are_told_by_side_and_by_cause() -> None:
    told = lost_sentences([ship("Oriente"), ship("Galicia"), ship("Lion", "wrecked", "english")])
    assert [each.text for each in told] == ["Spanish losses: Oriente and Galicia, lost at sea.",
                                            "English losses: Lion, wrecked."]  # fmt: skip


def test_who_is_there_at_the_end_has_no_earlier_fate_and_others_their_last() -> None:
    fates = [("Turn 1", ship("Oriente")), ("Turn 2", ship("Oriente", "sunk")), ("Turn 2", ship("Galicia", "sunk"))]
    rows = index_of(fates, [Named("spanish", "ship", "Galicia", "Havana")], "at the end")
    assert [(row.name, row.fate, row.when) for row in rows] == [("Galicia", "at the end: Havana", ""),
                                                                ("Oriente", "sunk", "Turn 2")]  # fmt: skip


def test_the_first_row_that_fits_tells_an_event() -> None:
    rows = {"over": (Telling("{place} held.", 30, "{place} holds", {"way": "any"}), Telling("{text}!", 1, "", {}))}
    notes = [Note("9.2", ALL, "It fell.", "over", {}), Note("9.2", ALL, "It held.", "over", {"way": "2716"}),
             Note("9.2", ALL, "Unheard.", "other", {})]  # fmt: skip
    told = tale(notes, rows, lambda note: {"place": "belize"})
    assert told == (Sentence("It fell!", 1, ""), Sentence("Belize held.", 30, "Belize holds"))


@pytest.mark.parametrize("name", list(GAMES))
def test_each_title_tells_its_war_by_its_own_data(name: str) -> None:
    game = load_game(name)
    annals = game.part("annals")
    rows: dict[str, Any] = __import__(annals.__module__, fromlist=["TELLINGS"]).TELLINGS
    assert sum(bool(each.title) for told in rows.values() for each in told) > 2
    every = [each for told in rows.values() for each in told]
    assert all(0 < each.weight <= 100 and (not each.says or each.says.endswith(".")) for each in every)


def test_a_book_has_prose_titles_charts_and_an_index() -> None:
    book = whole()
    assert sum(": " in turn["title"] for turn in book["turns"]) > 3
    assert any(each["tale"] for turn in book["turns"] for each in turn["phases"])
    assert "turning point" in book["war"][-1]
    assert [each["title"].partition(",")[0] for each in book["charts"]][:2] == ["Seaports held", "War fund points"]
    assert {row[1] for row in book["index"]} == {"ship", "leader"}
    assert all(row[3] for row in book["index"])


def test_a_book_of_what_everybody_knows_has_no_sums_that_one_side_alone_knows() -> None:
    everybody, own = seen_by(""), seen_by("english")
    assert "Ships on the map" not in " ".join(each["words"] for each in everybody["charts"])
    ships = next(each["words"] for each in own["charts"] if each["words"].startswith("Ships on the map"))
    assert "English" in ships
    assert "Spanish" not in ships
    assert not [row for row in everybody["index"] if row[3].startswith("at the end")]
    assert {row[2] for row in own["index"] if row[3].startswith("at the end")} == {"English"}


def with_turn(turn: int) -> Any:
    """A view of which nothing but the turn is asked."""
    return SimpleNamespace(known={"turn": turn})


def test_a_long_war_is_told_by_quarters_and_by_parts() -> None:
    """A book of more than a dozen turns has a map for each of these, and not for each turn."""
    assert quarter_of(date_of(1739, 13)) == "the last Quarter of 1739"
    assert [quarter_of(date_of(1740, turn)) for turn in (1, 4)] == ["the first Quarter of 1740"] * 2
    assert quarter_of(date_of(1740, 5)) == "the second Quarter of 1740"
    assert [part_of(with_turn(turn)) for turn in (1, 5, 6, 15)] == [
        f"the years {years}" for years in ("1810 to 1814", "1810 to 1814", "1815 to 1819", "1820 to 1824")]  # fmt: skip
