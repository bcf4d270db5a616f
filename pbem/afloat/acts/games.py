"""The games in the cabin: all at a glance, one with everything in it, its reports, orders, papers and proof."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pbem.afloat.acts.berth import Berth
from pbem.afloat.acts.post import text_of, written_letters
from pbem.base.clock import parse_time, show_time
from pbem.base.errors import BadInput, Kind, PbemError, bad
from pbem.base.files import read_file, write_atomic
from pbem.cabin import register
from pbem.cabin.overview import order
from pbem.cabin.sending import sent_letters
from pbem.cabin.waiting import OPEN_PART, SEND, Waits, waits_of
from pbem.match.own_folder.diary import diary, notes
from pbem.match.own_folder.keep_pages import desk_of
from pbem.match.own_folder.player import charter_of, ledger_of, order_file
from pbem.match.own_folder.read_press import register as press_register
from pbem.match.own_folder.seat import PUBLIC, Seat
from pbem.match.player.seal_orders import open_part, seal_orders
from pbem.match.player.send_word import speak
from pbem.match.player.write_press import note_down, write_press
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.primitives.words import words_of
from pbem.trust.record import layout
from pbem.trust.verify import verify_folder

#: How the commands that a game waits for are done here: the start of the command, and words for a person.
TO_DO = (
    ("pbem orders new", "Write your orders"), ("write your orders", "Write your orders"),
    ("pbem orders check", "Your orders have faults: mend them"), ("pbem orders seal", "Seal your orders"),
    (SEND, "Send the letter that is ready"), (OPEN_PART, "Write your second letter, which opens your orders"),
    ("mail ", "Send the letter that is ready, if you have not"),
    ("when the charter comes", "Wait for the charter; drop its letter here when it comes"),
    ("the first report comes", "Wait for the first report: it comes when all have signed"),
)  # fmt: skip


def all_games(berth: Berth) -> list[dict[str, Any]]:
    """Every game, the most urgent first."""
    found = [waits_of(folder, berth.now, sent_letters(berth.keys, folder), berth.zone)
             for folder in register.folders(berth.keys)]  # fmt: skip
    return [shown(each) for each in sorted(found, key=order)]


def shown(waits: Waits) -> dict[str, Any]:
    """One game for the inbox, its commands in words for a person."""
    found = waits.as_json()
    return {**found, "folder": waits.folder.name, "todo": [in_words(line) for line in waits.todo],
            "letters": [path.stem for path in waits.to_mail], "open": waits.to_open, "idle": waits.idle}  # fmt: skip


def in_words(line: str) -> str:
    """Says a thing to do in words for the cabin."""
    return next((words for start, words in TO_DO if line.startswith(start)), line)


def one_game(berth: Berth, name: str) -> dict[str, Any]:
    """One game with everything that can be looked at or done in it."""
    seat = berth.seat(name)
    waits = waits_of(seat.folder, berth.now, sent_letters(berth.keys, seat.folder), berth.zone)
    return {
        **shown(waits), "rules": seat.title.title, "seats": sorted(set(seat.addresses)), "press": press_kind(seat),
        "reports": reports(seat.folder), "outbox": written_letters(berth, name), "words": charter_words(seat),
        "asked": [{"key": str(each.get("key", "")), "text": str(each.get("text", ""))} for each in seat.questions],
        "takes": bool(seat.phase) and bool(waits.phase), "diary": notes(seat), "received": list(received_press(seat)),
        "text": current(seat), "clock": slow_clock(berth, seat), "elsewhere": sent_elsewhere(seat),
    }  # fmt: skip


def received_press(seat: Seat) -> list[dict[str, str]]:
    """The letters of other players."""
    return [{"head": each["head"], "text": each["text"]} for each in press_register(seat).values()]


def press_kind(seat: Seat) -> str:
    """The press that the charter allows, or none."""
    try:
        return str(charter_of(seat).fields.get("press", {}).get("kind", "none"))
    except PbemError:
        return "none"


def charter_words(seat: Seat) -> str:
    """The six words that all players of the game can compare."""
    try:
        return " ".join(words_of(charter_of(seat).sha256))
    except PbemError:
        return ""


def reports(folder: Path) -> list[dict[str, Any]]:
    """The reports, the newest first."""
    found = sorted((folder / "reports").glob("*.txt"), key=lambda path: (path.stat().st_mtime_ns, path.name))
    return [{"name": path.stem, "page": path.with_suffix(".html").is_file()} for path in reversed(found)
            if not path.name.endswith(".appendix.txt")]  # fmt: skip


def slow_clock(berth: Berth, seat: Seat) -> str:
    """Says that this machine's clock is behind the record, where it is; a deadline would be shown wrongly."""
    if not (seat.folder / PUBLIC / layout.LEDGER).is_file():
        return ""
    ledger = ledger_of(seat)
    newest = parse_time(ledger[len(ledger) - 1].t)
    return show_time(newest) if (newest - berth.now).total_seconds() > 600 else ""


