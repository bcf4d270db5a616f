"""Editions: what an owner of the printed game may replace, and everything that is refused, each at its place."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laying import Editions

from pbem.adjudicator.board.figures import shares
from pbem.adjudicator.jenkins.board.board import load_board
from pbem.base.errors import BadInput
from pbem.geometry import hexes

PLAIN = load_board()
EDITIONS = Editions("jenkins", load_board)
edition, laid, faults = EDITIONS.file, EDITIONS.laid, EDITIONS.faults
stands_or_is_refused = EDITIONS.stands_or_is_refused
BLANK = "S" * 45


def test_a_seaport_is_worth_what_the_edition_says() -> None:
    board = laid("set: seaports/veracruz, figures: {value: 5}")
    assert board.seaports["veracruz"].value == 5
    assert PLAIN.seaports["veracruz"].value == 4


def test_a_replaced_figure_is_printed_unless_the_edition_says_otherwise() -> None:
    board = laid(
        "set: seaports/veracruz, figures: {value: 5, hex: '0717'}, field_sources: {hex: reconstructed}",
        "set: seaports/omoa, figures: {value: 1}, source: rulebook",
    )
    ports = {record.id: record for record in board.figures.section("seaports")}
    assert ports["veracruz"].figures["value"].source == "printed"
    assert ports["veracruz"].figures["hex"].source == "reconstructed"
    assert ports["omoa"].figures["value"].source == "rulebook"
    assert shares(board.figures).printed == shares(PLAIN.figures).printed + 1
    assert shares(board.figures).total == shares(PLAIN.figures).total


def test_a_list_is_replaced_from_end_to_end() -> None:
    board = laid("list: naval_blocked, records: [{id: 2818-2819}]")
    assert "2819" not in board.naval_neighbours("2818")
    assert "2115" in board.naval_neighbours("2014")
    assert "2819" in PLAIN.naval_neighbours("2818")


def test_a_seaport_is_added_with_its_trade_route() -> None:
    board = laid(
        "add: seaports/tolu, figures: {name: Tolu, hex: '2726', nation: spanish, value: 1}",
        "add: trade_routes/tolu-cartagena, figures: {a: tolu, b: cartagena}",
        "set: terrain/26, figures: {hexes: PPPPPPPPPPPPPPPPPPKKCCCKCCCLLLCCLLLLLLLLCCSSS}",
    )
    assert board.seaport_at["2726"].routes == ("cartagena",)
    assert board.seaports["cartagena"].routes == ("santa-marta", "porto-bello", "tolu")


def test_a_counter_is_dropped_where_the_edition_states_its_own_total() -> None:
    board = laid("drop: english/windsor", "set: numbers/counters, figures: {value: 227}")
    assert "windsor" not in board.counters
    assert len(board.counters) == 227


def test_changes_are_carried_out_in_the_order_written() -> None:
    board = laid(
        "list: land_blocked, records: [{id: 0620-0721}]", "add: land_blocked/0817-0918, figures: {}",
        "drop: land_blocked/0620-0721",
    )  # fmt: skip
    assert [record.id for record in board.figures.section("land_blocked")] == ["0817-0918"]


def test_what_was_replaced_is_told_old_and_new() -> None:
    board = laid("set: seaports/veracruz, figures: {value: 5}", "drop: naval_blocked/0218-0319")
    assert board.edition is not None
    told = {(change.of, change.figure): (change.old, change.new) for change in board.edition.changes}
    old, new = told.pop(("seaports/veracruz", "value"))
    assert old is not None
    assert new is not None
    assert (old.value, old.source, new.value, new.source) == ("4", "reconstructed", "5", "printed")
    assert told.pop(("naval_blocked/0218-0319", ""))[1] is None
    assert told == {}


def test_the_hash_of_an_edition_is_that_of_its_bytes() -> None:
    data = edition("set: seaports/veracruz, figures: {value: 5}")
    board = load_board(data, "mine.yaml")
    assert board.edition is not None
    assert board.edition.edition.digest == hashlib.sha256(data).hexdigest()


def test_figures_confirmed_change_their_source_and_not_the_hash_of_the_data() -> None:
    board = laid("set: seaports/veracruz, figures: {value: 4}")
    assert board.figures.digest() == PLAIN.figures.digest()
    assert laid("set: seaports/veracruz, figures: {value: 5}").figures.digest() != PLAIN.figures.digest()
    assert shares(board.figures).printed == shares(PLAIN.figures).printed + 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("set: seaports/havana, figures: {hex: '9999'}", "9999 is no hex of the map"),
        ("set: seaports/havana, figures: {hex: '0105'}", "0105 is no coast, so 'Havana' cannot lie there"),
        ("set: seaports/havana, figures: {hex: '2913'}", "2913 is no coast, so 'Havana' cannot lie there"),
        ("set: seaports/havana, figures: {hex: here}", "'here' is no hex"),
        ("set: seaports/havana, figures: {hex: '2719'}", "2719 holds 'Havana' already"),
        ("set: seaports/havana, figures: {name: Nassau}", "two seaports are called 'Nassau'"),
        ("set: seaports/havana, figures: {value: five}", "'five' is no whole number"),
        ("set: seaports/havana, figures: {value: -1}", "'-1' is less than 0"),
        ("set: seaports/havana, figures: {value: [5]}", "value of 'seaports/havana' is no single value"),
        ("set: seaports/havana, figures: {nation: swedish}", "'swedish' is no nation"),
        ("set: seaports/havana, figures: {valeu: 5}", "'valeu' is no figure of 'seaports/havana'"),
        ("set: seaports/havanna, figures: {value: 5}", "'seaports/havanna' is no record of the data"),
        ("set: seeports/havana, figures: {value: 5}", "'seeports' is no section of the data"),
        ("add: seaports/havana, figures: {value: 5}", "'seaports/havana' is there already"),
        ("drop: seaports/havanna", "'seaports/havanna' is no record of the data"),
        ("set: seaports/savannah, figures: {value: 1}", "2 land counters start in 'Savannah', which has room for 1"),
        ("set: seaports/omoa, figures: {value: 2}",
         "18 spanish seaports are worth 2 or more, and only 17 counters start there"),
        ("set: setup/savannah, figures: {place: havana}", "'havana' is no english seaport"),
        ("set: setup/san-juan, figures: {counters: [galicia, glorioso, victory]}", "'victory' is no counter"),
        ("set: setup/san-juan, figures: {counters: [galicia, san-carlos, boyne]}", "'boyne' is no spanish counter"),
        ("set: setup/san-juan, figures: {counters: [lezo]}", "'lezo' is set up in 'cartagena' already"),
        ("set: trade_routes/cartagena-santa-marta, figures: {b: tolu}", "'tolu' is no seaport"),
        ("set: trade_routes/cartagena-santa-marta, figures: {b: porto-bello}",
         "'trade_routes/cartagena-porto-bello' is drawn already as 'trade_routes/cartagena-santa-marta'"),
        ("set: trade_routes/cartagena-santa-marta, figures: {b: cartagena}",
         "'trade_routes/cartagena-santa-marta' leads back to where it starts"),
        ("set: storm_location/1, figures: {seaports: [tolu]}", "'tolu' is no seaport"),
        ("drop: storm_location/1", "'storm_location' has no row for roll 1"),
        ("add: storm_location/1-2, figures: {seaports: [havana]}",
         "'storm_location/1-2' and another row both have roll 1"),
        ("set: fortunes_of_war/1, figures: {choosers: [french]}", "'french' cannot stand in choosers"),
        ("set: perilous_sea/1, figures: {losses: 1d0}", "'1d0'"),
        ("set: terrain/05, figures: {hexes: LLL}", "row 05 has 3 hexes, and the map has 45 columns"),
        (f"set: terrain/05, figures: {{hexes: X{BLANK[1:]}}}", "'X' is no terrain of the legend"),
        ("drop: terrain/05", "row 05 of the map has no terrain"),
        (f"add: terrain/29, figures: {{hexes: {BLANK}}}", "'29' is no row of the map"),
        ("set: grid/hexes, figures: {last_column: 44}", "row 05 has 45 hexes, and the map has 44 columns"),
        ("set: grid/hexes, figures: {last_column: 100}", "the map has no such columns and rows"),
        ("set: grid/hexes, figures: {low_columns: odd}", "'odd' is no low_columns"),
        ("add: naval_blocked/0319-0218, figures: {}", "'0319-0218' is no hexside"),
        ("add: naval_blocked/0105-0305, figures: {}", "0105 and 0305 share no side"),
        ("add: naval_blocked/2704-2705, figures: {}", "'2704-2705' lies beyond the map"),
        ("set: places/to-spain, figures: {hex: '0105'}", "0105 is no water of the Caribbean"),
        ("drop: places/to-spain", "the data have no 'places/to-spain'"),
        ("drop: numbers/turns", "the data have no 'numbers/turns'"),
        ("add: numbers/luck, figures: {value: 7, rule: '1.0'}", "'luck' is no number of this game"),
        ("drop: die_checks/disposal", "the data have no 'die_checks/disposal'"),
        ("drop: tables/disease", "the data have no 'tables/disease'"),
        ("drop: english/windsor", "there are 227 counters, where 228 must be"),
        ("set: english/windsor, figures: {cost: none}", "'Windsor' neither starts nor can be bought"),
        ("set: english/windsor, figures: {gun: none}", "naval counter 'windsor' has no gun value"),
        ("set: english/windsor, figures: {kind: galleon}", "'galleon' is no kind"),
        ("set: english/americans-e1, figures: {name: Soldiers}", "two counters would be shown as 'Soldiers 2 (e1)'"),
        ("set: english/oglethorpe, figures: {anchor: maybe}", "'maybe' is no anchor"),
        ("drop: kinds/supplies", "the data say nothing of kind 'supplies'"),
    ],
)  # fmt: skip
def test_a_change_that_cannot_stand_is_refused(change: str, message: str) -> None:
    found = faults(change)
    assert any(message in fault.message for fault in found), [fault.message for fault in found]


def test_a_fault_points_at_the_figure_that_caused_it() -> None:
    fault = faults("drop: seaports/belize", "set: seaports/havana, figures: {value: 4, hex: '2913'}")[0]
    assert (fault.file, fault.line, fault.column) == ("mine.yaml", 6, 53)
    assert fault.excerpt[fault.column - 1 :].startswith("'2913'")
    assert fault.width == len("'2913'")


def test_all_faults_are_told_at_once_and_in_the_order_of_the_file() -> None:
    found = faults(
        "set: seaports/havana, figures: {hex: '9999', value: much}", "drop: seaports/curacao",
        "set: english/boyne, figures: {gun: 8, cannon: 4}",
    )  # fmt: skip
    own = [fault for fault in found if fault.file == "mine.yaml"]
    assert [fault.line for fault in own] == [5, 5, 7]
    stranger = next(fault for fault in found if fault.file != "mine.yaml")
    assert stranger.message == "'curacao' is no seaport"
    assert stranger.file == "jenkins/data/tables.yaml"
    assert "let it change this too" in stranger.hint


def test_a_slip_of_the_pen_is_answered_with_what_was_meant() -> None:
    assert faults("set: seaports/havanna, figures: {value: 5}")[0].hint == "did you mean seaports/havana?"
    assert faults("set: seaports/havana, figures: {valeu: 5}")[0].hint == "did you mean value?"


def test_a_seaport_that_no_ship_can_reach_is_refused() -> None:
    sides = [hexes.hexside("2612", other) for other in PLAIN.naval_neighbours("2612")]
    walls = [f"add: naval_blocked/{side}, figures: {{}}" for side in sides]
    found = faults(*walls)
    assert any(fault.message == "no ship can reach 'Nassau' in 2612" for fault in found), found


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "no text"),
        (b"\xff\xfe", "UTF"),
        (edition() + b"  []\n", "changes"),
        (edition("set: seaports/havana"), "figures"),
        (edition("put: seaports/havana, figures: {value: 5}"), "'put'"),
        (edition("set: havana, figures: {value: 5}"), "'havana'"),
        (edition("set: seaports/havana, figures: {value: {a: b}}"), "value"),
        (edition("set: seaports/havana, figures: {value: 5}, source: guessed"), "'guessed'"),
        (edition("set: seaports/havana, figures: {value: 5}, field_sources: {hex: printed}"), "'hex' is given"),
        (edition("list: naval_blocked, records: [{note: x}]"), "has neither id nor roll"),
        (edition("list: naval_blocked, records: [{id: 0218-0319}, {id: 0218-0319}]"), "stands twice"),
        (edition("list: naval_blocked, records: [{id: 0218-0319, source: mine}]"), "'mine' is no source"),
        (edition("drop: seaports/omoa").replace(b"jenkins", b"lions"), "'lions' is another game than jenkins"),
        (edition("drop: seaports/omoa").replace(b"edition/1", b"edition/2"), "pbem-edition/2"),
    ],
)
def test_a_file_of_the_wrong_shape_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        load_board(data, "mine.yaml")
    told = " / ".join(fault.message + " " + fault.hint for fault in caught.value.faults)
    assert message in told
    assert all(fault.file for fault in caught.value.faults)


WORDS = st.sampled_from(
    ["seaports/havana", "terrain/05", "grid/hexes", "english/boyne", "storm_location/3", "setup/cartagena", "legend/S",
     "kinds/ship", "numbers/turns", "perilous_sea/5-6", "naval_blocked/0218-0319", "tables/disease", "sides/english"]
)  # fmt: skip
NAMES = st.sampled_from(
    ["hex", "value", "hexes", "gun", "kind", "seaports", "counters", "naval", "ocean", "losses", "last_row", "lowest",
     "name", "place", "low_columns", "domain", "first_column", "roll", "id", "source"]
)  # fmt: skip
VALUES = st.sampled_from(
    ["'0'", "'-5'", "'99'", "'2719'", "none", "sea", "[]", "[havana, x]", "'1d6'", "true", "L", "'٣'", "'999999999'",
     "ship", "''"]
)  # fmt: skip
DEEDS = st.sampled_from(
    ["set: %s, figures: {%s: %s}", "add: %s, figures: {%s: %s}", "list: %s, records: [{id: a, %s: %s}]", "drop: %s"]
)


@settings(max_examples=60)
@given(st.lists(st.tuples(DEEDS, WORDS, NAMES, VALUES), min_size=1, max_size=4))
def test_whatever_an_edition_says_it_stands_or_is_refused_with_faults(said: list[tuple[str, str, str, str]]) -> None:
    changes = []
    for deed, record, name, value in said:
        of = record.split("/")[0] if deed.startswith("list") else record
        changes.append(deed % ((of, name, value)[: deed.count("%s")]))
    assert stands_or_is_refused(edition(*changes))


@settings(max_examples=60)
@given(st.binary(max_size=60), st.integers(0, 200))
def test_no_bytes_cause_anything_but_faults(junk: bytes, at: int) -> None:
    data = edition("set: seaports/veracruz, figures: {value: 5}", "drop: naval_blocked/0218-0319")
    at = min(at, len(data))
    assert stands_or_is_refused(data[:at] + junk + data[at + len(junk) :])
