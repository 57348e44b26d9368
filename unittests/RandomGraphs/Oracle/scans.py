"""Scans with the bodies of random scenarios, by NumPy, one point after the other."""
import numpy as np

from operations import point
from values import FLOATS, NUMPY, convert
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


def cast(variable, dtype, box):
    if variable.dtype == dtype:
        return variable
    values = convert(np.broadcast_to(variable.values(box), extents(box)), variable.dtype, dtype)
    return Variable(dtype, dict(box), lambda part: values)


class Lines:
    """The points of operands along one dimension, in order."""

    def __init__(self, operands, e):
        self.name = read_dim(e["dims"][0])
        domain = {}
        for operand in operands:
            for other, span in operand.domain.items():
                domain[other] = intersect(domain.get(other, (None, None)), span)
        if e["region"]:
            domain[self.name] = (e["region"][0]["lo"], e["region"][0]["hi"])
        self.domain = {other: domain[other] for other in canonical(domain)}
        points = range(*self.domain[self.name])
        self.points = list(reversed(points) if e["backward"] else points)

    def at(self, operand, box, place):
        """The operand across the lines of `box`, at one point of them."""
        across = {name: (place, place + 1) if name == self.name else span for name, span in box.items()}
        values = np.broadcast_to(aligned(operand, across), extents(across))
        return Variable(operand.dtype, across, lambda part: values)

    def result(self, dtype, follow):
        """`follow(box)` gives {point: values there}, for all points whatever is asked for."""
        def values(box):
            results = follow(box)
            axis = list(box).index(self.name)
            asked = [results[place] for place in range(*box[self.name])]
            return np.concatenate(asked, axis=axis) if asked else np.zeros(extents(box), NUMPY[dtype])
        return Variable(dtype, self.domain, values)


def scan(operands, e):
    *inputs, start = operands
    lines = Lines(operands, e)
    types = e["types"][:e["carried"]]

    def follow(box):
        first = lines.domain[lines.name][0]
        begin = lines.at(start, box, first)
        carried = [Variable(t, begin.domain, lambda part, v=convert(begin.values(begin.domain), start.dtype, t): v)
                   for t in types]
        results = {}
        for place in lines.points:
            known = carried + [lines.at(operand, box, place) for operand in inputs]
            across = known[-1].domain
            for left, right, choice in e["body"]:
                known.append(combined(choice, known[left], cast(known[right], known[left].dtype, across), across))
            carried = [cast(known[-1 - n], t, across) for n, t in enumerate(types)]
            last = cast(carried[-1], types[0], across)
            results[place] = carried[0].values(across) if len(carried) == 1 else \
                point("xor" if types[0] == "bool" else "max", [carried[0], last], across)[0]
        return results
    return lines.result(types[0], follow)


def running(operand, e):
    kind, dtype = e["reduce"], operand.dtype
    if operand.dtype in FLOATS:
        wide = "f32" if dtype in ("f16", "bf16") and kind in ("sum", "prod") else dtype
        result = dtype
    else:
        wide = result = dtype if kind in ("min", "max") else "u64" if dtype[0] == "u" else "i64"
    lines = Lines([operand], e)
    join = {"sum": "add", "prod": "mul", "min": "min", "max": "max"}[kind]

    def follow(box):
        results, total = {}, None
        for place in lines.points:
            here = lines.at(operand, box, place)
            value = cast(here, wide, here.domain)
            if total is None:  # the start of each is neutral, but for the sign of a zero
                start = convert(np.zeros((), np.int64), "i64", wide) if kind == "sum" else None
                total = value.values(here.domain) if start is None else (value.values(here.domain) + start)
            else:
                sofar = total
                total = point(join, [Variable(wide, here.domain, lambda part: sofar), value], here.domain)[0]
            total = np.broadcast_to(total, extents(here.domain)).astype(NUMPY[wide])
            results[place] = convert(total, wide, result)
        return results
    return lines.result(result, follow)


def first_match(operands, e):
    condition, field, otherwise = operands
    lines = Lines(operands, e)

    def follow(box):
        results, found, value = {}, None, None
        for place in lines.points:
            here, x = lines.at(condition, box, place), lines.at(field, box, place)
            if found is None:
                found = np.zeros(extents(here.domain), bool)
                value = convert(np.broadcast_to(aligned(otherwise, here.domain), extents(here.domain)),
                                otherwise.dtype, field.dtype)
            matches = here.values(here.domain)
            value = np.where(~found & matches, x.values(here.domain), value)
            found = found | matches
            results[place] = value
        return results
    return lines.result(field.dtype, follow)
