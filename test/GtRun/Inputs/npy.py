"""Writes and prints .npy files without NumPy, for the tests of gt-run.

npy.py write FILE DESCR SHAPE EXPRESSION  elements: the expression of n = 0, 1, ... in C order
npy.py show FILE                          type, shape and elements
"""
import struct
import sys

CODES = {"b1": "?", "i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I",
         "u8": "Q", "f2": "e", "f4": "f", "f8": "d", "V2": "H"}


def encode(descr, shape, values):
    text = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {tuple(shape)}, }}"
    text += " " * (-(11 + len(text)) % 64) + "\n"
    body = struct.pack(f"<{len(values)}{CODES[descr[1:]]}", *values)
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode() + body


def decode(raw):
    end = 10 + struct.unpack("<H", raw[8:10])[0]
    header = eval(raw[10:end])
    code = CODES[header["descr"][1:]]
    return header, struct.unpack(f"<{(len(raw) - end) // struct.calcsize(code)}{code}", raw[end:])


def main():
    if sys.argv[1] == "show":
        header, values = decode(open(sys.argv[2], "rb").read())
        print(header["descr"], header["shape"], " ".join(f"{value:g}" for value in values))
        return
    path, descr, shape, expression = sys.argv[2:]
    extents = [int(extent) for extent in shape.split("x")] if shape else []
    count = 1
    for extent in extents:
        count *= extent
    values = [eval(expression, {"n": n}) for n in range(count)]
    open(path, "wb").write(encode(descr, extents, values))


if __name__ == "__main__":
    main()
