#!/usr/bin/env python3
"""Checks that the public headers stand alone and stay light; measures them.

Usage: check_headers.py [--measure] <source folder> <build folder>
Without --measure: every header of include/gtjit, include/gtjit-c and
include/gtabi compiles as the first include of a file, without a warning under
the flags of strict projects, with g++ and with clang if it is there; results
that are all that a function is for may not be dropped; and no standard header
is pulled in that costs more than it gives. Prints one line a violation and fails
if there is any.
With --measure: prints what including gtjit/gtjit.h costs over an empty main at
-fsyntax-only in processor time, the least of runs in alternation.
"""
import argparse
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile

# Error.h needs <stdexcept>, which brings <string>; gtjit.h is light enough to have both.
HEAVY = ("functional", "variant", "memory", "vector", "map", "unordered_map", "iostream", "sstream", "thread", "mutex",
         "algorithm", "regex", "complex", "filesystem")
ROUNDS = 15
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror"]
COMPILERS = [name for name in ("g++", "clang++-22") if shutil.which(name)]

# What templates of the headers are made of compiles without a warning, too.
USE = """#include <gtjit/Builtins.h>
#include <gtjit/array.h>
#include <gtjit/gtjit.h>
using namespace gtjit;
Field use(Storage u, Storage v, Program p, Runtime &r) {
  const double constants[4] = {};
  Storage w = wrap(constants, {I(0, 4)}), x = zeros<float>({4}), y = full<int>({I(0, 4)}, 3);
  v[interior] = u(I + 1, J - 1, K + 1, I - 1) + builtin::sin(u) + 2 + 3u + 4.0f + true + Float16(1.0f);
  u.set({1, {2, 3}}, 5), fillHalo(v, periodic(I), constant(J, 2)), update({{u, v}, {v, u}});
  double sum = u.read<double>(I, J)(1, 2u) + u.read<double>()(short(1), 2ul) + u.item<double>({1, 2});
  v.write<double>().at({1, 2}) = sum;
  auto [i, j] = argmin(u, I, J);
  p(out(v), u, 2, 3.0f, true), p.tryCall(out(v[{I(0, 1)}]), u + 1).message();
  Program q = r.compile([](Field a, Field b) { return a + b; }, arg(F64, {I}), arg(F64));
  array::Array a = array::Array(u) + 1;
  return i + j + a.field() + u.rel({{2, -2}, 0}) + ArrayData(constants).readOnly() + neighbor_sum(u({I + 1})) +
         u(I + 1 - v) + u(2u + I) + wrap(&sum, {sizeof(int)}, {.halo = {sizeof(char)}, .strides = {sizeof(double)}});
}
"""

# Statements without an effect: each must be told.
DROPPED = """#include <gtjit/array.h>
#include <gtjit/gtjit.h>
using namespace gtjit;
void drop(Field f, Storage u, Storage v) {
  u + v;
  u < v;
  u == 2.0;
  !u;
  sin(u);
  where(u > 0.0, u, v);
  sum(u, I);
  f(I + 1);
  f.named("f");
  f[{I(0, 1)}];
  u.view({I(0, 1)});
  u.copy();
  zeros({I(0, 4)});
  Domain(I(0, 4)).with(J(0, 4));
  Domain(I(0, 4)) & Domain(J(0, 4));
  explain(f);
  array::Array(u) + 1;
  u.read<double>();
  ArrayData(u).keptBy(u);
  ArrayData(u).onDevice();
}
"""


def compile_flags(source, build, compiler="g++"):
    return [compiler, "-std=c++20", "-fsyntax-only", f"-I{source}/include", f"-I{build}/include"]


def public_headers(source):
    folders = (source / "include" / name for name in ("gtjit", "gtjit-c", "gtabi"))
    return sorted(path for folder in folders if folder.exists() for path in folder.rglob("*.h"))


def warnings(command, file, text):
    file.write_text(text)
    return subprocess.run([*command, str(file)], capture_output=True, text=True).stderr


def check_alone(source, build, header, folder):
    """The header is a file's first include, and its second."""
    name = header.relative_to(source / "include")
    text = f'#include "{name}"\n#include "{name}"\n'
    for compiler in COMPILERS:
        told = warnings(compile_flags(source, build, compiler) + STRICT, folder / "Alone.cpp", text)
        if told:
            first = next((line for line in told.splitlines() if "error" in line), told)
            yield f"{name}: does not compile alone with {compiler}: {first}"


def check_use(source, build, folder):
    for compiler in COMPILERS:
        told = warnings(compile_flags(source, build, compiler) + STRICT, folder / "Use.cpp", USE)
        yield from (f"{compiler}: {line}" for line in told.splitlines() if "error" in line)
        told = warnings(compile_flags(source, build, compiler), folder / "Dropped.cpp",
                        DROPPED)
        lines = {int(number) for number in re.findall(r"Dropped\.cpp:(\d+):\d+: warning", told)}
        statements = [(number, line) for number, line in enumerate(DROPPED.splitlines(), 1) if line.startswith(" ")]
        for number, statement in statements:
            if number not in lines:
                yield f"{compiler} does not warn that the result is dropped: {statement.strip()}"


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
    for name, text in files.items():
        (folder / f"{name}.cpp").write_text(text + "int main() {}\n")
    for compiler in COMPILERS:
        times = {name: [] for name in files}
        for _ in range(ROUNDS):
            for name in files:
                command = [*compile_flags(source, build, compiler), str(folder / f"{name}.cpp")]
                times[name].append(seconds(command))
        empty, full = (min(times[name]) for name in ("empty", "gtjit"))
        print(f"gtjit/gtjit.h, {compiler}: {full - empty:.3f} s over an empty main ({empty:.3f} s), least of {ROUNDS}")


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
        violations += check_use(source, build, folder)
    print("\n".join(violations + [f"{len(headers)} headers, {len(violations)} violations"]))
    return 1 if violations or not headers else 0


if __name__ == "__main__":
    sys.exit(main())
