"""The cabin's acts by name, as the page's script calls them: JSON in, JSON out, and no traceback for a person."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from pbem.afloat.acts import chest, games, own_keys, post
from pbem.afloat.acts.berth import Berth
from pbem.afloat.acts.transaction import run
from pbem.base.errors import PbemError

Act = Callable[..., Any]
#: Acts that change nothing, and acts that the page takes back itself: no copy of all files is made for them.
READING: dict[str, Act] = {
    "games": games.all_games, "game": games.one_game, "report": games.report, "desk": games.desk,
    "check": games.check, "waiting": post.waiting, "draft": post.draft, "verify": games.verify,
    "record": games.record, "whose": own_keys.whose, "signing_key": own_keys.signing_key, "look": chest.look,
    "stow": chest.stow, "take_out": chest.take_out, "storage_key": chest.storage_key, "unlock": own_keys.unlock,
    "sign_by_hand": own_keys.sign_by_hand,
}  # fmt: skip
CHANGING: dict[str, Act] = {
    "make_keys": own_keys.make, "restore_keys": own_keys.restore, "bring_key": own_keys.bring,
    "paper": own_keys.paper, "sort": post.sorted_in, "open": post.open_one, "answer": post.answer,
    "decline": post.decline, "sent": post.sent, "keep_orders": games.keep_orders, "seal": games.seal,
    "second_letter": games.second_letter, "note": games.note, "press": games.press, "word": games.word,
    "pack": chest.pack, "unpack": chest.unpack,
}  # fmt: skip
HIDDEN = ("pbem ", "PBEM_", "--")


class Aboard:
    """One cabin, called by name."""

    def __init__(self, home: str) -> None:
        self.berth = Berth(Path(home))
        self.berth.begin()

    def call(self, request: str) -> str:
        """Does one act: {"act", "given", "now", "zone", "fresh", "signature"}."""
        asked = json.loads(request)
        self.berth.at, self.berth.zone = asked["now"], asked.get("zone") or "UTC"
        act, given = asked["act"], asked.get("given") or {}
        if act == "state":
            return json.dumps({"value": self.state()})
        if act in READING:
            found = plainly(partial(READING[act], self.berth, **given))
        else:
            signature = asked.get("signature")
            work = partial(CHANGING[act], self.berth, **given)
            found = run(self.berth.home, work, fresh=asked["fresh"], signature=tuple(signature) if signature else None)
        return json.dumps(for_people(found))

    def state(self) -> dict[str, Any]:
        """Tells the page whose cabin it is, and what must not be forgotten."""
        berth = self.berth
        if berth.has_keys and berth.opened and not berth.notes().get("cabin"):
            berth.note(cabin=secrets.token_hex(8))
        notes = berth.notes()
        stale = str(notes.get("sent", "")) > str(notes.get("exported", ""))
        whose = own_keys.whose(berth) if berth.has_keys else None
        return {"keys": berth.has_keys, "opened": berth.opened, "whose": whose, "notes": notes, "stale": stale,
                "behind": str(notes.get("opened", "")) > berth.at}  # fmt: skip


def plainly(work: Callable[[], Any]) -> dict[str, Any]:
    """The value of an act that changes nothing, or its faults."""
    try:
        return {"value": work()}
    except PbemError as error:
        return {"faults": [fault.as_json() for fault in error.faults]}


def for_people(found: dict[str, Any]) -> dict[str, Any]:
    """Faults without hints that name commands: nobody here has a terminal."""
    faults = [{name: value for name, value in fault.items() if name != "hint" or not terminal(value)}
              for fault in found.get("faults", ())]  # fmt: skip
    return {**found, "faults": faults} if faults else found


def terminal(hint: str) -> bool:
    """Tells if a hint is of use only at a command line."""
    return any(word in hint for word in HIDDEN)


