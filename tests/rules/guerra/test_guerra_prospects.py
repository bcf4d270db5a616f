"""What a report says in brief of a phase, and what it lays before a player who is to operate next."""

from __future__ import annotations

from page_kit import html_of
from rules.guerra.guerra_fields import field, stack
from rules.guerra.guerra_letters import match_of, play
from rules.guerra.guerra_views import BOARD, reading

from pbem.adjudicator.engine.table import Note, Throw
from pbem.adjudicator.guerra.orders.council.council_words import muster_talk
from pbem.adjudicator.guerra.reports import story
from pbem.adjudicator.guerra.reports.battle_cards import fought
from pbem.adjudicator.guerra.reports.chart import chart
from pbem.adjudicator.guerra.reports.gazette import gazette
from pbem.adjudicator.guerra.reports.position import to_come
from pbem.adjudicator.guerra.reports.prospects import prospects
from pbem.adjudicator.guerra.reports.report import contents
from pbem.adjudicator.guerra.reports.told_places import place
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import PATRIOT, ROYALIST
from pbem.adjudicator.guerra.view.picture import Picture
from pbem.adjudicator.reports.report_page import page_of, report_of


def before(state: State, seat: str) -> Picture:
    """A seat's picture before Patriot operations."""
    seen = reading(state, seat).seen
    return Picture(seen.board, {**seen.known, "step": PATRIOT})


def test_an_attack_that_was_avoided_is_no_battle_in_the_gazette_or_in_brief() -> None:
    state = field(stack("patria-1", "salta", "p1"), stack("royal-1", "salta", "es"))
    match = match_of(state)
    phase = play(match, {"avoid/": 1}, patriot="operations: [{force: patria-1, do: [{attack: {}}]}]\n",
                 royalist="avoid: [{do: avoid}]\n")  # fmt: skip
    seen = reading(match.state, PATRIOT).seen
    lines = gazette(seen, phase.notes).lines
    assert lines == ("El Plata: no battle in Salta, where the attacked got away.",)
    assert story.in_brief(seen, phase.notes, "t03.patriot") == ["Nothing was fought, and nothing fell."]


def test_points_spent_on_an_activation_stand_with_the_force_that_they_are_for() -> None:
    state = field(stack("patria-1", "cordoba", "p1"), stack("patria-2", "misiones", "p2"), purse={"plata": 8})
    body = "operations: [{force: patria-1, do: []}, {force: patria-2, rp: 2, do: []}]\n"
    match = match_of(state)
    phase = play(match, {}, patriot=body)
    told = {chapter.title: [entry.text for entry in chapter.entries]
            for chapter in story.chapters(reading(match.state, PATRIOT).seen, phase.notes, "t03.patriot")}  # fmt: skip
    assert "El Plata spends 2 RP." in told["patria-2"]
    assert "El Plata spends 2 RP." not in told["patria-1"]


def test_a_report_before_ones_own_operations_says_who_stands_face_to_face_and_what_is_free() -> None:
    state = field(stack("patria-1", "salta", "p1 p2"), stack("royal-1", "salta", "es"),
                  stack("alto-peru", "charcas", "cu rl"), stack("patria-2", "charcas", "p3"),
                  stack("patria-3", "lima", "per-mi1", hills=True), stack("royal-2", "lima", "rl"))  # fmt: skip
    lines = list(prospects(before(state, PATRIOT)))
    assert lines[0] == ("In the field face to face, yours first: Charcas 3 to Real Ejército del Alto Perú; "
                        "Salta 12 to 4.")  # fmt: skip
    assert "Córdoba" in lines[1]
    assert list(prospects(before(state, ROYALIST))) == []


def test_a_council_sums_up_who_was_raised_and_who_came_in() -> None:
    built = [Note("4.6", "all", "", "built", {"seat": seat, "at": "lima"}) for seat in (PATRIOT, ROYALIST, ROYALIST)]
    landed = [Note("4.8", "all", "", "landed", {"units": ["le1", "le2"], "leaders": ["morillo"], "port": "callao"})]
    assert story.in_brief(before(field(), PATRIOT), [*built, *landed], "t02.council") == [
        "Raised: Royalist 2 and Patriot 1.", "Come in: 3 at El Callao."]  # fmt: skip
    seen = before(field(), PATRIOT)
    assert story.in_brief(seen, [], "t02.council") == ["Nobody rose, and nobody came in."]
    assert story.in_brief(seen, [], "t03.patriot") == ["No force marched, and none was ordered to fight."]
    assert story.in_brief(seen, [], "t00.royalist-setup") == []


