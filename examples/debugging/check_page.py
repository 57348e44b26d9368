#!/usr/bin/env python3
"""Checks the sessions of docs/Debugging.md that no two runs print alike.

usage: check_page.py [--write] PAGE.md PROGRAM [GDB]
The block after `<!-- session: profile -->` is what the program prints in that
section, in whatever order, and the one after `<!-- session: gdb -->` what gdb
shows of the section `stencil`; the latter is looked at if a GDB is given. Folders,
times, speeds and addresses do not count. --write puts in what came.
"""
import os
import pathlib
import re
import subprocess
import sys

GDB_COMMANDS = ["set width 0", "set debuginfod enabled off", "break main.cpp:{line}", "run", "continue", "bt 1",
                "info symbol $pc", "list {line},{line}"]
SHOWN = re.compile(r"^(Breakpoint \d|Thread .* hit|#0|\d+\t|main\.cpp:)")


def masked(text):
    """Without times, speeds and addresses."""
    text = re.sub(r"\b\d+\.\d{2,3}\b", "N", text)
    text = re.sub(r"\b\d+ % of", "N % of", text)
    text = re.sub(r" \+ \d+ in section", " + N in section", text)
    return re.sub(r"0x[0-9a-f]+", "0xN", text).strip()


def in_order(text):
    """With its entries in the order of their names, not of their times."""
    entries = []
    for line in text.splitlines():
        if line.startswith(" ") and entries:
            entries[-1] += "\n" + line
        else:
            entries.append(line)
    return "\n".join(sorted(entries))


def without_folders(text):
    return re.sub(r"[^\s'\"(]*/(main\.cpp)", r"\1", text)


def printed(program, section):
    return subprocess.run([program, section], capture_output=True, text=True, check=True).stdout


def debugged(gdb, program, line):
    command = [gdb, "-nx", "-batch"]
    for text in GDB_COMMANDS:
        command += ["-ex", text.format(line=line)]
    session = subprocess.run(command + ["--args", program, "stencil"], capture_output=True, text=True,
                             env=os.environ | {"GTJIT_DEBUG": "1", "OMP_NUM_THREADS": "1"}, timeout=300)
    lines = without_folders(session.stdout).splitlines()
    return "\n".join(line for line in lines if SHOWN.match(line)) or session.stdout + session.stderr


def main():
    arguments = [a for a in sys.argv[1:] if a != "--write"]
    path, program = pathlib.Path(arguments[0]), arguments[1]
    page = path.read_text()
    got = {"profile": without_folders(printed(program, "profile"))}
    if len(arguments) > 2 and arguments[2]:
        source = pathlib.Path(__file__).with_name("main.cpp").read_text().splitlines()
        line = next(n for n, text in enumerate(source, 1) if "Field twice" in text)
        got["gdb"] = debugged(arguments[2], program, line)
    faults = []
    for name, text in got.items():
        block = re.search(rf"(<!-- session: {name} -->\n```\w*\n)(.*?)```", page, re.S)
        if in_order(masked(block[2])) != in_order(masked(text)):
            faults.append(f"session {name} gives:\n{text}")
            page = page.replace(block[0], f"{block[1]}{text.strip()}\n```")
    if "--write" in sys.argv:
        path.write_text(page)
    else:
        sys.exit("\n".join(faults) or 0)


if __name__ == "__main__":
    main()
