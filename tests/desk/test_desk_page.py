"""The order desk as a file: what is offered, from what it is made, what may run in it, how large it is."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from desk_kit import LIONS, PHASES, form_of, game_of, head_of, page_of, player_folder, view_of, waged
from page_kit import DOERS
from rules.jenkins.positions import Stage, restored, stages, twin
from rules.lions import lions_stages
from rules.lions.lions_seats import GAME as LIONS_GAME

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.game import Game
from pbem.adjudicator.jenkins.board.pieces import SIDES
from pbem.adjudicator.jenkins.game import GAME
from pbem.base.resources import shipped
from pbem.cli import root
from pbem.match.play.play_phase import questions_as_data
from pbem.page.order_desk import assembled, desk_page
from pbem.schema import read_document
from pbem.strict_yaml import write

STAGES = list(stages("mist")[2:])
PAIRS = [(number, side) for number in range(len(STAGES)) for side in SIDES]


class Reader(HTMLParser):
    """The tags of a page, and what stands in its scripts and styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.bodies: dict[str, list[str]] = {"script": [], "style": []}
        self.within = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.within = tag if tag in self.bodies else ""

    def handle_endtag(self, tag: str) -> None:
        self.within = ""

    def handle_data(self, data: str) -> None:
        if self.within:
            self.bodies[self.within].append(data)


