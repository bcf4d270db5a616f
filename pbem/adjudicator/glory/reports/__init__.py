"""Reports, maps and annals of 1805: Sea of Glory."""
