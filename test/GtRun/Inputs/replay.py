"""Runs a program with a dump, and every evaluation of the dump again with
gt-run: the results must be the same bytes.

replay.py <folder> <gt-run> <reference: 0 or 1> <program> [arguments]
"""
import os
import pathlib
import shutil
import subprocess
import sys


def expected_files(folder, stem):
    return sorted(folder.glob(f"{glob_escape(stem)}.out-*.npy"))


def glob_escape(text):
    return "".join(f"[{c}]" if c in "*?[" else c for c in text)


def replay(folder, call, gt_run, backend):
    """Differences of one evaluation, and how many results it has."""
    stem = call.name[:-len(".call")]
    expected = expected_files(folder, stem)
    outputs = []
    for file in expected:
        name = file.name[len(stem) + len(".out-"):-len(".npy")]
        outputs += ["--out", f"{name}={backend}-{file.name}"]
    command = [gt_run, f"{stem}.0-text.mlir", "--config", call.name, f"--backend={backend}", *outputs]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        return [f"{stem}: {run.stderr.strip()}"], len(expected)
    return [f"{file.name}: other bytes on {backend}" for file in expected
            if (folder / f"{backend}-{file.name}").read_bytes() != file.read_bytes()], len(expected)


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
