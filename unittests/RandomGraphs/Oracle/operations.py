"""Point operations and reductions, by NumPy and the C library.

The rules of docs/Semantics.md; exact sums instead of the engine's order.
"""
import collections
import ctypes
import ctypes.util
import math

import numpy as np

from values import FLOATS, INTEGERS, MANTISSA, NUMPY, Unknown, convert, in_range, size_of, to_bf16
from variables import aligned, canonical

def widest(a, b):
    if a == b:
        return a
    if a in FLOATS:
        return "f32" if size_of(a) == size_of(b) else max(a, b, key=size_of)
    if (a[0] == "u") == (b[0] == "u"):
        return max(a, b, key=size_of)
    unsigned, signed = (a, b) if a[0] == "u" else (b, a)
    return f"i{8 * max(size_of(signed), 2 * size_of(unsigned))}"


def common(variables):
    """The type that operands are converted to, and whether it is still a number's."""
    fields = [v.dtype for v in variables if not v.weak]
    if fields:
        result = fields[0]
        for dtype in fields[1:]:
            result = widest(result, dtype)
        return result, False
    order = ["bool", "i64", "u64", "f64"]
    if any(v.dtype not in order for v in variables):
        raise Unknown("numbers of other types")
    return max((v.dtype for v in variables), key=order.index), True


LIBM = ctypes.CDLL(ctypes.util.find_library("m"))
UNARY = {"cbrt", "exp", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "asin",
         "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "erf", "erfc",
         "tgamma", "lgamma"}
BINARY = {"atan2", "hypot", "pow"}
#: Units in the last place by which the C library and the engine may differ together.
ULPS = collections.defaultdict(lambda: 4, tgamma=24, lgamma=24)


def library(name, *operands):
    function = getattr(LIBM, name)
    function.restype = ctypes.c_double
    function.argtypes = [ctypes.c_double] * len(operands)
    wide = np.broadcast_arrays(*[np.asarray(o).astype(np.float64) for o in operands])
    result = [function(*point) for point in zip(*[w.ravel() for w in wide])]
    return np.array(result, np.float64).reshape(wide[0].shape)


def fused(a, b, c):
    """a * b + c, rounded once."""
    is_double = a.dtype == np.float64
    function, number = (LIBM.fma, ctypes.c_double) if is_double else (LIBM.fmaf, ctypes.c_float)
    function.restype, function.argtypes = number, [number] * 3
    operands = np.broadcast_arrays(a, b, c)
    result = [function(*point) for point in zip(*[o.ravel().tolist() for o in operands])]
    return np.array(result, a.dtype).reshape(operands[0].shape)


def minimum(a, b, sign):
    """IEEE 754-2019 minimum (sign 1) or maximum (-1)."""
    less = (a < b) if sign > 0 else (a > b)
    zeros = (a == 0) & (b == 0)
    first = np.where(zeros, np.signbit(a) == (sign > 0), less)
    return np.where(np.isnan(a) | np.isnan(b), a + b, np.where(first, a, b)).astype(a.dtype)


def shifted(a, count, up):
    width = 8 * a.dtype.itemsize
    inside = (count >= 0) & (count < width)
    steps = np.where(inside, count, 0).astype(a.dtype)
    if up:
        return np.where(inside, a << steps, a.dtype.type(0))
    filled = a >> a.dtype.type(width - 1) if a.dtype.kind == "i" else np.zeros_like(a)
    return np.where(inside, a >> steps, filled)


def pointwise(function, a, b, dtype):
    """An integer function of Python's numbers at every point."""
    a, b = np.broadcast_arrays(a, b)
    values = [function(int(x), int(y)) for x, y in zip(a.ravel(), b.ravel())]
    return np.array(values, INTEGERS[dtype]).reshape(a.shape)


def integer_power(a, b, dtype):
    info = np.iinfo(INTEGERS[dtype])
    width = info.bits

    def power(base, exponent):
        if exponent < 0:
            value = {1: 1, -1: -1 if exponent % 2 else 1}.get(base, 0)
        else:
            value = pow(base % 2 ** width, exponent, 2 ** width)
        value %= 2 ** width
        return value - 2 ** width if value > info.max else value
    return pointwise(power, a, b, dtype)


