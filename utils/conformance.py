#!/usr/bin/env python3
"""Writes docs/Conformance.md: every requirement, its status and its tests.

Usage: conformance.py <source folder> <build folder> [--check]
       conformance.py <source folder> --items
The items stand in docs/ConformanceItems.tsv, which has every item of the
specification, shared/spec in or beside the repository: --items compares them,
and says so if that folder is not there. A test names items in a comment
right above it; `(open: ...)` after an item says which part of this item the
test leaves out, `S4-090a to m` are thirteen items:

    // S4-014, case 2
    // S4-016 (open: keywords)
    TEST(Domain, EqualityIgnoresOrder) {

A lit test names them in its first comment lines. The status is the outcome of
the last run: utils/check.sh leaves results/ctest.xml and results/lit.xml.
    passed   all tests that name the item passed, none leaves a part open
    partly   they passed, and the named parts are open
    failed   one of them failed
    not run  a test names the item and no result of it is there
    open     no test names the item
--check compares with the file instead, and fails if it is not up to date.
"""
import argparse
import pathlib
import re
import sys
import xml.etree.ElementTree as tree

# What is named in a comment: items, series of them, cases, and what is open of the last.
NAMED = re.compile(r"\b(?P<item>S\d-\d{3}|M-\d{3})(?:(?P<first>[a-z])(?: to (?P<last>[a-z])\b)?)?\b"
                   r"|\b(?i:cases?) (?P<cases>\d+(?:(?:, | and | to )\d+)*)"
                   r"|\(open: (?P<open>[^)]*)\)")
# Rows of the specification: list items and rows of tables that begin with an id, numbered cases.
REQUIREMENT = re.compile(r"^\s*(?:- \*\*|\| )(S\d-\d{3}[a-z]?|M-\d{3})\b", re.MULTILINE)
CASE = re.compile(r"^(\d+)\. ", re.MULTILINE)
TEST = re.compile(r"^\s*(?:TYPED_TEST(?:_P)?|TEST(?:_F|_P)?)\(\s*(\w+)\s*,\s*(\w+)\s*\)")
# [program/][instantiation/]Suite[/type].Test[/parameter]
GTEST_NAME = re.compile(r"^(?:\w+Tests/)?(?:\w+/)?([A-Za-z_]\w*)(?:/\d+)?\.(\w+)(?:[/<].*)?$")
STATES = ("passed", "partly", "open", "failed", "not run")


def case_numbers(text):
    """'1, 3 to 5' -> 1 3 4 5."""
    last, joined = None, None
    for token in re.findall(r"\d+|to", text):
        if token == "to":
            joined = last
            continue
        last = int(token)
        yield from range(joined + 1, last + 1) if joined is not None else (last,)
        joined = None


def items_in(comment):
    """(item, open part or None) of a comment; an open part belongs to the item before it."""
    found = []
    for match in NAMED.finditer(comment):
        if match["open"] is not None:
            if found:
                found[-1][1] = match["open"]
        elif match["cases"]:
            found += [[f"case {number}", None] for number in case_numbers(match["cases"])]
        else:
            first = match["first"] or ""
            letters = range(ord(first), ord(match["last"]) + 1) if match["last"] else ()
            found += [[match["item"] + chr(letter), None] for letter in letters] or [[match["item"] + first, None]]
    return map(tuple, found)


def gtest_claims(path):
    """(item, open part, test) of a GoogleTest file: the comment lines directly above each test."""
    comment = []
    for line in path.read_text().splitlines():
        stripped = line.strip()
        if stripped.startswith("//"):
            comment.append(stripped.lstrip("/ "))
        elif found := TEST.match(line):
            for item, part in items_in(" ".join(comment)):
                yield item, part, f"{found.group(1)}.{found.group(2)}"
            comment = []
        elif not stripped.startswith(("template", "INSTANTIATE")):
            comment = []


def lit_claims(path, name):
    """(item, open part, test) of a lit file: its first comment lines, but for the RUN lines."""
    comment = []
    for line in path.read_text().splitlines():
        if line.strip() and not line.startswith(("//", "#")):
            break
        if "RUN:" not in line:
            comment.append(line.lstrip("/# "))
    for item, part in items_in(" ".join(comment)):
        yield item, part, name


def claims(source):
    for path in sorted((source / "unittests").rglob("*.cpp")):
        yield from gtest_claims(path)
    for suffix in ("*.mlir", "*.gt", "*.test"):
        for path in sorted((source / "test").rglob(suffix)):
            if path.parent.name == "Project":  # tests of these scripts
                continue
            yield from lit_claims(path, str(path.relative_to(source / "test")))


def outcome(case):
    if case.find("failure") is not None or case.find("error") is not None or case.get("status") == "fail":
        return "failed"
    if case.find("skipped") is not None or case.get("status") in ("disabled", "notrun"):
        return "not run"
    return "passed"


