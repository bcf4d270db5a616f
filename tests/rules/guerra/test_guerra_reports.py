"""Reports of Guerra a Muerte: their words, their maps in letters and on real coasts, battle cards, the annals."""

from __future__ import annotations

import re

import pytest
from page_kit import html_of
from rules.guerra.guerra_views import BOARD, armies, reading, set_up

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.table import ALL, Note, Throw
from pbem.adjudicator.guerra.reports import battle_cards, sheet, story
from pbem.adjudicator.guerra.reports.annals import annals, telling
from pbem.adjudicator.guerra.reports.chart import chart
from pbem.adjudicator.guerra.reports.position import at_a_glance, provinces
from pbem.adjudicator.guerra.reports.report import contents
from pbem.adjudicator.guerra.reports.textmap import MIDDLE, NORTH, SOUTH, lettered
from pbem.adjudicator.guerra.state.state import Siege, State
from pbem.adjudicator.guerra.state.terms import GUERRILLA, PATRIOT, ROYALIST, SEATS
from pbem.adjudicator.guerra.view.picture import Picture
from pbem.adjudicator.reports.chart_model import Standing
from pbem.adjudicator.reports.report_page import page_of, report_of
from pbem.adjudicator.reports.scheme import room, slots
from pbem.chart import svg
from pbem.chronicle import maps
from pbem.page import guard

READERS = (*SEATS, None)


def rolled(rule: str, to: str, label: str, value: int, why: str) -> Note:
    """A die as the table tells it."""
    throw = Throw(label, (value,))
    return Note(rule, to, f"{why}: {throw}.", "roll", {}, throw, why)


BATTLE = [
    Note("6.1", ALL, "Bolívar attacks royal-16 in Costa Firme.", "battle",
         {"area": "costa-firme", "attacker": "patria-1", "defender": "royal-16", "seat": PATRIOT}),
    rolled("6.1", ALL, "battle/costa-firme/n1", 4, "The battle"),
    Note("6.1", ALL, "Lost: La Guaira.", "losses", {"side": PATRIOT, "units": ["lg"], "steps": 1, "cause": "battle"}),
    Note("6.1", ALL, "The Royalist falls back on Maracaibo.", "retreated", {"force": "royal-16", "to": "maracaibo"}),
    Note("6.1", ALL, "The Patriot has the field in Costa Firme.", "battle-over",
         {"area": "costa-firme", "result": "attacker", "lost": {ROYALIST: 2, PATRIOT: 1}}),
]  # fmt: skip


def text(state: State, seat: str | None, notes: list[Note] | None = None) -> str:
    return report_of("guerra", reading(state, seat, notes or []), contents)


@pytest.mark.parametrize("seat", READERS)
@pytest.mark.parametrize("seed", range(3))
def test_a_report_fits_in_78_columns_and_so_does_its_map(seat: str | None, seed: int) -> None:
    told = text(armies(SeededChance(f"seed {seed}")), seat, BATTLE)
    assert max(map(len, told.split("\n"))) <= 78
    assert max(map(len, lettered(reading(armies(SeededChance(f"seed {seed}")), seat).seen))) <= 78


def test_1_1_every_area_has_a_slot_in_the_maps_in_letters_and_room_for_what_it_says() -> None:
    drawn = [*slots(NORTH), *slots(MIDDLE), *slots(SOUTH)]
    assert {area.code.lower() for area in BOARD.areas.values()} <= set(drawn)
    assert set(drawn) - {area.code.lower() for area in BOARD.areas.values()} == {"hti"}
    assert min(min(room(scheme).values()) for scheme in (NORTH, MIDDLE, SOUTH)) >= len("CHA 4' R/P r!2 p2*")


def test_1_1_the_map_in_letters_tells_points_ground_holder_and_stacks() -> None:
    state = set_up()
    lines = "\n".join(lettered(reading(state, PATRIOT).seen))
    assert "CMX 5 R/P r3 p1" in lines
    assert 'PAN 1" R (r1)' in lines
    assert 'MOJ 1" P p1*' in lines
    assert "PAR 1' X x2" in lines
    assert "LLA 1' ." in lines


def test_5_1_3_the_map_in_letters_has_a_marker_and_not_its_size() -> None:
    state = armies(SeededChance("seed 1"))
    public = "\n".join(lettered(reading(state, None).seen))
    assert re.search(r"LIM 4 R r!2\(1\)", public)


