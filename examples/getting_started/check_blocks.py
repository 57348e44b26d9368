#!/usr/bin/env python3
"""Checks that every C++ block of a page stands in a program that is compiled and run.

usage: check_blocks.py PAGE.md main.cpp
A block is found if its lines follow each other in the program, whatever the indentation.
"""
import pathlib
import re
import sys


def main():
    page = pathlib.Path(sys.argv[1]).read_text()
    program = "\n".join(line.strip() for line in pathlib.Path(sys.argv[2]).read_text().splitlines())
    blocks = re.findall(r"```cpp\n(.*?)```", page, re.S)
    missing = [b for b in blocks if "\n".join(line.strip() for line in b.strip().splitlines()) not in program]
    if missing or not blocks:
        sys.exit(f"{len(blocks)} blocks; not in {sys.argv[2]}:\n" + "\n".join(missing))


if __name__ == "__main__":
    main()
