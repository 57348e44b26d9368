//===- Npy.h - NumPy's array files ------------------------------*- C++ -*-===//
//
// Reading and writing .npy, versions 1.0 to 3.0, little-endian, C or Fortran
// order. bf16, which NumPy lacks, is '<V2', as ml_dtypes saves it.
//
//===----------------------------------------------------------------------===//
#ifndef GTRUN_NPY_H
#define GTRUN_NPY_H

#include "gtrun/Array.h"

namespace gtrun {

/// Throws Fault for a file that cannot be read, a header that is not exactly
/// what the format says, and data that is shorter or longer than it says.
Array readNpy(const std::string &file);
/// Writes `array` to a file, which messages call `shown`. Throws Fault.
void writeNpy(const std::string &file, const std::string &shown, const Array &array);

} // namespace gtrun

#endif // GTRUN_NPY_H
