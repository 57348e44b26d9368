"""Prints a program that adds and multiplies by turns with that many run-time scalars."""
import sys

count = int(sys.argv[1])
storage = "!gt.storage<[I], f64, unit>"
scalars = "".join(f", %c{n}: f64" for n in range(count))
print(f"gt.program @p(%u: {storage}, %v: {storage}{scalars}, %i: !gt.range<I>) {{")
print("gt.stencil over %i : !gt.range<I> {")
print(f"%r0 = gt.access %u : {storage} -> f64")
for n in range(count):
    print(f"%r{n + 1} = gt.{'add' if n % 2 else 'mul'} %r{n}, %c{n} : (f64, f64) -> f64")
print(f"gt.write %r{count} to %v : f64, {storage}\n}}\n}}")
