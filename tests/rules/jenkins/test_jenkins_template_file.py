"""The order file a player is handed: valid as it stands, ordering nothing, every example lawful once switched on."""

from __future__ import annotations

import re

import pytest
from rules.jenkins.positions import Stage, new_match, opening, restored, stages, view_at

from pbem.adjudicator.engine.phase import Checked
from pbem.adjudicator.jenkins.board.pieces import SIDES
from pbem.adjudicator.jenkins.game import GAME

STAGES = [stage for seed in ("spring tide", "doldrums") for stage in stages(seed, 3)]
HEAD = {"game": "lady-day-3f9a1c", "title": "Lady Day", "deadline": "Tue 2026-03-03 18:00 UTC"}
#: Nothing but talk and orders switched off may stand there besides the head.
HEAD_LINE = re.compile(r"(pbem|game|seat|phase): \S+")


def switched_on(template: str, title: str = "") -> str:
    """The template as a player has it who takes the # away from a section, or from all of them."""
    on, lines = not title, []
    for line in template.split("\n")[1:]:
        if line.startswith("## ===="):
            on = not title or line.startswith(f"## ==== {title}")
        lines.append(line[1:] if on and re.match("#[^#]", line) else line)
    return "\n".join(lines)


def checked(stage: Stage, side: str, text: str) -> Checked:
    view = restored(stage.before).view(side)
    return GAME.check(view, GAME.read_orders(text.encode(), "orders"), "orders")


def template_of(stage: Stage, side: str) -> str:
    return GAME.order_template(restored(stage.before).view(side), HEAD)


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.phase)
def test_as_it_stands_it_is_valid_and_orders_a_doctrine_alone(stage: Stage) -> None:
    for side in SIDES:
        template = template_of(stage, side)
        assert template.startswith("# yaml-language-server: $schema=orders-jenkins.schema.json\n")
        assert template.isascii()
        assert max(map(len, template.split("\n"))) <= 78
        orders = GAME.read_orders(template.encode(), "orders")
        assert (orders.seat, orders.phase) == (side, stage.phase)
        assert set(orders.body) == {"pbem", "game", "seat", "phase", "doctrine"}
        result = checked(stage, side, template)
        assert result.faults == ()
        said = [line for line in result.echo if "purchases: none" not in line]
        assert [line.partition(":")[0] for line in said] == ["Your doctrine is steady"]


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.phase)
def test_every_line_is_head_talk_or_an_order_switched_off(stage: Stage) -> None:
    for side in SIDES:
        lines = template_of(stage, side).split("\n")[1:]
        counting = [line for line in lines if line and line[0] != "#" and not HEAD_LINE.fullmatch(line)]
        assert counting == ["doctrine: steady"]


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.phase)
def test_its_examples_are_lawful_each_alone_and_all_together(stage: Stage) -> None:
    for side in SIDES:
        template = template_of(stage, side)
        titles = re.findall(r"^## ==== ([A-Z -]+)", template, re.MULTILINE)
        assert titles[-2:] == ["STANDING ORDERS", "ANSWERS"]
        for title in ("", *titles):
            result = checked(stage, side, switched_on(template, title))
            assert result.faults == (), [fault.render() for fault in result.faults]


def test_in_ones_own_phase_every_section_has_an_example() -> None:
    for side in SIDES:
        stage = next(stage for stage in STAGES if stage.phase == f"t01.{side}")
        orders = GAME.read_orders(switched_on(template_of(stage, side)).encode(), "orders")
        wanted = {"buy", "stacks", "moves", "intercept", "losses", "prey", "battles", "engage", "leader_dice",
                  "deception", "retreat", "bombard", "standing", "answers"}  # fmt: skip
        wanted |= {"victory"} if side == "english" else set()
        assert wanted <= set(orders.body)


def test_in_the_enemys_phase_nothing_is_offered_that_would_not_be_asked() -> None:
    template = GAME.order_template(restored(opening("t01.spanish")).view("english"), HEAD)
    assert "#buy:" not in template
    assert "#moves:" not in template
    assert "#intercept:" in template


def test_3_1_the_spanish_set_up_has_garrisons_and_the_san_isidro() -> None:
    template = GAME.order_template(view_at("t00.spanish"), HEAD)
    assert "#  garrisons:\n" in template
    assert "#  isidro: 7\n" in template
    assert "One in each of your seaports of value 2 or more: soldiers-s1," in template
    assert "#  garrisons:" not in GAME.order_template(new_match().view("english"), HEAD)


def test_prices_room_stacks_and_berths_stand_ready_to_copy() -> None:
    template = GAME.order_template(view_at("t01.english"), HEAD)
    assert "## War funds: 100. Prices:\n" in template  # the most that there can be, so nothing more comes (3.2)
    assert "##   Leader, red +3: vernon 4, ogle 4, anson 4\n" in template
    assert "##   port-royal 2719: 4 ships, 3 land\n" in template
    assert "##   Savannah 2307: frigate-e1, " in template
    assert re.search(r"^##   Savannah 2307: .*americans-e1.* on frigate-e1$", template, re.MULTILINE)


def test_standing_orders_in_force_are_echoed_with_their_numbers() -> None:
    match = restored(opening("t01.english"))
    given = b"pbem: orders/1\nseat: english\nphase: t01.english\nstanding:\n  - {number: 1, prey: [ship]}\n"
    match.adopt("english", [GAME.read_orders(given, "given")])
    template = GAME.order_template(match.view("english"), HEAD)
    assert re.search(r'^##   In force: \{number: "?1"?, prey: \[ship\]\}$', template, re.MULTILINE)
    assert '#  - cancel: 1\n' in template
    assert "#  - number: 2\n" in template


def test_words_from_outside_stay_on_their_line() -> None:
    template = GAME.order_template(view_at("t01.english"), HEAD | {"title": "Lady\nbuy: all", "deadline": "x\ny: z"})
    assert set(GAME.read_orders(template.encode(), "orders").body) == {"pbem", "game", "seat", "phase", "doctrine"}


def test_a_doctrine_in_force_is_named_and_no_longer_switched_on() -> None:
    match = restored(opening("t01.english"))
    given = b"pbem: orders/1\nseat: english\nphase: t01.english\ndoctrine: bold\n"
    match.adopt("english", [GAME.read_orders(given, "given")])
    template = GAME.order_template(match.view("english"), HEAD)
    assert "\n#doctrine: bold\n" in template
    assert "## In force: bold.\n" in template
