"""`python -m pbem` is `pbem`."""

from pbem.cli import program

if __name__ == "__main__":
    program()
