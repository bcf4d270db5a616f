"""The order desk in Chromium: a turn composed by mouse, by keys alone, and what comes of it held to `orders check`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from browser_kit import Browser, Page
from desk_kit import checked, form_of, game_of, head_of, page_of, sea_turn, view_of, waged
from page_kit import DOERS
from rules.guerra.guerra_stages import stages
from rules.yellowjack.yellowjack_views import at_sea as yellow_position
from rules.yellowjack.yellowjack_views import reading as off_the_main

from pbem.adjudicator.glory.board.board import load_board as load_sea
from pbem.adjudicator.glory.game import GAME as GLORY
from pbem.adjudicator.guerra.game import GAME as GUERRA
from pbem.adjudicator.guerra.match import GuerraMatch
from pbem.adjudicator.jenkins.game import GAME
from pbem.adjudicator.jenkins.orders.order_table import TABLE as JENKINS
from pbem.adjudicator.lions.orders.order_table import TABLE as LIONS
from pbem.adjudicator.yellowjack.game import GAME as YELLOWJACK
from pbem.base.errors import PbemError
from pbem.page.order_desk import assembled, desk_page
from pbem.strict_yaml import plain, read, write

#: What a reader of YAML could take for something else.
TEXTS = ("yes", "1", "0x1f", "a: b", "a #b", "-", "ü", "u\u0308", "\u202e", "'", '"', "2026-01-01", "[", "", "a,b", "~",
         "line\nline", "\\")  # fmt: skip
FOUND = 200  # how often Tab is pressed at most until something has the focus


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Page]:
    """One tab for all of this file."""
    opened = browser.new_page()
    yield opened
    opened.close()


@pytest.fixture
def desk(tab: Page, tmp_path: Path) -> Iterator[Desk]:
    """A desk on the screen, its tab as it was afterwards."""
    tab.complaints.clear()
    tab.requests.clear()
    yield Desk(tab, tmp_path)
    assert tab.complaints == []
    assert tab.strangers() == []


class Desk:
    """A page with a player before it."""

    def __init__(self, page: Page, folder: Path) -> None:
        self.page = page
        self.folder = folder

    def sit(self, phase: str) -> Desk:
        """The desk of a phase."""
        return self.show(page_of(phase))

    def show(self, html: str) -> Desk:
        """Any desk."""
        path = self.folder / "order-desk.html"
        path.write_text(html, encoding="utf-8")
        self.page.size(1280, 900)
        self.page.run("try { localStorage.clear() } catch {}")
        self.page.open(path)
        return self

    @property
    def file(self) -> str:
        """The order file beside the form."""
        return str(self.page.run("document.getElementById('yaml').value"))

    @property
    def faults(self) -> list[str]:
        """What the desk finds wrong with it."""
        return list(self.page.run("[...document.querySelectorAll('#faults li')].map(e => e.innerText)"))

    def orders(self) -> dict[str, object]:
        """The same as data, without what a new file begins with."""
        found = plain(read(self.file.encode(), "orders.yaml"))
        assert isinstance(found, dict)
        begins = {"pbem", "game", "seat", "phase", *self.page.run("Object.keys(FORM.begins)")}
        return {name: value for name, value in found.items() if name not in begins}

    def cell(self, name: str) -> None:
        """A click on the map, wherever the cell is on it; on the whole sheet, where the window does not show it."""
        seen = """c => { const at = CELLS.get(c), v = MAP.view;
            return at.x > v.x && at.x < v.x + v.broad && at.y > v.y && at.y < v.y + v.high; }"""
        if not self.page.call(seen, name):
            self.page.click("#whole")
        self.page.run("document.getElementById('chart').scrollIntoView({block: 'center', behavior: 'instant'})")
        where = """c => { const m = document.getElementById('sheet-view').getScreenCTM();
            const at = new DOMPoint(CELLS.get(c).x, CELLS.get(c).y).matrixTransform(m); return [at.x, at.y]; }"""
        self.page.click_at(*self.page.call(where, name))

    def tab_to(self, focus: str) -> None:
        """Tab until something has the focus, as one does without a mouse."""
        for _ in range(FOUND):
            if self.page.focused() == focus:
                return
            self.page.press("Tab")
        raise AssertionError(f"Tab never comes to '{focus}'")

    def pick(self, focus: str, value: str) -> None:
        """An option of a choice, by arrow keys."""
        self.tab_to(focus)
        for _ in range(FOUND):
            if self.page.run("document.activeElement.value") == value:
                return
            self.page.press("ArrowDown")
        raise AssertionError(f"'{focus}' never offers '{value}'")

    def choose(self, focus: str, value: str) -> None:
        """The same by mouse: browsers draw the opened list themselves, so that it is set from here."""
        self.page.click(f"#{focus}")
        self.page.press("Escape")
        change = """(id, value) => { const e = document.getElementById(id); e.value = value;
            e.dispatchEvent(new Event('change', {bubbles: true})); return e.value; }"""
        assert self.page.run(f"({change})({json.dumps(focus)}, {json.dumps(value)})") == value


# ---------------------------------------------------------------------------------------------- a turn from end to end


def test_a_turn_of_jenkins_is_composed_by_mouse_and_found_lawful(desk: Desk) -> None:
    page = desk.sit("t01.english").page
    desk.cell("2307")
    assert "Savannah" in page.text("#here")
    page.click("#act-sail")
    assert page.count("#reach .lit") > 100
    desk.cell("2306")
    page.click("#act-end")
    page.click("#f-moves-0-more")
    page.press("Escape")
    desk.choose("f-moves-0-more", "embark")
    page.click("#f-moves-0-more-go")
    page.click("#f-moves-0-embark-new-0")
    desk.choose("f-moves-0-embark-0-counter", "americans-e1")
    desk.choose("f-moves-0-embark-0-on", "frigate-e1")
    page.click("#f-buy-new-0")
    desk.choose("f-buy-0-counter", "cornwall")
    desk.choose("f-buy-0-at", "port-royal")
    assert "8 of 100 spent" in page.text("#purse")
    assert desk.faults == []
    told = checked(desk.folder, "t01.english", desk.file)
    assert desk.orders() == {
        "buy": [{"counter": "cornwall", "at": "port-royal"}],
        "moves": [{"ships": ["frigate-e1"], "path": ["charles-town"],
                   "embark": [{"counter": "americans-e1", "on": "frigate-e1"}]}],
    }  # fmt: skip
    assert "Cornwall" in told


def test_a_new_file_begins_with_the_usual_doctrine_until_one_is_chosen(desk: Desk) -> None:
    page = desk.sit("t01.english").page
    assert "\ndoctrine: steady\n" in desk.file
    page.click("#anew")
    assert "\ndoctrine: steady\n" in desk.file
    view = {**view_of("t01.english"), "doctrine": {"name": "bold", "ask": []}}
    made = desk_page(GAME, GAME.reading(view), head_of("t01.english"))
    assert made is not None
    assert "doctrine" not in desk.show(made).file


def test_a_turn_of_jenkins_is_composed_by_keys_alone_and_found_lawful(desk: Desk) -> None:
    page = desk.sit("t01.english").page
    desk.tab_to("chart")
    page.press("n", "p")
    while "Savannah" not in page.text("#said"):
        page.press("n")
    page.press("Enter")
    assert page.focused() == "piece-frigate-e1"
    desk.tab_to("act-sail")
    page.press("Enter", "ArrowUp")
    assert "Charles Town" in page.text("#said")
    assert "1 hex" in page.text("#said")
    page.press("Enter", "Escape")
    assert desk.orders() == {"moves": [{"ships": ["frigate-e1"], "path": ["charles-town"]}]}
    desk.tab_to("f-buy-new-0")
    page.press("Enter")
    desk.pick("f-buy-0-counter", "boyne")
    desk.pick("f-buy-0-at", "nassau")
    desk.tab_to("f-moves-0-path-0-out")
    page.press("Enter")
    assert desk.orders()["moves"] == [{"ships": ["frigate-e1"], "path": []}]
    desk.tab_to("f-moves-0-path-add-text")
    page.type("2306")
    page.press("Enter")
    assert desk.orders()["moves"] == [{"ships": ["frigate-e1"], "path": ["2306"]}]
    assert desk.faults == []
    checked(desk.folder, "t01.english", desk.file)


def test_a_year_of_lions_is_composed_by_mouse_and_found_lawful(desk: Desk) -> None:
    page = desk.sit("t01.year").page
    desk.cell("C12")
    page.click("#operate-england-4th-1")
    desk.cell("D11")
    page.click("#act-end")
    desk.choose("f-operations-0-more", "if")
    page.click("#f-operations-0-more-go")
    desk.choose("f-operations-0-if-new", "turn_at_least")
    page.click("#f-operations-0-if-new-go")
    assert desk.faults == []
    page.wait_for("!!document.getElementById('f-outfit-buy-new-0')")
    page.click("#f-outfit-buy-new-0")
    desk.choose("f-outfit-buy-0-item", "transport")
    page.type("london", "#f-outfit-buy-0-at-text")
    page.press("Tab")
    assert "spent here" in page.text("#purse")
    operation = {"force": "england-4th-1", "path": ["D11"], "if": [{"turn_at_least": "0"}]}
    assert desk.orders() == {"outfit": {"buy": [{"item": "transport", "at": "london"}]}, "operations": [operation]}
    checked(desk.folder, "t01.year", desk.file)


def test_bids_and_doctrine_of_lions_are_composed_by_keys_alone_and_found_lawful(desk: Desk) -> None:
    page = desk.sit("t01.bids").page
    open_section(desk, "bids")
    desk.tab_to("f-bids-new-0")
    page.press("Enter")
    desk.pick("f-bids-0-for", "any")
    desk.tab_to("f-bids-0-rounds-add-more")
    page.press("Enter")
    desk.tab_to("f-bids-0-rounds-add-go")
    page.press("Enter")
    open_section(desk, "leader_places", group="doctrine")
    desk.tab_to("f-leader_places-add")
    page.type("1st")
    page.press("Enter")
    assert desk.faults == []
    assert desk.orders() == {"bids": [{"for": "any", "rounds": ["1"]}], "leader_places": ["1st"]}
    checked(desk.folder, "t01.bids", desk.file)


def test_a_turn_of_the_royal_navy_is_composed_and_found_lawful(desk: Desk) -> None:
    """1805: station by buttons, a course by the map, yards, a plan of battle and a halt."""
    view, head, made = sea_turn("british")
    page = desk.show(made).page
    desk.cell("0807")
    page.click("#piece-channel-fleet")
    page.click("#act-inshore")
    page.click("#piece-frigate-2")
    page.click("#act-loose")
    troops = view["blocks"]["craig"]["at"]  # at sea, where the bots have brought them
    goal = next(beside for _, beside in load_sea().neighbours(troops))
    desk.cell(troops)
    page.click("#act-make_for")
    desk.cell(goal)
    desk.cell("0204")
    page.click("#piece-irish-fleet")
    page.click("#act-lie")
    unfolded(page, "admiralty", "#f-admiralty-crew-add")
    crew = next(name for port in view["ports"].values() for name in port["ordinary"]).removeprefix("b-")
    page.type(crew, "#f-admiralty-crew-add")
    page.press("Enter")
    unfolded(page, "battle", "#f-battle-new-0")
    page.click("#f-battle-new-0")
    desk.choose("f-battle-0-more", "manner")
    page.click("#f-battle-0-more-go")
    desk.choose("f-battle-0-manner", "bold")
    unfolded(page, "halt", "#f-halt-new-0")
    page.click("#f-halt-new-0")
    desk.choose("f-halt-0-if-new", "left")
    page.click("#f-halt-0-if-new-go")
    page.type("brest", "#f-halt-0-if-0-left")
    page.press("Tab")
    assert desk.faults == []
    assert desk.orders() == {
        "admiralty": {"crew": [crew]},
        "sail": [{"block": "channel-fleet", "legs": [{"station": "inshore"}]},
                 {"block": "frigate-2", "legs": [{"station": "loose"}]},
                 {"block": "craig", "legs": [{"make_for": goal}]},
                 {"block": "irish-fleet", "legs": [{"lie": "true"}]}],
        "battle": [{"manner": "bold"}], "halt": [{"if": [{"left": "brest"}]}],
    }  # fmt: skip
    lawful_at_sea(view, head, desk.file)


def test_a_turn_of_the_allied_navies_is_composed_and_found_lawful(desk: Desk) -> None:
    """1805: provisions, the Grand Conseil, a sortie, a rumour that comes off, and when not to fight."""
    view, head, made = sea_turn("allied")
    page = desk.show(made).page
    first = view["drawn_provisions"][0]
    unfolded(page, "provisions", "#f-provisions-more")
    for port, chit in zip(("brest", "toulon", "cadiz"), view["drawn_provisions"], strict=False):
        desk.choose("f-provisions-more", port)
        page.click("#f-provisions-more-go")
        desk.choose(f"f-provisions-{port}", chit)
    desk.cell("0807")
    page.click("#piece-brest-fleet")
    page.click("#act-sortie")
    unfolded(page, "search", "#f-search-new-0")
    page.click("#f-search-new-0")
    if page.run("!!document.getElementById('f-search-0-search')"):
        desk.choose("f-search-0-search", "none")
    unfolded(page, "battle", "#f-battle-new-0")
    page.click("#f-battle-new-0")
    desk.choose("f-battle-0-more", "manner")
    page.click("#f-battle-0-more-go")
    desk.choose("f-battle-0-manner", "shy")
    assert desk.faults == []
    found = desk.orders()
    assert found["provisions"]["brest"] == first  # type: ignore[index]
    assert found["sail"] == [{"block": "brest-fleet", "legs": [{"sortie": {"bound": "a"}}]}]
    assert found["battle"] == [{"manner": "shy"}]
    lawful_at_sea(view, head, desk.file)


def test_a_deadline_has_the_same_bytes_for_all_and_how_far_off_it_is_by_the_readers_clock(
    tab: Page, tmp_path: Path
) -> None:
    view, head = view_of("t01.english"), head_of("t01.english")
    due = tab.run("new Date(Date.now() + 3 * 86400000 - 60000).toISOString().slice(0, 19) + 'Z'")
    made = [desk_page(GAME, GAME.reading(view), head, due) for _ in range(2)]
    assert made[0] == made[1]
    assert "in 2 days" not in str(made[0]).partition("<main")[0]
    path = tmp_path / "desk.html"
    path.write_text(str(made[0]), encoding="utf-8")
    tab.open(path)
    told = tab.text(".masthead")
    assert "Due by" in told
    assert "(in 2 days)" in told


def war(phase: str, seat: str) -> tuple[dict[str, Any], dict[str, str], str]:
    """The view, the head and the desk of a phase of a game of Guerra a Muerte by bots."""
    stage = next(each for each in stages("opening-guns", "desk", 9) if each.phase == phase)
    known = GuerraMatch.restore(stage.before, {}, None).view(seat)
    head = {"game": "libertadores-5c1e09", "seat": seat, "phase": phase}
    made = desk_page(GUERRA, GUERRA.reading(known), head)
    assert made is not None
    return known, head, made


def test_a_march_book_is_laid_on_the_map_step_by_step_and_found_lawful(desk: Desk) -> None:
    """Guerra a Muerte: a force goes two areas on and attacks there; the points of its steps are summed."""
    view, head, made = war("t01.patriot", "patriot")
    page = desk.show(made).page
    force = next(name for name, each in view["forces"].items() if each["at"] == "rio-de-la-plata"
                 and each["side"] == "patriot" and not each["inside"])  # fmt: skip
    desk.cell("rio-de-la-plata")
    assert "Río de la Plata" in page.text("#here")
    page.click(f"#piece-{force}")
    page.click("#act-march")
    desk.cell("northern-chile")
    desk.cell("rio-de-la-plata")
    page.click(f"#piece-{force}")
    page.click("#act-attack")
    assert desk.faults == []
    steps = desk.orders()["operations"][0]["do"]  # type: ignore[index]
    assert [next(iter(step)) for step in steps] == ["move", "move", "attack"]
    assert steps[1] == {"move": {"to": "northern-chile"}}
    assert "4 points" in page.text("#here")
    lawful_in_war(view, head, desk.file)


def test_a_council_is_composed_from_several_purses_and_found_lawful(desk: Desk) -> None:
    """Guerra a Muerte: a battalion from one purse, militia at half a point from another."""
    view, head, made = war("t02.council", "patriot")
    page = desk.show(made).page
    unfolded(page, "muster", "#f-muster")
    assert "RP of plata" in page.text("#part-muster")
    text = desk.file + "muster:\n  build:\n    plata:\n      - {kind: militia-infantry, at: cordoba, number: 2}\n"
    page.run(f"takeText({json.dumps(text)})")
    page.run("document.getElementById('part-muster').open = false")
    unfolded(page, "muster", "#f-muster")
    assert "1 of" in page.text("#purse")
    assert desk.faults == []
    lawful_in_war(view, head, desk.file)


def lawful_in_war(view: Mapping[str, Any], head: Mapping[str, str], file: str) -> None:
    """Holds a file of Guerra a Muerte to `orders check`."""
    told = GUERRA.check_file(view, head, file.encode(), "orders.yaml")
    assert [fault.message for fault in told.faults] == []
    assert told.echo


def at_sea(seat: str) -> tuple[dict[str, Any], dict[str, str], str]:
    """The view, the head and the desk of a position of Yellow Jack: Vernon off the Main, Lezo out."""
    seen = off_the_main(yellow_position(), seat)
    known = {**seen.view, "step": "ops"}
    head = {"game": "vernon-5c1e09", "seat": seat, "phase": "y39t13.ops"}
    made = desk_page(YELLOWJACK, YELLOWJACK.reading(known), head)
    assert made is not None
    return known, head, made


def test_a_plan_is_laid_on_the_net_step_by_step_and_found_lawful(desk: Desk) -> None:
    """Yellow Jack: Brown goes from Santa Marta along the coast, and stays there; the places of the net are hit."""
    view, head, made = at_sea("british")
    page = desk.show(made).page
    desk.cell("santa-marta")
    assert "Santa Marta" in page.text("#here")
    page.click("#act-to_wide")
    desk.cell("s53")
    desk.cell("santa-marta")
    page.click("#act-stay")
    assert desk.faults == []
    assert desk.orders()["sail"] == [{"who": "br-flag-j1", "then": [{"to": "s53"}, {"stay": "true"}]}]
    told = YELLOWJACK.check_file(view, head, desk.file.encode(), "orders.yaml")
    assert [fault.message for fault in told.faults] == []
    assert told.echo


def unfolded(page: Page, section: str, first: str) -> None:
    """Unfolds a section, and waits for its form."""
    page.run(f"document.getElementById('part-{section}').open = true")
    page.wait_for(f"!!document.querySelector('{first}')")


def lawful_at_sea(view: Mapping[str, Any], head: Mapping[str, str], file: str) -> None:
    """Holds a file of 1805 to `orders check`."""
    told = GLORY.check_file(view, head, file.encode(), "orders.yaml")
    assert [fault.message for fault in told.faults] == []
    assert told.echo


def open_section(desk: Desk, name: str, group: str = "") -> None:
    """Unfold a section by keys, and the group that it lies in."""
    wanted = [f"group-{group}"] if group else []
    for head in [*wanted, f"part-{name}"]:
        for _ in range(FOUND):
            at = "document.activeElement.tagName === 'SUMMARY' && document.activeElement.parentElement.id"
            if desk.page.run(at) == head:
                desk.page.press("Enter")
                desk.page.wait_for(f"document.getElementById('{head}').open")
                break
            desk.page.press("Tab")
        else:
            raise AssertionError(f"Tab never comes to the head of '{head}'")


# -------------------------------------------------------------------------------------------- in, out, standing orders


def test_an_order_file_is_loaded_changed_and_saved(desk: Desk, browser: Browser) -> None:
    page = desk.sit("t01.english").page
    given = desk.folder / "mine.yaml"
    given.write_text(f"{write({'pbem': 'orders/1', **head_of('t01.english')})}moves:\n  - ships: [frigate-e1]\n"
                     "    path: [charles-town]   # home by winter\n", encoding="utf-8")  # fmt: skip
    page.give_files("#load", [given])
    page.wait_for("document.getElementById('told').innerText.includes('loaded')")
    assert desk.orders() == {"moves": [{"ships": ["frigate-e1"], "path": ["charles-town"]}]}
    page.click("#f-moves-0-path-0-out")
    browser.ask("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(desk.folder),
                browserContextId=page.context)  # fmt: skip
    page.click("#save")
    saved = desk.folder / "orders-t01.english.yaml"
    page.wait_for("document.getElementById('told').innerText.includes('Saved')")
    for _ in range(200):
        if saved.exists() and saved.stat().st_size:
            break
        page.run("new Promise(done => setTimeout(done, 20))")
    assert saved.read_text(encoding="utf-8") == desk.file
    page.click("#undo")
    assert desk.orders() == {"moves": [{"ships": ["frigate-e1"], "path": ["charles-town"]}]}


def test_what_is_typed_into_the_file_is_judged_line_by_line_and_shown_in_the_form(desk: Desk) -> None:
    page = desk.sit("t01.english").page
    typed = "pbem: orders/1\nseat: spanish\nphase: t01.english\nbuy:\n- {counter: Boyne!, at: x}\nmove: []\n"
    page.click("#text-part summary")
    page.click("#yaml")
    page.run("document.getElementById('yaml').select()")
    page.type(typed)
    assert [line.partition(":")[0] for line in desk.faults] == ["line 2", "line 5", "line 5", "line 6"]
    page.run("document.getElementById('yaml').select()")
    mended = typed.replace("spanish", "english").replace("Boyne!, at: x", "boyne, at: nassau")
    page.type(mended.replace("move: []\n", ""))
    page.press("Tab")
    assert desk.faults == []
    assert page.run("document.getElementById('f-buy-0-counter').value") == "boyne"


def test_a_standing_order_in_force_is_changed_and_another_ended(desk: Desk) -> None:
    view, head = waged()
    view["standing"] = [{"number": 1, "prey": ["ship"]}, {"number": "2", "once": "true", "bombard": "all"}]
    made = desk_page(GAME, GAME.reading(view), head)
    assert made is not None
    page = desk.show(made).page
    page.click("#group-doctrine > summary")
    page.click("#part-standing summary")
    page.wait_for("!!document.getElementById('f-standing-new-0')")
    page.click("button[aria-label='Change standing order 2']")
    page.click("button[aria-label='End standing order 1']")
    assert desk.faults == []
    assert desk.orders() == {"standing": [{"number": "2", "once": "true", "bombard": "all"}, {"cancel": "1"}]}
    GAME.read_orders(desk.file.encode(), "orders.yaml")


def test_a_question_of_a_letter_is_answered_from_what_it_leaves_open(desk: Desk) -> None:
    view, head = waged()
    options = {"boyne": "Boyne", "frigate-e1": "Frigate (e1)"}
    view["questions"] = [
        {"key": "losses/naval/3119/n1", "rule": "9.1", "prompt": "Who is lost?", "default": ["boyne"],
         "legal": {"pick": options, "least": 1, "most": 1}},
        {"key": "victory/n1", "rule": "5.0", "prompt": "Who rolls?", "default": "havana",
         "legal": {"choose": {"havana": "Havana", "cartagena": "Cartagena"}}},
    ]  # fmt: skip
    made = desk_page(GAME, GAME.reading(view), head)
    assert made is not None
    page = desk.show(made).page
    page.wait_for("!!document.getElementById('f-answers-new-0')")
    assert page.run("document.querySelector('#sections details.part').id") == "part-answers"
    unfolded = "[...document.querySelectorAll('#sections details.part[open]')].map((part) => part.id).join()"
    assert page.run(unfolded) == "part-answers"
    assert "2 questions have no answer in it yet" in page.run("document.getElementById('verdict').textContent")
    page.click("button[aria-label='Answer: Who is lost?']")
    page.click("#f-answers-0-answer-0-out")
    desk.choose("f-answers-0-answer-add", "frigate-e1")
    page.click("#f-answers-0-answer-add-go")
    page.click("button[aria-label='Answer: Who rolls?']")
    desk.choose("f-answers-1-answer", "cartagena")
    assert desk.faults == []
    assert desk.orders() == {"answers": [{"key": "losses/naval/3119/n1", "answer": ["frigate-e1"]},
                                         {"key": "victory/n1", "answer": "cartagena"}]}  # fmt: skip


def test_a_place_is_chosen_on_the_map_for_any_field(desk: Desk) -> None:
    page = desk.sit("t01.english").page
    page.click("#group-doctrine > summary")
    page.click("#part-retreat summary")
    page.wait_for("!!document.getElementById('f-retreat-add')")
    page.click("#f-retreat-add button")
    desk.cell("2719")
    assert desk.orders() == {"retreat": ["port-royal"]}


# ------------------------------------------------------------------------------------------------ shape, told alike


def agreed(page: Page, phase: str, text: str) -> tuple[bool, bool]:
    """Whether the desk and the schema find nothing wrong."""
    found = page.call("text => readOrders(utf8(text)).faults.length === 0", text)
    try:
        game_of(phase).read_orders(text.encode(), "orders.yaml")
    except PbemError:
        return bool(found), False
    return bool(found), True


def damaged(text: str) -> Iterator[str]:
    """A file with something wrong in each of its lines."""
    lines = text.split("\n")
    for number, line in enumerate(lines[3:-1], 3):
        for wrong in (line.replace(":", "x:", 1), f"{line} !", line.replace("[", "", 1), line.replace("1", "999", 1)):
            yield "\n".join([*lines[:number], wrong, *lines[number + 1 :]])


@pytest.mark.parametrize("phase", ["t01.english", "t01.year"])
def test_the_desk_takes_and_refuses_what_the_schema_does(desk: Desk, phase: str) -> None:
    page = desk.sit(phase).page
    sections = form_of(phase)["sections"]
    head = "".join(f"{name}: {value}\n" for name, value in head_of(phase).items() if name != "game")
    examples = (LIONS if phase == "t01.year" else JENKINS).stories
    files = [f"pbem: orders/1\n{head}{each.text}" for name, each in examples.items() if name in sections]
    assert [agreed(page, phase, text) for text in files] == [(True, True)] * len(files)
    broken = [text for file in files for text in damaged(file)]
    told = [(text, *agreed(page, phase, text)) for text in broken]
    assert [text for text, ours, theirs in told if ours != theirs] == []
    assert sum(not theirs for _, _, theirs in told) > len(files)


@pytest.mark.parametrize("phase", ["t01.english", "t01.year"])
def test_what_the_desk_writes_is_what_pbem_writes(desk: Desk, phase: str) -> None:
    page = desk.sit(phase).page
    sections = form_of(phase)["sections"]
    head = head_of(phase)
    for name, each in (LIONS if phase == "t01.year" else JENKINS).stories.items():
        if name in sections:
            text = f"pbem: orders/1\nseat: {head['seat']}\nphase: {phase}\n{each.text}"
            body = dict(game_of(phase).read_orders(text.encode(), "orders.yaml").body)
            ours = {name: value for name, value in body.items() if name not in ("pbem", "seat", "phase")}
            assert page.call("orders => orderFile(orders)", ours) == write({"pbem": "orders/1", **head, **ours})


@pytest.mark.parametrize("word", TEXTS)
def test_any_text_at_all_comes_back_from_the_file_as_it_was(desk: Desk, word: str) -> None:
    if desk.page.run("typeof orderFile") != "function":
        desk.sit("t01.english")
    text = desk.page.call("word => orderFile({prey: [word], engage: {guns: word}})", word)
    found = plain(read(text.encode(), "orders.yaml"))
    assert isinstance(found, dict)
    assert (found["prey"], found["engage"]) == ([word], {"guns": word} if word else {"guns": ""})


# ------------------------------------------------------------------------------------------------ for everybody, fast


@pytest.mark.parametrize("phase", ["t01.english", "t01.year"])
def test_axe_finds_nothing_to_complain_of_in_light_dark_and_on_a_phone(desk: Desk, phase: str) -> None:
    page = desk.sit(phase).page
    page.click("#f-buy-new-0" if phase == "t01.english" else "#f-operations-new-0")
    page.run("document.querySelectorAll('details').forEach(e => e.open = true)")
    for scheme, width in (("light", 1280), ("dark", 320)):
        page.medium(scheme=scheme)
        page.size(width, 800)
        assert page.violations() == []
        assert not page.scrolls_sideways()
    page.medium()


def test_a_desk_with_a_full_map_is_ready_within_a_second(desk: Desk) -> None:
    times = [int(desk.sit("t01.spanish").page.run("document.documentElement.dataset.ready")) for _ in range(3)]
    assert min(times) < 1000


def test_nothing_that_anybody_called_a_thing_is_run(desk: Desk) -> None:
    words = " ".join(DOERS)
    form = form_of("t01.english")
    poisoned = {
        **form, "game": words, "talk": {name: [words] for name in form["sections"]},
        "offers": {name: [[words, words, words]] for name in form["offers"]},
        "pieces": [[words, words, "2719", words, ["sail"]]], "told": {"2719": [words]},
        "standing": [{"number": 1, "prey": [words]}],
    }  # fmt: skip
    chart = GAME.chart(GAME.reading(view_of("t01.english")))
    page = desk.show(assembled(poisoned, chart)).page
    page.run("document.querySelectorAll('details').forEach(e => e.open = true)")
    page.run("mark('2719')")
    page.wait_for("!!document.getElementById('f-standing-new-0')")
    page.click("#part-standing button[aria-label='Change standing order 1']")
    assert page.count("script") == 2
    assert page.count("img, iframe, object, embed, form, base, link, video, math") == 0
    assert "alert(1)" in page.text("#here")
