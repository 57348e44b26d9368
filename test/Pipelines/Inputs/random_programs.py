"""Random programs mean the same before and after the stencil pipeline.

Usage: random_programs.py <first seed> <number of programs>

Makes what the engine never prints, too: storages that are read elsewhere than
where they are written, stores over different ranges, prescribed placements. The
limits of the placement change from batch to batch, so that everything is
inlined, nothing is, and kernels have few operations. gt-opt is on the path.
"""
import random
import re
import subprocess
import sys

import interpreter

BATCH = 20
RANGES = {"I": {"%i": (0, 3), "%i2": (1, 5)}, "J": {"%j": (-1, 2)}, "K": {"%k": (0, 2), "%k2": (3, 4)}}
PINS = {"I": ("%pi", (7, 8)), "J": ("%pj", (-3, -2)), "K": ("%pk", (2, 3))}
LIMITS = [(24, 300), (0, 300), (1000, 300), (24, 5), (3, 12)]
PRESCRIPTIONS = [""] * 4 + [f" {{gt.placement = #gt.placement<{p}>}}" for p in ("materialise", "inline")]


def field(dims):
    return f"!gt.field<[{', '.join(dims)}], f64>"


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines, self.values, self.storages = [], [], {}
        for n in range(self.random.randint(1, 3)):
            dims = list(self.random.choice(["IJK", "IJK", "IJ", "J", "", "IK"]))
            self.random.shuffle(dims)
            self.storages[f"%u{n}"] = dims
            self.add(f"gt.load %u{n} : {self.storage(f'%u{n}')} -> {field(sorted(dims))}", sorted(dims))
        for _ in range(self.random.randint(2, 14)):
            self.random.choice([self.shift, self.shift, self.binary, self.binary, self.binary,
                                self.negate, self.pin, self.broadcast, self.reduce])()
        for n in range(self.random.randint(1, 4)):
            self.store(n)

    def storage(self, name):
        dims = self.storages[name]
        unit = ", unit" if dims and name != "%u1" else ""
        return f"!gt.storage<[{', '.join(dims)}], f64{unit}>"

    def add(self, text, dims):
        name = f"%{len(self.values)}"
        self.lines.append(f"  {name} = {text}")
        self.values.append((name, tuple(dims)))

    def recent(self):
        return self.random.choice(self.values[-6:])

    def shift(self):
        value, dims = self.recent()
        moves = [f"{dim} {self.random.choice('+-')} {self.random.randint(1, 2)}"
                 for dim in dims if self.random.random() < 0.6]
        self.add(f"gt.shift {value} [{', '.join(moves)}] : {field(dims)}", dims)

    def binary(self):
        left, dims = self.recent()
        right, others = self.random.choice(self.values + [("%a", None)])
        result = sorted(set(dims) | set(others or ()))
        operation = self.random.choice(["add", "sub", "mul", "min", "max"])
        types = f"({field(dims)}, {'f64' if others is None else field(others)}) -> {field(result)}"
        self.add(f"gt.{operation} {left}, {right}{self.random.choice(PRESCRIPTIONS)} : {types}", result)

    def negate(self):
        value, dims = self.recent()
        self.add(f"gt.neg {value}{self.random.choice(PRESCRIPTIONS)} : ({field(dims)}) -> {field(dims)}", dims)

    def pin(self):
        value, dims = self.recent()
        if not dims:
            return
        pinned = self.random.choice(dims)
        others = [dim for dim in dims if dim != pinned]
        self.add(f"gt.pin {value} at {PINS[pinned][0]} : {field(dims)}, !gt.range<{pinned}> -> {field(others)}", others)

    def broadcast(self):
        value, dims = self.recent()
        result = sorted(set(dims) | set(self.random.sample("IJK", self.random.randint(0, 2))))
        self.add(f"gt.broadcast {value} : {field(dims)} -> {field(result)}", result)

    def reduce(self):
        value, dims = self.recent()
        if not dims:
            return
        reduced = self.random.sample(dims, self.random.randint(1, len(dims)))
        others = [dim for dim in dims if dim not in reduced]
        names = ", ".join(self.random.choice(list(RANGES[dim])) for dim in reduced)
        types = ", ".join(f"!gt.range<{dim}>" for dim in reduced)
        head = f"gt.reduce {self.random.choice(['sum', 'min', 'max'])} {value} over {names}"
        self.add(f"{head}{self.random.choice(['', ' lanes'])} : {field(dims)}, {types} -> {field(others)}", others)

    def store(self, number):
        value, dims = self.random.choice(self.values[-5:])
        stored = [line.split()[3] for line in self.lines if "gt.store" in line]
        inputs = [name for name, own in self.storages.items() if set(dims) <= set(own) and name not in stored]
        if inputs and self.random.random() < 0.4:
            target = self.random.choice(inputs)
        else:
            target = f"%v{number}"
            own = sorted(set(dims) | set(self.random.sample("IJK", self.random.randint(0, 1))))
            self.random.shuffle(own)
            self.storages[target] = own
        names = [self.random.choice(list(RANGES[dim])) for dim in self.storages[target]]
        over = " over " + ", ".join(names) if names else ""
        types = "".join(f", !gt.range<{dim}>" for dim in self.storages[target])
        self.lines.append(f"  gt.store {value} to {target}{over} : {field(dims)}, {self.storage(target)}{types}")

    def text(self):
        arguments = [f"{name}: {self.storage(name)}" for name in self.storages] + ["%a: f64"]
        for dim in "IJK":
            arguments += [f"{name}: !gt.range<{dim}>" for name in [*RANGES[dim], PINS[dim][0]]]
        return f"gt.program @random({', '.join(arguments)}) {{\n" + "\n".join(self.lines) + "\n}\n"

    def bounds(self):
        """Bounds of the range arguments, in their order."""
        return {name: bounds for dim in "IJK" for name, bounds in [*RANGES[dim].items(), PINS[dim]]}


