"""Standing answers of a steady general: stand at fair odds, save the road, aim together."""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.guerra.bots.eyes import Eyes, text

Part = dict[str, Any]


def doctrine(eyes: Eyes) -> Part:
    """Standing answers: stand at fair odds, save the road, aim together."""
    return {
        "avoid": [{"do": "stand", "if": [{"odds": {"own": "1", "enemy": "1"}}]},
                  {"do": "stand", "if": [{"besieging": "any"}, {"odds": {"own": "2", "enemy": "3"}}]},
                  {"do": "avoid"}],
        "losses": {"any": ["militia", "reduced", "weakest"]},
        "evade": [{"do": "stand", "if": [{"odds": {"own": "1", "enemy": "1"}}]}, {"do": "evade"}],
        "targets": {"prefer": ["damaged", "strongest"], "how": "focus"},
        "attrition": {"pay_if_steps": text(6), "pay_if_modifier": text(1), "keep": keep_for_road(eyes)},
    }  # fmt: skip


def keep_for_road(eyes: Eyes) -> Any:
    """The points that no road may cost."""
    return "1" if eyes.royal() else {"plata": "1", "colombia": "1", "mexico": "0"}
