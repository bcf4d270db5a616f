"""Reports, maps and annals of The War of Jenkins' Ear."""
