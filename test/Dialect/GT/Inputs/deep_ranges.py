"""Prints a program whose range is made of others, twice as deep as the argument says."""
import sys

print("gt.program @deep(%u: !gt.storage<[I], f64, unit>, %r0: !gt.range<I>, %a: !gt.range<I>, %x: f64) {")
for n in range(int(sys.argv[1])):
    print(f"  %b{n} = gt.intersect %r{n}, %a : !gt.range<I>")
    print(f"  %r{n + 1} = gt.hull %b{n}, %a : !gt.range<I>")
print(f"""  gt.stencil over %r{sys.argv[1]} : !gt.range<I> {{
    gt.write %x to %u : f64, !gt.storage<[I], f64, unit>
  }}
}}""")