@pytest.mark.parametrize("seat", [PATRIOT, None])
def test_5_1_3_what_lies_under_a_marker_stands_in_no_report_but_in_one_list(seat: str | None) -> None:
    state = armies(SeededChance("seed 1"))
    hidden = [name for name, piece in state.units.items() if piece.at in BOARD.ejercitos
              and BOARD.units[name].side == ROYALIST and not state.is_militia(name)]  # fmt: skip
    stacks = text(state, seat).partition("Recruit Pools")[0]
    names = {BOARD.units[name].name for name in hidden} - {
        BOARD.units[name].name for name, piece in state.units.items() if name not in hidden
    }
    plain = {name for name in names if name.isascii()}
    assert plain
    assert [name for name in sorted(plain) if name in stacks] == []


def test_an_owner_reads_the_ids_of_counters_and_nobody_else_does() -> None:
    state = set_up()
    assert "(ne)" in text(state, ROYALIST)
    assert "(ne)" not in text(state, PATRIOT)
    assert "militia mex-mi8" in text(state, PATRIOT)
    assert "mex-mi8" not in text(state, ROYALIST)


def test_6_1_a_battle_is_one_card_with_its_losses_and_a_word_of_its_readers_side() -> None:
    other = Note("5.0", ALL, "A march.", "marched")
    entries = battle_cards.told([other, *BATTLE, other], PATRIOT, "t04.patriot")
    assert [bool(entry.inside) for entry in entries] == [False, True, False]
    card = entries[1]
    assert card.text.endswith("Lost: Royalist 2 steps, Patriot 1 step.")
    assert len(card.inside) == len(BATTLE)  # with the last word
    last = {seat: battle_cards.told(BATTLE, seat, "t04.patriot")[0].inside[-1].text for seat in SEATS}
    assert last[PATRIOT] != last[ROYALIST]


def test_6_1_a_battle_that_does_not_end_keeps_its_notes() -> None:
    entries = battle_cards.told(BATTLE[:-1], ROYALIST, "t04.patriot")
    assert len(entries) == 1
    assert len(entries[0].inside) == len(BATTLE) - 2


def test_3_3_a_force_has_a_chapter_that_begins_with_its_die() -> None:
    die = rolled("3.3", PATRIOT, "activate/norte/n1", 4, "Activation")
    told = [die, Note("3.3", PATRIOT, "Norte has 6 OP.", "activated", {"force": "norte", "seat": PATRIOT}),
            Note("3.3", ALL, "Norte stirs.", "stirs", {"force": "norte", "seat": PATRIOT}),
            Note("5.0", ALL, "It marches.", "marched", {"force": "norte", "from": "salta", "to": "cuzco"})]  # fmt: skip
    state = armies(SeededChance("seed 1"))
    own = story.chapters(reading(state, PATRIOT).seen, told, "t04.patriot")
    assert [chapter.title for chapter in own] == ["Ejército del Norte"]
    assert [entry.text for entry in own[0].entries] == ["Activation.", "Norte has 6 OP.", "It marches."]
    theirs = story.chapters(reading(state, ROYALIST).seen, [note for note in told if note.to == ALL], "t04.patriot")
    assert [entry.text for entry in theirs[0].entries] == ["Norte stirs.", "It marches."]


def test_steps_in_which_nothing_was_told_have_no_chapter() -> None:
    seen = reading(set_up(), ROYALIST).seen
    told = [Note("9.0", ALL, "Uprisings.", "step"), Note("4.0", ALL, "Resource Points.", "step"),
            Note("4.0", ALL, "Lima pays 4.", "income")]  # fmt: skip
    assert [chapter.title for chapter in story.chapters(seen, told, "t02.council")] == ["Resource Points"]


def test_11_0_the_count_is_told_in_provinces_and_halves() -> None:
    assert provinces(41) == "20 provinces and a half"
    assert provinces(2) == "1 province"
    told = text(set_up(), None)
    assert "The King's writ runs in 20 provinces and a half, that of the republics in 12" in told


def test_10_5_the_garrisons_are_exact_for_their_owner_alone() -> None:
    state = armies(SeededChance("seed 1"))
    own = reading(state, ROYALIST).seen.known["garrisons"]["mexico-garrison"]
    under = sum(state.units[name].steps for name in state.units_in("alto-peru")
                if BOARD.units[name].regular and BOARD.units[name].arm in ("infantry", "cavalry"))  # fmt: skip
    assert state.forces["alto-peru"].at == "central-mexico"
    assert under
    assert reading(state, PATRIOT).seen.known["garrisons"]["mexico-garrison"] == own - under
    assert "at least" not in text(state, ROYALIST)
    assert "at least" in text(state, PATRIOT)


