#!/usr/bin/env python3
"""Runs a command and checks both what it prints and how it ends: ctest's
PASS_REGULAR_EXPRESSION looks at no exit code.

Usage: expect_output.py [--exit CODE] REGEX COMMAND [ARGUMENT...]. Standard output
and standard error are passed on. Fails unless REGEX is found in both together,
where '.' is also a line's end, and the command ends with CODE, 0 by default.
"""
import argparse
import re
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--exit", type=int, default=0)
    parser.add_argument("regex")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    run = subprocess.run(options.command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    text = run.stdout.decode(errors="replace")
    sys.stdout.write(text)
    faults = []
    if run.returncode != options.exit:
        faults.append(f"expected exit code {options.exit}, got {run.returncode}")
    if not re.search(options.regex, text, re.DOTALL):
        faults.append(f"expected output with '{options.regex}'")
    for fault in faults:
        print(f"expect_output.py: {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
