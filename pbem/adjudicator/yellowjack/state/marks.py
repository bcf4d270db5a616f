"""The mark of a base rule: `@base("R5.4", "Seasonal Winds")`, as `@rule` marks a case of the module rulebook."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule

base = rule
