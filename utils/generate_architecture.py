#!/usr/bin/env python3
"""Fills the generated parts of docs/Architecture.md from a run of examples/first_steps.

usage: generate_architecture.py [--check] docs/Architecture.md PROGRAM GT_OPT

Runs PROGRAM with GTJIT_DUMP and writes what its time step became after each
stage between the page's <!-- generated: NAME --> and <!-- end --> lines. The
loop and its machine code are those for one processor, made by GT_OPT from the
text, so that the page is the same on every machine. --check compares instead
and fails if a part is stale.
"""
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

LLVM = "/usr/lib/llvm-22/bin"
OBJDUMP = f"{LLVM}/llvm-objdump"
CPU = "znver3"


def dump_of_step(program, gt_opt, folder):
    """The files of the time step, by stage: the first ones of a run, the others made for CPU."""
    environment = dict(os.environ, GTJIT_DUMP=folder, GTJIT_THREADS="1")
    environment.pop("GTJIT_REFERENCE", None)
    subprocess.run([program], check=True, env=environment, stdout=subprocess.DEVNULL)
    texts = sorted(pathlib.Path(folder).glob("*-text.mlir"))
    step = next(t for t in texts if t.read_text().count("gt.shift") == 4)
    stencils = next(pathlib.Path(folder).glob(step.name.split(".")[0] + ".*-stencils.mlir"))
    code = pathlib.Path(folder, "code.o")
    printed = {stage: pathlib.Path(folder, stage + ".mlir") for stage in ("loops", "llvm")}
    for stage, last in (("loops", "gt-stencils-to-loops"), ("llvm", "gt-loops-to-llvm")):
        with printed[stage].open("w") as out:
            subprocess.run([gt_opt, step, f"--gt-cpu-pipeline=cpu={CPU} in-cache object-file={code}", "-o", os.devnull,
                            "--mlir-disable-threading", f"--mlir-print-ir-after={last}"],
                           check=True, stderr=out)
    return {"text": step, "stencils": stencils, "codegen": code, **printed}


def without_locations(text):
    text = re.sub(r" loc\((?:#\w+|\"[^\"]*\"[^)]*)\)", "", text)
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


def indented(lines):
    margin = min(len(line) - len(line.lstrip()) for line in lines)
    return [line[margin:] for line in lines]


def program_text(path):
    return without_locations(path.read_text())


def program_of(path):
    lines = without_locations(path.read_text())
    first = next(n for n, line in enumerate(lines) if "gt.program" in line)
    return indented(lines[first : len(lines) - 1])


def kernel_of(path):
    """The schedule without the program around it."""
    lines = without_locations(path.read_text())
    first = next(n for n, line in enumerate(lines) if "gt.kernel" in line)
    margin = lines[first][: -len(lines[first].lstrip())]
    last = next(n for n in range(first, len(lines)) if lines[n] == margin + "}")
    return indented(lines[first : last + 1])


def renumbered(lines):
    """Values numbered in the order of their appearance."""
    names = {}
    return [re.sub(r"%[\w-]+", lambda m: names.setdefault(m[0], f"%{len(names)}"), line) for line in lines]


def vector_loop(path):
    """The block of the innermost loop without masks."""
    lines = without_locations(path.read_text())
    store = next(n for n, line in enumerate(lines) if "llvm.store" in line and ": vector<" in line)
    first = max(n for n in range(store) if re.match(r"\s*\^", lines[n]))
    last = next(n for n in range(store, len(lines)) if "llvm.cond_br" in lines[n])
    return renumbered(indented(lines[first : last + 1]))


def assembly(path):
    """The instructions of the loop without masks, general registers numbered as they appear."""
    listing = subprocess.run([OBJDUMP, "-d", "--no-show-raw-insn", str(path)],
                             check=True, capture_output=True, text=True).stdout
    code = [(int(m[1], 16), m[2]) for m in re.finditer(r"^\s*([0-9a-f]+):\s+(.*)$", listing, re.M)]
    loops = []
    for address, text in code:
        jump = re.match(r"j\w+\s+0x([0-9a-f]+)", text)
        if jump and int(jump[1], 16) < address:
            body = [t for a, t in code if int(jump[1], 16) <= a <= address]
            if any("vaddpd" in t for t in body) and not any("{%k" in t for t in body):
                loops.append(body)
    if not loops:
        sys.exit(f"{path}: no vector loop in the object code")
    registers = {}
    lines = [re.sub(r"\s*<.*>", "", re.sub(r"j(\w+)\s+0x.*", r"j\1 loop", text)) for text in min(loops, key=len)]
    lines = [re.sub(r"%r\w+", lambda m: registers.setdefault(m[0], f"%r{len(registers)}"), line) for line in lines]
    return [re.sub(r"\s+", " ", line) for line in lines]


def parts(program, gt_opt):
    with tempfile.TemporaryDirectory() as folder:
        files = dump_of_step(program, gt_opt, folder)
        return {
            "text": ("mlir", program_text(files["text"])),
            "stencils": ("mlir", program_of(files["stencils"])),
            "loops": ("mlir", kernel_of(files["loops"])),
            "loop": ("mlir", vector_loop(files["llvm"])),
            "assembly": ("asm", assembly(files["codegen"])),
        }


def main():
    check = "--check" in sys.argv
    page_path, program, gt_opt = [a for a in sys.argv[1:] if a != "--check"]
    page = pathlib.Path(page_path)
    before = page.read_text()
    after = before
    for name, (language, lines) in parts(program, gt_opt).items():
        block = f"<!-- generated: {name} -->\n```{language}\n" + "\n".join(lines) + "\n```\n<!-- end -->"
        after, count = re.subn(rf"<!-- generated: {name} -->.*?<!-- end -->", lambda _: block, after, flags=re.S)
        if count != 1:
            sys.exit(f"{page}: expected one part '{name}', got {count}")
    if not check:
        page.write_text(after)
    elif after != before:
        diff = difflib.unified_diff(before.splitlines(), after.splitlines(), "committed", "generated", lineterm="")
        sys.exit(f"{page} is stale; run utils/generate_architecture.py\n" + "\n".join(diff))


if __name__ == "__main__":
    main()
