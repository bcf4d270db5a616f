"""Games played without people: soaks, case files, rule coverage and the demonstrations."""
