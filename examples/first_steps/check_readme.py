#!/usr/bin/env python3
"""Compares the README's first C++ block with the program that is compiled and run.

usage: check_readme.py README.md main.cpp
The block starts within the first 20 lines of the README and equals the program
from its first #include on. Exit status 1 and a diff where it does not.
"""
import difflib
import pathlib
import sys


def main():
    readme = pathlib.Path(sys.argv[1]).read_text().splitlines()
    program = pathlib.Path(sys.argv[2]).read_text().splitlines()
    first = readme.index("```cpp")
    block = readme[first + 1 : readme.index("```", first + 1)]
    listing = program[next(n for n, line in enumerate(program) if line.startswith("#include")) :]
    if first + 1 + len(block) > 20:
        sys.exit(f"{sys.argv[1]}: the program ends at line {first + 1 + len(block)}, expected 20 or less")
    diff = list(difflib.unified_diff(listing, block, sys.argv[2], sys.argv[1], lineterm=""))
    if diff:
        sys.exit("\n".join(diff))


if __name__ == "__main__":
    main()
