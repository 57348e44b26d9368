#!/usr/bin/env python3
"""Checks the order of dependencies between folders as the linker sees it.

Usage: check_link_layers.py <source folder> <build folder>. A folder's object files may need only
symbols of the folders that utils/check_layering.py lets it include: a declaration in
a public header hides a call upwards from its reader, not from its object file.
Prints one line a violation and fails if there is any, or no object file.
"""
import pathlib
import subprocess
import sys

from check_layering import ENGINE_LAYERS, LAYERS, TYPES_ALONE

DEFINED = set("TDBR")  # not weak: many objects have the same inline function


def source_of(path):
    """The source of an object file, both below the library's folder: A/CMakeFiles/T.dir/B.cpp.o is of A/B.cpp."""
    start = path.parts.index("CMakeFiles")
    return pathlib.PurePath(*path.parts[:start], *path.parts[start + 2:]).with_suffix("")


def layer_of(source, layers):
    return next((layer for layer in layers if source.is_relative_to(layer)), None)


def symbols_of(paths):
    """(path, kind, name) of each external symbol; names as the compiler writes them."""
    listing = subprocess.run(["nm", "--extern-only", "--print-file-name", *paths], capture_output=True, text=True,
                             check=True)
    for line in listing.stdout.splitlines():
        path, symbol = line.split(".o:", 1)
        kind, name = symbol.split()[-2:]
        yield path + ".o", kind, name


def readable(name):
    return subprocess.run(["c++filt", name], capture_output=True, text=True, check=True).stdout.strip()


def seen_by(layer, layers):
    if layer in TYPES_ALONE:
        return {"Types", layer}
    return set(layers[:layers.index(layer) + 1])


def violations(sources, build, layers):
    """(number of objects, lines) of one library."""
    layer_of_object = {}
    for path in sorted(build.rglob("*.o")):
        source = source_of(path.relative_to(build))
        layer = layer_of(source, layers)
        if layer and (sources / source).exists():  # else of a file that is gone
            layer_of_object[str(path)] = (layer, path.stem)
    if not layer_of_object:
        return 0, []
    owner, needed = {}, []
    for path, kind, name in symbols_of(layer_of_object):
        if kind in DEFINED:
            owner[name] = layer_of_object[path]
        elif kind == "U":
            needed.append((*layer_of_object[path], name))
    lines = [f"{layer}/{file} must not need '{readable(name)}' of {owner[name][0]}/{owner[name][1]}"
             for layer, file, name in needed if name in owner and owner[name][0] not in seen_by(layer, layers)]
    return len(layer_of_object), lines


def main():
    root, build = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    results = [violations(root / "lib" / library, build / "lib" / library, layers)
               for library, layers in (("gtjit", ENGINE_LAYERS), ("gtcompiler", LAYERS))]
    for line in sorted(line for _, lines in results for line in lines):
        print(line)
    total = sum(len(lines) for _, lines in results)
    print(f"{sum(count for count, _ in results)} objects, {total} violations")
    return 1 if total or not all(count for count, _ in results) else 0


if __name__ == "__main__":
    sys.exit(main())
