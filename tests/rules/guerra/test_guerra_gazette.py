"""The gazette of a phase by theatre, and what nearly happened in it: both from the notes that the reader heard."""

from __future__ import annotations

import pytest
from rules.guerra.guerra_views import armies, reading
from rules.guerra.test_guerra_reports import BATTLE, rolled, text

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.table import ALL, Note
from pbem.adjudicator.guerra.reports.gazette import gazette
from pbem.adjudicator.guerra.reports.near_things import near_things
from pbem.adjudicator.guerra.state.terms import PATRIOT, ROYALIST

STATE = armies(SeededChance("seed 1"))


def near(*notes: Note, seat: str | None = PATRIOT) -> tuple[str, ...]:
    """The lines of what nearly happened, as a seat reads them."""
    told = reading(STATE, seat, list(notes))
    return near_things(told.seen, told.notes).lines


@pytest.mark.parametrize(("label", "die", "words"), [
    ("uprising/quito/patriot/n1", 4, "Quito nearly rose: the die was one short (9.3)."),
    ("leader/bolivar/n1", 3, "Bolívar was nearly taken: one less on the die would have done it (8.1)."),
    ("blockade/callao/n1", 5, "El Callao nearly surrendered: it held out by one (6.6)."),
    ("intercept/los-llanos/patria-1/n1", 4,
     "In Los Llanos a march was nearly stopped: one more was wanted (3.5)."),
    ("hunt/durango/n1", 3, "In Durango a band was missed by one on the die (10.1)."),
])  # fmt: skip
def test_a_die_that_falls_one_short_nearly_happened(label: str, die: int, words: str) -> None:
    assert near(rolled("", ALL, label, die, "A die")) == (words,)


@pytest.mark.parametrize(("label", "die"), [
    ("uprising/quito/patriot/n1", 5), ("uprising/quito/patriot/n1", 3), ("leader/bolivar/n1", 2),
    ("leader/bolivar/n1", 4), ("hunt/durango/n1", 4), ("hunt/durango/n1", 2), ("activate/patria-1/n1", 2),
])  # fmt: skip
def test_what_happened_and_what_was_far_from_it_did_not_nearly_happen(label: str, die: int) -> None:
    assert near(rolled("", ALL, label, die, "A die")) == ()


def test_near_things_are_few_and_those_that_read_alike_are_one_line() -> None:
    hunts = [rolled("", ALL, f"hunt/durango/n{number}", 3, "A hunt") for number in range(3)]
    assert near(*hunts) == ("In Durango a band was missed by one on the die (10.1), 3 times over.",)
    many = [rolled("", ALL, f"uprising/{area}/patriot/n1", 4, "A die")
            for area in ("quito", "lima", "cuzco", "mojos", "salta", "tejas", "durango", "panama")]  # fmt: skip
    assert near(*many)[-1] == "And 2 other dice fell one short."


def test_nobody_reads_of_a_die_that_others_were_told_alone() -> None:
    own = rolled("", ROYALIST, "intercept/los-llanos/royal-1/n1", 4, "A die")
    assert near(own) == near(own, seat=None) == ()
    assert near(own, seat=ROYALIST) != ()


def test_the_gazette_tells_each_theatre_its_fights_and_what_they_cost() -> None:
    told = reading(STATE, PATRIOT, BATTLE)
    assert gazette(told.seen, told.notes).lines == (
        "New Granada and Venezuela: a battle in Costa Firme, which cost the Royalist 2 steps and the Patriot 1 step.",)


def test_the_gazette_tells_what_rose_and_fell_and_how_the_hunts_went() -> None:
    notes = [Note("9.3", ALL, "Quito rises.", "rose", {"area": "quito"}),
             Note("6.6", ALL, "Callao surrenders.", "surrendered", {"port": "callao"}),
             *(Note("10.1", ALL, "A hunt.", "hunted", {"area": "durango", "result": result})
               for result in ("EL", "NE"))]  # fmt: skip
    told = reading(STATE, None, notes)
    assert gazette(told.seen, told.notes).lines == (
        "New Spain: 2 hunts for guerrillas, 1 of them to the end.",
        "New Granada and Venezuela: Quito rose.", "Peru and Upper Peru: El Callao surrendered.")  # fmt: skip


def test_a_report_has_both_before_the_story() -> None:
    told = text(STATE, PATRIOT, [*BATTLE, rolled("9.3", ALL, "uprising/quito/patriot/n1", 4, "Quito")])
    assert told.index("The gazette") < told.index("What nearly happened") < told.index("WHAT HAPPENED")
