"""What a report says, that it fits any mailer, and that it says things once."""

from __future__ import annotations

import re

import pytest
from rules.lions.lions_playing import hold, position
from rules.lions.lions_seats import GAME
from rules.lions.lions_stages import Stage, every_stage, frame_of, restored, stages

from pbem.adjudicator.engine.driver import Lapse
from pbem.adjudicator.engine.phase import Told
from pbem.adjudicator.engine.table import ALL, Choose, Modifier, Note, Throw
from pbem.adjudicator.lions.board.board import load_board
from pbem.adjudicator.lions.board.theatres import THEATRES
from pbem.adjudicator.lions.reports.brief import in_brief, to_decide
from pbem.adjudicator.lions.reports.gist import losses
from pbem.adjudicator.lions.reports.likenesses import by_class
from pbem.adjudicator.lions.reports.story import chapters, gazette, steps
from pbem.adjudicator.lions.reports.telling import Telling
from pbem.adjudicator.lions.view.picture import picture
from pbem.adjudicator.lions.view.view import view
from pbem.adjudicator.reports.frame import standing_lines

STAGES = every_stage()
#: The liveliest end of a year among them, with battles and landings.
YEAR = max((stage for stage in stages("four-players", "levanter") if restored(stage.after).coming != "watch"),
           key=lambda stage: len(stage.told.notes))  # fmt: skip
#: Sections of every report of a seat, in their order.
SECTIONS = ("How near to victory (26.0)", "What changed for you:", "What you decide next:", "Elsewhere:",
            "WHAT HAPPENED", "WHAT YOU SEE NOW", "QUESTIONS", "YOUR ORDERS", "WHAT COMES NEXT",
            "DO NOT TAKE OUR WORD FOR IT")  # fmt: skip
QUESTION = {"key": "gauge/h12/england/n1", "rule": "17.3", "prompt": "The wind is yours.", "default": "engage",
            "legal": {"choose": {"engage": "close and fight", "break": "sheer off"}}}  # fmt: skip


def report(stage: Stage, seat: str | None, **more: object) -> str:
    return GAME.report(GAME.reading(restored(stage.after).view(seat), stage.told, frame_of(stage, seat, **more)))


def appendix(stage: Stage, seat: str | None, **more: object) -> str:
    return GAME.appendix(GAME.reading(restored(stage.after).view(seat), stage.told, frame_of(stage, seat, **more)))


def told(*notes: Note, seat: str = "england") -> str:
    """A report on a quiet two-player position in which these things happened, with its appendix, on one line."""
    seen = view(position(ships={"england-1st-1": "C12", "netherlands-1st-1": "B13"}), seat)
    reading = GAME.reading(seen, Told(notes, ()))
    return " ".join((GAME.report(reading) + GAME.appendix(reading)).split())


@pytest.mark.parametrize("stage", STAGES, ids=str)
def test_a_report_is_plain_ascii_within_78_columns(stage: Stage) -> None:
    for seat in (*GAME.seats_of(stage.scenario), None):
        text = report(stage, seat, questions=[QUESTION] if seat else [])
        assert text.isascii()
        assert max(map(len, text.split("\n"))) <= 78
        assert [line for line in text.split("\n") if line != line.rstrip()] == []
        assert "\n\n\n" not in text
        assert text.endswith(".\n")
        beside = appendix(stage, seat)
        assert beside.isascii()
        assert max(map(len, beside.split("\n"))) <= 78
        assert "\n\n\n" not in beside


@pytest.mark.parametrize("stage", STAGES, ids=str)
def test_every_die_is_told_with_its_label_and_every_modifier(stage: Stage) -> None:
    text = " ".join((report(stage, "england") + appendix(stage, "england")).split())
    for note in stage.told.notes:
        if note.throw and note.heard_by("england"):
            assert " ".join(f"[{value}]" for value in note.throw.values) in text
            assert note.throw.label in text
            assert [m for m in note.throw.shift if f"{m.amount:+d} {m.reason} ({m.rule})" not in text] == []


def test_what_a_player_needs_first_comes_first() -> None:
    seats = GAME.seats_of(YEAR.scenario)
    seat = next(seat for seat in seats if "\nWhat changed for you:\n" in report(YEAR, seat))
    text = report(YEAR, seat, questions=[QUESTION])
    places = [text.find(f"\n{words}\n") for words in SECTIONS]
    assert -1 not in places
    assert places == sorted(places)
    assert text.index("1 question waits for you") < text.index("What changed for you:")


