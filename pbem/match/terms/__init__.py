"""What a charter settles: game, scenario, house rules, calendar, and the hash of the rules."""
