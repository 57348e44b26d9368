#!/usr/bin/env python3
"""Checks the order of dependencies between folders, names and sizes of files.

Usage: check_layering.py <source folder>. Prints one line a violation and fails
if there is any. The rules are the tables below.
"""
import pathlib
import re
import subprocess
import sys

SOURCE_SUFFIXES = {".h", ".hpp", ".c", ".cpp", ".td", ".py", ".inc", ".mlir", ".f90"}
MAX_LINES = 800
MAX_COMPONENTS = 6
VAGUE_NAMES = re.compile(r"^(utils?|helpers?|common|misc)$", re.IGNORECASE)
ALLOWED_VAGUE = {"utils"}  # the top-level folder of scripts

# Code of the engine must not name the compiler; prose may say MLIR and LLVM,
# and the names of dumped files end in .mlir.
ENGINE = ("include/gtjit/", "include/gtjit-c/", "lib/gtjit/", "lib/gtjit-fortran/")
COMPILER_WORDS = re.compile(r"(?<!\.)\b(llvm|mlir|gtcompiler)\b")

# Layers of the compiler, each sees itself and those before it.
LOOPS = "Conversion/LoopsToLLVM"
LAYERS = ("Dialect/GT/IR", "Dialect/GT/Transforms", "Conversion/PointCode", f"{LOOPS}/Frame", f"{LOOPS}/Row",
          f"{LOOPS}/Fold", f"{LOOPS}/Point", f"{LOOPS}/Image", "Conversion", "Pipelines", "Target")
COMPILER_INCLUDE = re.compile(r'#include\s+[<"]gtcompiler/([^">]+)[">]')
# The compiler does not see the engine, but for the one definition of a math function, of which it
# makes code.
MATH_DEFINITIONS = ("lib/gtcompiler/Conversion/PointCode/MathCode.cpp", "gtjit/Math/ExpLog.h")
ENGINE_INCLUDE = re.compile(r'#include\s+[<"](gtjit/[^">]+)[">]')
# Layers of the engine, lowest first: a folder of lib/gtjit sees itself and those
# before it. Types holds what has no memory, Memory where elements lie and who
# uses them, Graph what is computed of them, Code what is compiled; Storage and
# what follows is what users hold. Math, Kernel and Device see Types alone.
ENGINE_LAYERS = ("Types", "Math", "Kernel", "Device", "Memory", "Reference", "Graph", "Code", "Observe", "Launch", "Runtime",
                 "Evaluate", "Storage", "Field", "Array", "Import", "Program", "C")
ENGINE_FOLDER = re.compile(r"(?:lib/)?gtjit/([A-Z]\w*)/")
ENGINE_LAYER_INCLUDE = re.compile(r'#include\s+[<"](gtjit/[A-Z]\w*/[^">]+)[">]')
TYPES_ALONE = ("Math", "Kernel", "Device")
# libgtjit-netcdf stands above the engine, of which it sees what users see and a few
# doors; the engine does not see it.
NETCDF = ("lib/gtjit-netcdf/", "include/gtjit/netcdf.h")
NETCDF_ENGINE = re.compile(r"gtjit/(\w+\.h|Import/ImportValues\.h|Types/(DraftFile|Elements)\.h)$")
NETCDF_INCLUDE = re.compile(r'#include\s+[<"](gtjit/netcdf\.h|gtjit-netcdf/[^">]+|netcdf\.h)[">]')
# gt-run stands on both: of the engine it sees what users see and the door made
# for it, of the compiler the dialect. Only its own tool and tests see it.
RUN = "lib/gtrun/"
RUN_ENGINE = re.compile(r"gtjit/(\w+\.h|Import/\w+\.h|Types/(NpyHeader|OutputPath|DraftFile|WrittenOperation)\.h)$")
RUN_COMPILER = "Dialect/GT/IR/"
RUN_USERS = (RUN, "tools/gt-run/", "unittests/")
RUN_INCLUDE = re.compile(r'#include\s+[<"]gtrun/')
PROJECT_INCLUDE = re.compile(r'#include\s+[<"]([^">]*/[^">]*|[^">]*\.h)[">]')


def tracked_files(root):
    """Files that git does not ignore, or all of them in an unpacked archive."""
    if (root / ".git").exists():
        listing = subprocess.run(["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard"],
                                 capture_output=True, text=True, check=True)
        return [name for name in listing.stdout.splitlines() if (root / name).is_file()]
    return [str(path.relative_to(root)) for path in root.rglob("*")
            if path.is_file() and path.relative_to(root).parts[0] not in (".git", "build")]


def layer_of(path):
    """Index into LAYERS of a path below gtcompiler, or None."""
    for index, layer in enumerate(LAYERS):
        if path.startswith(layer + "/"):
            return index
    return None


