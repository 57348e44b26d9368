#!/usr/bin/env python3
"""Checks that utils/packages.sh names every Debian package that a build used.

Usage: check_packages.py <source folder> <build folder>. A build uses the
headers in its dependency files, the libraries and tools in its build.ninja, the
libraries that its programs load, and the tools that the scripts call. Each
must belong to a named package, to one that a named package depends on, or to
the base system. Prints one line a missing package and fails if there is any.
"""
import pathlib
import re
import shutil
import subprocess
import sys

# What utils/check.sh, utils/demo.sh and the tests call by name.
TOOLS = ("cmake", "ctest", "ninja", "g++", "gcc", "gfortran", "clang-22", "clang++-22", "dpkg-deb", "dpkg-shlibdeps", "file", "pkg-config", "ccache", "readelf", "nm", "ldd", "git", "llvm-config-22",
         "/usr/lib/llvm-22/bin/clang-format", "/usr/bin/python3", "/usr/lib/llvm-22/bin/lit", "/usr/lib/llvm-22/bin/FileCheck",
         "/usr/lib/llvm-22/bin/not", "/usr/lib/llvm-22/bin/split-file", "/usr/lib/llvm-22/bin/mlir-tblgen")
SYSTEM = ("/usr/", "/lib/", "/lib64/", "/bin/", "/etc/alternatives/")


def output(*command, check=True):
    return subprocess.run(command, check=check, capture_output=True, text=True).stdout


def header_files(build):
    """Headers of all objects, from ninja's log of dependencies."""
    lines = output("ninja", "-C", str(build), "-t", "deps").splitlines()
    return {line.strip() for line in lines if line.startswith("    ")}


def files_of_rules(build):
    """Absolute paths in build.ninja: libraries, compilers, generators."""
    text = (build / "build.ninja").read_text()
    return {match for match in re.findall(r"/(?:usr|lib)[^\s:;\"'=]*", text)}


def loaded_files(build):
    """Libraries that the built programs and libraries load."""
    files = set()
    for folder in ("lib", "bin"):
        for path in (build / folder).iterdir():
            if path.is_file():
                files |= set(re.findall(r"=> (\S+) \(", output("ldd", str(path), check=False)))
    return files


def used_files(build):
    found = header_files(build) | files_of_rules(build) | loaded_files(build)
    found |= {shutil.which(tool) or tool for tool in TOOLS}
    own = str(build.resolve())
    return {path for path in found if path.startswith(SYSTEM) and not path.startswith("/usr/local/")
            and pathlib.Path(path).is_file() and not path.startswith(own)}


def spellings(path):
    """The names under which dpkg may know a file: links resolved, /usr merged."""
    resolved = str(pathlib.Path(path).resolve())
    yield path
    yield resolved
    for name in (path, resolved):
        yield name.removeprefix("/usr") if name.startswith("/usr/lib") else "/usr" + name


def owners(paths):
    """Maps each path to the package that it belongs to, or to None."""
    names = sorted({name for path in paths for name in spellings(path)})
    packages = {}
    for start in range(0, len(names), 2000):
        for line in output("dpkg", "-S", *names[start:start + 2000], check=False).splitlines():
            if ": " in line and not line.startswith("diversion by"):
                package, name = line.split(": ", 1)
                packages[name] = package.split(",")[0].split(":")[0]
    return {path: next((packages[name] for name in spellings(path) if name in packages), None) for path in paths}


def installed_packages():
    """name -> (needs: a list of alternatives each, provided names, in the base system)."""
    fields = "${Package}\t${Pre-Depends}, ${Depends}\t${Provides}\t${Essential}\t${Priority}\t${db:Status-Abbrev}\n"
    packages = {}
    for line in output("dpkg-query", "-W", "-f", fields).splitlines():
        name, needs, provides, essential, priority, status = line.split("\t")
        if status.startswith("ii"):
            wanted = [[re.split(r"[ :(<]", choice.strip())[0] for choice in need.split("|")]
                      for need in needs.split(",") if need.strip()]
            provided = [entry.strip().split(" ")[0] for entry in provides.split(",") if entry.strip()]
            packages[name] = (wanted, provided, essential == "yes" or priority == "required")
    return packages


def closure(names):
    """The named packages, the base system and all that they depend on."""
    packages = installed_packages()
    providers = {}
    for name, (_, provided, _) in packages.items():
        for entry in provided:
            providers.setdefault(entry, []).append(name)
    waiting = list(names) + [name for name, entry in packages.items() if entry[2]]
    found = set()
    while waiting:
        name = waiting.pop()
        if name in found or name not in packages:
            continue
        found.add(name)
        for choices in packages[name][0]:
            known = next((choice for choice in choices if choice in packages or choice in providers), None)
            waiting += [known] if known in packages else providers.get(known, [])[:1]
    return found


def named_packages(source):
    lists = " ".join(f'"${{{kind}_packages[@]}}"' for kind in ("build", "demo", "test", "sanitizer", "benchmark"))
    script = f'. "{source}/utils/packages.sh"; echo {lists}'
    return output("bash", "-c", script).split()


def main():
    source, build = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    named = named_packages(source)
    allowed = closure(named)
    found = owners(used_files(build))
    missing = {}
    for path, package in sorted(found.items()):
        if package not in allowed:
            missing.setdefault(package or "no package", []).append(path)
    for package, paths in missing.items():
        print(f"{package}: not named in utils/packages.sh, used: {paths[0]} and {len(paths) - 1} more")
    print(f"{len(found)} files of {len(set(found.values()))} packages, {len(named)} named, {len(missing)} missing")
    return 1 if missing or not found else 0


if __name__ == "__main__":
    sys.exit(main())
