// One step of Diffusion.cpp's hdiff for gt-run: the same operations in the same
// order, so that the results are the same bits.
!storage = !gt.storage<[J, I], f64, unit>
!field = !gt.field<[I, J], f64>
!mask = !gt.field<[I, J], i1>
gt.program @hdiff(%height: !storage, %next: !storage, %alpha: f64, %i: !gt.range<I>, %j: !gt.range<J>) {
  %four = gt.constant 4.0 : f64
  %zero = gt.constant 0.0 : f64
  %u = gt.load %height : !storage -> !field
  %east = gt.shift %u [I + 1] : !field
  %west = gt.shift %u [I - 1] : !field
  %north = gt.shift %u [J + 1] : !field
  %south = gt.shift %u [J - 1] : !field
  %sum2 = gt.add %east, %west : (!field, !field) -> !field
  %sum3 = gt.add %sum2, %north : (!field, !field) -> !field
  %sum4 = gt.add %sum3, %south : (!field, !field) -> !field
  %middle = gt.mul %four, %u : (f64, !field) -> !field
  %lap = gt.sub %sum4, %middle : (!field, !field) -> !field

  // A flux that would steepen a slope is zero.
  %lapEast = gt.shift %lap [I + 1] : !field
  %fluxI = gt.sub %lapEast, %lap : (!field, !field) -> !field
  %slopeI = gt.sub %east, %u : (!field, !field) -> !field
  %signI = gt.mul %fluxI, %slopeI : (!field, !field) -> !field
  %steepensI = gt.ogt %signI, %zero : (!field, f64) -> !mask
  %fx = gt.select %steepensI, %zero, %fluxI : (!mask, f64, !field) -> !field
  %lapNorth = gt.shift %lap [J + 1] : !field
  %fluxJ = gt.sub %lapNorth, %lap : (!field, !field) -> !field
  %slopeJ = gt.sub %north, %u : (!field, !field) -> !field
  %signJ = gt.mul %fluxJ, %slopeJ : (!field, !field) -> !field
  %steepensJ = gt.ogt %signJ, %zero : (!field, f64) -> !mask
  %fy = gt.select %steepensJ, %zero, %fluxJ : (!mask, f64, !field) -> !field

  %fxWest = gt.shift %fx [I - 1] : !field
  %dx = gt.sub %fx, %fxWest : (!field, !field) -> !field
  %dxfy = gt.add %dx, %fy : (!field, !field) -> !field
  %fySouth = gt.shift %fy [J - 1] : !field
  %divergence = gt.sub %dxfy, %fySouth : (!field, !field) -> !field
  %change = gt.mul %alpha, %divergence : (f64, !field) -> !field
  %result = gt.sub %u, %change : (!field, !field) -> !field
  gt.store %result to %next over %j, %i : !field, !storage, !gt.range<J>, !gt.range<I>
}

// How many points of a field, rounded to f32, differ from one that a file holds
// as f32.
gt.program @compare(%a: !storage, %b: !gt.storage<[J, I], f32, unit>,
                    %different: !gt.storage<[], i64>, %i: !gt.range<I>, %j: !gt.range<J>) {
  %one = gt.constant 1 : i64
  %none = gt.constant 0 : i64
  %0 = gt.load %a : !storage -> !field
  %1 = gt.load %b : !gt.storage<[J, I], f32, unit> -> !gt.field<[I, J], f32>
  %2 = gt.cast %0 : (!field) -> !gt.field<[I, J], f32>
  %3 = gt.ne %2, %1 : (!gt.field<[I, J], f32>, !gt.field<[I, J], f32>) -> !mask
  %4 = gt.select %3, %one, %none : (!mask, i64, i64) -> !gt.field<[I, J], i64>
  %5 = gt.reduce sum %4 over %i, %j lanes : !gt.field<[I, J], i64>, !gt.range<I>, !gt.range<J>
      -> !gt.field<[], i64>
  gt.store %5 to %different : !gt.field<[], i64>, !gt.storage<[], i64>
}
