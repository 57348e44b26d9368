#!/usr/bin/env python3
"""Checks that the engine and the compiler are configured without the tools.

Usage: check_without_tools.py <source folder>
With GTJIT_TOOLS=OFF, netCDF, CLI11 and cairo are not looked for and neither a
tool nor libgtjit-netcdf nor a test is built; all that the rest is made of is
there or is made, and it is the rest that is installed. With the tests, which
need the tools, it is an error. Prints one line a violation and fails if there
is any.
"""
import pathlib
import subprocess
import sys
import tempfile

HIDDEN = ("CLI11", "netCDF", "GTest")
KEPT = ("libgtjit.so", "libgtjit-compiler.so")
LEFT_OUT = ("gt-opt", "gt-run", "gt-lsp-server", "gtjit-netcdf", "bin/netcdf", "CLI11", "unittests")


def configure(source, build, *options):
    hidden = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in HIDDEN]
    command = ["cmake", "-G", "Ninja", "-S", str(source), "-B", str(build), "-DGTJIT_TOOLS=OFF",
               "-DGTJIT_BENCHMARKS=OFF", *hidden, *options]
    return subprocess.run(command, capture_output=True, text=True)


def violations(source, folder):
    refused = configure(source, folder / "tests", "-DGTJIT_TESTS=ON")
    if refused.returncode == 0 or "The tests run the tools" not in refused.stderr:
        yield f"GTJIT_TOOLS=OFF with GTJIT_TESTS=ON is no error that says why: {refused.stderr.strip()}"
    run = configure(source, folder / "engine")
    if run.returncode:
        yield f"GTJIT_TOOLS=OFF does not configure: {run.stderr.strip()}"
        return
    rules = (folder / "engine" / "build.ninja").read_text()
    yield from (f"GTJIT_TOOLS=OFF does not build {name}" for name in KEPT if name not in rules)
    command = ["ninja", "-C", str(folder / "engine"), "-t", "inputs", "all"]
    inputs = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    sources = [pathlib.Path(line) for line in inputs if line.startswith(f"{source}/")]
    yield from (f"GTJIT_TOOLS=OFF is built of {path}, which is not there" for path in sources if not path.exists())
    scripts = (folder / "engine").rglob("cmake_install.cmake")
    lines = (line for script in scripts for line in script.read_text().splitlines())
    installed = "\n".join(line for line in lines if "file(INSTALL" in line)
    yield from (f"GTJIT_TOOLS=OFF does not install {name}" for name in KEPT if name not in installed)
    yield from (f"GTJIT_TOOLS=OFF installs {name}" for name in LEFT_OUT if name in installed)
    outputs = [line.split(":")[0] for line in rules.splitlines() if line.startswith("build ")]
    yield from (f"GTJIT_TOOLS=OFF builds {name}" for name in LEFT_OUT if any(name in output for output in outputs))


def main():
    source = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        found = list(violations(source, pathlib.Path(folder)))
    print("\n".join(found + [f"{len(found)} violations"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
