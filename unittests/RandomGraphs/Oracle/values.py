"""Element types and their conversions, by NumPy.

Follows docs/Semantics.md; knows nothing of fields.
"""
import math

import numpy as np

INTEGERS = {"i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64,
            "u8": np.uint8, "u16": np.uint16, "u32": np.uint32, "u64": np.uint64}
FLOATS = {"f16": np.float16, "bf16": np.float32, "f32": np.float32, "f64": np.float64}
COMPLEX = {"c64": np.complex64, "c128": np.complex128}
#: Arrays of bf16 hold f32 numbers that bf16 has.
NUMPY = {"bool": np.bool_, **INTEGERS, **FLOATS, **COMPLEX}
SIZE = {"bf16": 2}
MANTISSA = {"f16": 10, "bf16": 7, "f32": 23, "f64": 52}

np.seterr(all="ignore")


def size_of(dtype):
    return SIZE.get(dtype, np.dtype(NUMPY[dtype]).itemsize)


class Disagreement(Exception):
    """Where the engine showed something else."""


class Unknown(Exception):
    """What the rules leave open, or what no bound is known for."""


def to_bf16(values):
    """Rounded once to bf16, halves to even: f64 through f32 with a sticky last bit."""
    wide = np.asarray(values)
    narrow = wide.astype(np.float32)
    if wide.dtype == np.float64:
        towards = np.nextafter(narrow, np.float32(0))
        narrow = np.where(np.abs(narrow.astype(np.float64)) > np.abs(wide), towards, narrow)
        bits = narrow.view(np.uint32)
        sticky = (narrow.astype(np.float64) != wide) & np.isfinite(wide)
        narrow = np.where(sticky, bits | np.uint32(1), bits).astype(np.uint32).view(np.float32)
    bits = np.atleast_1d(narrow).view(np.uint32).astype(np.uint64)
    rounded = ((bits + 0x7FFF + ((bits >> np.uint64(16)) & np.uint64(1))) & np.uint64(0xFFFF0000))
    result = rounded.astype(np.uint32).view(np.float32).reshape(np.shape(narrow))
    return np.where(np.isnan(wide), np.float32(np.nan), result).astype(np.float32)


def from_bits(dtype, numbers, shape):
    if dtype == "c128":
        flat = np.array(numbers, np.uint64).view(np.complex128)
    elif dtype == "bf16":
        flat = (np.array(numbers, np.uint64).astype(np.uint32) << np.uint32(16)).view(np.float32)
    else:
        flat = np.array(numbers, np.uint64).astype(f"u{size_of(dtype)}").view(NUMPY[dtype])
    return flat.reshape(shape)


def in_range(dtype, value):
    info = np.iinfo(INTEGERS[dtype])
    return info.min <= value <= info.max


def convert(values, source, target):
    """astype, as Semantics.md has it."""
    values = np.asarray(values)
    if source == target:
        return values
    if target == "bool":
        return values != 0
    if target in COMPLEX:
        return values.astype(COMPLEX[target])
    if source in COMPLEX:
        raise Unknown("complex to real")
    if target in INTEGERS:
        if source not in FLOATS:
            return values.astype(INTEGERS[target])
        info = np.iinfo(INTEGERS[target])
        whole = np.trunc(np.where(np.isnan(values), 0, values).astype(np.float64))
        result = [max(info.min, min(info.max, int(v))) if math.isfinite(v)
                  else (info.max if v > 0 else info.min) for v in whole.ravel()]
        return np.array(result, INTEGERS[target]).reshape(values.shape)
    if target in ("f16", "bf16") and source not in FLOATS:
        values = values.astype(np.float32)
    return to_bf16(values) if target == "bf16" else values.astype(FLOATS[target])


def same(dtype, got, want):
    """Elementwise: the same bits, or both NaN; of complex numbers part by part."""
    got, want = np.ascontiguousarray(got), np.ascontiguousarray(want)
    if dtype in COMPLEX:
        part = "f32" if dtype == "c64" else "f64"
        return same(part, got.real, want.real) & same(part, got.imag, want.imag)
    if dtype not in FLOATS:
        return got == want
    bits = f"u{got.dtype.itemsize}"
    return (got.view(bits) == want.view(bits)) | (np.isnan(got) & np.isnan(want))