def test_a_quiet_phase_of_two_players_is_read_in_a_few_minutes() -> None:
    lines = {stage.phase: report(stage, "england").count("\n") for stage in stages("two-players")}
    assert max(lines["t00.setup"], lines["t01.bids"]) < 200


@pytest.mark.parametrize("seat", ["england", "netherlands", "spain", "france", None])
def test_each_reader_is_spoken_to_in_his_own_way_and_always_in_the_same(seat: str | None) -> None:
    first = report(YEAR, seat)
    assert first == report(YEAR, seat)
    assert ("To the player of" in first) is bool(seat)
    openings = {report(stage, seat).split("\n\n")[1] for stage in stages("four-players")}
    assert len(openings) > 1


# ------------------------------------------------------------------------------------------------ the story


def test_9_3_each_marker_is_told_with_all_bids_and_what_it_went_for() -> None:
    bids = {"england": 3, "netherlands": 5}
    text = told(
        Note("9.3", ALL, "Bids for marker 1, round 1: England 3, the Netherlands 5.", "bids",
             {"number": 1, "round": 1, "bids": bids}),
        Note("9.3", ALL, "The Netherlands buys marker 1 for 5.", "sold",
             {"number": 1, "power": "netherlands", "pounds": 5}),
    )  # fmt: skip
    assert "9.3 Bids for marker 1: England 3, the Netherlands 5. The Netherlands buys marker 1 for 5." in text
    assert "Bids: the Netherlands 1 marker for 5 pounds." in text


def test_9_3_markers_for_which_nobody_bids_are_told_together() -> None:
    notes = []
    for number in (4, 5):
        facts = {"number": number, "round": 1, "bids": {"england": 0, "netherlands": 0}}
        notes += [Note("9.3", ALL, f"Bids for marker {number}, round 1: England 0.", "bids", facts),
                  Note("9.3", ALL, f"Marker {number} returns to the pool.", "unsold", {"number": number})]  # fmt: skip
    assert "Nobody bids for markers 4 and 5; they return to the pool." in told(*notes)


def operation(power: str, text: str) -> Note:
    square = {"england": "C12", "netherlands": "B13"}[power]
    return Note("13.2", ALL, text, "operation", {"power": power, "square": square, "pounds": 1})


def sailing(power: str, way: list[str]) -> tuple[Note, Note]:
    label = f"movement/{way[0].lower()}/n1"
    throw = Throw(label, (3, 5), (Modifier("16.3", 3, "Blake"),))
    return (Note("16.3", ALL, f"Movement of fleet 1: {throw}.", "roll", {}, throw, "Movement of fleet 1"),
            Note("16.4", ALL, f"Fleet 1 sails {' - '.join(way)}.", "moved", {"power": power, "way": way}))  # fmt: skip


def test_16_4_a_voyage_is_one_line_with_its_dice_and_its_landfall_by_name() -> None:
    begun = operation("england", "England operates with fleet 1 of England at C12, for 1.")
    text = told(begun, *sailing("england", ["C12", "D11", "F11"]))
    assert "1. England: fleet 1 at London C12 (1), to Lisbon F11." in text
    assert "16.3 Sails D11 - Lisbon F11: [3] [5] +3 Blake (16.3) = 11" in text
    assert "Movement of" not in text


def test_17_2_the_rounds_of_a_battle_are_numbered() -> None:
    def gauge(power: str, number: int) -> Note:
        throw = Throw(f"gauge/c12/{power}/n{number}", (4,))
        why = f"{power.title()}, wind gauge"
        return Note("17.2", ALL, f"{why}: {throw}.", "roll", {}, throw, why)

    battle = Note("17.1", ALL, "Battle at C12: a ship of England attacks ships of Spain.", "battle", {"square": "C12"})
    shot = Note("18.1", ALL, "English first-rate 1 takes 1 damage, 1 of 4.", "damaged")
    notes = (battle, gauge("england", 1), gauge("spain", 1), shot, gauge("england", 2), gauge("spain", 2))
    text = told(*notes, *notes)
    assert text.count("Round 1. England, wind gauge: [4]") == text.count("Round 2. England, wind gauge: [4]") == 2
    assert "Round 1. Spain" not in text
    assert "Round 3" not in text


