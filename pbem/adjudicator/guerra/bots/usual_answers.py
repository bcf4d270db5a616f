"""Standing orders of a steady general: stand at fair odds, stop weaker marchers, save the road, aim together."""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.guerra.bots.eyes import Eyes, text
from pbem.adjudicator.orders.shipped import as_standing

Part = dict[str, Any]


def standing(eyes: Eyes) -> list[Part]:
    """The standing orders, in the first letter alone: they answer in the enemy's operations as in one's own."""
    return [] if eyes.known.get("standing") else as_standing(doctrine(eyes))


def doctrine(eyes: Eyes) -> Part:
    """Answers by section: interception, avoiding battle, losses, fortresses won, the road, the sea, leaders, Rebels."""
    given: Part = {"legion": "call"} if eyes.royal() else {"leaders": [{"leader": "any", "go": ["nearest"]}]}
    return {
        "intercept": [{"force": "any", "at": "any", "if": [odds("3", "2", "odds_seen")]}],
        "avoid": [{"do": "stand", "if": [odds("1", "1")]},
                  {"do": "stand", "if": [{"besieging": "any"}, odds("2", "3")]},
                  {"do": "avoid"}],
        "losses": {"any": ["militia", "reduced", "weakest"]},
        "advance": ["weakest"],
        "attrition": {"pay_if_steps": text(6), "pay_if_modifier": text(1), "keep": keep_for_road(eyes)},
        "evade": [{"do": "stand", "if": [odds("1", "1")]}, {"do": "evade"}],
        "targets": {"prefer": ["damaged", "strongest"], "how": "focus"},
        "rebels": {"avoid": [{"do": "stand"}]},
        **given,
    }  # fmt: skip


def odds(own: str, enemy: str, word: str = "odds") -> Part:
    """A condition on odds."""
    return {word: {"own": own, "enemy": enemy}}


def keep_for_road(eyes: Eyes) -> Any:
    """The points that no road may cost."""
    return "1" if eyes.royal() else {"plata": "1", "colombia": "1", "mexico": "0"}
