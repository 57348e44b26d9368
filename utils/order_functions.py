#!/usr/bin/env python3
"""Writes lib/gtcompiler/FunctionOrder.txt, in which order the linker places functions of the compiler.

Usage: order_functions.py <source folder> <build folder>     needs Debian's valgrind, and ld.lld

A kernel runs through some 9,000 functions of MLIR and LLVM once or twice each, spread over 40 MB
of code. Side by side, callers next to what they call, they take an eighth less time, since they
share lines of the caches and pages. Which ones these are callgrind tells of the two benchmarks
that do nothing but compile; the linker clusters them by their calls, and what it made of that is
kept. Names that a later build does not have are passed over: the order need not be made anew
unless the compiler has become another one.
"""
import collections
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

LIBRARY = "lib/libgtjit-compiler.so"
WORKLOADS = [["bin/gtjit_latency"], ["bin/DistinctKernels", "400"]]


def functions_of(library):
    """(address, name) of each function, by address."""
    listed = subprocess.run(["nm", "--defined-only", library], check=True, capture_output=True, text=True)
    rows = [line.split() for line in listed.stdout.splitlines()]
    return sorted((int(row[0], 16), row[2]) for row in rows if len(row) == 3 and row[1] in "tTwWuV")


def calls_of(build, command, folder):
    """How often each function calls each other one in a run: {(caller, called): times}."""
    profile = folder / "callgrind.out"
    subprocess.run(["valgrind", "--tool=callgrind", "--demangle=no", "--compress-strings=no", "--compress-pos=no",
                    f"--callgrind-out-file={profile}", *command], cwd=build, check=True,
                   env={**os.environ, "GTJIT_CACHE": "0", "OMP_NUM_THREADS": "1"}, stdout=subprocess.DEVNULL)
    calls, caller, called = collections.Counter(), None, None
    for line in profile.open():
        key, _, rest = line.rstrip().partition("=")
        if key == "fn":
            caller = rest.split("'")[0]  # behind the quote: how deep in a recursion
        elif key == "cfn":
            called = rest.split("'")[0]
        elif key == "calls":
            calls[caller, called] += int(rest.split()[0])
    return calls


def link(build, output, option):
    """Links the compiler once more, with another order."""
    commands = subprocess.run(["ninja", "-t", "commands", LIBRARY], cwd=build, check=True, capture_output=True,
                              text=True)
    words = [word for word in shlex.split(commands.stdout.splitlines()[-1])
             if not word.startswith("-Wl,--symbol-ordering-file")]
    first = words.index(":") + 2  # ": && c++ ... && :"
    words = words[first:words.index("&&", first)]
    words[words.index(LIBRARY)] = str(output)
    subprocess.run([*words, option], cwd=build, check=True)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    source, build = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    calls = collections.Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for command in WORKLOADS:
            calls.update(calls_of(build, command, folder))
        known = {function for _, function in functions_of(build / LIBRARY)}
        edges = {edge: times for edge, times in calls.items() if known.issuperset(edge)}
        graph, ordered = folder / "graph.txt", folder / "ordered.so"
        graph.write_text("".join(f"{caller} {called} {times}\n" for (caller, called), times in edges.items()))
        link(build, ordered, f"-Wl,--call-graph-ordering-file={graph}")
        used = {function for edge in edges for function in edge}
        order = dict.fromkeys(function for _, function in functions_of(ordered) if function in used)
    (source / "lib/gtcompiler/FunctionOrder.txt").write_text("".join(f"{function}\n" for function in order))
    print(f"{len(order)} functions")


if __name__ == "__main__":
    main()
