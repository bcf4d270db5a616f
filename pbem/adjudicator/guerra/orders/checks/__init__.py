"""Checks of order files of Guerra a Muerte: faults that their owner can see, and march books rehearsed."""
