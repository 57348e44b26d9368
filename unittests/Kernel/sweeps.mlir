// Loops in order, and a buffer as large as a tile: v(k) = u(k) + v(k - 1) / 2 from
// below, then w the same from above.
!s = !gt.storage<[K, J, I], f64, unit>
gt.program @sweeps(%u: !s, %v: !s, %w: !s, %half: f64, %i: !gt.range<I>, %j: !gt.range<J>, %k: !gt.range<K>) {
  gt.kernel @k0 over %k, %j, %i : !gt.range<K>, !gt.range<J>, !gt.range<I> {
    %row = gt.buffer : !gt.buffer<[I: ?], f64>
    gt.loop K forward {
      gt.loop J {
        gt.stage %u : !s into %row : !gt.buffer<[I: ?], f64>
        gt.row I lanes 4 {
          %0 = gt.get %v [K - 1] : !s -> f64
          %1 = gt.get %row : !gt.buffer<[I: ?], f64> -> f64
          %2 = gt.mul %half, %0 : (f64, f64) -> f64
          %3 = gt.add %1, %2 : (f64, f64) -> f64
          gt.put %3 to %v : f64, !s
        }
      }
    }
  }
  gt.kernel @k1 over %k, %j, %i : !gt.range<K>, !gt.range<J>, !gt.range<I> {
    gt.loop J {
      gt.loop K backward {
        gt.row I lanes 4 {
          %0 = gt.get %w [K + 1] : !s -> f64
          %1 = gt.get %u : !s -> f64
          %2 = gt.mul %half, %0 : (f64, f64) -> f64
          %3 = gt.add %1, %2 : (f64, f64) -> f64
          gt.put %3 to %w : f64, !s
        }
      }
    }
  }
}
