//===- Contours.h - Lines of equal value ------------------------*- C++ -*-===//
//
// Where a field on a grid of points has a value, as lines between the points.
//
//===----------------------------------------------------------------------===//
#ifndef EXAMPLES_DRAWING_CONTOURS_H
#define EXAMPLES_DRAWING_CONTOURS_H

#include "Picture.h"

#include <functional>

namespace drawing {

/// Pieces of the lines on which `value`, asked at the points 0 ... columns - 1 and
/// 0 ... rows - 1, is `level`: by marching squares, straight within a cell. Cells
/// with a corner that is NaN have none.
std::vector<Line> contours(int columns, int rows, const std::function<double(int, int)> &value,
                           double level);

} // namespace drawing

#endif // EXAMPLES_DRAWING_CONTOURS_H
