#!/usr/bin/env python3
"""Writes the results of hand-written kernels into docs/Performance.md.

usage: report.py peers|classes RESULTS.jsonl docs/Performance.md "COMMAND"
Replaces what stands between <!-- peers --> and <!-- /peers -->, or the same of
classes. Exit status 1 if a peer gave a wrong result.
"""
import collections
import datetime
import json
import pathlib
import re
import subprocess
import sys

COLUMNS = [("double", 1), ("double", 2), ("float", 1), ("float", 2)]


def machine():
    lscpu = subprocess.run(["lscpu"], capture_output=True, text=True).stdout
    model = re.search(r"Model name:\s*(.*)", lscpu).group(1)
    cores = re.search(r"^CPU\(s\):\s*(\d+)", lscpu, re.M).group(1)
    return f"{model}, {cores} cores"


def read(path):
    return [json.loads(line) for line in open(path) if line.strip()]


def tell_wrong(results):
    """Names the peers that gave a wrong result; whether there is one."""
    wrong = [r for r in results if not r["right"]]
    for r in wrong:
        print(f"wrong: {r['kernel']} of {r['peer']} ({r['type']}, {r['size']}): error {r['error']}", file=sys.stderr)
    return bool(wrong)


def best(rows, *peers):
    fitting = [r for r in rows if r["peer"] in peers and r["right"]]
    return min(fitting, key=lambda r: r["us"]) if fitting else None


def time_of(row):
    return f"{row['us']:.1f} us" if row["us"] < 1000 else f"{row['us'] / 1000:.2f} ms"


def peer_cell(rows):
    """Time, ratio to the fastest naive and to the fastest expert kernel; where
    there is one, to the loop with libmvec, of the faster compiler."""
    engine = best(rows, "engine")
    if not engine:
        return "-"
    naive, expert = best(rows, "clang_naive"), best(rows, "clang_expert", "clang_expert_nt")
    others = [naive, expert]
    libmvec = [r for r in rows if r["implementation"].endswith("_libmvec")]
    if libmvec:
        others.append(best(libmvec, "clang_expert", "gcc_expert"))
    return ", ".join([time_of(engine)] + [f"{engine['us'] / other['us']:.2f}" if other else "-" for other in others])


def class_cell(rows):
    """Time and ratio to the fastest loop of either compiler."""
    engine, naive = best(rows, "engine"), best(rows, "gcc_naive", "clang_naive")
    return f"{time_of(engine)}, {engine['us'] / naive['us']:.2f}" if engine and naive else "-"


KINDS = {
    "peers": (peer_cell, "kernel", """Each cell: the engine's time (the least of
many rounds), then its ratio to the fastest naive kernel of clang and to the fastest expert kernel of clang
(non-temporal stores included) in the same rounds; for math also to the same loop with the vector functions of
glibc (libmvec), of the faster of g++ and clang. Below 1 the engine is faster."""),
    "classes": (class_cell, "class", """Each cell: the engine's time (the
least of many rounds), then its ratio to the fastest loop of g++ or clang in the same rounds. Below 1 the engine is
faster."""),
}


def tables(results, kind):
    cell, called, _ = KINDS[kind]
    groups = collections.defaultdict(list)
    for r in results:
        groups[r["size"], r["kernel"], r["type"], r["threads"]].append(r)
    lines = []
    for size in dict.fromkeys(r["size"] for r in results):
        lines += [f"**{size}**", "", f"| {called} | " + " | ".join(f"{t}, {n} thread{'s' * (n > 1)}" for t, n in COLUMNS) + " |",
                  "|---|" + "---|" * len(COLUMNS)]
        for kernel in dict.fromkeys(r["kernel"] for r in results if r["size"] == size):
            cells = [cell(groups[size, kernel, t, n]) for t, n in COLUMNS]
            lines.append(f"| {kernel} | " + " | ".join(cells) + " |")
        lines.append("")
    return lines


def main():
    kind, path, page, command = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]), sys.argv[4]
    results = read(path)
    lines = [f"Measured {datetime.date.today()} on {machine()}, with `{command}`. {KINDS[kind][2]}", "", *tables(results, kind)]
    before, rest = page.read_text().split(f"<!-- {kind} -->")
    after = rest.split(f"<!-- /{kind} -->")[1]
    page.write_text(before + f"<!-- {kind} -->\n" + "\n".join(lines) + f"<!-- /{kind} -->" + after)
    sys.exit(tell_wrong(results))


if __name__ == "__main__":
    main()