def integer_quotient(a, b, dtype, kind):
    info = np.iinfo(INTEGERS[dtype])

    def one(x, y):
        if y == 0:
            return 0
        if kind == "floor_divide":
            return x // y if in_range(dtype, x // y) else info.min
        return x % y if kind == "mod" else abs(x) % abs(y) * (1 if x > 0 else -1)
    return pointwise(one, a, b, dtype)


def float_quotient(a, b, kind):
    """floor_divide and mod as Python has them, with a / 0 of IEEE 754."""
    if kind == "fmod":
        return np.fmod(a, b)
    return np.floor_divide(a, b) if kind == "floor_divide" else np.mod(a, b)


EXACT = {
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide, "abs": np.abs,
    "floor": np.floor, "ceil": np.ceil, "trunc": np.trunc, "round": np.rint, "sqrt": np.sqrt,
    "copysign": np.copysign, "isnan": np.isnan, "isinf": np.isinf, "isfinite": np.isfinite,
    "eq": np.equal, "ne": np.not_equal, "olt": np.less, "ole": np.less_equal, "ogt": np.greater,
    "oge": np.greater_equal, "and": np.logical_and, "or": np.logical_or, "xor": np.logical_xor,
    "not": np.logical_not, "bitwise_and": np.bitwise_and, "bitwise_or": np.bitwise_or,
    "bitwise_xor": np.bitwise_xor, "bitwise_not": np.invert,
}
FLOAT_ONLY = UNARY | {"atan2", "hypot", "div", "floor", "ceil", "trunc", "round", "sqrt", "copysign", "fma",
                      "isnan", "isinf", "isfinite"}
TO_BOOL = {"isnan", "isinf", "isfinite", "eq", "ne", "olt", "ole", "ogt", "oge"}


def compute(op, dtype, a):
    """`op` on arrays of that type, f16 and bf16 as f32 before they are rounded.
    The values, and by how many units in the last place they may be off."""
    if op in ("min", "max"):
        sign = 1 if op == "min" else -1
        if dtype in FLOATS:
            return minimum(a[0], a[1], sign), 0
        return (np.minimum if sign > 0 else np.maximum)(a[0], a[1]), 0
    if op == "fma":
        return fused(*a), 0
    if op == "neg":
        return np.negative(a[0]), 0
    if op == "sign":
        return np.where(np.isnan(a[0]), a[0], np.sign(a[0]) + 0.0) if dtype in FLOATS else np.sign(a[0]), 0
    if op in ("floor_divide", "mod", "fmod"):
        if dtype in INTEGERS:
            return integer_quotient(a[0], a[1], dtype, op), 0
        return float_quotient(a[0], a[1], op), 0
    if op == "pow" and dtype in INTEGERS:
        return integer_power(a[0], a[1], dtype), 0
    if op in ("shift_left", "shift_right"):
        return shifted(a[0], a[1], op == "shift_left"), 0
    if op in UNARY | BINARY:
        return library(op, *a), ULPS[op]
    return EXACT[op](*a), 0


def point(op, operands, box):
    """Values over the box, their type, whether they are numbers, and the bound in ulps."""
    chosen = operands[1:] if op == "select" else operands
    dtype, weak = common(chosen)
    if op in FLOAT_ONLY and dtype in INTEGERS:
        dtype = "f64"
    values = [convert(aligned(o, box), o.dtype, dtype) for o in chosen]
    if op == "select":
        condition = aligned(operands[0], box)
        return np.where(condition, values[0], values[1]), dtype, weak, 0
    arrays = [v.astype(np.float32) if dtype in ("f16", "bf16") else v for v in values]
    result, ulps = compute(op, dtype, arrays)
    if op in TO_BOOL:
        return result, "bool", weak, 0
    if dtype in FLOATS:
        result = to_bf16(result) if dtype == "bf16" else result.astype(FLOATS[dtype])
    return result, dtype, weak, ulps


