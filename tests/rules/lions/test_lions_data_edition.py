"""Editions of When Lions Sailed: what may be replaced, and everything that cannot stand, each at its place."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laying import Editions

from pbem.adjudicator.board.drafting import CHANGE_THIS_TOO
from pbem.adjudicator.board.figures import shares
from pbem.adjudicator.lions.board.board import load_board
from pbem.base.errors import BadInput

PLAIN = load_board()
EDITIONS = Editions("lions", load_board.__wrapped__)
edition, laid, faults = EDITIONS.file, EDITIONS.laid, EDITIONS.faults


def test_a_port_is_worth_what_the_edition_says_and_the_hash_tells() -> None:
    board = laid("set: ports/goa, figures: {value: 4}")
    assert board.ports["goa"].value == 4
    assert board.figures.digest() != PLAIN.figures.digest()
    assert shares(board.figures).printed == shares(PLAIN.figures).printed + 1


def test_a_figure_confirmed_changes_its_source_and_not_the_hash() -> None:
    board = laid("set: ports/goa, figures: {value: 2}")
    assert board.figures.digest() == PLAIN.figures.digest()
    assert shares(board.figures).printed == shares(PLAIN.figures).printed + 1


def test_a_port_may_move_where_there_is_a_coast_without_one() -> None:
    board = laid("set: ports/sallee, figures: {square: F12}")
    assert board.port_at["F12"].id == "sallee"
    assert "G11" not in board.port_at


def test_a_treasure_port_more_brings_its_fleet_and_its_counter() -> None:
    board = laid(
        "set: ports/moluccas, figures: {kind: treasure}",
        "add: treasure_fleets/treasure-spices,"
        " figures: {name: Spices, port: moluccas, dice: 3d6, gunnery: 2, damage: 3}",
        "set: numbers/counters, figures: {value: 201}",
    )
    fleet = board.treasure_fleet_of("moluccas")
    assert fleet is not None
    assert fleet.name == "Spices"
    assert len(board.wins_by("netherlands")[1]) == 11


def test_the_eleventh_english_port_may_be_read_in() -> None:
    listed = ", ".join(PLAIN.wins_by("england")[1])
    board = laid(f"set: special_victories/england, figures: {{of: [{listed}, bermuda]}}")
    assert len(board.wins_by("england")[1]) == 11


def test_an_opened_side_shortens_the_way() -> None:
    """Through the isthmus of Panama, where the printed map has none."""
    assert laid("drop: closed/L4-L5").distance("L5", "L4") == 1
    assert (PLAIN.distance("L5", "L4") or 0) > 20


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("set: ports/goa, figures: {square: Z9}", "Z9 is no square of the map"),
        ("set: ports/goa, figures: {square: A01}", "'A01' is no square"),
        ("set: ports/goa, figures: {square: G8}", "G8 is sea, so 'Goa' cannot lie there"),
        ("set: ports/goa, figures: {square: J16}", "J16 is terra incognita, so 'Goa' cannot lie there"),
        ("set: ports/goa, figures: {square: D3}", "D3 is land, so 'Goa' cannot lie there"),
        ("set: ports/goa, figures: {square: C12}", "C12 holds 'London' already"),
        ("set: ports/goa, figures: {name: London}", "two ports are called 'London'"),
        ("set: ports/goa, figures: {kind: colony}", "'goa' is no treasure port"),
        ("set: ports/malta, figures: {kind: treasure}", "no treasure fleet starts in 'Malta'"),
        ("set: ports/malta, figures: {kind: home}", "'ports/malta' has no nation"),
        ("set: ports/malta, figures: {kind: harbour}", "'harbour' is no kind"),
        ("set: ports/malta, figures: {garrison: 3}", "'garrison' is no figure of 'ports/malta'"),
        ("set: ports/lisbon, figures: {garrison: 0}", "'0' is less than 1"),
        ("set: ports/calais, figures: {nation: spain}", "'Calais' is a home port of 'spain'"),
        ("drop: ports/quebec", "'quebec' is no port"),
        ("set: treasure_fleets/treasure-goa, figures: {port: java}", "'Java' starts in 'java' already"),
        ("set: treasure_fleets/treasure-goa, figures: {dice: 3w6}", "3w6"),
        ("set: treasure_fleets/treasure-manila, figures: {also_at: lima}", "'lima' is no port"),
        ("set: terrain/C, figures: {squares: SSS}", "row C has 3 squares, and the map has 28 columns"),
        (f"set: terrain/C, figures: {{squares: {'Q' * 28}}}", "'Q' is no terrain of the legend"),
        ("drop: terrain/C", "row C of the map has no terrain"),
        ("set: terrain/C, figures: {north: 5300}", "row C does not begin where the row above it ends"),
        ("set: terrain/C, figures: {south: 6000}", "row C ends north of where it begins"),
        ("set: grid/squares, figures: {last_column: 27}", "row A has 28 squares, and the map has 27 columns"),
        ("set: grid/squares, figures: {last_row: V}", "row V of the map has no terrain"),
        ("set: grid/squares, figures: {last_column: 100}", "the map has no such columns"),
        ("add: closed/C11-B12, figures: {}", "'C11-B12' is no side or corner"),
        ("add: closed/B11-B13, figures: {}", "B11 and B13 do not touch"),
        ("add: closed/U28-V28, figures: {}", "'U28-V28' lies beyond the map"),
        ("add: closed/C14-C15, figures: {}", "no ship is ever in C14"),
        ("list: passages, records: []", "no ship can reach 'Callao' in Q5"),
        ("set: passages/cape-horn, figures: {a: U5}", "no ship can be in U5, so 'Cape Horn' cannot begin there"),
        ("set: passages/cape-horn, figures: {a: U9}", "U9 and U8 touch without 'Cape Horn'"),
        ("set: crossing/pacific, figures: {last_row: Z}", "the crossing leads beyond the last row of the map"),
        ("set: crossing/pacific, figures: {first_row: P}", "the last row lies north of the first"),
        ("set: crossing/pacific, figures: {last_row: C}", "no ship can begin or end a crossing in column 1"),
        ("set: legend/L, figures: {coast: true}", "a coast is open to ships"),
        ("drop: plunder/4", "'plunder' has no row for roll 4"),
        ("add: plunder/4-5, figures: {event: sacked, marker: true, dice: 1d6, port_value: true, draws: 0}",
         "'plunder/4-5' and another row both have roll 4"),
        ("set: plunder/4, figures: {event: burnt}", "'burnt' is no event"),
        ("set: pirates/1, figures: {port_ships: few}", "'few' is no whole number"),
        ("drop: tables/mutiny", "the data have no 'tables/mutiny'"),
        ("drop: die_checks/shore", "the data have no 'die_checks/shore'"),
        ("drop: expenditure/1st", "the data have no 'expenditure/1st'"),
        ("drop: operations/home", "the data have no 'operations/home'"),
        ("drop: numbers/turns_most", "the data have no 'numbers/turns_most'"),
        ("add: numbers/luck, figures: {value: 7, rule: '1.0'}", "'luck' is no number of this game"),
        ("set: ships/england-1st, figures: {count: 4}", "there are 201 counters, where 200 must be"),
        ("set: ships/england-1st, figures: {count: 4}", "'england' has 24 ships by class, where 23 must be"),
        ("set: ships/england-1st, figures: {class: 7th}", "'7th' is no class of ships"),
        ("set: ships/england-1st, figures: {class: 2nd}", "ships of class '2nd' are counted twice for 'england'"),
        ("set: ships/england-1st, figures: {count: 1}", "'england' deploys 2 ships of class '1st' and has 1"),
        ("set: land/spain-fort-4, figures: {count: 2}", "'spain' deploys 12 points of forts and has 8"),
        ("set: ship_totals/spain, figures: {start: 11}", "'spain' deploys 12 ships, where 11 must be"),
        ("set: leaders/blake, figures: {name: Monck}", "two leaders are called 'Monck'"),
        ("set: leaders/blake, figures: {nation: france}", "'blake' is no leader of 'england'"),
        ("set: deployments/england-ireland, figures: {leaders: [nelson]}", "'nelson' is no leader"),
        ("set: deployments/england-ireland, figures: {leaders: [blake]}", "'blake' is set up in 'england-london'"),
        ("set: deployments/england-ireland, figures: {at: []}", "'england-ireland' is deployed nowhere"),
        ("set: deployments/england-ireland, figures: {at: [cork]}", "'cork' is no port"),
        ("set: deployments/england-ireland, figures: {ships: [galleon]}", "'galleon' cannot stand in ships"),
        ("list: deployments, records: []", "the data deploy nothing of 'england'"),
        ("set: orders/set-up, figures: {powers: [france, spain]}", "'orders/set-up' does not name each power once"),
        ("set: player_numbers/2, figures: {powers: [england]}", "1 powers stand where 2 play"),
        ("set: player_numbers/4, figures: {hand: 5}", "a hand holds 5 markers, and somebody starts with 6"),
        ("set: player_numbers/4, figures: {exchange: 30}", "36 markers are too few for 4 players"),
        ("set: markers/spy-1, figures: {type: spies}", "'markers/spy-1' is of no known type"),
        ("set: markers/bankers-1, figures: {type: spy}", "there is no marker of type 'bankers'"),
        ("set: marker_types/spy, figures: {when: [never]}", "'never' cannot stand in when"),
        ("set: special_victories/england, figures: {count: 11}", "'england' needs 11 ports of a list of 10"),
        ("set: special_victories/england, figures: {required: [dublin]}", "'dublin' is no port"),
        ("set: special_victories/england, figures: {required: [london, london]}", "'england' counts a port twice"),
        ("set: switches/scurvy, figures: {default: maybe}", "'maybe' is no default"),
        ("drop: powers/france", "the data have no 'powers/france'"),
        ("drop: abilities/tercios", "the data have no 'abilities/tercios'"),
    ],
)  # fmt: skip
def test_a_change_that_cannot_stand_is_refused(change: str, message: str) -> None:
    found = faults(change)
    assert any(message in fault.message for fault in found), [fault.message for fault in found]


def test_a_fault_points_at_the_figure_that_caused_it() -> None:
    fault = faults("set: ports/malta, figures: {value: 2}", "set: ports/goa, figures: {value: 4, square: G8}")[0]
    assert (fault.file, fault.line) == ("mine.yaml", 6)
    assert fault.excerpt[fault.column - 1 :].startswith("G8")


def test_a_fault_in_the_shipped_data_says_that_the_edition_moved_its_ground() -> None:
    fault = faults("drop: ports/quebec")[0]
    assert (fault.file, fault.message) == ("lions/data/cards.yaml", "'quebec' is no port")
    assert fault.hint == CHANGE_THIS_TOO


def test_an_edition_of_another_game_is_refused() -> None:
    with pytest.raises(BadInput, match="'jenkins' is another game than lions"):
        load_board(edition("set: ports/goa, figures: {value: 4}").replace(b"game: lions", b"game: jenkins"))


RECORDS = [(record.name, name) for record in PLAIN.figures.records() for name in record.figures]
VALUES = st.one_of(
    st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=126, exclude_characters="'"), max_size=8),
    st.integers(-3, 300).map(str), st.sampled_from(["none", "true", "london", "A1", "1d6", "spain"]),
)  # fmt: skip


@settings(max_examples=60)
@given(st.sampled_from(RECORDS), VALUES)
def test_whatever_is_written_in_a_figure_stands_or_is_refused(figure: tuple[str, str], value: str) -> None:
    record, name = figure
    assert EDITIONS.stands_or_is_refused(edition(f"set: {record}, figures: {{{name}: '{value}'}}"))


@settings(max_examples=40)
@given(st.sampled_from([record.name for record in PLAIN.figures.records()]))
def test_whatever_record_is_dropped_the_rest_stands_or_is_refused(record: str) -> None:
    assert EDITIONS.stands_or_is_refused(edition(f"drop: {record}"))
