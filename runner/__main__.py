"""Lets ``python -m runner`` do what ``ragcanary`` does."""

from runner.cli import main

if __name__ == "__main__":
    main()
