#!/usr/bin/env python3
"""Writes in which order the linker places functions that run often: lib/*/FunctionOrder.txt.

Usage: order_functions.py <source folder> <build folder>     needs Debian's valgrind, and ld.lld

A kernel runs through some 9,000 functions of MLIR and LLVM once or twice each, spread over 40 MB
of code. Side by side, callers next to what they call, they take an eighth less time, since they
share lines of the caches and pages. So it is with the 300 functions of the engine that a call runs
through: where data has taken their place in the caches, they come from memory in two thirds of the
time. Which ones these are callgrind tells of benchmarks that do nothing but compile, and of one
that does nothing but call; the linker clusters them by their calls, and what it made of that is
kept. Names that a later build does not have are passed over: an order need not be made anew
unless the library has become another one.
"""
import collections
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import typing


class Library(typing.NamedTuple):
    path: str  # in the build folder
    order: str  # in the source folder
    workloads: list[list[str]]
    least_calls: int  # of a function that counts


LIBRARIES = [
    Library("lib/libgtjit-compiler.so", "lib/gtcompiler/FunctionOrder.txt",
            [["bin/gtjit_latency"], ["bin/DistinctKernels", "400"]], 1),
    Library("lib/libgtjit.so", "lib/gtjit/FunctionOrder.txt",
            [["bin/Dispatch", "--benchmark_min_time=0.5", "--benchmark_filter=-FromDisk"]], 1000),
]


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


def link(build, library, output, option):
    """Links the library once more, with another order."""
    commands = subprocess.run(["ninja", "-t", "commands", library], cwd=build, check=True, capture_output=True,
                              text=True)
    linked = [line for line in commands.stdout.splitlines() if "-shared" in line][-1]
    words = [word for word in shlex.split(linked) if not word.startswith("-Wl,--symbol-ordering-file")]
    first = words.index(":") + 2  # ": && c++ ... && :"
    words = words[first:words.index("&&", first)]
    words[words.index("-o") + 1] = str(output)
    subprocess.run([*words, option], cwd=build, check=True)


def order_of(build, library):
    """The functions that count in their order."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        calls = collections.Counter()
        for command in library.workloads:
            calls.update(calls_of(build, command, folder))
        known = {function for _, function in functions_of(build / library.path)}
        edges = {edge: times for edge, times in calls.items()
                 if times >= library.least_calls and known.issuperset(edge)}
        graph, ordered = folder / "graph.txt", folder / "ordered.so"
        graph.write_text("".join(f"{caller} {called} {times}\n" for (caller, called), times in edges.items()))
        link(build, library.path, ordered, f"-Wl,--call-graph-ordering-file={graph}")
        used = {function for edge in edges for function in edge}
        return list(dict.fromkeys(function for _, function in functions_of(ordered) if function in used))


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    source, build = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    for library in LIBRARIES:
        order = order_of(build, library)
        (source / library.order).write_text("".join(f"{function}\n" for function in order))
        print(f"{library.path}: {len(order)} functions")


if __name__ == "__main__":
    main()
