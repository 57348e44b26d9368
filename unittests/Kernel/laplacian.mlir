// The program of LoadedImageTest.cpp.
gt.program @lap(%u: !gt.storage<[J, I], f64, unit>, %v: !gt.storage<[J, I], f64, unit>, %four: f64,
                %i: !gt.range<I>, %j: !gt.range<J>) {
  gt.stencil over %j, %i : !gt.range<J>, !gt.range<I> {
    %0 = gt.access %u [I + 1] : !gt.storage<[J, I], f64, unit> -> f64
    %1 = gt.access %u [I - 1] : !gt.storage<[J, I], f64, unit> -> f64
    %2 = gt.access %u [J + 1] : !gt.storage<[J, I], f64, unit> -> f64
    %3 = gt.access %u [J - 1] : !gt.storage<[J, I], f64, unit> -> f64
    %4 = gt.access %u : !gt.storage<[J, I], f64, unit> -> f64
    %5 = gt.add %0, %1 : (f64, f64) -> f64
    %6 = gt.add %2, %3 : (f64, f64) -> f64
    %7 = gt.add %5, %6 : (f64, f64) -> f64
    %8 = gt.mul %4, %four : (f64, f64) -> f64
    %9 = gt.sub %7, %8 : (f64, f64) -> f64
    gt.write %9 to %v : f64, !gt.storage<[J, I], f64, unit>
  }
}