def test_13_1_what_passes_a_reader_by_is_told_in_a_paragraph_and_what_is_done_to_him_line_by_line() -> None:
    begun = operation("netherlands", "The Netherlands operates with a ship of the Netherlands at B13, for 1.")
    passing = Note("15.2", ALL, "England at C12: English first-rate 1.", "revealed",
                   {"power": "england", "square": "C12"})  # fmt: skip
    attack = Note("17.1", ALL, "Battle at C12: a ship of the Netherlands attacks a ship of England.", "battle",
                  {"square": "C12"})  # fmt: skip
    assert "B13 (1). (15.2) England at London C12" in told(begun, passing)
    assert "B13 (1). 15.2 England at London C12" in told(begun, passing, attack)


def test_13_1_of_an_operation_a_line_stands_in_the_report_and_all_of_it_in_the_appendix() -> None:
    notes = (operation("netherlands", "The Netherlands operates with fleet 1 of the Netherlands at B13, for 1."),
             *sailing("netherlands", ["B13", "A12"]))  # fmt: skip
    for seat in ("england", "netherlands"):
        story, _, length = told(*notes, seat=seat).partition("AT LENGTH, DIE BY DIE")
        assert "1. The Netherlands: fleet 1 at Amsterdam B13 (1), to A12." in story
        assert "movement/b13/n1" not in story
        assert "Sails A12: [3] [5] +3 Blake (16.3) = 11" in length


def test_13_1_operations_stand_in_the_order_of_play_wherever_they_are() -> None:
    far = Note("13.2", ALL, "England operates with a ship of England at K21, for 2.", "operation",
               {"power": "england", "square": "K21", "pounds": 2})  # fmt: skip
    near = operation("netherlands", "The Netherlands operates with a ship of the Netherlands at B13, for 1.")
    plundered = Note("21.2", ALL, "K21 is plundered.", "plundered", {"square": "K21", "power": "england"})
    text = told(far, near, far, plundered)
    places = [text.index(words) for words in ("1. England: ", "2. The Netherlands: ", "3. England: ")]
    assert places == sorted(places)
    assert "3. England: a ship at Madras K21 (2). Madras K21 is plundered. [India]" in text


def test_13_2_own_ships_stand_by_name_and_those_of_others_do_not() -> None:
    begun = Note("13.2", ALL, "England operates with a ship of England at C12, for 1.", "operation",
                 {"power": "england", "square": "C12", "pounds": 1})  # fmt: skip
    alone = Note("13.2", "england", "Under way: English first-rate 1.", "sails_with", {"ships": ["england-1st-1"]})
    assert "1. England: 1st-1 at London C12 (1)." in told(begun, alone)
    assert "1. England: a ship at London C12 (1)." in told(begun, alone, seat="netherlands")


def test_13_2_what_the_reader_could_not_do_came_of_no_operation_of_another() -> None:
    own, others = (Note("13.2", ALL, f"{name} operates with a ship at {square}, for 1.", "operation",
                        {"power": name.lower(), "square": square, "pounds": 1})
                   for name, square in (("England", "C12"), ("Netherlands", "B13")))  # fmt: skip
    lapsed = Note("13.2", "england", "An operation would cost 2: too few pounds.", "lapsed")
    assert "at Amsterdam B13 (1). An operation" not in told(others, lapsed).partition("AT LENGTH, ")[0]
    assert "Orders that lapsed ------------------ ! An operation would cost 2: too few" in told(own, lapsed)


def test_13_1_voyages_in_a_row_share_a_paragraph_that_a_fight_interrupts() -> None:
    begun = operation("netherlands", "The Netherlands operates with a ship of the Netherlands at B13, for 1.")
    over = Note("18.4", ALL, "", "battle_over", {"square": "B13", "winner": "netherlands",
                                                 "scores": {"netherlands": 2, "england": 0}})  # fmt: skip
    after = Note("18.4", ALL, "The Netherlands loses nothing; England loses English sixth-rate 1 and takes 1 damage. "
                 "Only ships of the Netherlands are left at B13.", "aftermath",
                 {"square": "B13", "left": ["netherlands"]})  # fmt: skip
    seen = picture(view(position(ships={"england-1st-1": "C12"}), "england"))
    (lines,) = gazette(seen, steps(seen, [begun, begun, begun, over, after, begun])).values()
    told_of = dict(lines)
    assert list(told_of) == ["1.", "3.", "4."]
    head = "The Netherlands: a ship at Amsterdam B13 (1)."
    assert told_of["1."] == f"{head} 2. {head}"
    assert told_of["4."] == head
    words = "The Netherlands beats England at Amsterdam B13, 2 to 0 in points."
    cost = "England loses English sixth-rate 1 and takes 1 damage. The Netherlands alone stays."
    assert told_of["3."] == f"{head} {words} {cost} [Europe]"


