"""Prints programs of many chained operations.

Usage: chains.py laplacian <steps>   u = u + a * laplacian(u), again and again
       chains.py pointwise <steps>   u = u * a + a, again and again
       chains.py hdiff               flux-limited diffusion
"""
import sys

FIELD, MASK = "!gt.field<[I, J, K], f64>", "!gt.field<[I, J, K], i1>"
STORAGE = "!gt.storage<[K, J, I], f64, unit>"


class Program:
    def __init__(self):
        self.lines = []
        self.scalars = ["%a", "%zero"]
        self.u = self.add(f"gt.load %u : {STORAGE} -> {FIELD}")

    def add(self, text):
        name = f"%{len(self.lines)}"
        self.lines.append(f"  {name} = {text}")
        return name

    def shift(self, value, offset):
        return self.add(f"gt.shift {value} [{offset}] : {FIELD}")

    def binary(self, op, left, right, result=FIELD):
        types = ["f64" if value in self.scalars else FIELD for value in (left, right)]
        return self.add(f"gt.{op} {left}, {right} : ({', '.join(types)}) -> {result}")

    def laplacian(self, u):
        total = self.binary("add", self.shift(u, "I + 1"), self.shift(u, "I - 1"))
        total = self.binary("add", total, self.shift(u, "J + 1"))
        total = self.binary("add", total, self.shift(u, "J - 1"))
        return self.binary("sub", total, self.binary("mul", "%a", u))

    def limited(self, flux, slope):
        steep = self.binary("ogt", self.binary("mul", flux, slope), "%zero", MASK)
        return self.add(f"gt.select {steep}, %zero, {flux} : ({MASK}, f64, {FIELD}) -> {FIELD}")

    def hdiff(self, u):
        lap = self.laplacian(u)
        fluxes = {}
        for dim in "IJ":
            flux = self.binary("sub", self.shift(lap, f"{dim} + 1"), lap)
            slope = self.binary("sub", self.shift(u, f"{dim} + 1"), u)
            fluxes[dim] = self.limited(flux, slope)
        total = self.binary("sub", fluxes["I"], self.shift(fluxes["I"], "I - 1"))
        total = self.binary("add", total, fluxes["J"])
        total = self.binary("sub", total, self.shift(fluxes["J"], "J - 1"))
        return self.binary("sub", u, self.binary("mul", "%a", total))

    def print(self, result):
        print(f"gt.program @chain(%u: {STORAGE}, %v: {STORAGE}, %a: f64, %zero: f64,\n"
              "                  %i: !gt.range<I>, %j: !gt.range<J>, %k: !gt.range<K>) {")
        print("\n".join(self.lines))
        print(f"  gt.store {result} to %v over %k, %j, %i : {FIELD}, {STORAGE},"
              " !gt.range<K>, !gt.range<J>, !gt.range<I>\n}")


def main():
    program = Program()
    kind, steps = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1
    value = program.u
    for _ in range(steps):
        if kind == "laplacian":
            value = program.binary("add", value, program.binary("mul", "%a", program.laplacian(value)))
        elif kind == "pointwise":
            value = program.binary("add", program.binary("mul", value, "%a"), "%a")
        else:
            value = program.hdiff(value)
    program.print(value)


if __name__ == "__main__":
    main()
