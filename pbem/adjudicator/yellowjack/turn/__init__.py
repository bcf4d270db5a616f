"""The printed sequence: set-up, operations and administration as lists of steps."""
