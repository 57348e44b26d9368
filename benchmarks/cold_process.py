#!/usr/bin/env python3
"""Times whole processes to their first result, with the compiler and from the disk cache.

Usage: cold_process.py <program> [<program> ...]. Both ways take turns; prints
the least time of each. The programs end when they have their results.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROUNDS = 20


def milliseconds(program, environment):
    start = time.perf_counter()
    subprocess.run([program], env=environment, check=True, stdout=subprocess.DEVNULL)
    return 1e3 * (time.perf_counter() - start)


def main(programs):
    with tempfile.TemporaryDirectory() as folder:
        base = os.environ | {"OMP_NUM_THREADS": "1"}
        ways = {"compiler": base | {"GTJIT_CACHE": "0"},
                "disk cache": base | {"GTJIT_CACHE": "1", "GTJIT_CACHE_DIR": f"{folder}/cache"}}
        for program in programs:
            for environment in ways.values():  # fills the cache, and brings files into memory
                milliseconds(program, environment)
            times = {way: [] for way in ways}
            for _ in range(ROUNDS):
                for way, environment in ways.items():
                    times[way].append(milliseconds(program, environment))
            print(f"{pathlib.Path(program).name:<16}" + "".join(f" {way} {min(spent):.1f} ms;"
                  for way, spent in times.items()).rstrip(";"))


if __name__ == "__main__":
    main(sys.argv[1:])
