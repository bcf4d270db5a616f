"""The page in Chromium: what a reader sees of a game that matches, and of one that does not."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import pytest
from browser_kit import BrowserFault, Page
from cheats import CHEATS, edited
from honest_game import honest
from ledger2_cases import CASES
from public_folder import MemoryFolder, sample_folder
from samples import place_of
from vectors_kit import VECTORS

from pbem.base.errors import BadInput
from pbem.proof.proof_page import page as make_page
from pbem.proof.proof_page import write_page
from pbem.trust.folder.read_folder import open_folder
from pbem.trust.one_roll import find_throw
from pbem.trust.shell_lines import roll_lines

pytestmark = pytest.mark.tools
CHECKED = "document.body.dataset.checked"
Opened = Callable[..., Page]


@pytest.fixture
def opened(page: Page, tmp_path: Path) -> Opened:
    """A proof page with this folder in it (or none), open and done with its first check."""

    def opened_with(folder: MemoryFolder | Path | None = None, *, demo: bool = False) -> Page:
        held = open_folder(folder) if isinstance(folder, Path) else folder
        file = tmp_path / "proof.html"
        file.write_bytes(make_page(held))
        page.open(file)
        page.wait_for("typeof takeIn === 'function'")
        if held is not None:
            page.wait_for(CHECKED)
        if demo:
            allow_demo(page)
        return page

    return opened_with


def allow_demo(page: Page) -> None:
    """Tick the box, and wait for the second check."""
    page.run(f"delete {CHECKED}")
    page.click("#allow-demo")
    page.wait_for(CHECKED)


def verdict(page: Page) -> str:
    """The one sentence."""
    return page.text("#verdict-words")


# -------------------------------------------------------------------------------------------------- a game that matches
@pytest.mark.parametrize("tier", ["moderated", "two-step", "beacon"])
def test_the_sample_game_of_each_tier_is_proved_within_five_seconds(page: Page, tmp_path: Path, tier: str) -> None:
    file = tmp_path / "proof.html"
    file.write_bytes(make_page(open_folder(place_of(f"jenkins/{tier}"))))
    took = [seconds_to_verdict(page, file, demo=tier == "beacon") for _ in range(2)]
    print(f"\nproof of the sample game, tier {tier}: {min(took):.2f} s from opening the file to the verdict")
    assert "Everything matches" in verdict(page)
    assert ("proves nothing" in verdict(page)) == (tier == "beacon")
    assert min(took) < 5  # the better of two, for other tests may run beside
    assert page.complaints == []
    assert page.strangers() == []


def seconds_to_verdict(page: Page, file: Path, *, demo: bool) -> float:
    """From opening the file until its reader is told."""
    began = time.perf_counter()
    page.open(file)
    page.wait_for(CHECKED)
    if demo:
        allow_demo(page)
    return time.perf_counter() - began


def test_the_empty_page_is_below_175_kb() -> None:
    assert len(make_page()) < 175_000


def test_25_a_choice_is_amber_and_listed_with_its_worth(opened: Opened) -> None:
    report = (table := CASES["t: a missed opening, once more without it"].play()).check()
    page = opened(table.folder())
    assert report.words.removeprefix("everything matches") in verdict(page)
    assert "Proved" not in verdict(page)
    assert page.text("#choices") == f"{report.choices[0]} (1 bit)"
    assert page.run(CHECKED) == "choice"
    assert page.violations() == []


def test_25_a_record_without_a_choice_is_green_and_lists_its_remarks(opened: Opened) -> None:
    report = (table := CASES["m: after a return the same seed"].play()).check()
    page = opened(table.folder())
    assert "Proved" in verdict(page)
    assert report.words.removeprefix("everything matches") in verdict(page)
    assert str(next(event for event in report.events if event.remark)) in page.text("#remarks")
    assert page.run(CHECKED) == "good"


def test_a_page_is_the_same_for_the_same_folder() -> None:
    folder = honest("two-step")
    assert make_page(folder) == make_page(MemoryFolder(dict(reversed(folder.files.items()))))


def test_the_faces_of_all_dice_are_counted(opened: Opened) -> None:
    folder = honest("two-step")
    page = opened(folder)
    logs = [data.decode().split("\n") for name, data in folder.files.items() if name.endswith(".rolls")]
    fell = [int(face) for log in logs for line in log if "d6 " in line for face in line.split(" ")[2].split(",")]
    told = page.run("[...document.querySelectorAll('.faces tbody tr')].map((row) => Number(row.cells[1].textContent))")
    assert told == [fell.count(face) for face in range(1, 7)]
    assert sum(told) > 0


def test_the_demonstration_beacon_has_to_be_allowed(opened: Opened) -> None:
    page = opened(honest("beacon"))
    assert "pins the demonstration beacon, whose secret is public" in verdict(page)
    assert verdict(page).startswith("! Cannot count as proof")
    assert page.count("#verdict-words.call") == 1
    allow_demo(page)
    assert "proves nothing" in verdict(page)


@pytest.mark.parametrize(("scheme", "media"), [("light", "screen"), ("dark", "screen"), ("light", "print")])
def test_nobody_is_shut_out(opened: Opened, scheme: str, media: str) -> None:
    """axe-core, with a roll laid open and with a mismatch; contrast included."""
    page = opened(honest("two-step"))
    page.medium(media, scheme)
    page.run("document.querySelector('#roll-list button').click()")
    assert page.violations() == []
    tier, change, _ = CHEATS["a time goes back"]
    spoilt = opened(edited(tier, change))
    assert spoilt.violations() == []


@pytest.mark.parametrize("width", [320, 1280])
def test_no_window_makes_the_reader_scroll_sideways(opened: Opened, width: int) -> None:
    page = opened(place_of("jenkins/two-step"))
    page.size(width)
    page.run("document.querySelector('#roll-list button').click()")
    page.run("document.getElementById('source').open = true")
    assert not page.scrolls_sideways()


def test_the_keyboard_alone_is_enough(opened: Opened) -> None:
    page = opened(place_of("jenkins/moderated"))
    page.press("Tab")
    assert page.focused().startswith("A To the verdict")
    page.run("document.getElementById('roll-asked').focus()")
    page.type("storm")
    page.press("Tab", "Tab", "Enter")
    assert page.focused() == "roll-steps"
    assert "storm" in page.text("#roll-steps h3")


def test_it_prints(opened: Opened) -> None:
    assert opened(honest("moderated")).pdf().startswith(b"%PDF")


def test_the_program_shows_itself(opened: Opened) -> None:
    page = opened()
    page.click("#source summary")
    page.wait_for("document.getElementById('program-text').textContent.includes('async function verifyFolder')")
    assert page.text("#program-hash") == page.run("sha256OfText(document.getElementById('program').textContent)")


# ------------------------------------------------------------------------------------------------ ways to give a folder
def zip_of(folder: MemoryFolder, path: Path, way: int = ZIP_DEFLATED, around: str = "") -> Path:
    """A .zip of a folder."""
    with ZipFile(path, "w", way) as archive:
        for name in folder.names:
            archive.writestr(around + name, folder.read(name))
    return path


@pytest.mark.parametrize(("way", "around"), [(ZIP_DEFLATED, ""), (ZIP_STORED, "game/"), (ZIP_DEFLATED, "game/")])
def test_a_zip_is_read(opened: Opened, tmp_path: Path, way: int, around: str) -> None:
    page = opened()
    page.give_files("#choose-zip", [zip_of(honest("moderated"), tmp_path / "game.zip", way, around)])
    page.wait_for(CHECKED)
    assert "Everything matches" in verdict(page)


def test_a_folder_is_read_and_what_is_private_left_alone(opened: Opened, tmp_path: Path) -> None:
    folder = tmp_path / "game"
    for name, data in {**honest("moderated").files, "private/keys": b"secret\r\n"}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    page = opened()
    page.give_files("#choose-folder", [folder])
    page.wait_for(CHECKED)
    assert "Everything matches" in verdict(page)


@pytest.mark.parametrize("damage", ["cut", "bit", "name", "nothing"])
def test_a_zip_that_is_none_is_refused_in_words(opened: Opened, tmp_path: Path, damage: str) -> None:
    path = zip_of(honest("moderated"), tmp_path / "game.zip", ZIP_STORED)
    data = bytearray(path.read_bytes())
    if damage == "cut":
        del data[-400:]
    elif damage == "bit":
        data[data.index(b"pbem: charter/1")] ^= 1
    elif damage == "name":
        data[data.rindex(b"charter.yaml") - 46] ^= 1
    else:
        data.clear()
    path.write_bytes(bytes(data))
    page = opened()
    page.give_files("#choose-zip", [path])
    assert page.wait_for(CHECKED) == "refused"
    assert "zip" in verdict(page) or "cannot be unpacked" in verdict(page)
    assert page.complaints == []


def test_a_folder_that_is_none_is_refused_in_words(opened: Opened, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.txt").write_text("a")
    page = opened()
    page.give_files("#choose-folder", [tmp_path / "notes"])
    assert page.wait_for(CHECKED) == "refused"
    assert "this is no public folder" in verdict(page)


def test_things_are_dropped_on_the_page(opened: Opened, tmp_path: Path) -> None:
    page = opened()
    path = zip_of(honest("moderated"), tmp_path / "game.zip")
    spot = {"x": 300, "y": 300, "data": {"items": [], "files": [str(path)], "dragOperationsMask": 1}}
    for kind in ("dragEnter", "dragOver", "drop"):
        page.ask("Input.dispatchDragEvent", type=kind, **spot)
    page.wait_for(CHECKED)
    assert "Everything matches" in verdict(page)


def test_a_checkpoint_that_was_seen_earlier_is_held_against_the_folder(opened: Opened, tmp_path: Path) -> None:
    page = opened(honest("moderated"))
    note = tmp_path / "had.note"
    note.write_bytes(honest("moderated").files["checkpoint"])
    page.run(f"delete {CHECKED}")
    page.give_files("#choose-seen", [note])
    page.wait_for(CHECKED)
    assert "checkpoints seen earlier" in page.text("#findings")
    assert "Everything matches" in verdict(page)


# ------------------------------------------------------------------------------------------------------------- rolls
def test_a_roll_is_found_by_its_label_and_laid_open_step_by_step(opened: Opened) -> None:
    page = opened(place_of("jenkins/moderated"))
    throw = find_throw(place_of("jenkins/moderated"), "isidro/n1", phase="t00.spanish")
    page.type("isidro", "#roll-asked")
    assert page.text("#roll-count").startswith("1 roll")
    page.press("Enter")
    steps = page.text("#roll-steps")
    made = throw.explanation
    assert made.blocks[0].message in steps
    assert made.blocks[0].hex in steps
    assert throw.seed.key.hex() in steps
    assert f"The key gives {','.join(map(str, made.values))}" in steps


def test_its_shell_lines_are_those_of_pbem_roll(opened: Opened) -> None:
    page = opened(place_of("jenkins/moderated"))
    throw = find_throw(place_of("jenkins/moderated"), "isidro/n1", phase="t00.spanish")
    page.type("isidro", "#roll-asked")
    page.press("Enter")
    shown = page.run("document.querySelector('#roll-steps pre').textContent")
    assert shown.rstrip("\n").split("\n") == [line for line in roll_lines(throw) if not line.startswith("cd ")]


def test_a_roll_of_an_opened_lane_has_its_key_explained(opened: Opened) -> None:
    page = opened(sample_folder(VECTORS["sample_phase"]))
    page.type("side:allied", "#roll-asked")
    page.press("Enter")
    steps = page.text("#roll-steps")
    assert "opened by lanes/side-allied.secret" in steps
    assert "as the log has it" in steps
    assert "pbem-lane/1" in steps


# --------------------------------------------------------------------------------------------------- a changed byte
CHANGES = [
    ("seeds/t01.plot.seed", 30), ("rolls/t01.plot.rolls", 12), ("charter.yaml", 40), ("charter.france.sig", 120),
    ("log.vkey", 9), ("locks/britain-t01.plot-2.pbem", 60), ("ledger.jsonl", 900),
]  # fmt: skip


@pytest.mark.parametrize(("name", "offset"), CHANGES, ids=[name for name, _ in CHANGES])
def test_a_changed_byte_is_shown_where_it_is(opened: Opened, name: str, offset: int) -> None:
    """A digit for a digit, a letter for a letter: the file stays well formed as far as it can."""
    folder = honest("moderated")
    data = folder.read(name)
    at = next(i for i in range(offset, len(data)) if chr(data[i]).isalnum())
    changed = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
    page = opened(folder.but(name, changed))
    assert "Does not match" in verdict(page)
    page.run("document.querySelectorAll('.fault details').forEach(d => { d.open = true; })")
    line = data.count(b"\n", 0, at) + 1
    page.wait_for("!document.querySelector('#findings').textContent.includes('Looking for')", 60)
    shown = page.text("#faults")
    column = at - data.rfind(b"\n", 0, at)
    exact = f"{name}, line {line}, column {column} (byte {at})"
    assert exact in shown or f"{name}:{line}" in verdict(page), shown


def test_files_that_are_missing_or_too_many_are_named(opened: Opened) -> None:
    page = opened(honest("moderated").but("seeds/t01.plot.seed", None).but("stray.txt", b"a"))
    assert "'seeds/t01.plot.seed', which is missing" in page.text("#faults")
    assert "stray.txt: is checked by nothing" in page.text("#faults")


# ----------------------------------------------------------------------------------------------------- hostile folders
EVIL = "<img src=x onerror=alert(1)><script>alert(2)</script>\"'><svg onload=alert(3)>"


INTRUDE = """(() => {
    const script = document.createElement("script");
    script.textContent = "globalThis.ran = 1";
    document.body.append(script);
    document.body.insertAdjacentHTML("beforeend", "<p style='color: red'>x</p><img src='https://pbem.example/'>");
})()"""


def test_nothing_a_folder_says_becomes_markup(opened: Opened) -> None:
    """Names of files, lines of files, labels, the charter's own words."""
    folder = honest("moderated")
    stray = {
        f"public/{EVIL}.txt": EVIL.encode(), EVIL: EVIL.encode(), "amends/\u202e\u0001.txt": b"a",
        f"rolls/{EVIL.replace('/', '')}.rolls": b"combat/1/n1 1d6 3\n", "checkpoint": EVIL.encode(),
    }  # fmt: skip
    title = b'tier: moderated\ntitle: "<b onclick=alert(1)>"\n'
    titled = folder.read("charter.yaml").replace(b"tier: moderated\n", title)
    signed = folder.read("ledger.jsonl").replace(b'"who":"france"', b'"who":"<img src=x onerror=alert(1)>"')
    for changed in (stray, {"charter.yaml": titled}, {"ledger.jsonl": signed}):
        page = opened(MemoryFolder({**folder.files, **changed}))
        page.run("document.querySelectorAll('details').forEach(d => { d.open = true; })")
        page.run("document.querySelectorAll('#roll-list button').forEach(b => b.click())")
        assert page.count("main img, #findings script, main svg, b[onclick]") == 0
        assert page.complaints == []
        assert page.strangers() == []
        assert "\u202e" not in page.run("document.body.textContent")