def sent_elsewhere(seat: Seat) -> list[str]:
    """Receipts for orders that were not sealed here: somebody with the same keys has sent them from another place."""
    own = {path.stem for path in (seat.folder / "sent").glob(f"{seat.seat}-*.pbem")}
    receipts = (path.stem for path in sorted((seat.folder / "receipts").glob(f"{seat.seat}-*.proof")))
    return [name for name in receipts if name not in own]


def report(berth: Berth, name: str, which: str) -> dict[str, Any]:
    """One report, as a page where there is one, and as text."""
    folder = berth.folder(name) / "reports"
    text = folder / f"{which}.txt"
    if text.parent != folder or not text.is_file():
        raise bad(f"no report '{which}' is here", kind=Kind.UNKNOWN)
    page = text.with_suffix(".html")
    return {"text": read_file(text).decode("utf-8", "replace"),
            "page": read_file(page).decode("utf-8", "replace") if page.is_file() else ""}  # fmt: skip


# ------------------------------------------------------------------------------------------------------------- orders
def current(seat: Seat) -> str:
    """The order file as it stands, or the one that would be drafted; empty where nothing is asked."""
    try:
        path = order_file(seat)
        return read_file(path).decode("utf-8", "replace") if path.is_file() else seat.template()
    except PbemError:
        return ""


def desk(berth: Berth, name: str) -> dict[str, Any]:
    """The order desk of what is open, made from the view alone."""
    seat = berth.seat(name)
    seat.check_open()
    return {"page": desk_of(seat) or "", "text": current(seat), "file": order_file(seat).name}


def check(berth: Berth, name: str, text: str) -> dict[str, Any]:
    """Checks an order file by the rules: every fault, or what the orders will do. Nothing is kept."""
    seat = berth.seat(name)
    path = order_file(seat)
    trial = path.with_name(f"trial-{path.name}")
    write_atomic(trial, text.encode())
    try:
        checked = seat.check(trial)
        faults, echo = checked.faults, checked.echo
    except BadInput as error:
        faults, echo = error.faults, ()
    finally:
        trial.unlink()
    return {"faults": [fault.as_json() for fault in faults], "echo": list(echo)}


def keep_orders(berth: Berth, name: str, text: str) -> dict[str, Any]:
    """Keeps the order file as it is."""
    write_atomic(order_file(berth.seat(name)), text.encode())
    return {}


def seal(berth: Berth, name: str, text: str, anyway: bool = False) -> dict[str, Any]:
    """Seals the orders; gives the letter that carries them."""
    seat = berth.seat(name)
    path = order_file(seat)
    write_atomic(path, text.encode())
    _, letter, checked = seal_orders(berth.player(), seat, path, anyway=anyway)
    return {"letter": letter.stem, "echo": list(checked.echo)}


def second_letter(berth: Berth, name: str) -> dict[str, Any]:
    """Writes the letter that opens the orders and gives the player's part of the dice."""
    return {"letter": open_part(berth.player(), berth.seat(name)).stem}


# ------------------------------------------------------------------------------------------------------------- papers
def note(berth: Berth, name: str, text: str) -> dict[str, Any]:
    """One note more in the diary."""
    note_down(berth.player(), berth.seat(name), text)
    return {"diary": diary(berth.seat(name))}


def press(berth: Berth, name: str, to: list[str], text: str, grey: bool = False) -> dict[str, Any]:
    """A letter to other players."""
    return {"letter": write_press(berth.player(), berth.seat(name), to, text, grey=grey).stem}


def word(berth: Berth, name: str, what: str, value: Any) -> dict[str, Any]:
    """A short word to the moderator's program."""
    return {"letter": speak(berth.player(), berth.seat(name), what, value).stem}


def verify(berth: Berth, name: str) -> dict[str, Any]:
    """Checks everything that was received of a game."""
    folder = berth.folder(name)
    found = verify_folder(folder / PUBLIC, extra_networks=(DEMO_NETWORK,))
    return {"ok": found.ok, "words": found.words if found.ok else "something does not match", "demo": found.demo,
            "checked": [f"{count:,} {what}" for what, count in found.checked], "notes": list(found.notes),
            "choices": [str(each) for each in found.choices],
            "faults": [fault.as_json() for fault in found.faults]}  # fmt: skip


def record(berth: Berth, name: str) -> dict[str, Any]:
    """The public record in one file, for anybody who wants to check it elsewhere."""
    from pbem.match.folder import zipped

    public = berth.folder(name) / PUBLIC
    found = (path for path in sorted(public.rglob("*")) if path.is_file())
    files = {path.relative_to(public).as_posix(): read_file(path) for path in found}
    return {"name": f"{name}-record.zip", "data": text_of(zipped.pack(files))}