@pytest.mark.parametrize("seat", READERS)
def test_a_page_is_whole_and_well_formed(seat: str | None) -> None:
    state = armies(SeededChance("seed 2"))
    html = html_of(page_of(reading(state, seat, BATTLE), {}, contents, chart))
    assert "Costa Firme" in html
    assert "<svg" in html


@pytest.mark.parametrize("seat", READERS)
def test_a_player_may_keep_the_page(seat: str | None) -> None:
    state = armies(SeededChance("seed 2"))
    state.sieges["veracruz"].blockaded = True
    html = html_of(page_of(reading(state, seat, BATTLE), {}, contents, chart))
    assert guard.what_is_wrong(html.partition("<body")[2]) == []


def test_7_9_a_siege_names_the_ships_of_the_reader_that_a_fall_would_put_at_risk() -> None:
    state = armies(SeededChance("seed 2"))
    state.sieges = {"callao": Siege(PATRIOT, ["patria-14"], works=False, blockaded=False)}
    state.units["r-f1"].at = "callao"
    seen = reading(state, ROYALIST).seen
    [line] = story.sieges(seen)
    assert line == ("You are besieged in El Callao (6.2); if it falls, a die decides on Spanish frigate (r-f1) in port "
                    "(7.9).")  # fmt: skip
    assert "(7.9)" not in "".join(story.sieges(reading(state, PATRIOT).seen))


def test_2_1_before_the_game_a_seat_reads_where_its_counters_may_begin() -> None:
    state = set_up()
    state.step = "royalist-setup"
    seen = reading(state, ROYALIST, phase="t00.royalist-setup").seen
    own = [line for line in story.to_decide(replaced(seen, "royalist-setup")) if "(2.0)" in line]
    assert "In Montevideo, El Callao or La Habana: r-f1 (2.0)." in own
    assert any(line.startswith("In Yucatán") and " ne" in line for line in own)
    assert story.to_decide(replaced(reading(state, PATRIOT).seen, "royalist-setup")) == []


def replaced(seen: Picture, step: str) -> Picture:
    """The same view in another step."""
    return Picture(seen.board, {**seen.known, "step": step})


def test_5_1_3_at_a_glance_no_marker_is_weighed() -> None:
    state = armies(SeededChance("seed 1"))
    before = at_a_glance(reading(state, PATRIOT).seen).lines
    assert before[0].startswith("Provinces: Royalist 20 1/2, Patriot 12.")
    for name in state.units_in("barlovento")[1:]:
        state.eliminate(name)
    assert at_a_glance(reading(state, PATRIOT).seen).lines == before
    assert "Real Ejército de Barlovento" in before[1]


def test_1_1_1_the_chart_grounds_areas_by_holder_and_letters_them() -> None:
    drawn = chart(reading(set_up(), PATRIOT))
    held = {each.cell: each for each in drawn.areas}
    assert len(held) == len(BOARD.areas)
    assert (held["lima"].standing, held["lima"].sign, held["lima"].figure) == (Standing.FOE, "R", "4")
    assert (held["cordoba"].standing, held["cordoba"].sign) == (Standing.OWN, "P")
    assert (held["central-mexico"].shared, held["central-mexico"].sign) == (True, "R/P")
    assert (held["paraguay"].standing, held["paraguay"].sign) == (Standing.OTHER, "X")
    assert (held["los-llanos"].standing, held["los-llanos"].sign) == (None, "")
    assert {name for name, each in held.items() if each.edge == "double"} == {
        name for name, area in BOARD.areas.items() if area.alignment == "patriot"
    }


def test_1_1_3_the_andes_are_drawn_along_every_border_that_they_run_along() -> None:
    ranges = [each for each in chart(reading(set_up(), None)).borders if each.kind == "range"]
    assert len(ranges) >= sum(kind == "andes" for area in BOARD.areas.values() for kind in area.borders.values()) // 2
    assert all(len(each.points) > 1 for each in ranges)


def test_5_1_3_an_army_of_the_enemys_is_a_flag_without_a_number() -> None:
    state = armies(SeededChance("seed 1"))
    flags = [stack for stack in chart(reading(state, PATRIOT)).stacks if stack.flag]
    assert len(flags) == 8
    assert {stack.count for stack in flags} == {None}
    theirs = [stack for stack in flags if stack.side == ROYALIST]
    assert {stack.detail for stack in theirs} == {one.name for one in BOARD.ejercitos.values() if one.side == ROYALIST}