def test_the_report_before_the_first_phase_says_of_nobody_that_they_did_nothing() -> None:
    seen = before(field(), PATRIOT)
    coming = Picture(seen.board, {**seen.known, "phase": "t11.council"})
    assert story.in_brief(coming, [], "t11.council") == []


def test_5_3_the_toll_on_forces_that_nobody_activated_has_a_chapter_of_its_own() -> None:
    state = field(stack("patria-1", "salta", "p1 p2"), stack("patria-2", "pasto", "bv vc"),
                  house={"attrition": "standing_too"})  # fmt: skip
    match = match_of(state)
    phase = play(match, {}, patriot="operations: [{force: patria-1, do: []}]\n")
    chapters = story.chapters(reading(match.state, PATRIOT).seen, phase.notes, "t03.patriot")
    assert [each.title for each in chapters] == ["patria-1", "The toll of the ground"]
    landed = [Note("3.3", "all", "", "activated", {"force": name}) for name in ("patria-1", "chl-s1")]
    toll = Note("5.3", "all", "Attrition: [4].", "roll", {}, Throw("attrition/patria-1/n1", (4,)), "Attrition")
    titles = [each.title for each in story.chapters(before(match.state, PATRIOT), [*landed, toll], "t03.patriot")]
    assert "The toll of the ground" not in titles


def test_4_6_the_talk_before_a_muster_tells_purses_income_prices_and_who_is_due() -> None:
    state = field(stack("patria-1", "salta", "p1"), purse={"plata": 3})
    state.units["p6"].at, state.units["pla-mi1"].at, state.units["pla-f1"].at = "pool", "pool", "due"
    said = list(muster_talk(reading(state, PATRIOT).seen))
    assert f"El Plata has 1 1/2 RP, and areas as they are held now pay {BOARD.areas['salta'].rp}." in said
    [plata] = [line for line in said if line.endswith("p6 at 2.") or "El Plata:" in line]
    assert "pla-mi1" in plata.partition("at 1/2")[0]
    assert "El Plata frigate (pla-f1)" in said[-1]


def test_two_chapters_of_a_report_never_have_the_same_aside() -> None:
    notes = [Note("3.3", "all", f"{name} is activated.", "activated", {"force": name}) for name in ("p", "q", "r")]
    fights = [Note("6.1", "all", "They fight.", "battle", {"seat": PATRIOT, "area": "salta"})] * 3
    told = [note for pair in zip(notes, fights, strict=True) for note in pair]
    asides = [each.aside for each in story.chapters(before(field(), PATRIOT), told, "t03.patriot") if each.aside]
    assert asides
    assert len(asides) == len(set(asides))


def test_the_book_counts_no_battle_where_the_attacked_got_away() -> None:
    def card(area: str, result: str) -> list[Note]:
        return [Note("6.1", "all", "They attack.", "battle", {"area": area, "seat": PATRIOT}),
                Note("6.1", "all", "Over.", "battle-over", {"area": area, "result": result, "lost": {}})]  # fmt: skip

    notes = [*card("pasto", "avoided"), *card("pasto", "attacker"), *card("salta", "avoided")]
    assert len(list(fought(notes))) == 1
    [north, south] = gazette(before(field(), PATRIOT), notes).lines
    assert "got away" not in north
    assert "no battle in Salta" in south


def test_4_8_who_is_sent_back_in_the_last_turn_is_awaited_in_the_year_after_it() -> None:
    """A convoy that turns back in 1824, or a leader who finds nobody, stands on the track beyond its end."""
    state = field(stack("royal-1", "lima", "rl"))
    state.turn, state.units["om"].at, state.leaders["morillo"].at = 15, "track/16", "track/16"
    seen = reading(state, ROYALIST, phase="t15.royalist").seen
    [row] = [row for row in to_come(seen).rows if row[0] == "1825"]
    assert "Ordenes Militares" in row[1] or "Órdenes Militares" in row[1]
    assert place(BOARD, "track/16") == "due in 1825"
    assert "1825" in report_of("guerra", reading(state, ROYALIST, phase="t15.royalist"), contents)


def test_on_the_page_what_came_of_a_phase_stands_under_a_heading_of_its_own() -> None:
    notes = [Note("9.3", "all", "All Lima is in arms.", "rose", {"area": "lima"})]
    page = html_of(page_of(reading(field(), PATRIOT, notes), {"drawn": True}, contents, chart))
    near, came = page.find("At a glance</h3>"), page.find("What came of it</h3>")
    assert 0 < near < came < page.find("All Lima is in arms.", came)
