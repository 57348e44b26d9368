"""Fields as values over boxes of named dimensions, finite or not."""
import numpy as np

from values import from_bits

KINDS = ("horizontal", "local", "vertical")


class Variable:
    """A type, a domain {name: (lo, hi)}, None for an infinite end, and values
    over any finite box in it: arrays with dimensions in the domain's order."""

    def __init__(self, dtype, domain, values, weak=False):
        self.dtype, self.domain, self.values, self.weak = dtype, domain, values, weak
        self.is_exact = True  # has the engine's bits
        self.valid = []  # bool variables: where a neighbour is there; None: not known
        self.loose = None  # the one that says where values are left open


Kind = {}  # of each dimension by name


def canonical(names):
    return sorted(names, key=lambda name: (KINDS.index(Kind[name]), name))


def read_dim(item):
    name, kind = item
    Kind[name] = kind
    return name


def read_domain(items):
    return {read_dim(dim): (lo, hi) for dim, lo, hi in items}


def is_finite(domain):
    return all(lo is not None and hi is not None for lo, hi in domain.values())


def extents(box):
    return tuple(hi - lo for lo, hi in box.values())


def is_empty(domain):
    return any(lo == hi and lo is not None for lo, hi in domain.values())


def intersect(a, b):
    lo = max((x for x in (a[0], b[0]) if x is not None), default=None)
    hi = min((x for x in (a[1], b[1]) if x is not None), default=None)
    return (0, 0) if lo is not None and hi is not None and lo >= hi else (lo, hi)


def moved(span, offset):
    if span == (0, 0):
        return span
    return tuple(None if end is None else end + offset for end in span)


def fixed(dtype, domain, array):
    """A variable whose values are in memory."""
    def values(box):
        index = tuple(slice(lo - domain[name][0], hi - domain[name][0]) for name, (lo, hi) in box.items())
        return array[index]
    return Variable(dtype, domain, values)


def aligned(variable, box):
    """The variable's values, with a dimension of one point for each that it lacks."""
    own = {name: box[name] for name in canonical(variable.domain)}
    values = np.asarray(variable.values(own))
    return values.reshape(tuple(hi - lo if name in own else 1 for name, (lo, hi) in box.items()))


def number(item):
    dtype, bits = item
    value = from_bits(dtype if dtype != "bool" else "u8", [bits if dtype != "i64" else bits % 2 ** 64], ())
    if dtype == "bool":
        value = value != 0
    return Variable(dtype, {}, lambda box: value, weak=True)
