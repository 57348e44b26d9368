"""Evaluates text of the gt dialect point by point, at both levels.

Follows the descriptions of the operations, not the passes. Storages that are
arguments are defined everywhere, with small whole numbers as values; reading a
temporary where no kernel has written it is an error. Sums are exact with such
values, so the order of a reduction does not matter here.
"""
import itertools
import re

POINT_OPERATIONS = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "min": min,
    "max": max,
    "neg": lambda a: -a,
}
REDUCTIONS = {"sum": (0.0, lambda a, b: a + b), "min": (float("inf"), min), "max": (float("-inf"), max)}
STORAGE = r"!gt\.storage<\[[^\]]*\][^>]*>"


def initial(storage, point):
    """Value of an argument before the program; `point` is {dimension: index}."""
    seed = sum(7 * ord(c) for c in storage)
    for dim, index in sorted(point.items()):
        seed = seed * 31 + ord(dim) * 17 + index * index * 13 + index * 5
    return float(seed % 7 - 3)


def key(storage, point):
    return storage, tuple(sorted(point.items()))


def dims_of(type_text):
    inside = re.search(r"\[([^\]]*)\]", type_text).group(1)
    return [dim.strip() for dim in inside.split(",") if dim.strip()]


def offsets_of(text):
    """{dimension: (pinning range or None, offset)} of `I + 1, J at %x - 2`."""
    found = {}
    for dim, pin, sign, number in re.findall(r"(\w+)(?: at (%\w+))?(?: ([+-]) (\d+))?", text or ""):
        found[dim] = pin or None, int(sign + number) if sign else 0
    return found


def reduce(kind, values):
    total, combine = REDUCTIONS[kind]
    for value in values:
        total = combine(total, value)
    return total


def points(ranges):
    return itertools.product(*(range(*bounds) for bounds in ranges))


class Fields:
    """A program at the field level. `ranges` are the bounds of its arguments."""

    def __init__(self, text, scalars, ranges):
        self.text, self.scalars, self.ranges = text, scalars, ranges
        self.definitions = {}
        for line in text.split("\n"):
            match = re.match(r"\s*(%\w+) = gt\.(\w+) (.*)", line)
            if match:
                dims = dims_of(re.findall(r"!gt\.field<[^>]*>", line)[-1])
                self.definitions[match[1]] = match[2], match[3], dims
        self.known = {}

    def value(self, name, point):
        if name in self.scalars:
            return self.scalars[name]
        operation, text, dims = self.definitions[name]
        point = {dim: point[dim] for dim in dims}
        place = key(name, point)
        if place not in self.known:
            self.known[place] = self.compute(operation, text, point)
        return self.known[place]

    def compute(self, operation, text, point):
        operand = text.split()[0].strip(",")
        if operation == "load":
            return initial(operand, point)
        if operation == "shift":
            offsets = offsets_of(re.search(r"\[([^\]]*)\]", text).group(1))
            return self.value(operand, {dim: n + offsets.get(dim, (None, 0))[1] for dim, n in point.items()})
        if operation == "broadcast":
            return self.value(operand, point)
        if operation == "pin":
            position, dim = re.search(r"at (%\w+) .*!gt\.range<(\w+)>", text).groups()
            return self.value(operand, {**point, dim: self.ranges[position][0]})
        if operation == "reduce":
            kind, operand, names = re.match(r"(\w+) (%\w+) over (.*?)(?: lanes)?(?: \{.*\})? :", text).groups()
            dims = re.findall(r"!gt\.range<(\w+)>", text)
            places = points([self.ranges[name] for name in names.split(", ")])
            return reduce(kind, [self.value(operand, {**point, **dict(zip(dims, place))}) for place in places])
        operands = re.match(r"(%\w+)(?:, (%\w+))?", text).groups()
        return POINT_OPERATIONS[operation](*(self.value(name, point) for name in operands if name))

    def run(self):
        """{(storage, point): value} of everything that is stored."""
        stored = {}
        for value, storage, names, type_text in re.findall(
                rf"gt\.store (%\w+) to (%\w+)(?: over (.*?))? : .*?({STORAGE})", self.text):
            dims = dims_of(type_text)
            for place in points([self.ranges[name] for name in names.split(", ") if name]):
                point = dict(zip(dims, place))
                stored[key(storage, point)] = self.value(value, point)
        return stored