def test_18_4_a_side_that_loses_nothing_is_not_told_of() -> None:
    seen = picture(view(position(ships={"england-1st-1": "C12"}), "england"))
    facts = {"square": "C12", "left": ["england", "spain"]}
    one = Note("18.4", ALL, "England loses nothing and takes 2 damage; Spain loses nothing. X.", "aftermath", facts)
    none = Note("18.4", ALL, "England loses nothing; the pirates lose nothing. X.", "aftermath", facts)
    assert losses(seen, one) == ["England takes 2 damage.", "Both stay."]
    assert losses(seen, none) == ["Both stay."]


def test_13_1_the_report_of_a_watch_is_read_in_a_few_minutes() -> None:
    watches = [stage for stage in STAGES if restored(stage.after).coming == "watch"]
    assert watches
    for stage in watches:
        for seat in (*GAME.seats_of(stage.scenario), None):
            assert report(stage, seat).count("\n") <= 100


@pytest.mark.parametrize("stage", STAGES, ids=str)
def test_every_operation_is_told_once_in_short_and_once_at_length(stage: Stage) -> None:
    seen = picture(restored(stage.after).view("england"))
    number = sum(note.event == "operation" for note in stage.told.notes)
    parts = [part for chapter in chapters(seen, stage.told.notes, stage.phase) for part in chapter.parts]
    assert sorted(leaf.place for part in parts for leaf in part.leaves) == list(range(1, number + 1))


def test_every_square_lies_in_one_theatre() -> None:
    squares = load_board().grid.squares
    assert [square for square in squares if sum(square in theatre for theatre in THEATRES) != 1] == []


def test_13_1_who_passes_again_is_not_told_of_again_until_he_has_operated() -> None:
    passes = Note("13.1", ALL, "England passes.", "passed", {"power": "england"})
    dutch = operation("netherlands", "The Netherlands operates with a ship of the Netherlands at B13, for 1.")
    english = operation("england", "England operates with a ship of England at C12, for 1.")
    for notes, times in (((passes, dutch, passes, dutch, passes), 1), ((english, passes, english, passes), 2)):
        assert told(*notes).partition("STEP BY STEP")[2].count("England passes") == times


def test_15_2_ships_that_are_shown_stand_by_their_classes_and_only_once() -> None:
    text = "England at C12: English first-rate 1, English first-rate 2, English fifth-rate 1 (1 damage), 2 fort points."
    assert by_class(text) == "England at C12: English first-rates 1 and 2, English fifth-rate 1 (1 damage), 2 forts."
    shown = Note("15.2", ALL, text, "revealed", {"power": "england", "square": "C12"})
    said = told(shown, Note("9.8", ALL, "England plays Spy.", "played"), shown)
    assert "England at London C12: first-rates 1 and 2, fifth-rate 1 (1 damage), 2 forts." in said
    assert "As before England at London C12." in said


def test_8_2_what_a_power_receives_is_one_line_and_one_sum() -> None:
    pay = [("inland revenue", 15, 15), ("ports", 6, 21)]
    notes = [Note("8.2", ALL, f"England receives {pounds} ({why}), and has {now}.", "money",
                  {"power": "england", "pounds": pounds, "why": why}) for why, pounds, now in pay]  # fmt: skip
    assert "England receives 15 (inland revenue) and 6 (ports), and has 21." in told(*notes)
    assert "Received: England +21." in told(*notes)


