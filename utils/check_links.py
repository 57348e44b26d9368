#!/usr/bin/env python3
"""Checks what the built libraries and programs link and export.

Usage: check_links.py <build folder>. Prints one line a violation and fails if
there is any:
 - libgtjit loads neither LLVM nor MLIR, and exports names of gtjit only;
 - libgtjit-netcdf, if it is there, exports names of gtjit only;
 - libgtjit-compiler exports gtcCompile and gtcRelease, nothing else;
 - what loads OpenMP has no LLVM folder in its RUNPATH, which holds another
   library under OpenMP's name, and none has an empty entry (the working folder).
"""
import pathlib
import re
import subprocess
import sys

# Mangled: members and functions of namespace gtjit, their type information,
# guards and thunks; the C API; the two names that gdb looks for.
OWN_NAME = re.compile(r"_Z(N|GVN|T[a-zA-Z]\w*?N?)[KRO]*5gtjit|gtjit[A-Z]|__jit_debug_")


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def is_elf(path):
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def loaded_libraries(path):
    return re.findall(r"^\s*(\S+)", output("ldd", path), re.MULTILINE)


def runpath(path):
    found = re.search(r"\((?:RUNPATH|RPATH)\).*\[(.*)\]", output("readelf", "-d", path))
    return found.group(1).split(":") if found else []


def exported_names(path):
    lines = output("nm", "-D", "--defined-only", path).splitlines()
    return [line.split(maxsplit=2)[2] for line in lines]


def check_engine(path):
    for library in loaded_libraries(path):
        if re.search(r"LLVM|MLIR|clang|netcdf", library):
            yield f"loads {library}"
    yield from check_own_names(path)


def check_own_names(path):
    names = exported_names(path)
    if not names:
        yield "exports nothing"
    for name in names:
        if not OWN_NAME.match(name):
            yield f"exports '{name}'"


def check_compiler(path):
    names = set(exported_names(path))
    if names != {"gtcCompile", "gtcRelease"}:
        yield f"exports {sorted(names)}, expected gtcCompile and gtcRelease"


def check_runpath(path):
    entries = runpath(path)
    if "" in entries:
        yield "has an empty RUNPATH entry"
    needs_openmp = "libgomp.so.1" in output("readelf", "-d", path)
    if needs_openmp and any("llvm" in entry.lower() for entry in entries):
        yield f"loads OpenMP with an LLVM folder in its RUNPATH: {entries}"


def main():
    build = pathlib.Path(sys.argv[1])
    engine, compiler = build / "lib" / "libgtjit.so", build / "lib" / "libgtjit-compiler.so"
    netcdf = build / "lib" / "libgtjit-netcdf.so"
    libraries = ((engine, check_engine), (compiler, check_compiler), (netcdf, check_own_names))
    violations = [f"{path.name}: {text}" for path, check in libraries if path.exists() or path != netcdf
                  for text in check(path)]
    programs = [path for folder in ("lib", "bin") for path in sorted((build / folder).iterdir())
                if path.is_file() and is_elf(path)]
    violations += [f"{path.name}: {text}" for path in programs for text in check_runpath(path)]
    print("\n".join(violations + [f"{len(programs)} files, {len(violations)} violations"]))
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
