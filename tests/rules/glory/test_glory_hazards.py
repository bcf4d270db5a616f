"""The hazards of secrecy that the design of this title names (4.4 there), each by its number.

What holds for views stands in test_glory_secrecy.py and test_glory_secrecy_played.py; whole games as pairs in
test_glory_pairs.py. Here are the notes, dice, questions and letters of games that bots play, and single rules.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from rules.glory.fighting import BRITISH_74S, FRENCH_74S, play, position
from rules.glory.glory_stages import reading, restored, stages, twin
from rules.stages import Later, Stage

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.chosen_doctrine import DOCTRINES
from pbem.adjudicator.engine.driver import Asking, Driver
from pbem.adjudicator.engine.table import ALL, PUBLIC, Decision, Note, Plain, Roll, Table, own_lane
from pbem.adjudicator.engine.transcript import Transcript
from pbem.adjudicator.game import Bot
from pbem.adjudicator.glory.board.board import load_board
from pbem.adjudicator.glory.game import GAME
from pbem.adjudicator.glory.orders.plans import Doctrine
from pbem.adjudicator.glory.rules.ch06_activation import in_turn
from pbem.adjudicator.glory.rules.ch07_blocks import escort_left
from pbem.adjudicator.glory.rules.ch09_activation import activate
from pbem.adjudicator.glory.rules.ch10_conseil import lie_down, set_course
from pbem.adjudicator.glory.rules.ch13_blockade import count_inshore
from pbem.adjudicator.glory.rules.ch14_search import Look, Scene, spots
from pbem.adjudicator.glory.rules.course import Half
from pbem.adjudicator.glory.rules.manners import by_manner
from pbem.adjudicator.glory.rules.telling import tell_move
from pbem.adjudicator.glory.state.state import Block, State
from pbem.adjudicator.glory.state.terms import ALLIED, BRITISH, SEATS
from pbem.match.people.enrolment import Plan
from pbem.strict_yaml import write
from pbem.trial.company import Company, keyrings
from pbem.trial.soak import dice_of
from pbem.trust.orders.envelope import parse_envelope
from pbem.trust.record import layout
from pbem.trust.record.ledger import parse_ledger
from pbem.trust.seal.seal import dearmour

BOARD = load_board()
STAGES = Later(lambda: (
    *stages("campaign", "s2", 9, "steady"), *stages("trafalgar", "s1", 6, "steady"), *stages("trafalgar", "s5", 6),
    *stages("campaign", "hazards", 12, "steady"),
))  # fmt: skip
WINDS = {"north_atlantic": "NE", "mediterranean": "Ms", "west_indies": "E"}
BLOCK = re.compile(rf"(?<![a-z-])({'|'.join(BOARD.blocks)})(?![a-z0-9-])")


def notes(*events: str) -> Iterator[Note]:
    return (note for stage in STAGES for note in stage.told.notes if note.event in events)


def rolls(*kinds: str) -> Iterator[Roll]:
    return (roll for stage in STAGES for roll in stage.rolls if roll.label.partition("/")[0] in kinds)


def out_at_sea(**more: Block) -> State:
    """A French fleet with a rumour beside it in the Bay, bound for Martinique."""
    state = position({"brest-fleet": ("0710", "sea", FRENCH_74S[:2], [])}, turn=17, rose=dict(WINDS),
                     conseil={"a": "martinique", "b": "lisbon", "c": "bantry-bay", "d": "ferrol"})  # fmt: skip
    state.blocks["brest-fleet"].bound, state.blocks["brest-fleet"].letter = "martinique", "a"
    state.blocks["fog-1"] = Block("0710", "sea", "ferrol", beside="brest-fleet")
    state.blocks.update(more)
    return state


def test_hazard_1_the_order_of_movement_is_drawn_in_the_owners_lane() -> None:
    drawn = list(rolls("turn-order"))
    assert drawn
    assert {roll.lane for roll in drawn} <= {own_lane(seat) for seat in SEATS}
    assert all(re.fullmatch(r"draw:([0-9]+)of\1", roll.spec) for roll in drawn)


def test_hazard_2_nobody_hears_how_many_rumours_are_left() -> None:
    told = [note.text for stage in STAGES for note in stage.told.notes if note.heard_by(BRITISH)]
    assert not [text for text in told if re.search(r"(Fog|rumours?) .*left", text)]


def test_hazard_3_a_rumour_without_orders_sails_as_a_fleet_does() -> None:
    ways = []
    for block in ("brest-fleet", "fog-1"):
        state = out_at_sea()
        fought = play(activate, state, Half(ALLIED, "north_atlantic", "NE", "NE"), block, 9)
        told = [note for note in fought.notes if note.event == "sail"]
        assert state.place(block) != "0710"
        ways.append([(note.to, note.rule, sorted(note.facts)) for note in told])
    assert ways[0] == ways[1]


def test_hazard_4_nobody_hears_that_no_search_was_made() -> None:
    for stage in STAGES:
        before = None
        for note in stage.told.notes:
            if note.event == "search":
                assert before is not None
                assert before.throw is not None or before.event == "search_convoy"
            before = note


def test_hazard_5_the_dice_of_a_raid_are_open_and_what_they_come_to_is_the_owners() -> None:
    thrown = [note for stage in STAGES for note in stage.told.notes
              if note.throw is not None and note.throw.label.startswith(("raid/", "invade/"))]  # fmt: skip
    assert thrown
    assert all(note.to == ALL and note.throw is not None and not note.throw.shift for note in thrown)
    assert all(note.to == ALLIED for note in notes("landing", "raid_result", "invasion_result"))


def test_hazard_6_weather_losses_are_their_owners_and_ships_founder_by_the_owners_lane() -> None:
    assert all(note.to in SEATS for note in notes("weather_loss", "relocated"))
    assert any(True for _ in notes("weather_loss"))
    assert all(roll.lane in map(own_lane, SEATS) for roll in rolls("founder"))


def test_hazard_7_a_lapse_is_told_to_its_owner_alone() -> None:
    assert {note.to for note in notes("lapsed")} <= set(SEATS)
    questions = [decision for stage in STAGES for decision in stage.asked]
    stopping = {decision.topic for decision in questions if not decision.discreet}
    assert stopping <= {"halt", "battle"}


@pytest.mark.parametrize("wishing", SEATS)
def test_hazard_8_a_halt_asks_both_seats_alike_and_never_says_who_wished_it(wishing: str) -> None:
    asked = {}
    for wisher in (wishing, next(seat for seat in SEATS if seat != wishing)):
        match = restored(stages("campaign", "s2", 9, "steady")[3].after)
        phase = match.phase()
        assert phase is not None
        body = "halt:\n- {if: [{turn_at_least: '1'}]}\n"
        file = GAME.read_orders(f"pbem: orders/1\nseat: {wisher}\nphase: {phase.id}\n{body}".encode(), "o.yaml")
        sources = {seat: match.sources(seat, [file] if seat == wisher else []) for seat in SEATS}
        outcome = Driver(Transcript(), dice_of("halt", phase), sources).run(match.play(Table()))
        assert isinstance(outcome, Asking)
        asked[wisher] = [(each.side, each.key, each.prompt, json.dumps(dict(each.facts))) for each in outcome.questions]
        assert sorted(each.side for each in outcome.questions) == sorted(SEATS)
        assert len({(each.topic, each.prompt, json.dumps(each.legal())) for each in outcome.questions}) == 1
    first, second = asked.values()
    assert [each[2:] for each in first] == [each[2:] for each in second]


def test_hazard_9_no_label_of_open_dice_names_a_block() -> None:
    labels = [roll.label for stage in STAGES for roll in stage.rolls if roll.lane == PUBLIC]
    assert labels
    assert not [label for label in labels if BLOCK.search(label)]


def test_hazard_9_no_note_names_a_block_of_the_enemy() -> None:
    for stage in STAGES:
        for note in stage.told.notes:
            named = BLOCK.findall(json.dumps(dict(note.facts)))
            foreign = [name for name in named if note.to in (ALL, *(s for s in SEATS if s != BOARD.blocks[name].side))]
            assert note.event == "convoy_lost" or not foreign, note


def test_hazard_10_a_new_block_is_one_more_sail_and_nothing_says_which_was_free() -> None:
    new = [note for note in notes("sail") if note.facts["how"] in ("split", "form", "appear")]
    assert new
    assert all(set(note.facts) == {"side", "was", "now", "how", "face", "path"} for note in new)


def test_hazard_11_blocks_on_a_track_are_thrown_for_by_the_track() -> None:
    passages = list(rolls("passage"))
    assert passages
    assert {roll.label.split("/")[1] for roll in passages} <= {"west", "east"}


def test_hazard_12_a_directive_that_is_set_aside_is_told_to_its_owner_alone() -> None:
    assert {note.to for note in notes("directive", "directive_out")} == {ALLIED}
    assert all(roll.lane == own_lane(ALLIED) for roll in rolls("directive", "provisions"))


@pytest.mark.parametrize("seat", SEATS)
def test_hazard_13_a_template_names_no_block_of_the_enemy(seat: str) -> None:
    for stage in STAGES[::5]:
        match = restored(stage.after)
        if (phase := match.phase()) is None:
            continue
        template = GAME.order_template(match.view(seat), {"seat": seat, "phase": phase.id})
        foreign = {name for name in BLOCK.findall(template) if BOARD.blocks[name].side != seat}
        assert foreign == set()


@pytest.mark.parametrize("seat", SEATS)
def test_hazard_14_a_check_and_a_bot_know_no_more_than_the_view(seat: str) -> None:
    """15 as well: the same view gives the same orders, and the same orders are judged alike."""
    stage = STAGES[6]
    match, others = restored(stage.after), twin(stage.after, seat, SeededChance("check"))
    phase = match.phase()
    assert phase is not None
    head = {"seat": seat, "phase": phase.id}
    said = []
    for each in (match, others):
        text = GAME.bot("steady", seat, SeededChance("bot")).orders(each.view(seat), head)
        file = GAME.read_orders(text.encode(), "o.yaml")
        checked = GAME.check(each.view(seat), file, "o.yaml")
        said.append((text, [fault.render() for fault in checked.faults], checked.echo))
    assert said[0] == said[1]


@pytest.mark.parametrize("bot", ["steady", "random"])
@pytest.mark.parametrize("seat", SEATS)
def test_hazard_15_a_bot_orders_by_its_view_and_its_own_luck_alone(seat: str, bot: str) -> None:
    for stage in STAGES[2::6]:
        match, others = restored(stage.after), twin(stage.after, seat, SeededChance(stage.phase))
        head = {"seat": seat, "phase": stage.phase}
        one, two = (GAME.bot(bot, seat, SeededChance("luck")).orders(each.view(seat), head) for each in (match, others))
        assert one == two


def test_hazard_10_that_no_block_was_free_for_an_escort_is_told_to_its_owner_alone() -> None:
    state = position({"craig": ("0710", "sea", BRITISH_74S[:2], [])})
    for name in BOARD.blocks:
        if BOARD.blocks[name].side == BRITISH and BOARD.blocks[name].kind == "fleet":
            state.blocks[name] = Block("plymouth", "port")
    fought = play(escort_left, state, "craig")
    assert sorted(state.lost) == sorted(BRITISH_74S[:2])
    assert {loss.how for loss in state.lost.values()} == {"unscored"}
    assert [note.to for note in fought.notes if note.event == "unscored"] == [BRITISH]
    heard = [note for note in fought.notes if note.heard_by(ALLIED)]
    assert [(note.event, note.facts["now"]) for note in heard] == [("sail", "")]


def convoy(hidden: str) -> Scene:
    """A British search for one block, which is a convoy or is not."""
    return Scene(BRITISH, BRITISH, "0710", (hidden,))


@pytest.mark.parametrize(("fell", "found"), [((3, 3), False), ((4, 4), True)])
def test_hazard_16_the_one_for_a_convoy_is_told_to_its_owner_and_to_a_searcher_that_succeeds(
    fell: tuple[int, int], found: bool
) -> None:
    told = {}
    for hidden in ("brest-fleet", "french-transport"):
        state = out_at_sea(**{"french-transport": Block("0710", "sea"), "frigate-1": Block("0710", "sea")})
        fought = play(spots, state, convoy(hidden), Look("frigate-1"), dice={"search": [fell]})
        assert fought.outcome is found
        told[hidden] = fought.notes
    lone, with_it = ([note.text for note in told[name] if note.heard_by(BRITISH)] for name in told)
    assert (lone == with_it) is not found
    assert any(note.event == "search_convoy" and note.heard_by(ALLIED) for note in told["french-transport"])


def test_hazard_17_a_lane_holds_no_place_in_its_labels_and_few_draws() -> None:
    for stage in STAGES:
        lanes = Counter(roll.lane for roll in stage.rolls if roll.lane != PUBLIC)
        assert all(number <= 40 for number in lanes.values()), (stage, lanes)
    own = [roll.label for stage in STAGES for roll in stage.rolls if roll.lane != PUBLIC]
    assert not [label for label in own if BLOCK.search(label)]


def test_hazard_18_press_is_printed_as_it_was_written() -> None:
    read = reading(restored(STAGES[2].after), BRITISH, STAGES[2])
    press = [{"from": "nelson", "to": "all", "text": "Brest Fleet is mine."}]
    page = GAME.page(read, {"press": press})
    assert page["press"] == press


def test_hazard_19_signals_that_failed_go_back_unseen_and_the_dice_fall_every_round() -> None:
    assert {note.to for note in notes("signalled")} <= set(SEATS)
    for stage in STAGES:
        commands = Counter("/".join(roll.label.split("/")[:-2]) + roll.label.split("/")[-2]
                           for roll in stage.rolls if roll.label.startswith("command/"))  # fmt: skip
        rounds = {label.replace("british", "*").replace("allied", "*") for label in commands}
        assert len(commands) == 2 * len(rounds)


@pytest.mark.parametrize(("closest", "face"), [("shown", "down"), ("hidden", "up")])
def test_hazard_20_a_block_on_its_face_is_seen_only_where_the_charter_shows_it(closest: str, face: str) -> None:
    for block in ("brest-fleet", "fog-1"):
        state, table = out_at_sea(), Table()
        state.house = {"closest": closest}
        state.blocks[block].face_down = True
        tell_move(table, state, "9.1", block, "0710", "0709", "sail")
        assert table.story[0].facts["face"] == face


@pytest.mark.parametrize(("closest", "lie"), [("shown", True), ("hidden", False)])
def test_hazard_20_a_rumour_lies_down_as_a_fleet_does_and_all_hear_the_same(closest: str, lie: bool) -> None:
    told = []
    for block in ("brest-fleet", "fog-1"):
        state, table = out_at_sea(), Table()
        state.house = {"closest": closest}
        state.blocks["brest-fleet" if block == "fog-1" else "fog-1"] = Block()
        lie_down(table, state, block)
        assert state.blocks[block].face_down
        told.append([(note.rule, note.text, note.facts) for note in table.story if note.heard_by(BRITISH)])
    assert told[0] == told[1]
    assert bool(told[0]) is lie


@pytest.mark.parametrize(("closest", "lying"), [("shown", 3), ("hidden", 1)])
def test_hazard_20_the_rumours_of_its_place_lie_down_with_a_fleet(closest: str, lying: int) -> None:
    state, table = out_at_sea(**{"fog-2": Block("0710", "sea"), "fog-3": Block("0711", "sea")}), Table()
    state.house = {"closest": closest}
    set_course(table, state, "brest-fleet", "closest")
    assert sum(block.face_down for block in state.blocks.values()) == lying
    assert len([note for note in table.story if note.event == "sail"]) == (3 if lying == 3 else 0)
    assert not state.blocks["fog-3"].face_down


@pytest.mark.parametrize("seat", SEATS)
def test_hazard_1_blocks_without_orders_move_between_those_that_have_some(seat: str) -> None:
    """Else the first sail that stirs would be a fleet. What is ordered keeps its order."""
    state = out_at_sea()
    state.blocks["toulon-fleet"], state.blocks["fog-2"] = Block("0710", "sea"), Block("0710", "sea")
    for name in ("channel-fleet", "cape-fleet", "frigate-1", "frigate-2"):
        state.blocks[name] = Block("0807", "sea")
    ordered, others = {
        ALLIED: (["toulon-fleet", "brest-fleet"], ["fog-1", "fog-2"]),
        BRITISH: (["frigate-1", "channel-fleet"], ["cape-fleet", "frigate-2"]),
    }[seat]
    firsts = set()
    for seed in range(20):
        half = Half(seat, "north_atlantic", "NE", "NE")
        said = {"turn-order/north_atlantic": ordered}
        order = play(in_turn, state, half, seed=f"order {seed}", british=said, allied=said).outcome
        assert sorted(order) == sorted([*ordered, *others])
        assert [name for name in order if name in ordered] == ordered
        firsts.add(order[0])
    assert firsts == {ordered[0], *others}


def test_hazard_4_a_british_sail_is_seen_where_it_meets_a_rumour_as_where_it_meets_a_fleet() -> None:
    """Allied fleets need not search; what is told of one that passes them must not say that they could."""
    told = []
    for block in ("brest-fleet", "fog-1"):
        state = out_at_sea(**{"frigate-1": Block("malta", "port")})
        state.blocks["brest-fleet"], state.blocks["fog-1"] = Block(), Block()
        state.blocks[block] = Block("malta", "inshore")
        fought = play(activate, state, Half(BRITISH, "mediterranean", "Ms", "Ms"), "frigate-1", 9,
                      british={"leg/frigate-1": [{"make_for": "naples", "stop": "sea"}]})  # fmt: skip
        told.append([(note.text, note.facts) for note in fought.notes])
    assert told[0] == told[1]
    assert [facts["now"] for _, facts in told[0] if "path" in facts] == ["malta/inshore", "3117"]


def test_hazard_21_lost_ships_are_drawn_openly_only_after_a_line_of_battle() -> None:
    for stage in STAGES:
        lined = [str(note.facts["place"]) for note in stage.told.notes if note.event == "line"]
        for roll in stage.rolls:
            if roll.label.startswith("fate-ships/") and roll.lane == PUBLIC:
                assert roll.label.split("/")[1] in {place.partition("/")[0] for place in lined}


def test_hazard_22_rumours_that_are_counted_from_a_port_are_no_ships_and_stay() -> None:
    state = out_at_sea(**{"fog-2": Block("malta", "inshore")})
    table = Table()
    told = count_inshore(table, state, BRITISH, "malta")
    assert told["ships"] == BOARD.range_of(0)
    assert state.place("fog-2") == "malta/inshore"


def test_hazard_23_a_searcher_rolls_once_however_many_lie_there() -> None:
    for stage in STAGES:
        thrown = sum(roll.label.startswith("search/") for roll in stage.rolls)
        assert thrown == sum(note.event == "search" for note in stage.told.notes)


def test_hazard_24_before_the_lines_a_question_of_battle_knows_no_firepower() -> None:
    asked = [each for stage in STAGES for each in stage.asked if each.topic in ("gauge", "deny", "day")]
    assert asked
    assert all(not each.facts[name] for each in asked for name in ("enemy_fire", "enemy_hurt", "enemy_sound"))
    told = {"own": "10", "enemy_low": "11", "enemy_high": "15", "own_fire": "", "enemy_fire": ""}
    for topic in ("gauge", "deny", "day"):
        assert by_manner("wary", topic, told) == by_manner("wary", topic, {**told, "enemy_fire": "99"})


@pytest.mark.parametrize("seat", SEATS)
def test_hazard_24_a_doctrine_answers_alike_whatever_its_seat_cannot_see(seat: str) -> None:
    answered = 0
    for stage in STAGES[1::5]:
        match, others = restored(stage.after), twin(stage.after, seat, SeededChance(stage.phase))
        readers = [Doctrine(BOARD, seat, each.eyes(seat)) for each in (match, others)]
        for decision in (each for each in stage.asked if each.side == seat):
            for name in DOCTRINES:
                one, two = (reader.shipped_answer(name, decision) for reader in readers)
                assert one == two, decision
                answered += one is not None
    assert answered > 60


def test_hazard_25_why_a_block_stayed_in_port_is_told_to_its_owner_alone() -> None:
    stayed = [note for note in notes("lapsed") if "port" in note.text or "come out" in note.text or "chit" in note.text]
    assert stayed
    for note in stayed:
        assert note.to in SEATS
    open_words = [note.text for stage in STAGES for note in stage.told.notes if note.to == ALL]
    assert not [text for text in open_words if "does not serve" in text or "has come out of" in text]


def unused(stage: Stage) -> list[str]:
    """Blocks that lie beside the map."""
    state = restored(stage.after).state
    return [name for name in state.blocks if not state.on_map(name)]


def test_hazard_10_blocks_beside_the_map_are_in_no_view_but_their_owners() -> None:
    for stage in STAGES[::4]:
        match = restored(stage.after)
        for seat in SEATS:
            view = json.dumps(match.view(seat))
            assert not [name for name in unused(stage) if BOARD.blocks[name].side != seat and f'"{name}"' in view
                        and name not in match.state.readiness]  # fmt: skip


def test_hazard_7_no_question_names_a_block_of_the_enemy() -> None:
    asked = [each for stage in STAGES for each in stage.asked]
    assert len(asked) > 1000
    for each in asked:
        words = json.dumps([each.key, each.prompt, dict(each.facts), each.legal()])
        foreign = {name for name in BLOCK.findall(words) if BOARD.blocks[name].side != each.side}
        assert not foreign, each


# ------------------------------------------------------------------------------------------------ by letter


class Sealed(Bot):
    """Sends the same order file in every phase."""

    def __init__(self, orders: Mapping[str, Any]) -> None:
        self.said = orders

    def orders(self, view: Mapping[str, Any], head: Mapping[str, str]) -> str:
        return write({"pbem": "orders/1", **head, **({} if head["phase"] == "t00.setup" else self.said)})

    def answer(self, view: object, decision: Decision) -> Plain:
        raise AssertionError(decision)


def letters(place: Path, allied: Mapping[str, Any]) -> tuple[list[tuple[str, int]], list[int], list[str]]:
    """Lines of the ledger by kind and length, what is sealed by length, and the names of public files."""
    bots = {BRITISH: Sealed({}), ALLIED: Sealed(allied)}
    company = Company(place, keyrings(place, SEATS), bots, datetime(2026, 1, 1, tzinfo=UTC))
    company.begin(Plan(game="glory", scenario="campaign", seats={seat: f"{seat}@example.org" for seat in SEATS}))
    while "t01.sea" not in company.status()["closed"]:
        company.step()
    folder = company.folder(BRITISH) / "game"
    ledger = parse_ledger((folder / layout.LEDGER).read_bytes(), layout.LEDGER)
    sealed = [parse_envelope(path.read_bytes(), path.name).sealed for path in sorted(folder.rglob("locks/*.pbem"))]
    return ([(entry.kind, len(entry.line)) for entry in ledger.entries() if entry.kind != "charter"],
            [len(dearmour(data).partition(b"\n--- ")[2]) for data in sealed],
            sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()))  # fmt: skip


def test_4_4_neither_ledger_nor_letters_tell_by_size_or_name_what_was_ordered(tmp_path: Path) -> None:
    """An empty file, and one with destinations, a plan of battle and conditions that never come true."""
    never = {"if": [{"turn_at_least": "36"}]}
    much = {
        "conseil": {"a": "naples", "b": "malta", "c": "lisbon", "d": "channel"},
        "sail": [{"block": "brest-fleet", "legs": [{**never, "sortie": {"bound": "a"}}, {"lie": "true"}]}],
        "battle": [{"manner": "shy"}], "search": [{"search": "none"}],
    }
    none, some = letters(tmp_path / "none", {}), letters(tmp_path / "some", much)
    assert none == some
    assert len(none[1]) == 4
