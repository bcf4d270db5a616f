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
    "bid": "for {lot}: {rounds_first}{again}{at_most}", "lot": {"for": {"any": "any lot", "other": "lot {}"}},
    "again": {"rounds_rest": ", then {}"}, "at_most": {"limit": {"number": ", at most {}", "none": ", without limit"}},
    "entry": ["wait", "sail"], "wait": "waits", "sail": "sails to {path}", "queue": "{number}. {entry}",
    "pact": {"between": "", "gives": "; {from} gives {what}"},
    "hiring": {"hands": ["tries for a hand{at_most}", "tries for {} hands{at_most}"]},
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
    ("bid", {"for": "any", "rounds": [3]}, "for any lot: 3"),
    ("bid", {"for": "2", "rounds": [3, 4, 5], "limit": 0}, "for lot 2: 3, then 4, 5, at most 0"),
    ("bid", {"for": "2", "rounds": [3], "limit": "none"}, "for lot 2: 3, without limit"),
    ("entry", {"path": "goa", "wait": True}, "waits"),
    ("entry", {"path": "goa"}, "sails to goa"),
    ("pact", {"gives": [{"from": "spain", "what": "java"}, {"from": "france", "what": "goa"}]},
     "; spain gives java; france gives goa"),
    ("hiring", {"hands": 2, "limit": 7}, "tries for 2 hands, at most 7"),
    ("hiring", {"hands": 0, "limit": 7}, ""),
])  # fmt: skip
def test_an_entry_is_told_by_its_phrase(phrase: str, part: dict[str, Any], said: str) -> None:
    assert PHRASES.said(phrase, part) == said


def test_each_of_several_entries_has_a_line_with_its_number_and_nothing_is_no_line() -> None:
    assert list(PHRASES.lines("queue", [{"path": "goa"}, {"wait": True}])) == ["1. sails to goa", "2. waits"]
    assert list(PHRASES.lines("hiring", {"hands": 1})) == ["tries for a hand"]
    assert list(PHRASES.lines("hiring", {"hands": 0})) == list(PHRASES.lines("queue", [])) == []
