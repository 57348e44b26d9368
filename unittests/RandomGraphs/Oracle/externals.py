"""The C functions, or results of them, that scenarios call, by NumPy; ExternalFunctions.cpp has the same ones."""
import numpy as np

#: Of each the types of its operands and of its result, and what it gives.
EXTERNALS = {
    "random_mix": (["f64", "f64"], "f64", lambda a, b: np.float64(0.5) * a - b),
    "random_square": (["f32"], "f32", lambda x: x * x),
    "random_weigh": (["i32", "i8"], "i32", lambda a, b: a + np.int32(3) * b.astype(np.int32)),
    "random_fold": (["u64"], "u16", lambda a: (a ^ (a >> np.uint64(16)) ^ (a >> np.uint64(40))).astype(np.uint16)),
    "random_differ": (["bool", "f32"], "bool", lambda a, x: a != (x > 0)),
    "random_choose": (["f64", "i64", "u8"], "i64", lambda x, a, b: np.where(x > 1, a, b.astype(np.int64))),
    "random_sign": (["i16", "u32"], "i8", lambda a, b: np.where(a < 0, -1, b > 7).astype(np.int8)),
    "random_checked": (["f64"], "f64", lambda x: x - np.float64(0.25)),
    "random_checked_byte": (["u8"], "u8", lambda x: x ^ np.uint8(85)),
    "random_effect": (["f32"], "f32", lambda x: -x),
    "random_split.0": (["f64", "f64"], "f64", lambda a, b: np.where(a < b, a, b)),
    "random_split.1": (["f64", "f64"], "i32", lambda a, b: (a > 2).astype(np.int32) - (b > 2).astype(np.int32)),
    "random_routine_.0": (["f32", "i32"], "f32", lambda x, n: np.where(n % 5 == 0, np.float32(np.nan), x * np.float32(2))),
    "random_routine_.1": (["f32", "i32"], "bool", lambda x, n: (n > 3) & (n % 5 != 0)),
    "random_routine_.status": (["f32", "i32"], "i8", lambda x, n: np.where(n % 5 == 0, 127, 0).astype(np.int8)),
    "random_failing.0": (["i16"], "i16", lambda a: np.where(a < 0, 0, a // 2).astype(np.int16)),
    "random_failing.1": (["i16"], "f64", lambda a: np.where(a < 0, np.nan, a.astype(np.float64))),
    "random_whole": (["f64"], "f64", lambda x: x * np.float64(0.5) + np.float64(3)),
    "random_update": (["f32"], "f32", lambda x: x - np.float32(2)),
    "random_failing.status": (["i16"], "i8", lambda a: np.where(a < 0, -3, 0).astype(np.int8)),
}
