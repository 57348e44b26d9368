"""Prints a table of the kernels of peers as PTX, and of what NVIDIA's assembler makes of them.

Usage: device_code.py <build folder>; ptxas is in its folder tools, see utils/ptxas.sh. For each
kernel of doubles, and for a stencil with two limiters also several points a thread: loads and stores
of the device's memory, operations of floating point and all other instructions in the text, a point
(or a point of a column's loops) each; registers by chip; and registers on sm_90 where LLVM's own
list of passes has made the text. Fails if a kernel has more than 8 bytes of memory of a thread's own.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

KERNELS = ("copy", "lap2d", "lap3d", "hdiff", "vadv", "e2vsum", "nabla")
CHIPS = ("sm_75", "sm_80", "sm_90", "sm_100", "sm_120")
POINTS = {"hdiff": ("2,1", "4,1", "2,2", "4,2")}
INSTRUCTION = re.compile(r"^\s+(?:@!?%p\d+ )?[a-z][a-z0-9._]+ .*;$", re.M)
FLOATING = re.compile(r"^\s+(?:@!?%p\d+ )?(?:add|sub|mul|div|sqrt|rcp|fma|min|max|neg|abs)\.[a-zA-Z.]*f64", re.M)

build = pathlib.Path(sys.argv[1]).resolve()


def text_of(kernel, folder):
    """The engine's text of a peer, as a dump holds it; of several the one with most operations."""
    subprocess.run([build / "bin/gtjit_peers", "--only", kernel, "--size", "64x64x80", "--type", "double", "--seconds",
                    "0.01", "--peer", "engine"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   env={"GTJIT_CACHE": "0", "GTJIT_DUMP": str(folder), "PATH": "/usr/bin:/bin"})
    return max(folder.glob("*0-text.mlir"), key=lambda file: file.stat().st_size)


def assembled(text, chip, folder, options=""):
    """(PTX, what ptxas says) of a text."""
    ptx = folder / f"{chip}.ptx"
    subprocess.run([build / "bin/gt-opt", text, f"--gt-gpu-pipeline=chip={chip} ptx-file={ptx} {options}", "-o",
                    "/dev/null"], check=True)
    said = subprocess.run([build / "tools/ptxas", "-v", f"-arch={chip}", ptx, "-o", "/dev/null"], check=True,
                          capture_output=True, text=True).stderr
    return ptx.read_text(), said


def registers_of(said):
    stack = max(int(number) for number in re.findall(r"(\d+) bytes stack frame", said))
    if stack > 8:
        sys.exit(f"{stack} bytes of a thread's own memory:\n{said}")
    registers = max(int(number) for number in re.findall(r"Used (\d+) registers", said))
    return f"{registers}, {stack} B" if stack else str(registers)


def part_of_whole_steps(ptx):
    """Of a kernel of several points a thread what runs all of them: the block with most operations."""
    return max(re.split(r"^\$L.*:$|^.*\bbra\b.*$", ptx, flags=re.M), key=lambda block: len(FLOATING.findall(block)))


def each(count, points):
    return f"{count / points:.1f}".removesuffix(".0")


def row(name, text, folder, points=1, options=""):
    said = [assembled(text, chip, folder, options)[1] for chip in CHIPS]
    ptx = assembled(text, "sm_90", folder, options)[0]
    stock = assembled(text, "sm_90", folder, options + " stock")[1]
    start = len(INSTRUCTION.findall(ptx)) if points == 1 else 0
    body = ptx if points == 1 else part_of_whole_steps(ptx)
    loads, stores, floating = body.count("ld.global"), body.count("st.global"), len(FLOATING.findall(body))
    others = (start or len(INSTRUCTION.findall(body))) - loads - stores - floating
    cells = [each(count, points) for count in (loads, stores, floating, others)]
    print(f"| {name} | " + " | ".join(cells + [registers_of(text) for text in said + [stock]]) + " |")


print("| kernel | loads | stores | operations | others | " + " | ".join(CHIPS) + " | sm_90, LLVM's list |")
print("|---" * (6 + len(CHIPS)) + "|")
for kernel in KERNELS:
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        text = text_of(kernel, folder)
        row(kernel, text, folder, 1, "thread-points=1,1")
        for points in POINTS.get(kernel, ()):
            rows, columns = map(int, points.split(","))
            row(f"{kernel}, {rows} x {columns} points", text, folder, rows * columns, f"thread-points={points}")
