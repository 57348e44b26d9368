#!/usr/bin/env python3
"""Checks the .deb: what it holds, and that foreign projects build against it.

Usage: check_package.py <source folder> <build folder>. Builds the package,
unpacks it into a temporary folder, and builds and runs the projects in
test/Project/Inputs/foreign against it: with CMake and with pkg-config, with g++
and with clang. Where the kernel allows it (as root), an empty file system covers
the source and the build meanwhile; in any case no file that a compilation read
or a program loads may come from there, and none may be a header of LLVM.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

COMPILERS = (("gcc", "g++"), ("clang-22", "clang++-22"))
PROGRAMS = ("diffusion_cxx", "diffusion_c", "diffusion_fortran")
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "OMP_NUM_THREADS": "1"}


def run(*command, **options):
    result = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{result.stdout}{result.stderr}")
    return result.stdout


class Checker:
    def __init__(self, work, hidden):
        self.work, self.hidden = work, hidden
        self.root = work / "root"
        cover = " && ".join(f"mount -t tmpfs none '{folder}'" for folder in hidden)
        probe = subprocess.run(["unshare", "--mount", "sh", "-c", cover], capture_output=True)
        self.prefix = ["unshare", "--mount", "sh", "-c", cover + ' && exec "$@"', "sh"] if probe.returncode == 0 else []

    def outside(self, *command, **options):
        """Runs a command that cannot see source and build."""
        return run(*self.prefix, *command, cwd=self.work, env=ENVIRONMENT | options.pop("env", {}), **options)

    def check_reads(self, text, what):
        for folder in self.hidden:
            if str(folder) in text:
                sys.exit(f"{what} reads {folder}")
        if re.search(r"/(llvm|mlir|gtcompiler)/\S*\.h", text):
            sys.exit(f"{what} reads a header of LLVM or of the compiler")

    def run_programs(self, folder, what):
        library = str(next(self.root.rglob("libgtjit.so")).parent)
        saved = self.work / "diffusion.gtp"
        saved.unlink(missing_ok=True)
        for program in PROGRAMS:
            environment = {"LD_LIBRARY_PATH": library}
            loaded = self.outside("ldd", folder / program, env=environment)
            self.check_reads(loaded, program)
            if "libLLVM" in loaded or "libMLIR" in loaded:
                sys.exit(f"{program} loads LLVM")
            values = [float(word) for word in self.outside(folder / program, saved, env=environment).split()]
            if values != [0.0, 1.0]:
                sys.exit(f"{program} prints {values}")
        print(f"{what}: {len(PROGRAMS)} programs", flush=True)

    def with_cmake(self, c, cxx):
        build = self.work / f"cmake-{cxx}"
        self.outside("cmake", "-G", "Ninja", "-S", self.work / "foreign", "-B", build, f"-DCMAKE_C_COMPILER={c}",
                     f"-DCMAKE_CXX_COMPILER={cxx}", f"-DCMAKE_PREFIX_PATH={self.root / 'usr'}")
        self.outside("ninja", "-C", build)
        self.check_reads(self.outside("ninja", "-C", build, "-t", "deps"), "a compilation")
        self.run_programs(build, f"cmake, {cxx}")

    def with_pkg_config(self, c, cxx):
        build = self.work / f"pkg-config-{cxx}"
        build.mkdir()
        path = {"PKG_CONFIG_PATH": str(next(self.root.rglob("gtjit.pc")).parent)}

        def flags(name):
            return self.outside("pkg-config", "--cflags", "--libs", name, env=path).split()

        source = self.work / "foreign"
        for compiler, file, program, more in (
                (cxx, "diffusion.cpp", PROGRAMS[0], ["-std=c++20", *flags("gtjit")]),
                (c, "diffusion.c", PROGRAMS[1], ["-std=c99", *flags("gtjit")]),
                ("gfortran", "diffusion.f90", PROGRAMS[2], ["-std=f2008", *flags("gtjit-fortran")])):
            depends = [] if compiler == "gfortran" else ["-MD", "-MF", build / "depends"]
            self.outside(compiler, source / file, "-o", build / program, *depends, *more)
            if depends:
                self.check_reads((build / "depends").read_text(), file)
        self.run_programs(build, f"pkg-config, {cxx}")


def check_contents(package, root, hidden):
    fields = run("dpkg-deb", "--field", package, "Depends")
    print(f"package {package.name}\ndepends on {fields.strip()}")
    for path in root.rglob("*"):
        if path.is_symlink() or not path.is_file():
            continue
        content = path.read_bytes()
        if content.startswith(b"\x7fELF"):  # Fortran's own error texts name sources; what is looked up must not
            content = run("readelf", "--dynamic", path).encode()
        for folder in hidden:
            if str(folder).encode() in content:
                sys.exit(f"{path.relative_to(root)} names {folder}")
        if "include" in path.parts and re.search(rb'#include\s*[<"](llvm|mlir|gtcompiler)', content):
            sys.exit(f"{path.relative_to(root)} includes LLVM")
    print("no LLVM header, no path of the build")


def main():
    source, build = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    hidden = sorted({source, build}, reverse=True)  # a build inside the source is covered first
    work = pathlib.Path(tempfile.mkdtemp(prefix="gtjit-package-"))
    try:
        shutil.copytree(source / "test/Project/Inputs/foreign", work / "foreign")
        run("cpack", "-G", "DEB", "-B", work / "deb", cwd=build)
        package = next((work / "deb").glob("*.deb"))
        run("dpkg-deb", "--extract", package, work / "root")
        check_contents(package, work / "root", hidden)
        checker = Checker(work, hidden)
        for c, cxx in COMPILERS:
            checker.with_cmake(c, cxx)
        for c, cxx in COMPILERS:
            checker.with_pkg_config(c, cxx)
    finally:
        shutil.rmtree(work)


if __name__ == "__main__":
    main()