class Stencils:
    """A program at the stencil level, with the names of its arguments as printed."""

    def __init__(self, text, scalars, ranges, storages):
        self.lines = [line.strip() for line in text.split("\n")]
        self.scalars, self.ranges = scalars, dict(ranges)
        self.storages = storages  # printed name -> name for `initial`
        self.memory = {}

    def read(self, storage, point):
        place = key(storage, point)
        if storage in self.storages and place not in self.memory:
            return initial(self.storages[storage], point)
        return self.memory[place]

    def run(self):
        """{(storage, point): value} of everything that is written to arguments."""
        lines = iter(self.lines)
        for line in lines:
            if grow := re.match(r"(%\w+) = gt\.grow (%\w+) by (-?\d+), (-?\d+)", line):
                lower, upper = self.ranges[grow[2]]
                self.ranges[grow[1]] = lower + int(grow[3]), upper + int(grow[4])
            elif hull := re.match(r"(%\w+) = gt\.hull (.*?) :", line):
                parts = [self.ranges[name] for name in hull[2].split(", ")]
                self.ranges[hull[1]] = min(part[0] for part in parts), max(part[1] for part in parts)
            elif re.match(r"gt\.(stencil|fold)", line):
                body = []
                while not (tail := next(lines)).startswith("}"):
                    body.append(tail)
                self.run_kernel(line, body, tail)
        return {(self.storages[name], place): value for (name, place), value in self.memory.items()
                if name in self.storages}

    def run_kernel(self, head, body, tail):
        loops = re.search(r"over (.*?) : ((?:!gt\.range<\w+>(?:, )?)+)", head)
        names = loops[1].split(", ") if loops else []
        dims = re.findall(r"!gt\.range<(\w+)>", loops[2]) if loops else []
        along = re.search(r"along (%\w+) : !gt\.range<(\w+)>", head)
        written = []
        for place in points([self.ranges[name] for name in names]):
            point = dict(zip(dims, place))
            if not along:
                written += [(storage, point, value) for storage, value in self.at(body, point)]
                continue
            rows = [self.at(body, {**point, along[2]: n}) for n in range(*self.ranges[along[1]])]
            kinds = re.match(r"gt\.fold (.*?) (?:over|along)", head)[1].split(", ")
            destinations = re.match(r"\} into (.*?) :", tail)[1].split(", ")
            for n, (kind, storage) in enumerate(zip(kinds, destinations)):
                written.append((storage, point, reduce(kind, [row[n] for row in rows])))
        # Every access of a kernel sees the values from before its writes.
        for storage, point, value in written:
            self.memory[key(storage, point)] = value

    def at(self, body, point):
        """What the region writes, or yields, at a point."""
        values, results = dict(self.scalars), []
        for line in body:
            if access := re.match(rf"(%\w+) = gt\.access (%\w+)(?: \[(.*?)\])? : ({STORAGE})", line):
                offsets, place = offsets_of(access[3]), {}
                for dim in dims_of(access[4]):
                    pin, offset = offsets.get(dim, (None, 0))
                    place[dim] = (self.ranges[pin][0] if pin else point[dim]) + offset
                values[access[1]] = self.read(access[2], place)
            elif write := re.match(r"gt\.write (%\w+) to (%\w+)", line):
                results.append((write[2], values[write[1]]))
            elif yielded := re.match(r"gt\.yield (.*?) :", line):
                results = [values[name] for name in yielded[1].split(", ")]
            else:
                name, operation, left, right = re.match(r"(%\w+) = gt\.(\w+) (%\w+)(?:, (%\w+))?", line).groups()
                operands = [values[operand] for operand in (left, right) if operand]
                values[name] = POINT_OPERATIONS[operation](*operands)
        return results
