"""Prints a program that needs that many values of one point at the same time."""
import sys

count = int(sys.argv[1])
storage = "!gt.storage<[I], f64, unit>"
pair = "(f64, f64) -> f64"
print(f"gt.program @p(%u: {storage}, %v: {storage}, %i: !gt.range<I>) {{")
print("gt.stencil over %i : !gt.range<I> {")
for n in range(count):
    print(f"%x{n} = gt.access %u [I + {n}] : {storage} -> f64")
    print(f"%y{n} = gt.sqrt %x{n} : (f64) -> f64")
print(f"%s0 = gt.add %y0, %y1 : {pair}")
for n in range(1, count - 1):  # all of them up, then down
    print(f"%s{n} = gt.add %s{n - 1}, %y{n + 1} : {pair}")
print(f"%p0 = gt.mul %s{count - 2}, %y{count - 1} : {pair}")
for n in range(1, count):
    print(f"%p{n} = gt.{'sub' if n % 2 else 'mul'} %p{n - 1}, %y{count - 1 - n} : {pair}")
print(f"gt.write %p{count - 1} to %v : f64, {storage}\n}}\n}}")
