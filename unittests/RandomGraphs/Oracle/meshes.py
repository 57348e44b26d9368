"""Fields by tables, on half levels and summed over neighbours, by NumPy.

What a neighbour that is missing gives is left open until a reduction leaves it out:
`valid` of a variable are bool variables, each of some of its dimensions.
"""
import collections

import numpy as np

from operations import compute
from values import FLOATS, INTEGERS, NUMPY, Unknown, convert
from variables import Variable, aligned, canonical, extents, intersect, moved, read_dim, read_domain


def mapped(operand, make):
    """What `make` does to the variable, also done to what says where it is valid."""
    result = make(operand)
    result.valid = None if operand.valid is None else [make(valid) for valid in operand.valid]
    return result


class Table:
    def __init__(self, told):
        self.to = read_dim(told["to"])
        self.domain = read_domain(told["domain"])
        self.indices = np.array(told["indices"], np.int64).reshape(extents(self.domain))
        self.missing = self.indices == told["skip"] if told["skip"] is not None \
            else np.zeros(self.indices.shape, bool)

    def image(self, span):
        """The smallest box whose rows and columns have all indices in the span."""
        inside = (self.indices >= span[0]) & (self.indices < span[1]) & ~self.missing
        places = np.argwhere(inside)
        box = {}
        for axis, (name, (lo, _)) in enumerate(self.domain.items()):
            box[name] = (int(places[:, axis].min()) + lo, int(places[:, axis].max()) + 1 + lo)
        return box

    def over(self, array, box):
        """An array of the table over a box, which may have further dimensions."""
        own = Variable("i64", self.domain, lambda part: array[tuple(
            slice(lo - self.domain[name][0], hi - self.domain[name][0]) for name, (lo, hi) in part.items())])
        names = [name for name in box if name in self.domain]
        part = own.values({name: box[name] for name in self.domain})
        part = part.transpose([list(self.domain).index(name) for name in names])
        return part.reshape(tuple(hi - lo if name in names else 1 for name, (lo, hi) in box.items()))

    def valid(self, box):
        own = {name: box[name] for name in canonical(box)}
        return Variable("bool", own, lambda part: self.over(~self.missing, part))


def gather(operand, tables, domain):
    """The operand over a domain, where each table holds the coordinates of one of its dimensions."""
    by = {table.to: table for table in tables if table.to in operand.domain}
    if not by:
        return operand

    def values(box):
        there = {name: operand.domain[name] if name in by else box[name] for name in canonical(operand.domain)}
        places = []
        for name, (first, last) in there.items():
            if name in by:
                places.append(np.clip(by[name].over(by[name].indices, box), first, last - 1) - first)
                continue
            shape = tuple(-1 if other == name else 1 for other in box)
            places.append(np.arange(last - first).reshape(shape))
        whole = np.asarray(operand.values(there))
        return np.broadcast_to(whole[tuple(places)], extents(box))
    return Variable(operand.dtype, domain, values)


def gathered(operand, told):
    table = Table(told)
    image = table.image(operand.domain[table.to])
    names = (set(operand.domain) - {table.to}) | set(table.domain)
    domain = {}
    for name in canonical(names):
        span = operand.domain[name] if name in operand.domain and name != table.to else (None, None)
        domain[name] = intersect(span, image.get(name, (None, None)))

    def moved_along(variable):
        own = domain if variable is operand else \
            {n: domain[n] for n in domain if n in table.domain or n in variable.domain}
        return gather(variable, [table], own)
    result = mapped(operand, moved_along)
    mask = table.valid(image)
    if np.any(~np.asarray(mask.values(mask.domain))):
        result.loose = mask
        if result.valid is not None:
            result.valid = [*result.valid, mask]
    return result


def shifted(operand, shifts):
    offsets = collections.Counter()
    for dim, offset in shifts:
        offsets[read_dim(dim)] += offset

    def moved_along(variable):
        domain = {name: moved(span, -offsets[name]) for name, span in variable.domain.items()}

        def values(box):
            return variable.values({name: moved(span, offsets[name]) for name, span in box.items()})
        return Variable(variable.dtype, domain, values, variable.weak)
    return mapped(operand, moved_along)


def both(a, b):
    """Where two bool variables are true."""
    spans = {name: intersect(a.domain.get(name, (None, None)), b.domain.get(name, (None, None)))
             for name in canonical({*a.domain, *b.domain})}
    return Variable("bool", spans, lambda box: np.broadcast_to(aligned(a, box) & aligned(b, box), extents(box)))


def remapped(operand, tables, shifts):
    """By tables, one after the other, then by shifts. Tables at once read nothing that another replaces."""
    result, loose = operand, None
    for told in tables:
        result = gathered(result, told)
        if loose is not None:
            loose = gathered(loose, told) if read_dim(told["to"]) in loose.domain else loose
        if result.loose is not None:
            loose = result.loose if loose is None else both(loose, result.loose)
    if shifts:
        result = shifted(result, shifts)
        own = [shift for shift in shifts if loose is not None and read_dim(shift[0]) in loose.domain]
        loose = shifted(loose, own) if own else loose
    result.loose = loose
    return result


