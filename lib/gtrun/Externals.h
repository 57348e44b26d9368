//===- Externals.h - The functions that a program calls ---------*- C++ -*-===//
//
// Found in the libraries that the user names.
//
//===----------------------------------------------------------------------===//
#ifndef GTRUN_EXTERNALS_H
#define GTRUN_EXTERNALS_H

#include "gtrun/Listing.h"
#include "gtrun/Options.h"

namespace gtrun {

/// Opens the libraries, which stay open, and makes what the program calls known. Throws Fault
/// for a library that cannot be opened, and at a call of a function that none of them has.
void loadExternals(const Listing &listing, const Options &options);

} // namespace gtrun

#endif // GTRUN_EXTERNALS_H
