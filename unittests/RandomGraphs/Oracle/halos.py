"""Fields with a filled halo, by NumPy."""
import numpy as np

from values import convert
from variables import Variable, extents, read_dim, read_domain


def source_of(kind, c, grid):
    """The coordinate of the grid whose value a point has; of constants, any."""
    lo, hi = grid
    if lo <= c < hi:
        return c
    if kind == "periodic":
        return lo + (c - lo) % (hi - lo)
    if kind == "mirror":
        return 2 * lo - 1 - c if c < lo else 2 * hi - 1 - c
    return min(max(c, lo), hi - 1)


def with_halo(operand, e):
    grid = read_domain(e["grid"])
    fills = [(read_dim(fill["dim"]), fill["kind"], fill["value"]) for fill in e["fills"]]
    below, above = e["width"]
    domain = dict(operand.domain)
    for name, _, _ in fills:
        domain[name] = (grid[name][0] - below, grid[name][1] + above)

    def values(box):
        whole = {**box, **{name: grid[name] for name, _, _ in fills}}
        array = np.broadcast_to(np.asarray(operand.values(whole)), extents(whole))
        for name, kind, _ in fills:
            places = [source_of(kind, c, grid[name]) - grid[name][0] for c in range(*box[name])]
            array = array.take(np.array(places, np.int64), list(box).index(name))
        array = array.copy()
        for name, kind, value in fills:
            outside = np.array([not grid[name][0] <= c < grid[name][1] for c in range(*box[name])], bool)
            if kind == "constant" and np.any(outside):
                place = tuple(outside if other == name else slice(None) for other in box)
                array[place] = convert(np.int64(value), "i64", operand.dtype)
        return array
    result = Variable(operand.dtype, domain, values)
    if operand.valid != []:
        result.valid = None
    return result
