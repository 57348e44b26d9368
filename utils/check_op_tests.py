#!/usr/bin/env python3
"""Checks that every operation of the gt dialect and every constraint is tested.

Usage: check_op_tests.py <source folder>. Operations and their constraints
"(C1) ..." are read from the dialect's TableGen files. Each operation is described, and
  a line `// CHECK...: ... gt.name ...` stands in test/Dialect/GT/*round-trip*.mlir;
  an error of 'gt.name', and for each constraint a program @name_c1... with an
  error, is expected in test/Dialect/GT/*-errors.mlir.
The operations of the table operations/PointOperations.td have both from
test/Dialect/GT/Inputs/point_ops.py, which writes them from the table. Prints a
line for each one that lacks, and fails.
"""
import json
import pathlib
import re
import subprocess
import sys

LLVM = pathlib.Path("/usr/lib/llvm-22")
DIALECT = "include/gtcompiler/Dialect/GT/IR/GTOps.td"


def operations(source):
    """Mnemonic -> its description, without those of the table."""
    command = [LLVM / "bin/llvm-tblgen", "--dump-json", f"-I{source}", f"-I{source}/include",
               f"-I{LLVM}/include", source / DIALECT]
    records = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    found = {}
    for name in records["!instanceof"]["GT_Op"]:
        record = records[name]
        if "GT_PointOp" in record["!superclasses"]:
            continue
        found[record["opName"]] = record["description"].strip()
    return found


def constraints(description):
    return sorted(set(re.findall(r"\* \(C(\d+)\)", description)), key=int)


def round_trips(tests):
    text = "\n".join(path.read_text() for path in sorted(tests.glob("*round-trip*.mlir")))
    return set(re.findall(r"^\s*// CHECK[A-Z-]*:.*?\bgt\.(\w+)\b", text, re.MULTILINE))


def refusals(tests):
    """(mnemonic, number) of every program of an errors test that expects an error, and
    (mnemonic, None) of every operation that an error names."""
    found = set()
    for path in sorted(tests.glob("*-errors.mlir")):
        for part in path.read_text().split("// -----"):
            found.update((name, None) for name in re.findall(r"expected-error.*'gt\.(\w+)' op", part))
            if "expected-error" in part:
                found.update(re.findall(r"gt\.(?:program|callable) @(\w+?)_c(\d+)", part))
    return found


def main():
    source = pathlib.Path(sys.argv[1]).resolve()
    tests = source / "test" / "Dialect" / "GT"
    known, read_back, refused = operations(source), round_trips(tests), refusals(tests)
    lacking = [f"gt.{name}: no description" for name, description in known.items() if not description]
    lacking += [f"gt.{name}: no round trip" for name in known if name not in read_back]
    lacking += [f"gt.{name}: no errors test" for name in known if (name, None) not in refused]
    lacking += [f"gt.{name} (C{number}): no errors test" for name, description in known.items()
                for number in constraints(description) if (name, number) not in refused]
    for line in lacking:
        print(line)
    print(f"{len(known)} operations, {sum(number is not None for _, number in refused)} constraints")
    return 1 if lacking or not known else 0


if __name__ == "__main__":
    sys.exit(main())
