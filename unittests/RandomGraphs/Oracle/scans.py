"""Scans with the bodies of random scenarios, by NumPy, one point after the other."""
import numpy as np

from operations import point
from values import NUMPY, convert
from variables import Variable, aligned, canonical, extents, intersect, read_dim


def number(dtype, value):
    return Variable(dtype, {}, lambda box: np.asarray(value, NUMPY[dtype]), weak=True)


def combined(choice, a, b, box):
    """The ways of Fields.cpp."""
    def apply(op, *operands):
        values, dtype, _, _ = point(op, list(operands), box)
        values = np.broadcast_to(values, extents(box))
        return Variable(dtype, dict(box), lambda part: values)
    if a.dtype == "bool":
        return apply("xor", a, b) if choice == 0 else apply("and", a, b) if choice == 1 else \
            apply("or", a, apply("not", b))
    one, two, half = number("i64", 1), number("i64", 2), number("f64", 0.5)
    return [lambda: apply("add", a, b), lambda: apply("sub", a, b), lambda: apply("mul", a, b),
            lambda: apply("min", a, b),
            lambda: apply("select", apply("olt", a, b), b, apply("add", a, one)),
            lambda: apply("max", a, apply("mul", two, b)),
            lambda: apply("div", apply("sqrt", apply("abs", a)), b),
            lambda: apply("add", apply("mul", a, half), b)][choice]()


def scan(operands, e):
    name, (*inputs, start) = read_dim(e["dims"][0]), operands
    dtype = operands[0].dtype
    domain = {}
    for operand in operands:
        for other, span in operand.domain.items():
            domain[other] = intersect(domain.get(other, (None, None)), span)
    if e["region"]:
        domain[name] = (e["region"][0]["lo"], e["region"][0]["hi"])
    domain = {other: domain[other] for other in canonical(domain)}

    def values(box):
        """From the first point of the scan on, whatever of it is asked for."""
        first, last = domain[name]
        across = {other: (first, first + 1) if other == name else span for other, span in box.items()}
        wide = convert(np.broadcast_to(aligned(start, across), extents(across)), start.dtype, dtype)
        carried = [Variable(dtype, dict(across), lambda part, v=wide: v)] * e["carried"]
        results = {}
        points = range(first, last)
        for place in reversed(points) if e["backward"] else points:
            known = list(carried)
            for operand in inputs:
                here = {other: (place, place + 1) if other == name else span for other, span in across.items()}
                value = np.broadcast_to(aligned(operand, here), extents(across))
                known.append(Variable(dtype, dict(across), lambda part, v=value: v))
            for left, right, choice in e["body"]:
                known.append(combined(choice, known[left], known[right], across))
            carried = [known[-1 - n] for n in range(e["carried"])]
            results[place] = carried[0].values(across) if len(carried) == 1 else \
                point("xor" if dtype == "bool" else "max", [carried[0], carried[-1]], across)[0]
        axis = list(box).index(name)
        asked = [results[place] for place in range(*box[name])]
        return np.concatenate(asked, axis=axis) if asked else np.zeros(extents(box), NUMPY[dtype])
    return Variable(dtype, domain, values)
