// Two months of one file: how much warmer each place is in the second one, and
// the most and the least of it.
!month = !gt.storage<[J, I], f32, unit>
!field = !gt.field<[I, J], f32>
!number = !gt.storage<[], f32>
gt.program @seasons(%january: !month, %july: !month, %warmer: !month, %most: !number,
                    %least: !number, %i: !gt.range<I>, %j: !gt.range<J>,
                    %allI: !gt.range<I>, %allJ: !gt.range<J>) {
  %0 = gt.load %january : !month -> !field
  %1 = gt.load %july : !month -> !field
  %2 = gt.sub %1, %0 : (!field, !field) -> !field
  %3 = gt.reduce max %2 over %allI, %allJ lanes : !field, !gt.range<I>, !gt.range<J>
      -> !gt.field<[], f32>
  %4 = gt.reduce min %2 over %allI, %allJ lanes : !field, !gt.range<I>, !gt.range<J>
      -> !gt.field<[], f32>
  gt.store %2 to %warmer over %j, %i : !field, !month, !gt.range<J>, !gt.range<I>
  gt.store %3 to %most : !gt.field<[], f32>, !number
  gt.store %4 to %least : !gt.field<[], f32>, !number
}
