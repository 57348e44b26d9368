//===- Array.h - The values of one file -------------------------*- C++ -*-===//
//
// An array as files hold it: elements in C order. What a netCDF file says of
// it besides its values goes along, so that results can carry it.
//
//===----------------------------------------------------------------------===//
#ifndef GTRUN_ARRAY_H
#define GTRUN_ARRAY_H

#include "gtjit/DType.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gtrun {

using gtjit::DType;

/// Every element type.
inline constexpr DType allTypes[] = {DType::Bool, DType::I8,  DType::I16, DType::I32, DType::I64,
                                     DType::U8,   DType::U16, DType::U32, DType::U64, DType::F16,
                                     DType::BF16, DType::F32, DType::F64, DType::C64, DType::C128};

/// Where the values of a netCDF variable come from.
struct NetCdfOrigin {
  std::string file; ///< empty: not from netCDF
  std::string variable;
  std::vector<std::string> dims; ///< names, one for each axis of the array
  /// The other dimensions, of which the array has one entry.
  struct Entry {
    std::string dim;
    std::int64_t index;
  };
  std::vector<Entry> entries;
};

struct Array {
  DType type = DType::F64;
  std::vector<std::int64_t> shape;
  std::vector<std::byte> bytes; ///< the last axis is contiguous
  NetCdfOrigin origin;
  bool isUnpacked = false; ///< made from smaller numbers, a scale and an offset
};

/// Number of elements; throws Fault that names `what` if they take more than
/// the machine's memory.
std::int64_t elementCount(const std::vector<std::int64_t> &shape, DType type,
                          const std::string &what);

/// The array in another type, if that keeps every value: floats to floats,
/// integers to integers and floats, 0 and 1 to bools. Throws Fault, naming
/// `what` and the first value that would change, or the types if they do not
/// mix.
Array converted(Array array, DType type, const std::string &what);
/// Floats in a shorter float type, each rounded once. Throws Fault where a finite
/// one becomes infinite.
Array rounded(Array array, DType type, const std::string &what);

} // namespace gtrun

#endif // GTRUN_ARRAY_H
