#!/usr/bin/env python3
"""Fills the listings and outputs of README.md and docs/ from sources and runs.

Usage: fill_pages.py [--check] <source folder> <build folder>
A line before a fenced block says what stands in it:

    <!-- listing: examples/embedding/model.c -->         a file without its first comment
                                                         and the marks of its parts
    <!-- listing: examples/embedding/model.c#wrap -->    from `listing: wrap` to `end listing`
    <!-- output: first_steps --threads 1 -->             what a program of the build prints
    <!-- errors: first_steps --wrong -->                 what it prints on standard error
    <!-- output: sh: gt-run --help | head -5 -->         what a command line prints

Programs run in a temporary folder with the build's programs on the PATH and
SOURCE set to the source folder. --check compares instead of writing; prints each
stale block and fails.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

MARK = re.compile(r"\blisting: \S+$|\bend listing$")
BLOCK = re.compile(r"(<!-- (listing|output|errors): (.*?) -->\n```\w*\n)(.*?)(```\n)", re.S)
FIRST_COMMENT = re.compile(r"\A(?:\s*(?://|!|#[ !])[^\n]*\n)+|\A\s*/\*.*?\*/\n", re.S)


def listing(source, name):
    path, _, part = name.partition("#")
    text = (source / path).read_text()
    if not part:
        lines = FIRST_COMMENT.sub("", text, count=1).splitlines()
        return "\n".join(line for line in lines if not MARK.search(line.rstrip(" */"))).strip("\n") + "\n"
    lines, inside = [], False
    for line in text.splitlines():
        if re.search(rf"\blisting: {re.escape(part)}$", line.rstrip(" */")):
            inside = True
        elif "end listing" in line and inside:
            break
        elif inside:
            lines.append(line)
    if not lines:
        sys.exit(f"{path} has no listing '{part}'")
    margin = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    return "\n".join(line[margin:].rstrip() for line in lines).strip("\n") + "\n"


def run(source, build, command, errors):
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, SOURCE=str(source), OMP_NUM_THREADS="1",
                           PATH=f"{build / 'bin'}:{os.environ['PATH']}",
                           GTJIT_COMPILER=str(build / "lib" / "libgtjit-compiler.so"))
        for name in [name for name in environment if name.startswith("GTJIT_") and name != "GTJIT_COMPILER"]:
            del environment[name]
        environment["GTJIT_CACHE"] = "0"  # what is told of compilations is told every time
        words = ["sh", "-c", command[3:].strip()] if command.startswith("sh:") else command.split()
        result = subprocess.run(words, capture_output=True, text=True, cwd=folder, env=environment)
    if errors:
        return result.stderr
    if result.returncode != 0:
        sys.exit(f"{command}: exit code {result.returncode}\n{result.stderr}")
    return result.stdout


def filled(source, build, page):
    def block(match):
        kind, what = match[2], match[3]
        text = listing(source, what) if kind == "listing" else run(source, build, what, kind == "errors")
        return match[1] + text + match[5]

    return BLOCK.sub(block, page)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path)
    arguments = parser.parse_args()
    source, build = arguments.source.resolve(), arguments.build.resolve()
    stale = 0
    for path in sorted([source / "README.md", *(source / "docs").rglob("*.md")]):
        old = path.read_text()
        new = filled(source, build, old)
        if new == old:
            continue
        if not arguments.check:
            path.write_text(new)
            continue
        for before, after in zip(BLOCK.finditer(old), BLOCK.finditer(new)):
            if before[4] != after[4]:
                print(f"{path.relative_to(source)}: '{before[2]}: {before[3]}' is stale: run utils/docs.sh")
                stale += 1
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
