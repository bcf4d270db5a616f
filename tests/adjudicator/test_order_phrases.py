"""Orders in words by phrases: what an entry has is told in the order of the phrase, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.adjudicator.orders.written.read_back import Phrases

PHRASES = Phrases({
    "sailing": "{who} sails to {path}{when}.",
    "when": {"join": "", "times": ["", ", {} times"], "if": ", if {conditions}"},
    "cargo": {"regiments": ["{} regiment", "{} regiments"], "leaders": "{}", "nothing": "nobody"},
    "deeds": {"drop": "leaves {cargo} at {at}", "short": {"stay": "or stays", "other": "or sails to {to}"},
              "attack": "attacks {target}"},
    "target": {"join": " ", "power": {"other": "{}", "absent": "anybody"}, "force": "{}"},
})  # fmt: skip


@pytest.mark.parametrize(("phrase", "part", "said"), [
    ("sailing", {"who": "fleet_1", "path": ["java", "goa"]}, "fleet 1 sails to java, goa."),
    ("sailing", {"who": "she", "path": "goa", "times": 1}, "she sails to goa."),
    ("sailing", {"who": "she", "path": "goa", "times": 2, "if": [{"held": "java"}]},
     "she sails to goa, 2 times, if held java."),
    ("cargo", {"regiments": 1}, "1 regiment"),
    ("cargo", {"regiments": 3, "leaders": ["blake", "monck"]}, "3 regiments, blake, monck"),
    ("cargo", {"regiments": 0}, "nobody"),
    ("deeds", {"drop": [{"at": "goa", "regiments": 2}, {"at": "java"}]},
     "leaves 2 regiments at goa, leaves nobody at java"),
    ("deeds", {"short": "stay"}, "or stays"),
    ("deeds", {"short": {"to": "goa"}}, "or sails to goa"),
    ("deeds", {"attack": {}}, "attacks anybody"),
    ("deeds", {"attack": {"power": "spain", "force": "2"}}, "attacks spain 2"),
    ("deeds", {}, ""),
])  # fmt: skip
def test_an_entry_is_told_by_its_phrase(phrase: str, part: dict[str, Any], said: str) -> None:
    assert PHRASES.said(phrase, part) == said
