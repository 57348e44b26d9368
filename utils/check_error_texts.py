#!/usr/bin/env python3
"""Checks that every error text stands in a test.

Usage: check_error_texts.py <source folder>. The texts are the string literals of
lib/ in statements that raise an error: that throw, emit a diagnostic, refuse or
fail. Literals side by side are one text; where a number or a name is put in, a
text ends and the next one begins, and those of one word say nothing. Each must
stand in a file of unittests/ or test/ as it is. UNREACHED lists those of faults
that no caller can bring about. Prints a line a text that stands in no test, and
for each entry of UNREACHED that is of no use, and fails.
"""
import pathlib
import re
import sys

TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\'', re.S)
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
SIDE_BY_SIDE = re.compile(r'(?<!\\)"[ \t]*(\n)\s*R?"')
RAISES = re.compile(r"\bthrow\b|\b\w*Error(?:\s+\w+)?\(|\b(?:fail\w*|refuse\w*|addNote|requirePointer|(?<!->)check)\(|"
                    r"\bFault\b|\bwhy =|\berror =")
ENDS = (";", "{ ", "{\n", "} ", "}\n")  # of what stands before a statement; others are braces of values
PUT_IN = re.compile(r"\{\d\}|%[\d.]*l*[a-z]+")
EDGES = " ':,;()[]."

UNREACHED = {
    # What LLVM and libnetcdf do not do unless they are broken.
    "gtcompiler/Target/Host/CodeGenerator.cpp": ["the target writes no object files"],
    "gtcompiler/Target/Host/Cpu.cpp": ["LLVM makes no machine for"],
    "gtcompiler/Target/Host/ObjectReader.cpp": [
        "the code has the writable section", "a relocation refers to a section that is not loaded",
        "the code has a relocation of type", "a relocation lies outside its section", "the code is larger than 2 GiB",
        "the object has no symbol table", "the object is not of an x86-64 machine"],
    "gtcompiler/Target/Nvptx/MathBitcode.cpp": ["the math functions cannot be linked"],
    "gtcompiler/Target/Nvptx/NvptxTarget.cpp": ["LLVM makes no machine for", "the target writes no PTX"],
    "gtcompiler/Target/PassList.cpp": [
        "the target has no instruction selection", "LLVM has no pass", "the target writes no such files"],
    "gtjit-netcdf/Attributes.cpp": ["an attribute"],
    "gtjit-netcdf/CopyFile.cpp": ["its format"],
    "gtjit-netcdf/File.cpp": [
        "its last values", "its format", "a variable's name", "a variable's dimensions", "a dimension's name",
        "a dimension's length", "a variable's type"],
    "gtjit-netcdf/Output.cpp": ["the compression of"],
    "gtjit-netcdf/Values.cpp": ["its fill value", "a variable has more values than there is memory"],
    "gtrun/Isolated.cpp": ["it is damaged: the netCDF library crashes on it or does not end"],
    # What has been looked at before: by a verifier, a reader, a builder.
    "gtcompiler/Dialect/GT/IR/ImageAttributes.cpp": [
        "expected ranges that are made of others at most", "orders of loops, got"],
    "gtjit/Graph/BuildScan.cpp": ["values, expected one for each of"],
    "gtjit/Graph/Node.cpp": ["has no values of its own"],
    "gtjit/Graph/Operations/Remap.cpp": ["which is computed: evaluate it first"],
    "gtjit/Graph/Operations/Scan.cpp": ["has a region that uses a value which it lacks"],
    "gtjit/Launch/BoundArguments.cpp": ["the image of this evaluation takes other arguments than it has"],
    "gtjit/Reference/PointRows.cpp": ["an operation has no definition for its operands' type"],
    "gtrun/ListStencils.cpp": ["a kernel has no loop over", "cannot stand among the kernels of the stencil level"],
    "gtrun/Npy.cpp": ["it is no .npy file", "its elements cannot be read"],
    "gtrun/ReadProgram.cpp": ["it cannot be parsed"],
    # What the system refuses or says without a reason, and what takes minutes.
    "gtjit/Code/Compilation.cpp": ["no room for the kernels of this evaluation"],
    "gtjit/Code/CompilerLibrary.cpp": ["unknown error"],
    "gtjit/Device/CudaDriver.cpp": ["libcuda.so.1 cannot be loaded"],
    "gtjit/Device/Emulated/Thread.cpp": ["the thread does not end"],
    "gtjit/Kernel/LoadedImage.cpp": ["it cannot be mapped"],
    "gtjit/Launch/Binding.cpp": ["no memory for the scratch space of a kernel"],
}


def plain(text):
    return re.sub(r"\s+", " ", text.replace('\\"', '"').replace("\\n", " ").replace("\\\\", "\\"))


def texts_of(path):
    """(line, text) of every error text of a file."""
    code = TOKEN.sub(lambda token: token[0] if token[0][0] in "\"'" else re.sub(r"[^\n]", "", token[0]), path.read_text())
    code = SIDE_BY_SIDE.sub("\x01", re.sub(r"(?m)^#include.*$", "", code))
    for literal in LITERAL.finditer(code):
        start = max(code.rfind(end, 0, literal.start()) for end in ENDS)
        if not RAISES.search(code[start + 1:code.find(";", literal.end())]):
            continue
        before = code[:literal.start()]
        for text in PUT_IN.split(plain(literal[1].replace("\x01", ""))):
            text = text.strip(EDGES)
            if len(re.findall(r"[A-Za-z]{2,}", text)) > 1:
                yield before.count("\n") + before.count("\x01") + 1, text


def tests_of(source):
    parts = []
    for folder in ("unittests", "test"):
        for path in sorted((source / folder).rglob("*")):
            if path.is_file():
                parts.append(re.sub(r'(?<!\\)"\s*(?://[^\n]*)?\n\s*R?"', "", path.read_text(errors="replace")))
    return plain("\n".join(parts))


def main():
    source = pathlib.Path(sys.argv[1]).resolve()
    tests, count, faults = tests_of(source), 0, []
    left = {(file, text) for file, texts in UNREACHED.items() for text in texts}
    for path in sorted([*(source / "lib").rglob("*.cpp"), *(source / "lib").rglob("*.h")]):
        file = str(path.relative_to(source / "lib"))
        for line, text in texts_of(path):
            count += 1
            if text in tests:
                continue
            if text in UNREACHED.get(file, ()):
                left.discard((file, text))
            else:
                faults.append(f"lib/{file}:{line}: '{text}' stands in no test")
    faults += [f"utils/check_error_texts.py: '{text}' of lib/{file} is reached or gone" for file, text in sorted(left)]
    print("\n".join(faults + [f"{count} error texts, {len(faults)} violations"]))
    return 1 if faults or not count else 0


if __name__ == "__main__":
    sys.exit(main())