def check_names(name):
    parts = pathlib.PurePath(name).parts
    if len(parts) > MAX_COMPONENTS:
        yield f"{len(parts)} path components, at most {MAX_COMPONENTS}"
    for depth, part in enumerate(parts):
        stem = part.split(".")[0] if depth == len(parts) - 1 else part
        if VAGUE_NAMES.match(stem) and not (depth == 0 and part in ALLOWED_VAGUE):
            yield f"'{part}' names no concept"


def check_engine(lines):
    for number, line in enumerate(lines, 1):
        if found := COMPILER_WORDS.search(line):
            yield f"line {number}: the engine must not mention '{found.group()}'"


def engine_layer(path):
    """Folder of lib/gtjit that a file or include belongs to, or None."""
    found = ENGINE_FOLDER.match(path)
    return found.group(1) if found else None


def check_engine_layers(name, lines):
    own = engine_layer(name)
    if own is None:
        return
    if own not in ENGINE_LAYERS:
        yield f"'{own}' has no place in the order of the engine's folders"
        return
    seen = ENGINE_LAYERS[:ENGINE_LAYERS.index(own) + 1] if own not in TYPES_ALONE else ("Types", own)
    for number, line in enumerate(lines, 1):
        found = ENGINE_LAYER_INCLUDE.search(line)
        if found and engine_layer(found.group(1)) not in seen:
            yield f"line {number}: {own} must not see '{found.group(1)}'"


def check_abi(lines):
    for number, line in enumerate(lines, 1):
        if (found := PROJECT_INCLUDE.search(line)) and not found.group(1).startswith("gtabi/"):
            yield f"line {number}: include/gtabi may include the standard library only"


def check_compiler(name, lines):
    own = layer_of(name.split("gtcompiler/", 1)[1])
    for number, line in enumerate(lines, 1):
        if (found := ENGINE_INCLUDE.search(line)) and (name, found.group(1)) != MATH_DEFINITIONS:
            yield f"line {number}: the compiler must not include '{found.group(1)}'"
        found = COMPILER_INCLUDE.search(line)
        other = layer_of(found.group(1)) if found else None
        if own is not None and other is not None and other > own:
            yield f"line {number}: {LAYERS[own]} must not see {LAYERS[other]}"


def check_netcdf(lines):
    for number, line in enumerate(lines, 1):
        if (found := ENGINE_INCLUDE.search(line)) and not NETCDF_ENGINE.match(found.group(1)):
            yield f"line {number}: libgtjit-netcdf must not see '{found.group(1)}' of the engine"


def check_below_netcdf(lines):
    for number, line in enumerate(lines, 1):
        if found := NETCDF_INCLUDE.search(line):
            yield f"line {number}: the engine must not see '{found.group(1)}'"


def check_run(lines):
    for number, line in enumerate(lines, 1):
        if (found := ENGINE_INCLUDE.search(line)) and not RUN_ENGINE.match(found.group(1)):
            yield f"line {number}: gt-run must not see '{found.group(1)}' of the engine"
        if (found := COMPILER_INCLUDE.search(line)) and not found.group(1).startswith(RUN_COMPILER):
            yield f"line {number}: gt-run must not see '{found.group(1)}' of the compiler"


def check_run_users(name, lines):
    for number, line in enumerate(lines, 1):
        if RUN_INCLUDE.search(line) and not name.startswith(RUN_USERS):
            yield f"line {number}: only gt-run may include '{RUN}'"


def check_file(root, name):
    yield from check_names(name)
    if pathlib.PurePath(name).suffix not in SOURCE_SUFFIXES:
        return
    lines = (root / name).read_text(errors="replace").splitlines()
    if len(lines) > MAX_LINES:
        yield f"{len(lines)} lines, at most {MAX_LINES}"
    yield from check_run_users(name, lines)
    if name.startswith(NETCDF):
        yield from check_engine(lines)
        yield from check_netcdf(lines)
    elif name.startswith(ENGINE):
        yield from check_engine(lines)
        yield from check_below_netcdf(lines)
        yield from check_engine_layers(name, lines)
    elif name.startswith("include/gtabi/"):
        yield from check_abi(lines)
    elif name.startswith(("include/gtcompiler/", "lib/gtcompiler/")):
        yield from check_compiler(name, lines)
    elif name.startswith(RUN):
        yield from check_run(lines)


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    files = tracked_files(root)
    violations = [f"{name}: {text}" for name in sorted(files) for text in check_file(root, name)]
    for violation in violations:
        print(violation)
    print(f"{len(files)} files, {len(violations)} violations")
    return 1 if violations or not files else 0


if __name__ == "__main__":
    sys.exit(main())