def test_6_2_sieges_guerrillas_masses_and_repression_have_their_signs() -> None:
    state = set_up()
    state.sieges = {"veracruz": Siege(PATRIOT, ["patria-14"], works=True, blockaded=True),
                    "callao": Siege(PATRIOT, ["patria-1"])}  # fmt: skip
    state.repression = ["northern-chile"]
    kinds = [hazard.kind for hazard in chart(reading(state, None)).hazards]
    guerrillas = {state.forces[piece.at].at for piece in state.units.values() if piece.mode == GUERRILLA}
    assert kinds.count("guerrillas") == len(guerrillas)
    assert [kinds.count(kind) for kind in ("siege", "works", "blockade", "repression", "masses")] == [1, 1, 1, 1, 2]


def test_5_0_marches_are_arrows_and_those_of_one_force_are_one() -> None:
    notes = [Note("5.0", ALL, "", "marched", {"force": "patria-2", "from": "cordoba", "to": "salta"}),
             Note("5.0", ALL, "", "marched", {"force": "patria-2", "from": "salta", "to": "charcas"}),
             Note("5.0", ALL, "", "marched", {"force": "royal-18", "from": "lima", "to": "cuzco"})]  # fmt: skip
    arrows = chart(reading(set_up(), PATRIOT, notes)).arrows
    assert [(len(arrow.points), arrow.standing) for arrow in arrows] == [(3, Standing.OWN), (2, Standing.FOE)]


def test_every_stack_and_port_lies_on_the_sheet() -> None:
    drawn = chart(reading(armies(SeededChance("seed 1")), None))
    spots = [each.at for each in drawn.stacks] + [each.at for each in drawn.ports]
    spots += [each.at for each in drawn.hazards]
    for x, y in spots:
        assert drawn.bounds.left <= x <= drawn.bounds.right
        assert drawn.bounds.top <= y <= drawn.bounds.bottom


def test_the_window_keeps_clear_of_the_insets() -> None:
    for seed in range(4):
        drawn = chart(reading(armies(SeededChance(f"seed {seed}")), PATRIOT))
        focus = drawn.focus
        assert focus is not None
        for each in (inset.bounds for inset in drawn.insets):
            assert (focus.left >= each.right or focus.right <= each.left
                    or focus.top >= each.bottom or focus.bottom <= each.top)  # fmt: skip


def test_a_drawing_stays_small() -> None:
    drawn = chart(reading(armies(SeededChance("seed 1")), PATRIOT))
    assert len(svg.definitions(drawn) + svg.overview(drawn) + svg.window(drawn) + svg.full(drawn)) < 120_000


def test_the_books_annals_count_battles_provinces_and_dice() -> None:
    dice = [rolled("3.3", ALL, "activate/patria-2/n1", 6, "Activation"),
            rolled("9.3", ALL, "uprising/quito/royalist/n1", 2, "Uprising"),
            rolled("4.5", ALL, "spain/n1", 6, "Spain")]  # fmt: skip
    count = Note("11.0", ALL, "The count.", "count", {"turn": 4, ROYALIST: 41, PATRIOT: 24})
    counted = annals(reading(set_up(), None, [*BATTLE, *dice, count]), ())
    assert [(battle.title, dict(battle.losses)) for battle in counted.battles] == [
        ("Bolívar attacks royal-16 in Costa Firme", {ROYALIST: 2, PATRIOT: 1})
    ]
    assert [(gain.side, gain.what) for gain in counted.gains] == [
        (ROYALIST, "20 1/2 provinces held"),
        (PATRIOT, "12 provinces held"),
    ]
    assert [(cast.side, cast.kind) for cast in counted.casts] == [
        (PATRIOT, "activation"),
        (ROYALIST, "uprisings"),
        (ROYALIST, "money from Spain"),
    ]
    assert [note.event for note in telling([*BATTLE, Note("3.0", ALL, "Uprisings.", "step")])] == [
        "battle",
        "roll",
        "losses",
        "retreated",
        "battle-over",
    ]


