"""Stand-ins for the compiled libraries, where there are none: in Python for browsers."""
