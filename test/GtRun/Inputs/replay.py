"""Runs a program with a dump, and every evaluation of the dump again with
gt-run: the results must be the same bytes, but for those of a NaN.

replay.py <folder> <gt-run> <reference: 0 or 1> <program> [arguments]

GTJIT_REPLAY_LOAD names a library with the functions that the programs call.
"""
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys

#: Codes of `struct` for the floats that .npy files name.
FLOATS = {"f2": "e", "f4": "f", "f8": "d", "c8": "f", "c16": "d"}


def expected_files(folder, stem):
    return sorted(folder.glob(f"{glob_escape(stem)}.out-*.npy"))


def glob_escape(text):
    return "".join(f"[{c}]" if c in "*?[" else c for c in text)


def floats(data):
    """The header, and the floats after it; none if the elements are no floats.
    Two bytes without a type are a bf16, the upper half of an f32."""
    size = 10 + struct.unpack_from("<H", data, 8)[0]
    kind, values = re.search(rb"'descr': '[<|](\w+)'", data[:size]).group(1).decode(), data[size:]
    if kind == "V2":
        values = b"".join(b"\0\0" + values[n:n + 2] for n in range(0, len(values), 2))
    code = {"V2": "f", **FLOATS}.get(kind)
    return data[:size], struct.unpack(f"<{len(values) // struct.calcsize(code)}{code}", values) if code else ()


def same(first, second):
    a, b = first.read_bytes(), second.read_bytes()
    if a == b or len(a) != len(b):
        return a == b
    (head_a, values_a), (head_b, values_b) = floats(a), floats(b)
    return head_a == head_b and bool(values_a) and all(
        struct.pack("<d", x) == struct.pack("<d", y) or (x != x and y != y) for x, y in zip(values_a, values_b))


def replay(folder, call, gt_run, backend):
    """Differences of one evaluation, and how many results it has."""
    stem = call.name[:-len(".call")]
    expected = expected_files(folder, stem)
    outputs = []
    for file in expected:
        name = file.name[len(stem) + len(".out-"):-len(".npy")]
        outputs += ["--out", f"{name}={backend}-{file.name}"]
    command = [gt_run, f"{stem}.0-text.mlir", "--config", call.name, f"--backend={backend}", *outputs]
    if library := os.environ.get("GTJIT_REPLAY_LOAD"):
        command += ["--load", library]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        return [f"{stem}: {run.stderr.strip()}"], len(expected)
    return [f"{file.name}: other bytes on {backend}" for file in expected
            if not same(folder / f"{backend}-{file.name}", file)], len(expected)


def main():
    folder, gt_run = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
    backends = ["cpu", "reference"] if sys.argv[3] == "1" else ["cpu"]
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "work").mkdir(parents=True)
    dump = folder / "dump"
    environment = dict(os.environ, GTJIT_DUMP=str(dump), GTJIT_DUMP_DATA="1")
    subprocess.run(sys.argv[4:], cwd=folder / "work", env=environment, check=True,
                   stdout=subprocess.DEVNULL)
    problems, results = [], 0
    calls = sorted(dump.glob("*.call"))
    for call in calls:
        for backend in backends:
            found, count = replay(dump, call, gt_run, backend)
            problems += found
            results += count
    for problem in problems:
        print(problem)
    print(f"{len(calls)} evaluations, {results} results, {len(problems)} differences")
    shutil.rmtree(folder, ignore_errors=True)
    return 1 if problems or not calls or not results else 0


if __name__ == "__main__":
    sys.exit(main())