def test_4_0_a_council_tells_income_by_purse_and_purchases_by_place() -> None:
    def paid(area: str, rp: int) -> Note:
        return Note("4.0", ALL, f"{area} pays.", "area-income", {"area": area, "nation": ROYALIST, "rp": rp})

    def raised(unit: str, at: str = "lima") -> list[Note]:
        facts = {"seat": ROYALIST, "nation": ROYALIST, "rp": 2}
        return [Note("4.6", ALL, "The Royalist spends 1 RP.", "spent", {**facts, "use": "build"}),
                Note("4.6", ALL, f"{unit} is raised.", "built", {**facts, "unit": unit, "at": at})]  # fmt: skip

    collected = Note("4.0", ALL, "The Royalist collects 5 RP and has 9.", "income", {"nation": ROYALIST, "rp": 10})
    whole = Note("4.6", ALL, "Veracruz is made whole.", "replenished", {"seat": ROYALIST, "unit": "vz", "rp": 2})
    told = [Note("9.3", ALL, "Quito does not rise.", "failed-to-rise"), paid("cuzco", 2), paid("lima", 8), collected,
            *raised("pr1"), *raised("pr2"), *raised("vdc", "cuzco"), whole]  # fmt: skip
    found = story.chapters(reading(set_up(), ROYALIST).seen, told, "t02.council")
    assert [(chapter.title, [entry.text for entry in chapter.entries]) for chapter in found] == [
        ("Uprisings", ["Quito does not rise."]),
        ("Resource Points", ["The Royalist collects 5 RP and has 9. Paid by Lima 4, Cuzco 1."]),
        ("Reorganization and reinforcement", ["The Crown raises at Lima for 2 RP: 2 x Presidiales.", "vdc is raised.",
                                              "Veracruz is made whole for 1 RP."]),
    ]  # fmt: skip


def test_7_1_sea_areas_have_short_names_on_the_chart_and_in_words() -> None:
    drawn = chart(reading(set_up(), None))
    assert {cell.name for cell in drawn.cells} >= {"Caribbean V", "Pacific VIII", "Atlantic I"}
    assert ">Caribbean V<" in svg.full(drawn) + svg.definitions(drawn)
    assert max(len(port.name) for port in drawn.ports) <= 16


def test_8_1_a_lost_leader_has_two_lines_from_history() -> None:
    lost = Note("8.1", ALL, "Hidalgo is killed or captured.", "leader-lost", {"leader": "hidalgo", "at": "durango"})
    found = story.chapters(reading(set_up(), None).seen, [lost], "t02.royalist")
    assert [entry.text for entry in found[0].entries] == [
        "Hidalgo is killed or captured.", f"In the other history: {BOARD.leaders['hidalgo'].epitaph}"]  # fmt: skip


def test_a_book_draws_the_map_with_its_legend_and_without_insets() -> None:
    drawn = chart(reading(armies(SeededChance("seed 1")), None))
    told = maps.drawn(drawn, "turn-1")
    assert "#body" not in told["svg"]
    assert "#body" in told["alone"]
    assert {sign["kind"] for sign in maps.legend([drawn])["signs"]} >= {"fortress", "range", "army", "guerrillas"}


def inside_ring(at: tuple[int, int], ring: tuple[tuple[int, int], ...]) -> bool:
    """Tells if a point lies in a polygon: a line to the east of it crosses an odd number of edges."""
    crossed = 0
    for (x, y), (x2, y2) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (y > at[1]) != (y2 > at[1]) and at[0] < x + (at[1] - y) * (x2 - x) / (y2 - y):
            crossed += 1
    return crossed % 2 == 1


@pytest.mark.parametrize("area", ["pasto", "quito", "guayaquil"])
def test_the_stacks_of_narrow_areas_stand_in_them_and_under_no_name(area: str) -> None:
    left, right = sheet.stand(BOARD, area, -24, 34), sheet.stand(BOARD, area, 24, 34)
    between = (left[0] + right[0]) // 2, left[1]
    assert inside_ring(between, sheet.corners(area))
    assert right[0] - left[0] == 24
    for other in ("pasto", "quito", "guayaquil", "lima", "quijos"):
        x, y = sheet.middle(BOARD, other)
        assert abs(between[0] - x) > 20 or not -10 < between[1] - y < 14, other
    x, y = sheet.middle(BOARD, "lima")
    assert sheet.stand(BOARD, "lima", 24, 34) == (x + 24, y + 34)


def test_a_map_in_a_file_of_its_own_has_its_colours_in_the_insets_too() -> None:
    """What is shown again is styled by its own class alone: rules that name what is around it do not reach it."""
    drawn = svg.standalone(chart(reading(set_up(), PATRIOT)))
    [body] = re.findall(r'<g[^>]* id="body">', drawn)
    assert 'class="chart"' in body
    assert drawn.count('href="#body"') == 2
