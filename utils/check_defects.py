#!/usr/bin/env python3
"""Checks that the tests which docs/Defects.md names are there.

Usage: check_defects.py <source folder>
In the last column of its tables stand, in backticks, tests of GoogleTest
(Suite.Test), or files with what is to be found in them (path:text). Prints one
line a violation and fails if there is any.
"""
import pathlib
import re
import sys

TEST = re.compile(r"^\s*(?:TYPED_TEST(?:_P)?|TEST(?:_F|_P)?)\(\s*(\w+)\s*,\s*(\w+)\s*\)", re.MULTILINE)


def rows(page):
    """(what holds, tests) of each row but those of heads."""
    for line in page.splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) == 2 and cells != ["what holds", "tests"] and not set(cells[0]) <= set("-"):
            yield cells


def violations(source):
    known = {f"{suite}.{test}" for path in (source / "unittests").rglob("*.cpp")
             for suite, test in TEST.findall(path.read_text())}
    count = 0
    for what, tests in rows((source / "docs" / "Defects.md").read_text()):
        count += 1
        named = re.findall(r"`([^`]+)`", tests)
        if not named:
            yield f"no test: {what}"
        for name in named:
            path, _, text = name.partition(":")
            if "/" not in path:
                if name not in known:
                    yield f"there is no test {name}"
            elif not (source / path).is_file():
                yield f"there is no file {path}"
            elif text not in (source / path).read_text():
                yield f"{path} has no '{text}'"
    if not count:
        yield "docs/Defects.md has no rows"


def main():
    found = list(violations(pathlib.Path(sys.argv[1]).resolve()))
    print("\n".join(found + [f"{len(found)} violations"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