def check(program, after):
    """Compares the program with what the pipeline printed; returns what differs."""
    signature, body = re.match(r".*?gt\.program @random\((.*?)\)(?: attributes \{remarks = \[.*?\]\})? \{\n(.*)",
                               after, re.S).groups()
    printed = re.findall(rf"(%\w+): ({interpreter.STORAGE}|f64|!gt\.range<\w+>)", signature)
    storages = dict(zip((name for name, kind in printed if "storage" in kind), program.storages))
    ranges = dict(zip((name for name, kind in printed if "range" in kind), program.bounds().values()))
    scalars = {name: 2.0 for name, kind in printed if kind == "f64"}
    wanted = interpreter.Fields(program.text(), {"%a": 2.0}, program.bounds()).run()
    got = interpreter.Stencils(body, scalars, ranges, storages).run()
    return [place for place in sorted(set(wanted) | set(got), key=str) if
            place not in wanted or place not in got or
            not (wanted[place] == got[place] or wanted[place] != wanted[place] and got[place] != got[place])]


def main():
    first, count = map(int, sys.argv[1:])
    temporaries = folds = 0
    for batch in range(first, first + count, BATCH):
        programs = [Program(seed) for seed in range(batch, batch + BATCH)]
        recompute, kernel = LIMITS[batch // BATCH % len(LIMITS)]
        passes = ("gt-simplify,gt-place-fields{recompute-limit=%d kernel-limit=%d},"
                  "gt-fields-to-stencils{kernel-limit=%d},gt-simplify" % (recompute, kernel, kernel))
        run = subprocess.run(["gt-opt", "-", "--split-input-file", f"--pass-pipeline=builtin.module(gt.program({passes}))"],
                             input="// -----\n".join(program.text() for program in programs),
                             capture_output=True, text=True)
        if run.returncode:
            sys.exit(f"seeds from {batch}:\n{run.stderr}")
        for n, (program, after) in enumerate(zip(programs, run.stdout.split("// -----\n"))):
            different = check(program, after)
            if different:
                sys.exit(f"seed {batch + n}, {passes}: {different[:3]} differ\n{program.text()}\n{after}")
            temporaries += after.count("gt.temporary")
            folds += after.count("gt.fold")
    print(f"{count} programs from seed {first} agree, with {temporaries} temporaries and {folds} folds")


if __name__ == "__main__":
    main()