def joined_list(operand, e):
    """Neighbours one by one, in the order of the list."""
    if e["tables"]:
        neighbors = [remapped(operand, [told], []) for told in e["tables"]]
        if any(n.loose is not None for n in neighbors):
            raise Unknown("neighbours of a list that are missing")
    elif e["dims"]:
        neighbors = [staggered(operand, read_dim(e["dims"][0]), offset) for _, offset in e["shifts"]]
    else:
        neighbors = [shifted(operand, [shift]) for shift in e["shifts"]]
    kind, dtype = e["reduce"], operand.dtype
    reduced = "sum" if kind == "mean" else kind
    wide = wide_type(kind, dtype)
    result = dtype if dtype in FLOATS or reduced != "sum" else wide
    spans = {}
    for neighbor in neighbors:
        for name, span in neighbor.domain.items():
            spans[name] = intersect(spans.get(name, (None, None)), span)

    def values(box):
        total = None
        for neighbor in neighbors:
            value = np.broadcast_to(convert(aligned(neighbor, box), dtype, wide), extents(box))
            total = value if total is None else joined(reduced, wide, total, value)
        if kind == "mean":
            total = total / NUMPY[wide](len(neighbors))
        return convert(total, wide, result)
    made = Variable(result, {name: spans[name] for name in canonical(spans)}, values)
    if operand.valid != []:
        made.valid = None
    return made


def shifted_by(operand, told, more):
    """As far away as the offsets of a table say, which lie in its image, and a number."""
    table = Table(told)
    shape = [1] * len(table.domain)
    shape[list(table.domain).index(table.to)] = -1
    table.indices = table.indices + np.arange(*table.domain[table.to]).reshape(shape) + more
    least, end = told["image"]
    lo, hi = operand.domain[table.to]
    spans = {**operand.domain, table.to: (lo - least - more, hi - end + 1 - more)}
    names = set(operand.domain) | set(table.domain)
    domain = {name: intersect(spans.get(name, (None, None)), table.domain.get(name, (None, None)))
              for name in canonical(names)}
    return mapped(operand, lambda variable: gather(
        variable, [table], {n: domain[n] for n in domain if n in table.domain or n in variable.domain}))


def at(operand, told):
    """At the indices of tables, all at once; they may have the dimensions that they replace."""
    tables = [Table(each) for each in told]

    def taken(variable):
        own = [table for table in tables if table.to in variable.domain]
        spans = {name: span for name, span in variable.domain.items() if name not in [t.to for t in own]}
        for table in own:
            for name, span in table.domain.items():
                spans[name] = intersect(spans.get(name, (None, None)), span)
        return gather(variable, own, {name: spans[name] for name in canonical(spans)})
    return mapped(operand, taken)


def staggered(operand, to, offset):
    """On the twin of a dimension; the value at t is that at t + offset."""
    origin = to[:-5] if to.endswith("_half") else to + "_half"

    def renamed(variable):
        if origin not in variable.domain:
            return variable
        names = canonical({to if name == origin else name for name in variable.domain})
        domain = {n: moved(variable.domain[origin], -offset) if n == to else variable.domain[n] for n in names}

        def values(box):
            there = {name: moved(box[to], offset) if name == origin else box[name]
                     for name in canonical(variable.domain)}
            array = np.asarray(variable.values(there))
            order = [origin if name == to else name for name in box]
            return array.transpose([list(there).index(name) for name in order])
        return Variable(variable.dtype, domain, values, variable.weak)
    return mapped(operand, renamed)


def identity(kind, dtype):
    if kind in ("any", "all"):
        return kind == "all"
    if kind == "sum":
        return 0
    if dtype in FLOATS:
        return np.inf if kind == "min" else -np.inf
    info = np.iinfo(INTEGERS[dtype])
    return info.max if kind == "min" else info.min


def joined(kind, dtype, a, b):
    if kind in ("any", "all"):
        return a | b if kind == "any" else a & b
    if kind == "sum":
        return (a + b).astype(a.dtype)
    return compute(kind, dtype, [a, b])[0].astype(a.dtype)


def wide_type(kind, dtype):
    """In which neighbours are joined."""
    if kind not in ("sum", "mean"):
        return dtype
    return "f32" if dtype in ("f16", "bf16") else dtype if dtype in FLOATS else \
        "f64" if kind == "mean" else "u64" if dtype[0] == "u" else "i64"


def over_neighbors(operand, name, kind):
    """In the order of the table, those that are missing left out."""
    if operand.valid is None:
        raise Unknown("neighbours that may be missing")
    masks = [valid for valid in operand.valid if name in valid.domain]
    domain = {n: span for n, span in operand.domain.items() if n != name}
    dtype = operand.dtype
    reduced = "sum" if kind == "mean" else kind
    wide = wide_type(kind, dtype)
    result = dtype if dtype in FLOATS or reduced != "sum" else wide

    def values(box):
        total = np.full(extents(box), identity(reduced, wide), NUMPY[wide])
        count = np.zeros(extents(box), np.int64)
        for n in range(*operand.domain[name]):
            whole = {d: (n, n + 1) if d == name else box[d] for d in canonical(operand.domain)}
            shape = extents(box)
            there = np.ones(shape, bool)
            for mask in masks:
                there = there & np.broadcast_to(aligned(mask, whole), extents(whole)).reshape(shape)
            value = convert(np.asarray(operand.values(whole)).reshape(shape), dtype, wide)
            start = np.full(shape, identity(reduced, wide), NUMPY[wide])
            total = joined(reduced, wide, total, np.where(there, value, start))
            count = count + there
        if kind == "mean":
            total = total / count.astype(NUMPY[wide])
        return convert(total, wide, result)
    made = Variable(result, domain, values)
    made.valid = [valid for valid in operand.valid if name not in valid.domain]
    return made
