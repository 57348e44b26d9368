"""The C functions that scenarios call, by NumPy; ExternalFunctions.cpp has the same ones."""
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
}