def fields_of(schema: Any, defs: dict[str, Any], path: str) -> Iterator[str]:
    """Every path of a form's fields, as its `fields` name them; what refers to a definition by that too."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        yield f"${name}"
        schema = defs[name]
    yield path
    for part in schema.get("oneOf", ()):
        yield from fields_of(part, defs, path)
    if "items" in schema:
        yield from fields_of(schema["items"], defs, f"{path}[]")
    for name, part in schema.get("properties", {}).items():
        yield from fields_of(part, defs, f"{path}.{name}" if path else name)


# ---------------------------------------------------------------------------------------------------- what is offered


def page_for(game: Game, view: dict[str, Any], head: dict[str, str]) -> str | None:
    """The desk that a view gives."""
    return desk_page(game, game.reading(view), head)


@pytest.mark.parametrize("phase", PHASES)
def test_every_list_that_a_field_asks_for_is_there(phase: str) -> None:
    form = form_of(phase)
    assert sorted({*form["fields"].values()} - {*form["offers"]}) == []
    assert sorted({*form["open"]} - {*form["offers"]}) == []


@pytest.mark.parametrize("game", ["jenkins", "lions", "glory"])
def test_every_rule_about_fields_speaks_of_a_field_that_the_schema_has(game: str) -> None:
    phases = [phase for phase in PHASES if (phase in LIONS) is (game == "lions")]
    found: set[str] = set()
    for phase in phases:
        schema = form_of(phase)["schema"]
        found |= {*fields_of(schema, schema["$defs"], "")}
    ends = {path if path.startswith("$") else path.split(".", number)[-1]
            for path in found for number in range(path.count(".") + 1)}  # fmt: skip
    assert [name for name in form_of(phases[-1])["fields"] if name not in ends] == []


@pytest.mark.parametrize("phase", PHASES)
def test_all_that_the_template_shows_can_be_ordered_on_the_desk(phase: str) -> None:
    template = game_of(phase).order_template(view_of(phase), head_of(phase))
    shown = [line[1:].partition(":")[0] for line in template.split("\n") if re.match(r"#[a-z]", line)]
    form = form_of(phase)
    assert sorted({*shown} - {*form["sections"]}) == []
    assert all(name in form["schema"]["properties"] for name in form["sections"])


def test_what_may_be_bought_and_where_and_for_how_much_is_told() -> None:
    form = form_of("t01.english")
    assert ["boyne", "Boyne: ship, gun 8, cannonade +4", "costs 8"] in form["offers"]["shop"]
    assert ["port-royal", "Port Royal 2719", "room for 4 ships, 3 land", "2719"] in form["offers"]["ports"]
    assert form["purse"]["prices"]["boyne"] == 8
    assert form["purse"]["points"] == 100


def test_7_0_only_who_can_sail_or_march_is_offered_to() -> None:
    view, head = waged()
    form = GAME.desk(GAME.reading(view), head)
    acts = {piece[0]: piece[4] for piece in form["pieces"]}
    assert acts
    assert all("sail" not in given for name, given in acts.items() if name.startswith(("soldiers", "cannons")))
    assert [name for name in acts if name in view["aboard"] and acts[name]] == []


def test_8_1_nobody_is_offered_a_way_through_a_storm() -> None:
    view, head = waged()
    view["storms"] = ["2719"]
    assert "2719" in GAME.desk(GAME.reading(view), head)["barred"]


def test_standing_orders_in_force_lie_on_the_desk() -> None:
    view, head = waged()
    view["standing"] = [{"number": 3, "prey": ["ship"]}]
    assert GAME.desk(GAME.reading(view), head)["standing"] == [{"number": 3, "prey": ["ship"]}]


# ------------------------------------------------------------------------------------------------------- secrecy


@pytest.mark.parametrize(("number", "side"), PAIRS)
def test_4_4_what_a_side_cannot_see_changes_no_byte_of_its_desk(number: int, side: str) -> None:
    stage = STAGES[number]
    match = restored(stage.after)
    other = twin(match, side, SeededChance(stage.phase))
    if other is None:
        pytest.skip("this side sees everything")
    head = {"game": "autumn-4f1c9a", "seat": side, "phase": "t02.english"}
    assert page_for(GAME, other.view(side), head) == page_for(GAME, match.view(side), head)


@pytest.mark.parametrize("number", range(5))
def test_15_1_what_a_power_cannot_see_changes_no_byte_of_its_desk(number: int) -> None:
    match = lions_stages.restored(lions_stages.stages("four-players")[number].after)
    for seat in match.state.players:
        head = {"game": "autumn-4f1c9a", "seat": seat, "phase": "t02.year"}
        other = lions_stages.twin(match, seat)
        assert page_for(LIONS_GAME, other.view(seat), head) == page_for(LIONS_GAME, match.view(seat), head)


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.phase)
def test_every_question_of_a_war_can_be_answered_on_the_desk_with_its_default(stage: Stage) -> None:
    seat = stage.side
    asked = questions_as_data([decision for decision, _ in stage.asked if decision.side == seat])
    view = restored(stage.before).view(seat) | {"questions": asked}
    head = {"game": "autumn-4f1c9a", "seat": seat, "phase": stage.phase}
    form = json.loads(json.dumps(GAME.desk(GAME.reading(view), head)))
    answers = [{"key": each["key"], "answer": each["default"]} for each in form["questions"]]
    text = write({"pbem": "orders/1", **head, "answers": answers})
    assert GAME.read_orders(text.encode(), "orders.yaml").body["answers"] == answers
    assert len(answers) == len(asked)


def test_the_same_view_gives_the_same_desk_to_the_byte() -> None:
    view, head = waged()
    assert page_for(GAME, json.loads(json.dumps(view)), head) == page_for(GAME, view, head)


# -------------------------------------------------------------------------------------------- what may run, how large


@pytest.mark.parametrize("phase", PHASES)
def test_a_desk_is_below_500_kb_and_its_program_below_150(phase: str) -> None:
    assert len(page_of(phase).encode()) < 500_000
    parts = [*Path(shipped("templates") / "desk").rglob("*.*")]
    assert sum(part.stat().st_size for part in parts) < 150_000


@pytest.mark.parametrize("phase", ["t01.english", "t01.year"])
def test_nothing_may_run_or_dress_the_page_but_what_it_names_by_hash(phase: str) -> None:
    read = Reader(page_of(phase))
    policy = next(given["content"] for tag, given in read.tags if tag == "meta" and "http-equiv" in given)
    (style,), (form, program) = read.bodies["style"], read.bodies["script"]
    hashes = [f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in (program, style)]
    assert policy == (f"default-src 'none'; script-src {hashes[0]}; style-src {hashes[1]}; base-uri 'none'; "
                      "form-action 'none'")  # fmt: skip
    assert json.loads(form)["head"]["phase"] == phase
    assert [tag for tag, given in read.tags for name in given if name.startswith("on") or name == "style"] == []


@pytest.mark.parametrize("words", [*DOERS, "</script><script>alert(1)</script>", "<!--<script>", "{{form}}", "\u2028"])
def test_no_word_of_anybody_becomes_a_tag_of_the_desk(words: str) -> None:
    form = form_of("t01.english")
    poisoned = {
        **form, "game": words, "phase": words, "head": {**form["head"], "phase": words}, "talk": {"buy": [words]},
        "offers": {**form["offers"], "shop": [[words, words, words]]}, "told": {"2719": [words]},
        "pieces": [[words, words, "2719", words, ["sail"]]], "standing": [{"number": 1, "prey": [words]}],
    }  # fmt: skip
    clean, dirty = Reader(assembled(form, None)), Reader(assembled(poisoned, None))
    assert [tag for tag, _ in dirty.tags] == [tag for tag, _ in clean.tags]
    assert json.loads(dirty.bodies["script"][0])["talk"]["buy"] == [words]


def test_no_key_and_no_address_of_the_network_stands_in_it() -> None:
    page = page_of("t01.english")
    assert "AGE-SECRET-KEY" not in page
    assert [tag for tag, given in Reader(page).tags if {"src", "action"} & {*given}] == []
    assert re.findall(r"https?://(?!www\.w3\.org/2000/svg)[a-z.]+", page) == []


# -------------------------------------------------------------------------------------------------------- the command


def test_pbem_desk_writes_the_page_from_a_players_own_view(tmp_path: Path) -> None:
    folder = player_folder(tmp_path / "seat", "t01.english")
    result = CliRunner().invoke(root, ["desk", "--dir", str(folder)])
    assert result.exit_code == 0, result.output
    assert (folder / "order-desk.html").read_text(encoding="utf-8") == page_of("t01.english")


def test_pbem_desk_says_that_nothing_is_open(tmp_path: Path) -> None:
    folder = player_folder(tmp_path / "seat", "t01.english")
    plain = json.loads((folder / "desk.json").read_text(encoding="utf-8"))
    (folder / "desk.json").write_text(json.dumps({**plain, "phase": ""}), encoding="utf-8")
    result = CliRunner().invoke(root, ["desk", "--dir", str(folder)])
    assert "no phase is open" in str(result.exception) + result.output
    assert not (folder / "order-desk.html").exists()


def test_an_order_file_of_the_desks_head_is_one_that_is_read() -> None:
    head = {"pbem": "orders/1", **head_of("t01.year")}
    assert read_document("orders-lions", write(head).encode(), "orders.yaml").value == head