def test_18_4_what_changed_for_the_reader_stands_apart_from_what_happened_elsewhere() -> None:
    notes = [
        Note("18.1", ALL, "English first-rate 1 is sunk.", "ship_lost", {"ship": "england-1st-1", "why": "sunk"}),
        Note("18.1", ALL, "Dutch first-rate 1 is sunk.", "ship_lost", {"ship": "netherlands-1st-1", "why": "sunk"}),
        Note("18.4", ALL, "The Netherlands wins the battle.", "battle_over",
             {"square": "C12", "winner": "netherlands", "scores": {"england": 2, "netherlands": 12}}),
        *[Note("18.4", ALL, "The battle is drawn.", "battle_over",
               {"square": "F11", "winner": "", "scores": {"netherlands": 0, "pirates": 0}})] * 2,
        Note("20.1", ALL, "The Netherlands attacks England ashore at C12.", "assault",
             {"square": "C12", "attacker": "netherlands", "defender": "england"}),
        Note("20.3", ALL, "The Netherlands holds C12.", "assault_over", {"square": "C12", "winner": "netherlands"}),
    ]  # fmt: skip
    position_now = position(ships={"england-1st-1": "C12"})
    mine = ["The Netherlands beats England at London C12, 12 to 2 in points.",
            "The Netherlands attacks England ashore at London C12: The Netherlands holds.",
            "Ships lost: English first-rate 1 (sunk)."]  # fmt: skip
    others = ["Battles that nobody won: Lisbon F11 (2 times).", "Ships lost: Dutch first-rate 1 (sunk)."]
    assert in_brief(picture(view(position_now, "england")), notes) == (mine, others)
    everything, nothing = in_brief(picture(view(position_now, None)), notes)
    assert nothing == []
    assert all(line in everything for line in (*mine[:2], others[0]))
    assert "Ships lost: English first-rate 1 (sunk), Dutch first-rate 1 (sunk)." in everything


def test_what_a_reader_decides_next_tells_pounds_company_and_damage() -> None:
    state = position(ships={"england-1st-1": "C12", "england-3rd-1": "F11+1", "netherlands-1st-1": "F11"})
    hold(state, "england", "gunners-1")
    state.money["england"] = 17
    seen = view(state, "england")
    assert to_decide(picture(seen | {"step": "bids"})) == [
        f"You bid for campaign markers, out of 17 pounds; your hand has room for {state.hand_limit() - 1} (9.3, 9.5).",
        "You share Lisbon F11 with the Netherlands.", "Damaged: 3rd-1 at Lisbon F11 (1).",
    ]  # fmt: skip
    assert to_decide(picture(seen | {"step": "year"}))[:2] == [
        "You outfit and operate, out of 17 pounds (11.0, 13.0).", "In your hand: Gunners."]
    assert to_decide(picture(seen | {"step": "watch"}))[1:] == ["You share Lisbon F11 with the Netherlands."]
    assert to_decide(picture(view(state, None) | {"step": "year"})) == []


def test_10_1_what_players_wrote_into_an_agreement_is_left_as_they_wrote_it() -> None:
    assert "we meet at C12 or not at all" in told(Note("10.1", ALL, "we meet at C12 or not at all", "agreed"))


@pytest.mark.parametrize("stage", STAGES, ids=str)
def test_the_story_keeps_its_steps_in_their_order(stage: Stage) -> None:
    seen = picture(restored(stage.after).view(None))
    titles = [chapter.title for chapter in chapters(seen, stage.told.notes, stage.phase)]
    steps = [note.text.partition(": ")[2] for note in stage.told.notes if note.event == "step"]
    assert titles == steps


# ------------------------------------------------------------------------------------------------ the position


def position_of(seat: str | None) -> str:
    state = position(
        ships={"england-1st-1": "C12/england-fleet-1", "england-3rd-1": "C12+1/england-fleet-1", "england-5th-1": "F11",
               "netherlands-1st-1": "B13/netherlands-fleet-2", "treasure-goa": "C12/england-fleet-1"},
        land={"C12 england": "3r 1f"}, leaders={"blake": "england-1st-1"}, cargo={"england-3rd-1": 2},
    )  # fmt: skip
    hold(state, "england", "gunners-1", "spy-1")
    state.plundered.append("I4")
    return " ".join(GAME.report(GAME.reading(view(state, seat))).split())


def test_12_1_a_fleet_is_told_with_its_guns_and_its_holding_box() -> None:
    box = "1st-1 (Blake +3), 3rd-1 (1 of 3 damage, 2 regiments), Goa treasure"
    assert re.search(rf"1 London C12 \d+ {re.escape(box)}", position_of("england"))


def test_the_position_tells_hand_troops_treasure_plunder_and_what_wins() -> None:
    text = position_of("england")
    for words in ("Gunners (battle: first fire)", "Lisbon F11: 5th-1", "London C12: 3 regiments, 1 fort",
                  "Goa London C12", "fleet 1 of England", "Havana I4", "asks for all of these. Held: London;"):
        assert words in text, words


