#!/usr/bin/env python3
"""Lists where the engine is behind hand-written loops.

usage: summary.py RESULTS.jsonl...
For each size: how many cells (kernel, type, threads) were measured, and those in
which the engine takes more than 1.05 of the fastest loop of any compiler, experts'
included, the slowest first. Exit status 1 if a peer gave a wrong result.
"""
import collections
import sys

from report import best, read, tell_wrong

LOOPS = ("gcc_naive", "clang_naive", "gcc_expert", "clang_expert", "clang_expert_nt")
EQUAL = 1.05


def main():
    results = [result for path in sys.argv[1:] for result in read(path)]
    groups = collections.defaultdict(list)
    for r in results:
        groups[r["size"], r["kernel"], r["type"], r["threads"]].append(r)
    ratios = collections.defaultdict(list)
    for (size, *cell), rows in groups.items():
        engine, loop = best(rows, "engine"), best(rows, *LOOPS)
        if engine and loop:
            ratios[size].append((engine["us"] / loop["us"], loop["peer"], *cell))
    for size, cells in ratios.items():
        behind = sorted((cell for cell in cells if cell[0] > EQUAL), reverse=True)
        print(f"{size}: {len(cells) - len(behind)} of {len(cells)} cells at most {EQUAL} of the fastest loop")
        for ratio, peer, kernel, dtype, threads in behind:
            print(f"  {ratio:5.2f}  {kernel}, {dtype}, {threads} thread{'s' * (threads > 1)} ({peer})")
    sys.exit(tell_wrong(results))


if __name__ == "__main__":
    main()
