"""What stands in for the compiled libraries where there are none: in a browser's own Python."""
