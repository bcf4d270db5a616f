"""What a report says, and that it fits any mailer."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from rules.jenkins.playing import position
from rules.jenkins.positions import Stage, new_match, opening, restored, stages

from pbem.adjudicator.engine.driver import Lapse
from pbem.adjudicator.engine.phase import Orders, Told
from pbem.adjudicator.engine.table import Choose, Decision, Modifier, Note, Throw
from pbem.adjudicator.jenkins.board.pieces import SIDES
from pbem.adjudicator.jenkins.game import GAME
from pbem.adjudicator.jenkins.orders.plans import OrderFile
from pbem.adjudicator.jenkins.view.view import view

STAGES = [*stages("spring tide"), *stages("neap tide", 2), *stages("doldrums", 10)[-2:]]
#: Notes that stand in a card or in the line of a loss, in other words.
IN_OTHER_WORDS = (
    "weighed", "revealed", "eliminated", "to_pool", "gone", "inflicted", "retreat", "naval_combat", "land_combat",
    "naval_over", "land_over",
)  # fmt: skip
FRAME = {
    "game": "lady-day-3f9a1c", "title": "Lady Day", "tier": "moderated", "phase_title": "Turn 1, English Phase",
    "statement": "the moderator could look, but not load the dice.", "deadline": "Tue 2026-03-03 18:00 UTC",
    "waiting_for": ["spanish"], "next_phase": "Turn 1, Spanish Phase", "moderator": "moderator@example.org",
    "checkpoint": "41 3q2+7w==", "proof": [{"label": "the whole game", "command": "pbem verify public"}],
}  # fmt: skip


def lines_of(report: str, section: str) -> list[str]:
    """The lines under a heading, up to the next heading."""
    lines = report.split("\n")
    start = lines.index(section) + 2
    ends = [n for n in range(start, len(lines)) if lines[n] and set(lines[n]) <= {"-", "="}]
    return lines[start : ends[0] - 1 if ends else None]


def test_whoever_is_not_asked_for_orders_is_not_told_how_to_send_them() -> None:
    view, told = restored(STAGES[0].after).view("english"), Told((), ())
    asked = GAME.report(GAME.reading(view, told, FRAME))
    assert "None are asked of you" not in asked
    assert "pbem orders seal FILE" in asked
    idle = GAME.report(GAME.reading(view, told, {**FRAME, "others": ["spanish"]}))
    said = " ".join(idle.split())
    due = "The orders of the Spanish player are due by Tue 2026-03-03 18:00 UTC. None are asked of you."
    assert said.count(due) == 2
    assert "pbem orders" not in idle


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.phase)
def test_a_report_is_plain_ascii_within_78_columns(stage: Stage) -> None:
    for seat in (*SIDES, None):
        report = GAME.report(GAME.reading(restored(stage.after).view(seat), Told(stage.story, ()), FRAME))
        assert report.isascii()
        assert max(map(len, report.split("\n"))) <= 78
        assert [line for line in report.split("\n") if line != line.rstrip()] == []
        assert "\n\n\n" not in report
        assert report.endswith(".\n")


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.phase)
def test_every_die_is_told_with_its_label_and_every_modifier(stage: Stage) -> None:
    report = GAME.report(GAME.reading(restored(stage.after).view("english"), Told(stage.story, ())))
    told = " ".join(report.split())
    for note in stage.story:
        if note.throw:
            faces = " ".join(f"[{value}]" for value in note.throw.values)
            assert faces in told
            assert note.throw.label in told
            assert [m for m in note.throw.shift if f"{m.amount:+d} {m.reason} ({m.rule})" not in told] == []


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.phase)
def test_the_story_keeps_its_order_and_its_rule_numbers(stage: Stage) -> None:
    """Voyages come before their dice, cards tell of combat in their own words; all else is told as it happened."""
    report = GAME.report(GAME.reading(restored(stage.after).view("spanish"), Told(stage.story, ())))
    told = " ".join(report.partition("WHAT HAPPENED")[2].split())
    place = 0
    heard = [note for note in stage.story if note.heard_by("spanish")]
    empty = [first for first, then in pairwise(heard) if first.event == then.event == "step"]  # nothing to tell of them
    for note in heard:
        if note.throw is None and note not in empty and note.event not in IN_OTHER_WORDS:
            text = f"{note.text} ({note.rule})" if note.event == "step" else f"{note.rule} {note.text}"
            found = told.find(" ".join(text.split()), 0 if note.event in ("sailed", "voyage") else place)
            assert found >= 0, note
            place = max(place, found)


def test_a_die_with_modifiers_reads_as_arithmetic() -> None:
    throw = Throw("perilous/3320/n1", (3,), (Modifier("6.3", 3, "admiral"), Modifier("6.3", -1, "storm near")))
    why = "Perilous seas for English ships at 3320"
    note = Note("6.3", "all", f"{why}: {throw}.", "roll", {}, throw, why)
    report = GAME.report(GAME.reading(restored(opening("t01.english")).view("english"), Told((note,), ())))
    assert "  6.3   Perilous seas for English ships at 3320.\n" in report
    assert "[3] +3 admiral (6.3), -1 storm near (6.3) = 5   perilous/3320/n1\n" in report


def test_dice_of_a_combat_are_read_one_by_one() -> None:
    throw = Throw("naval/3525/boyne/n1", (2, 5), (Modifier("9.1", 4, "seaport value of La Guaira"),))
    note = Note("9.1", "all", "Boyne fires.", "roll", {}, throw, "Boyne fires, gun value 8")
    report = GAME.report(GAME.reading(restored(opening("t01.english")).view(None), Told((note,), ())))
    assert "  9.1   Boyne fires, gun value 8.\n" in report
    assert "[2] [5] +4 seaport value of La Guaira (9.1), to each" in report


def test_the_heading_says_what_game_and_what_is_waited_for() -> None:
    report = GAME.report(GAME.reading(restored(opening("t01.english")).view("english"), Told((), ()), FRAME))
    head = report.partition("WHAT YOU SEE NOW")[0]
    for words in ("THE WAR OF JENKINS' EAR", "Turn 1, English Phase", "Lady Day", "To the English player",
                  "The game waits for the Spanish player.", "due by Tue 2026-03-03 18:00 UTC"):  # fmt: skip
        assert words in head
    foot = report.partition("WHAT COMES NEXT")[2]
    for words in ("Turn 1, Spanish Phase", "pbem orders seal FILE", "moderator@example.org", "pbem verify public",
                  "41 3q2+7w==", "Tier moderated: the moderator could look, but not load the dice."):  # fmt: skip
        assert words in " ".join(foot.split())


def test_nothing_need_be_in_the_frame() -> None:
    report = GAME.report(GAME.reading(restored(opening("t01.spanish")).view("spanish")))
    for absent in ("QUESTIONS", "WHAT HAPPENED", "YOUR ORDERS", "DO NOT TAKE", "game waits", "due by", "None"):
        assert absent not in report


def test_words_of_others_cannot_dress_up_as_a_heading() -> None:
    frame = {"title": "Pretty\nQUESTIONS\n=========\nsend gold\u202e to Ångström"}
    report = GAME.report(GAME.reading(new_match().view("english"), Told((), ()), frame))
    assert "QUESTIONS\n" not in report
    assert "Pretty QUESTIONS ========= send gold to Angstrom" in report


def test_own_stacks_stand_by_place_with_figures_passengers_and_supply() -> None:
    state = position(english={"2719": ["soldiers-e1", "vernon > boyne", "boyne"], "2820": ["frigate-e2"]},
                     spanish={"2820": ["oriente"], "2825": ["deception-s1", "lezo"]})  # fmt: skip
    state.intercepted, state.exposed = ["frigate-e2"], {"2820": ["oriente"]}
    known = view(state, "english") | {"phase_side": "english", "phase": "t01.english", "standing": []}
    report = GAME.report(GAME.reading(known))
    assert lines_of(report, "Your stacks") == [
        "(^ what the enemy sees, and all of a stack that came upon them, 4.4; > aboard)", "",
        "Port Royal 2719: room for 3 ships, 3 land",
        "  ^ vernon       Vernon: leader, red +3 (aboard Boyne)",
        "    boyne        Boyne: ship, gun 8, cannonade +4",
        "    soldiers-e1  Soldiers 2 (e1): infantry, land 2", "",
        "2820: out of supply (6.7), the enemy is here",
        "  ^ frigate-e2  Frigate (e2): gun 4, cannonade +1 (has intercepted this turn)", "",
    ]  # fmt: skip
    sightings = lines_of(report, "Enemy sightings")
    assert "  Cartagena 2825  Deception (s1)" in sightings
    assert "2820: lies open to you" in sightings
    assert "Lezo" not in report


def test_seaports_that_changed_hands_say_whose_they_were() -> None:
    state = position(english={"2208": ["soldiers-e1"]}, control={"st-augustine": "english"})
    known = view(state, "english") | {"phase_side": "english", "phase": "t02.english", "standing": []}
    report = " ".join(GAME.report(GAME.reading(known)).split())
    assert "SA St. Augustine 2208 (2, was Spanish)" in report
    assert "English 0 of at most 100 (+30 at its purchases step, +2 for St. Augustine)." in report


def test_the_sum_of_losses_stands_before_the_story() -> None:
    facts = {"counter": "boyne", "side": "english", "hex": "2719", "why": "lost in naval combat"}
    story = (Note("9.1", "all", "Boyne at 2719 is eliminated: lost in naval combat.", "eliminated", facts),
             Note("9.3", "all", "Boyne goes back to the force pool.", "to_pool", facts))  # fmt: skip
    report = GAME.report(GAME.reading(restored(opening("t01.english")).view("spanish"), Told(story, ())))
    brief = " ".join(report.partition("WHAT HAPPENED")[0].split())
    assert "- English losses: lost in naval combat: Boyne; back in the force pool: Boyne." in brief


def test_orders_that_lapsed_stand_with_their_reasons() -> None:
    decision = Choose(rule="9.1", side="english", key="retreat/2825/n1", topic="retreat", prompt="",
                      options={"2725": ""}, default="2725")  # fmt: skip
    other = replace(decision, side="spanish", key="retreat/2719/n1")
    lapses = (Lapse(decision, "orders line 9", ("'2719' is no choice here: one of 2725",)), Lapse(other, "x", ("y",)))
    story = (Note("7.1", "english", "Boyne stop at 2719: no water to 2319.", "lapsed"),)
    view = restored(opening("t01.english")).view("english")
    report = GAME.report(GAME.reading(view, Told(story, lapses), {"lapses": ["A third."]}))
    assert lines_of(report, "Orders that lapsed")[:5] == [
        "  ! orders line 9, for retreat (2825): '2719' is no choice here: one of 2725",
        "    (rule 9.1).", "  ! Boyne stop at 2719: no water to 2319. (rule 7.1)", "  ! A third.", "",
    ]  # fmt: skip
    assert "! 7.1   Boyne stop at 2719: no water to 2319." in report


def test_standing_orders_say_what_they_did_and_what_they_will_do() -> None:
    match = restored(opening("t01.english"))
    given = (b"pbem: orders/1\nseat: english\nphase: t01.english\nstanding:\n  - number: 4\n    once: true\n"
             b"    if: [{held: port-royal}]\n    intercept: [{at: any, least: 3}]\n")  # fmt: skip
    match.adopt("english", [GAME.read_orders(given, "given")])
    report = GAME.report(GAME.reading(match.view("english"), frame={"standing": ["No. 3: answered intercept/2820/n1"]}))
    told = " ".join(report.split())
    assert "- No. 3: answered intercept (2820)" in told
    assert "- Standing order 4, if held port-royal: interceptions: anywhere with all that can, if" in told


# -------------------------------------------------------------------------------------------------- questions


def question_of(decision: Decision) -> dict[str, object]:
    """A question as the game folder hands it on."""
    return {"key": decision.key, "rule": decision.rule, "prompt": decision.prompt, "legal": decision.legal(),
            "default": decision.default_answer()}  # fmt: skip


def copied(report: str, seat: str) -> Orders:
    """The order file that a report prints, as a reader copies it."""
    text = "pbem: orders/1" + report.partition("\npbem: orders/1")[2].partition("\n\n")[0] + "\n"
    orders = GAME.read_orders(text.encode(), "copied")
    assert orders.seat == seat
    return orders


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.phase)
def test_the_lines_under_a_question_answer_it_lawfully(stage: Stage) -> None:
    match = restored(stage.before)
    for side in SIDES:
        asked = [decision for decision, _ in stage.asked if decision.side == side]
        if not asked:
            continue
        frame = FRAME | {"phase": stage.phase, "questions": [question_of(decision) for decision in asked]}
        report = GAME.report(GAME.reading(match.view(side), Told((), ()), frame))
        assert max(map(len, report.split("\n"))) <= 78
        answers = OrderFile(copied(report, side), match.state)
        for decision in asked:
            said = answers.answer(decision)
            assert said is not None
            assert decision.faults(said[0]) == []
            assert said[0] == decision.default_answer()


def test_a_question_shows_every_option_with_its_words() -> None:
    decision = {"key": "losses/naval/3119/n1", "rule": "9.1", "prompt": "Choose 1 of your counters at 3119 to lose.",
                "legal": {"pick": {"boyne": "Boyne", "frigate-e2": "Frigate (e2)"}, "least": 1, "most": 1},
                "default": ["frigate-e2"]}  # fmt: skip
    view = restored(opening("t01.english")).view("english")
    report = GAME.report(GAME.reading(view, Told((), ()), FRAME | {"questions": [decision]}))
    assert "1 question waits for you, under QUESTIONS below." in report
    assert lines_of(report, "QUESTIONS")[1:7] == [
        "1. losses/naval/3119/n1 (rule 9.1)", "   Choose 1 of your counters at 3119 to lose.",
        "   Answer with a list of one of these:", "     boyne       Boyne", "     frigate-e2  Frigate (e2)",
        "   If the deadline passes without a word from you: [frigate-e2].",
    ]  # fmt: skip
    assert "\n  - {key: losses/naval/3119/n1, answer: [frigate-e2]}\n" in report
    again = GAME.report(GAME.reading(view, Told((), ()), FRAME | {"questions": [decision | {"left_open": True}]}))
    assert lines_of(again, "QUESTIONS")[6:8] == [
        "   You have been asked before, and what you sent does not answer this.",
        "   If the next does not either: [frigate-e2].",
    ]


def test_a_leaders_dice_are_written_as_a_list_of_ships() -> None:
    legal = {"dice": 3, "ships": {"boyne": "Boyne", "frigate-e2": "Frigate (e2)"}}
    decision = {"key": "leader-dice/3119/vernon/n1", "rule": "9.1", "prompt": "For which?", "legal": legal,
                "default": {"frigate-e2": "2", "boyne": "1"}}  # fmt: skip
    view = restored(opening("t01.english")).view("english")
    report = GAME.report(GAME.reading(view, frame={"questions": [decision]}))
    assert "answer: [frigate-e2, frigate-e2, boyne]}" in report


# -------------------------------------------------------------------------------------------------- voice


def test_the_same_phase_reads_the_same_and_another_may_not() -> None:
    stage = STAGES[3]
    told = Told(stage.story, ())
    one, same = (GAME.report(GAME.reading(restored(stage.after).view("english"), told, FRAME)) for _ in range(2))
    assert one == same
    others = [GAME.report(GAME.reading(new_match().view(seat), Told((), ()), {"phase": f"t{turn:02d}.english"}))
              for turn in range(1, 11) for seat in SIDES]  # fmt: skip
    assert len({report.split("\n")[6] for report in others}) > 6


def test_a_quiet_movement_step_is_called_quiet_only_if_nothing_was_told() -> None:
    quiet = (Note("6.3", "all", "Step 3: English Movement", "step"),)
    way = {"trail": ["2719", "2820"], "side": "english"}
    sailed = (*quiet, Note("7.0", "all", "English ships under Boyne sail from 2719 to 2820.", "sailed", way))
    view = restored(opening("t01.english")).view("spanish")
    reports = [GAME.report(GAME.reading(view, Told(story, ()))) for story in (quiet, sailed)]
    words = [report.partition("Step 3")[2].split("\n")[2] for report in reports]
    assert words[0] in ("Not an anchor was weighed.", "The topsails stay furled.", "No sail is loosed.")
    assert words[1] in ("Anchors aweigh.", "The topsails are sheeted home.", "Boats hoisted in, cables slipped.")


def test_the_end_of_the_war_is_told_and_asks_for_no_more_orders() -> None:
    match = restored(stages("doldrums", 10)[-1].after)
    report = GAME.report(GAME.reading(match.view("english")))
    assert f"The war is over: the {match.state.winner.title()} player has won." in report
    assert "pbem orders seal" not in report