def test_the_policy_lets_nothing_else_run_or_leave(opened: Opened) -> None:
    page = opened(honest("moderated"))
    policy = page.run("document.querySelector('meta[http-equiv]').content")
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy
    page.run(INTRUDE)
    assert page.run("globalThis.ran ?? null") is None
    with pytest.raises(BrowserFault, match=r"Failed to fetch|NetworkError|violates"):
        page.run("fetch('https://pbem.example/')")
    assert all("Content Security Policy" in words for words in page.complaints)


# ------------------------------------------------------------------------------------------------------------ command
def test_a_proof_is_never_written_into_its_own_folder(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    shutil.copytree(place_of("jenkins/moderated"), folder)
    with pytest.raises(BadInput, match="would lie in the folder it is the proof of"):
        write_page(folder / "proof.html", folder)
    with pytest.raises(BadInput, match="is one file"):
        write_page(tmp_path / "proof.html", folder / "charter.yaml")


# --------------------------------------------------------------------------------------------------- outcome, remarks
def test_the_page_tells_how_the_game_came_out_and_a_remark_once(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "proof.html"
    file.write_bytes(make_page(open_folder(place_of("jenkins/moderated"))))
    page.open(file)
    page.wait_for(CHECKED)
    facts = page.text("#game")
    assert "The war is over: the" in facts
    assert "So says public/t10.spanish.txt" in facts
    events = [{"words": f"t0{at}.x: nobody saw", "phase": f"t0{at}.x"} for at in range(1, 6)]
    alone = [{"words": "t09.x: once <b>", "phase": "t09.x"}, {"words": "always", "phase": ""}]
    told = page.call("events => foldedEvents(events).map((each) => each.innerText ?? each.textContent ?? each)",
                     [*events, *alone])  # fmt: skip
    assert told[0].startswith("nobody saw (in 5 phases)")
    assert told[1:] == ["t09.x: once <b>", "always"]


# ------------------------------------------------------------------------------------------------- led here by a report
def test_a_die_of_a_report_opens_its_arithmetic_whether_the_page_is_new_or_already_open(
    page: Page, tmp_path: Path
) -> None:
    file = tmp_path / "proof.html"
    file.write_bytes(make_page(open_folder(place_of("jenkins/moderated"))))
    page.open(file.as_uri() + "#roll=storm/n1&phase=t03.english")
    page.wait_for(CHECKED)
    assert page.text("#roll-steps h3") == "storm/n1 1d6"
    assert "t03.english" in page.text("#roll-steps")
    assert "The key gives" in page.text("#roll-steps .slip")
    page.run("location.hash = 'roll=storm%2Fn1&phase=t04.english'")
    page.wait_for("document.querySelector('#roll-steps').textContent.includes('t04.english')")
    page.run("location.hash = 'roll=no/such&phase=t04.english'")
    page.wait_for("document.querySelector('#roll-steps').textContent.includes('No roll named')")
    assert "no/such in phase t04.english" in page.text("#roll-steps")
    assert page.complaints == []
