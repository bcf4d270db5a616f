"""Reports, maps and annals of When Lions Sailed."""
