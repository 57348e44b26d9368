#!/usr/bin/env python3
"""Runs orography_diffusion on files made for it: values missing, rows from north to south, files that it must refuse.

usage: check_files.py PROGRAM FOLDER
"""
import math
import pathlib
import shutil
import struct
import subprocess
import sys

FILL = -999.0


def padded(data):
    return data + b"\0" * (-len(data) % 4)


def text(value):
    return struct.pack(">i", len(value)) + padded(value.encode())


def attributes(entries):
    """The attribute list of netCDF's classic format."""
    if not entries:
        return struct.pack(">ii", 0, 0)
    result = struct.pack(">ii", 12, len(entries))
    for name, value in entries.items():
        if isinstance(value, str):
            result += text(name) + struct.pack(">i", 2) + text(value)
        else:
            result += text(name) + struct.pack(">iif", 5, 1, value)
    return result


def classic_file(dims, variables):
    """A classic netCDF file; variables are (name, dims, attributes, floats)."""
    def header(offsets):
        result = b"CDF\x01" + struct.pack(">i", 0)
        result += struct.pack(">ii", 10, len(dims)) + b"".join(text(n) + struct.pack(">i", e) for n, e in dims)
        result += attributes({}) + struct.pack(">ii", 11, len(variables))
        names = [name for name, _ in dims]
        for (name, over, entries, values), offset in zip(variables, offsets):
            result += text(name) + struct.pack(">i", len(over))
            result += b"".join(struct.pack(">i", names.index(d)) for d in over)
            result += attributes(entries) + struct.pack(">iii", 5, 4 * len(values), offset)
        return result

    offset = len(header([0] * len(variables)))
    offsets = []
    for variable in variables:
        offsets.append(offset)
        offset += 4 * len(variable[3])
    return header(offsets) + b"".join(struct.pack(f">{len(v[3])}f", *v[3]) for v in variables)


def hills(nx, ny, missing=lambda i, j: False, southward=False, units="m"):
    heights, lat, lon = [], [], []
    for j in range(ny):
        for i in range(nx):
            value = 400 + 300 * math.sin(1.9 * i) * math.cos(1.3 * j)
            heights.append(FILL if missing(i, j) else value)
            lat.append(60 - 0.2 * j if southward else 40 + 0.2 * j)
            lon.append(5 + 0.2 * i)
    return classic_file(
        [("y", ny), ("x", nx)],
        [("h", ["y", "x"], {"standard_name": "surface_altitude", "units": units, "_FillValue": FILL}, heights),
         ("lat", ["y", "x"], {"units": "degrees_north"}, lat),
         ("lon", ["y", "x"], {"units": "degrees_east"}, lon)])


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)

    def run(*arguments):
        result = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
        return result.returncode, result.stdout + result.stderr

    def accept(name, data, *fragments):
        source = folder / f"{name}.nc"
        source.write_bytes(data)
        code, output = run("--input", source, "--steps", 20, "--output", folder / name)
        made = sorted(p.name for p in (folder / name).iterdir()) if (folder / name).exists() else []
        wanted = ["after.png", "before.png", "difference.png", "diffused.nc"]
        if code != 0 or made != wanted or not all(f in output for f in ("bit for bit", "fell at every step", *fragments)):
            sys.exit(f"{name}: exit status {code}, files {made}\n{output}")
        return (folder / name / "diffused.nc").read_bytes()

    def refuse(name, message, *arguments):
        code, output = run("--output", folder / name, *arguments)
        if code != 1 or message not in output or (folder / name).exists():
            sys.exit(f"{name}: exit status {code}, expected 1 and '{message}'\n{output}")

    lake = accept("lake", hills(40, 30, missing=lambda i, j: (i - 20) ** 2 + (j - 15) ** 2 < 30), "points without a value")
    count = lake.count(struct.pack(">f", FILL))
    if count != 1 + sum((i - 20) ** 2 + (j - 15) ** 2 < 30 for i in range(40) for j in range(30)):
        sys.exit(f"lake: {count} fill values in the result, the attribute included")
    accept("southward", hills(33, 21, southward=True))

    plain = folder / "plain.nc"
    plain.write_bytes(hills(12, 9))
    (folder / "text.nc").write_text("not netCDF")
    (folder / "short.nc").write_bytes(hills(12, 9)[:700])
    (folder / "feet.nc").write_bytes(hills(12, 9, units="feet"))
    (folder / "void.nc").write_bytes(hills(12, 9, missing=lambda i, j: True))
    refuse("absent", "No such file or directory", "--input", folder / "absent.nc")
    refuse("folder", "it is a folder", "--input", folder)
    refuse("text", "NetCDF: Unknown file format", "--input", folder / "text.nc")
    refuse("short", "it ends early", "--input", folder / "short.nc")
    refuse("feet", "'h' is in 'feet', expected 'm'", "--input", folder / "feet.nc")
    refuse("void", "'h' has no value at all", "--input", folder / "void.nc")
    refuse("name", "it has no variable 'q'", "--input", plain, "--variable", "q")
    refuse("steps", "--steps", "--input", plain, "--steps", 0)
    refuse("alpha", "--alpha", "--input", plain, "--alpha", 0.2)
    refuse("option", "--colour", "--colour", "red")
    blocked = folder / "blocked"
    blocked.write_text("a file where a folder is needed")
    code, output = run("--input", plain, "--steps", 1, "--output", blocked)
    if code != 1 or "error:" not in output:
        sys.exit(f"blocked: exit status {code}\n{output}")
    left = [str(p) for p in folder.rglob("*.part")]
    if left:
        sys.exit(f"left behind: {left}")


if __name__ == "__main__":
    main()