def exact_sum(numbers):
    """The sum rounded once to f64, and a bound of the error of any order."""
    if not np.all(np.isfinite(numbers)):
        return float(np.sum(numbers)), 0.0
    if np.max(np.abs(numbers), initial=0) > 1e300 / (len(numbers) + 1):
        raise Unknown("sums that may overflow")
    magnitude = math.fsum(abs(float(x)) for x in numbers)
    return math.fsum(float(x) for x in numbers), magnitude


def reduced_sum(rows, dtype):
    """Sums of each row, with absolute bounds."""
    computed = "f32" if dtype in ("f16", "bf16") else dtype
    unit = 2.0 ** -(MANTISSA[computed] + 1)
    largest = float(np.finfo(FLOATS[computed]).max)
    sums, bounds = [], []
    for row in rows:
        total, magnitude = exact_sum(row.astype(np.float64))
        if magnitude > largest / 4 and math.isfinite(total):
            raise Unknown("sums that may overflow")
        sums.append(total)
        bounds.append(2 * max(len(row), 1) * unit * magnitude)
    return np.array(sums), np.array(bounds)


def reduced_product(rows, dtype):
    computed = "f32" if dtype in ("f16", "bf16") else dtype
    info = np.finfo(FLOATS[computed])
    products, bounds = [], []
    for row in rows:
        wide = row.astype(np.float64)
        if np.all(np.isfinite(wide)) and np.all(wide != 0) and len(wide):
            logs = np.abs(np.log2(np.abs(wide)))
            if math.fsum(logs) > math.log2(float(info.max)) - 4:
                raise Unknown("products that may overflow")
        elif not np.all(np.isfinite(wide)) or len(wide):
            raise Unknown("products of zeros, infinities and NaN")
        product = math.prod(float(x) for x in wide)
        products.append(product)
        bounds.append(2 * max(len(row), 1) * 2.0 ** -(MANTISSA[computed] + 1) * abs(product))
    return np.array(products), np.array(bounds)


def extreme_place(row, coordinates, kind):
    """The coordinate, of the last dimension, of the first NaN or extreme."""
    if row.dtype.kind == "f" and np.any(np.isnan(row)):
        return coordinates[int(np.argmax(np.isnan(row)))]
    return coordinates[int(np.argmin(row) if kind == "argmin" else np.argmax(row))]


def variances(rows, dtype, ddof):
    """Mean squared distances from the mean, with bounds of the error of any order."""
    unit = 2.0 ** -(MANTISSA[dtype] + 1)
    info = np.finfo(FLOATS[dtype])
    results, bounds = [], []
    for row in rows:
        wide, count = row.astype(np.float64), len(row)
        divisor = max(count - ddof, 0)
        if count == 0 or not np.all(np.isfinite(wide)):
            results.append(np.nan)
            bounds.append(0.0)
            continue
        total, magnitude = exact_sum(wide)
        mean = total / count
        of_mean = 2 * count * unit * magnitude / count + unit * abs(mean)
        distance = np.abs(wide - mean)
        off = of_mean + unit * (np.abs(wide) + abs(mean) + of_mean)
        squares = distance * distance
        if np.max(squares, initial=0) * count > float(info.max) / 16 or magnitude > float(info.max) / 4:
            raise Unknown("sums that may overflow")
        error = 2 * distance * off + off * off + unit * (distance + off) ** 2 + float(info.tiny)
        bound = math.fsum(error) + 2 * count * unit * (math.fsum(squares) + math.fsum(error))
        if divisor == 0:
            if math.fsum(squares) <= 2 * bound:
                raise Unknown("quotients of what may be 0")
            results.append(np.inf)
            bounds.append(0.0)
            continue
        results.append(math.fsum(squares) / divisor)
        bounds.append(bound / divisor + 2 * unit * results[-1])
    return np.array(results), np.array(bounds)


