"""The terms of a charter: game, scenario, house rules, calendar, and the hash of the rules."""
