"""Reports, maps and annals of Guerra a Muerte."""
