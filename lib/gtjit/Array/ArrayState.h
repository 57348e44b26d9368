//===- ArrayState.h - What an array is --------------------------*- C++ -*-===//
//
// An array is memory or a pending field over buffer indices, with the form that
// its result has. How the form and the types of results follow from operands
// is in ResultForm and NumpyTypes; nothing here knows of kernels.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_ARRAY_ARRAYSTATE_H
#define GTJIT_ARRAY_ARRAYSTATE_H

#include "gtjit/Graph/Build.h"
#include "gtjit/array.h"

#include <mutex>

namespace gtjit::detail {

/// One dimension of an array.
struct ArrayAxis {
  Dimension dim;
  std::int64_t extent; ///< halo included
  HaloWidth halo;
  std::int64_t alignedIndex;
};

/// What an array's memory is like.
struct ArrayForm {
  std::vector<ArrayAxis> axes;       ///< in the order of the indices
  std::vector<Dimension> slowToFast; ///< the order of the strides; same dimensions
  std::int64_t alignment = 1;        ///< in elements

  const ArrayAxis *find(Dimension dim) const;
};

struct ArrayState {
  std::atomic<long> references{0};
  ArrayForm form;
  bool number = false; ///< made of C++ numbers alone: its type is weak
  Field pending;       ///< over buffer indices from 0; not used once there is memory
  std::mutex mutex;    ///< guards `memory` while it is computed
  Storage memory;

  /// The values over buffer indices, as they are at the time of the call.
  Field field(SourceLine line);
  DType dtype();
};

/// Throws ValueError for an array that is none.
ArrayState &stateOf(const array::Array &array, SourceLine line);
array::Array makeArray(ArrayForm form, Field pending, bool number = false);

/// The operation on arrays, with NumPy's types.
array::Array applyArray(PointOp op, std::initializer_list<array::Operand *> operands);

} // namespace gtjit::detail

#endif // GTJIT_ARRAY_ARRAYSTATE_H