def test_15_1_of_others_a_reader_is_told_fleets_by_number_and_no_ship() -> None:
    text = position_of("england")
    assert "The Netherlands Amsterdam B13 (6) [2]" in text
    assert "netherlands-1st" not in text
    assert "3 regiments" not in position_of("netherlands")
    assert "Your hand" not in position_of(None)


# ------------------------------------------------------------------------------------------------ orders, questions


def test_standing_orders_tell_what_they_did_without_saying_it_twice() -> None:
    given = ["No. 1: answered fire/a/n1; answered fire/a/n2", "No. 2: did not fire at x: why; did not fire at y: why",
             "No. 3: nothing called for it", "No. 4: nothing called for it",
             "No. 5: ended: it was to be used once"]  # fmt: skip
    assert standing_lines(given) == [
        "No. 1: answered fire (a)", "No. 2: did not fire at x and y: why",
        "No. 5: ended: it was to be used once", "No. 3, No. 4: nothing called for it",
    ]  # fmt: skip


def test_an_order_that_lapsed_is_told_to_its_owner_with_the_reason() -> None:
    decision = Choose(rule="17.3", side="england", key="gauge/h12/england/n1", topic="gauge", prompt="?",
                      options={"engage": "fight"}, default="engage")  # fmt: skip
    lapse = Lapse(decision, "orders", ("'amsterdam' is no retreat",))
    seen = view(position(ships={"england-1st-1": "C12"}), "england")
    text = " ".join(GAME.report(GAME.reading(seen, Told((), (lapse,)))).split())
    assert "! orders, for gauge (h12, england): 'amsterdam' is no retreat (rule 17.3)." in text


def test_a_question_is_printed_with_the_lines_that_answer_it() -> None:
    text = report(YEAR, "england", questions=[QUESTION])
    block = text.partition("what the deadline would give you:\n\n")[2].partition("\n\n")[0]
    read = GAME.read_orders(f"{block}\n".encode(), "orders.yaml")
    assert read.body["answers"] == [{"key": QUESTION["key"], "answer": "engage"}]
    assert re.search(r"engage +close and fight\n +break +sheer off", text)


def test_the_end_is_told_above_everything_else() -> None:
    state = position(ships={"england-1st-1": "C12"}, winners=["england", "netherlands"], ended="sudden_death")
    text = GAME.report(GAME.reading(view(state, "england")))
    assert "The game is over by sudden death: England and the Netherlands have won." in text
    assert "WHAT COMES NEXT" not in text


def test_18_4_a_battle_is_one_card_with_its_forces_its_dice_its_losses_and_its_pay() -> None:
    gauge = Throw("gauge/c12/england/n1", (6,), ())
    notes = (
        Note("13.2", ALL, "England operates with a ship of England at C12, for 1.", "operation",
             {"power": "england", "square": "C12", "pounds": 1}),
        Note("17.1", ALL, "Battle at C12, a home port: a ship of England attacks a ship of the Netherlands, by order.",
             "battle", {"square": "C12"}),
        Note("15.2", ALL, "England: English first-rate 1.", "revealed",
             {"power": "england", "square": "C12", "shown": [["england-1st-1", "English first-rate 1"]]}),
        Note("17.2", ALL, "", "roll", {}, gauge, "England, wind gauge"),
        Note("18.4", ALL, "The battle is drawn: nobody was hurt.", "battle_over",
             {"square": "C12", "winner": "", "scores": {"england": 0, "netherlands": 0}}),
        Note("18.4", ALL, "Nobody loses anything.", "aftermath", {"square": "C12"}),
        Note("18.4", ALL, "England receives 3 (prize money), and has 10.", "money",
             {"power": "england", "pounds": 3, "why": "prize money"}),
        Note("16.4", ALL, "A ship stays.", "moved", {"power": "england", "way": ["C12"]}),
    )  # fmt: skip
    seen = picture(view(position(ships={"england-1st-1": "C12", "netherlands-1st-1": "C12"}), "england"))
    first, card, last = Telling(seen).entries(notes)
    assert card.text.startswith("Battle at London C12, a home port")
    assert [entry.rule for entry in card.inside] == ["15.2", "17.2", "18.4", "18.4", "18.4"]
    assert card.inside[1].throw == gauge
    assert (first.inside, last.text) == ((), "A ship stays.")