def statistic(kind, rows, dtype, ddof):
    computed = {"f16": "f32", "bf16": "f32"}.get(dtype, dtype if dtype in FLOATS else "f64")
    result, bounds = variances([convert(row, dtype, computed) for row in rows], computed, ddof)
    given = dtype if dtype in FLOATS else "f64"
    if kind == "var":
        return result, given, bounds
    largest = float(np.finfo(FLOATS["f16" if given == "f16" else "f32" if given != "f64" else "f64"]).max)
    smallest = float(np.finfo(FLOATS["f16" if given == "f16" else "f32" if given != "f64" else "f64"]).tiny)
    finite = np.isfinite(result)
    if np.any(finite & (result + bounds > largest / 4)) or np.any(finite & (result < smallest * 1e4)):
        raise Unknown("roots of what may overflow or vanish")
    rounded = bounds + np.where(finite, result, 0) * 2.0 ** -MANTISSA[given]
    roots = np.sqrt(result)
    spread = np.sqrt(result + rounded) - np.sqrt(np.maximum(result - rounded, 0))
    return roots, given, np.where(finite, spread, 0.0)


def reduce(kind, operand, dims, box, masks=(), ddof=0):
    """Values over `box` of what is left, their type, and absolute bounds or None."""
    whole = {name: operand.domain[name] if name in dims else box[name] for name in canonical(operand.domain)}
    names = list(whole)
    kept = [names.index(name) for name in names if name not in dims]
    away = [names.index(name) for name in dims]
    extent = [hi - lo for lo, hi in whole.values()]
    shape = tuple(extent[axis] for axis in kept)
    count = math.prod(extent[axis] for axis in away)

    def rows_of(variable):
        values = np.asarray(variable.values(whole)).reshape(extent)
        return values.transpose(kept + away).reshape((math.prod(shape), count))
    rows, dtype, bounds = rows_of(operand), operand.dtype, None
    for mask in masks:  # one at most
        rows = [row[inside] for row, inside in zip(rows, rows_of(mask))]
    if kind in ("any", "all"):
        result = np.array([(np.any if kind == "any" else np.all)(row) for row in rows], bool)
    elif kind in ("argmin", "argmax"):
        grid = np.meshgrid(*[np.arange(*operand.domain[name]) for name in dims], indexing="ij")
        places = grid[-1].ravel()
        result = np.array([extreme_place(row, places, kind) for row in rows], np.int64)
        dtype = "i64"
    elif kind in ("min", "max"):
        result = np.array([extremes(kind, row, dtype) for row in rows], NUMPY[dtype])
    elif kind in ("var", "stddev"):
        result, dtype, bounds = statistic(kind, rows, dtype, ddof)
    elif kind == "mean":
        computed = dtype if dtype in FLOATS else "f64"
        sums, bounds = reduced_sum([convert(r, dtype, computed) for r in rows], computed)
        counts = np.array([len(row) for row in rows], np.float64)
        result = np.where(counts > 0, sums / counts, np.nan)
        bounds = bounds / np.maximum(counts, 1)
        dtype = computed
    elif dtype in FLOATS:
        result, bounds = reduced_sum(rows, dtype) if kind == "sum" else reduced_product(rows, dtype)
    else:
        wide = "u64" if dtype[0] == "u" else "i64"
        plain = [[int(x) for x in row] for row in rows]
        totals = [(sum if kind == "sum" else math.prod)(row) % 2 ** 64 for row in plain]
        result = np.array(totals, np.uint64).astype(INTEGERS[wide])
        dtype = wide
    return result.reshape(shape), dtype, None if bounds is None else bounds.reshape(shape)


def extremes(kind, row, dtype):
    sign = 1 if kind == "min" else -1
    if dtype in FLOATS:
        result = np.full((), sign * np.inf, row.dtype)
        while len(row) > 1:  # by halves: the order does not matter
            half = len(row) // 2
            row = np.concatenate([minimum(row[:half], row[half:2 * half], sign), row[2 * half:]])
        return minimum(result, row[0], sign) if len(row) else result
    info = np.iinfo(INTEGERS[dtype])
    return (np.min if sign > 0 else np.max)(row, initial=info.max if sign > 0 else info.min)
