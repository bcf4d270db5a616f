"""Checks of order files of Yellow Jack: faults that their owner can see, and plans rehearsed."""
