#!/usr/bin/env python3
"""Checks that the public headers stand alone and stay light; measures them.

Usage: check_headers.py [--measure] <source folder> <build folder>
Without --measure: every header of include/gtjit, include/gtjit-c and
include/gtabi compiles as the first include of a file, without a warning, and
none pulls in a standard header that costs more than it gives. Prints one line a
violation and fails if there is any.
With --measure: prints what including gtjit/gtjit.h costs over an empty main at
-fsyntax-only in processor time, the median of runs in alternation.
"""
import argparse
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import tempfile

HEAVY = ("functional", "variant", "memory", "string", "stdexcept", "vector", "map", "unordered_map", "iostream",
         "sstream", "thread", "mutex", "algorithm", "regex", "complex", "filesystem")
ROUNDS = 15


def compile_flags(source, build):
    return ["g++", "-std=c++20", "-fsyntax-only", f"-I{source}/include", f"-I{build}/include"]


def public_headers(source):
    folders = (source / "include" / name for name in ("gtjit", "gtjit-c", "gtabi"))
    return sorted(path for folder in folders if folder.exists() for path in folder.rglob("*.h"))


def check_alone(source, build, header, folder):
    """The header is a file's first include, and its second."""
    name = header.relative_to(source / "include")
    file = folder / "Alone.cpp"
    file.write_text(f'#include "{name}"\n#include "{name}"\n')
    flags = compile_flags(source, build) + ["-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter"]
    run = subprocess.run([*flags, str(file)], capture_output=True, text=True)
    if run.returncode:
        first = next((line for line in run.stderr.splitlines() if "error" in line), "g++ failed")
        yield f"{name}: does not compile alone: {first}"


def check_weight(source, build, folder):
    file = folder / "Weight.cpp"
    file.write_text("#include <gtjit/gtjit.h>\n")
    listing = subprocess.run([*compile_flags(source, build), "-M", str(file)], check=True, capture_output=True, text=True)
    used = set(re.findall(r"/c\+\+/\d+/(\w+)(?=\s|$)", listing.stdout))
    for header in HEAVY:
        if header in used:
            yield f"gtjit/gtjit.h pulls in <{header}>"


def seconds(command):
    """Processor time, which other work on the machine disturbs least."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(source, build, folder):
    files = {"empty": "", "gtjit": "#include <gtjit/gtjit.h>\n"}
    times = {name: [] for name in files}
    for name, text in files.items():
        (folder / f"{name}.cpp").write_text(text + "int main() {}\n")
    for _ in range(ROUNDS):
        for name in files:
            times[name].append(seconds([*compile_flags(source, build), str(folder / f"{name}.cpp")]))
    empty, full = (statistics.median(times[name]) for name in ("empty", "gtjit"))
    print(f"gtjit/gtjit.h: {full - empty:.3f} s over an empty main ({empty:.3f} s), median of {ROUNDS}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path)
    arguments = parser.parse_args()
    source, build = arguments.source.resolve(), arguments.build.resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if arguments.measure:
            measure(source, build, folder)
            return 0
        headers = public_headers(source)
        violations = [text for header in headers for text in check_alone(source, build, header, folder)]
        violations += check_weight(source, build, folder)
    print("\n".join(violations + [f"{len(headers)} headers, {len(violations)} violations"]))
    return 1 if violations or not headers else 0


if __name__ == "__main__":
    sys.exit(main())
