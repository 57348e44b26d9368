"""Prints a table of the kernels of peers as PTX, and of what NVIDIA's assembler makes of them.

Usage: device_code.py <build folder>; ptxas is in its folder tools, see utils/ptxas.sh. For each
kernel of doubles: global loads and stores and operations of floating point in the text, a point
(or a point of a column's loops) each; registers, and bytes of the thread's own memory, by chip; and
registers on sm_90 where LLVM's own list of passes has made the text.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

KERNELS = ("copy", "lap2d", "lap3d", "hdiff", "vadv", "e2vsum", "nabla")
CHIPS = ("sm_75", "sm_80", "sm_90", "sm_100", "sm_120")
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
    registers = max(int(number) for number in re.findall(r"Used (\d+) registers", said))
    stack = max(int(number) for number in re.findall(r"(\d+) bytes stack frame", said))
    return f"{registers}, {stack} B" if stack else str(registers)


print("| kernel | loads | stores | operations | " + " | ".join(CHIPS) + " | sm_90, LLVM's list |")
print("|---" * (5 + len(CHIPS)) + "|")
for kernel in KERNELS:
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        text = text_of(kernel, folder)
        cells = []
        for chip in CHIPS:
            ptx, said = assembled(text, chip, folder)
            cells.append(registers_of(said))
        cells.append(registers_of(assembled(text, "sm_90", folder, "stock")[1]))
        print(f"| {kernel} | {ptx.count('ld.global')} | {ptx.count('st.global')} | {len(FLOATING.findall(ptx))} | "
              + " | ".join(cells) + " |")