def results(build):
    """test -> outcome; instances of a parameterised test count as one."""
    found = {}
    for file in ("ctest.xml", "lit.xml"):
        path = build / "results" / file
        if not path.exists():
            continue
        for case in tree.parse(path).getroot().iter("testcase"):
            name = case.get("name")
            if file == "lit.xml":
                name = case.get("classname").split(".", 1)[1] + "/" + name
            elif match := GTEST_NAME.match(name):
                name = f"{match.group(1)}.{match.group(2)}"
            state = outcome(case)
            if found.get(name, "passed") == "passed" or state == "failed":
                found[name] = state
    return found


def status(entries, outcomes):
    if not entries:
        return "open"
    states = {outcomes.get(test, "not run") for _, test in entries}
    for state in ("failed", "not run"):
        if state in states:
            return state
    return "partly" if any(part for part, _ in entries) else "passed"


def read_items(source):
    lines = (source / "docs" / "ConformanceItems.tsv").read_text().splitlines()
    return dict(line.split("\t", 1) for line in lines if line)


def specified_items(folder):
    """The ids of requirements.md, then the cases of the first section of semantics.md, as they stand there."""
    cases = re.search(r"^## 1\. .*?(?=^## |\Z)", (folder / "semantics.md").read_text(), re.MULTILINE | re.DOTALL)
    return (REQUIREMENT.findall((folder / "requirements.md").read_text())
            + [f"case {number}" for number in CASE.findall(cases.group())])


def specification_folders(source):
    """Where the specification may be: in or beside the source folder, or the repository that it is a worktree of."""
    repositories = [source.resolve()]
    if (source / ".git").is_file():  # gitdir: <repository>/.git/worktrees/<name>
        repositories.append(pathlib.Path((source / ".git").read_text().split(maxsplit=1)[1].strip()).parents[2])
    return [folder / "shared" / "spec" for repository in repositories for folder in (repository, repository.parent)]


def compare_items(source):
    """Whether the list has every item of the specification, in its order; prints what was compared."""
    listed = list(read_items(source))
    for folder in specification_folders(source):
        if not (folder / "requirements.md").exists():
            continue
        wanted = specified_items(folder)
        for item in wanted:
            if item not in listed:
                print(f"docs/ConformanceItems.tsv lacks {item}")
        for item in listed:
            if item not in wanted:
                print(f"docs/ConformanceItems.tsv has {item}, which {folder} lacks")
        if listed != wanted and sorted(listed) == sorted(wanted):
            print("docs/ConformanceItems.tsv has another order")
        print(f"docs/ConformanceItems.tsv: {len(listed)} items, compared with the {len(wanted)} of {folder}")
        return listed == wanted
    print(f"docs/ConformanceItems.tsv: {len(listed)} items, NOT COMPARED: there is no shared/spec in or beside {source}")
    return True


def summary(states):
    counts = {state: list(states.values()).count(state) for state in STATES}
    return ", ".join(f"{count} {state}" for state, count in counts.items() if count) + f" of {len(states)} items"


def render(items, named, outcomes):
    states = {item: status(named.get(item, []), outcomes) for item in items}
    lines = [f"# Conformance: {summary(states)}", "",
             "<!-- Generated by utils/conformance.py from the outcome of a test run. -->", "",
             "Each requirement and each worked case of the specification, its status and the tests that name it.",
             "*partly*: the tests passed, and what stands in parentheses is open; *open*: no test names it.", "",
             "| Item | What | Status | Tests |", "|---|---|---|---|"]
    for item, text in items.items():
        parts = sorted({part for part, _ in named.get(item, []) if part})
        tests = ", ".join(dict.fromkeys(f"`{test}`" for _, test in named.get(item, [])))
        state = states[item] + (f" ({'; '.join(parts)})" if parts else "")
        lines.append(f"| {item} | {text} | {state} | {tests} |")
    return "\n".join(lines) + "\n", states


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path, nargs="?")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--items", action="store_true")
    arguments = parser.parse_args()
    if arguments.items:
        return 0 if compare_items(arguments.source) else 1
    if not arguments.build:
        parser.error("expected the build folder, which has the results of a test run")
    items, named, unknown = read_items(arguments.source), {}, set()
    for item, part, test in claims(arguments.source):
        named.setdefault(item, []).append((part, test))
        if item not in items:
            unknown.add((item, test))
    text, states = render(items, named, results(arguments.build))
    for item, test in sorted(unknown):
        print(f"{test} names {item}, which docs/ConformanceItems.tsv lacks")
    target = arguments.source / "docs" / "Conformance.md"
    if arguments.check:
        complete = compare_items(arguments.source)
        current = target.exists() and target.read_text() == text
        print("up to date" if current else "docs/Conformance.md is stale: run utils/docs.sh")
        return 0 if current and complete and not unknown else 1
    target.write_text(text)
    print(summary(states))
    return 1 if unknown or "failed" in states.values() else 0


if __name__ == "__main__":
    sys.exit(main())
