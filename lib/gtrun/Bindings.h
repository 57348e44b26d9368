//===- Bindings.h - What the arguments of a program are ---------*- C++ -*-===//
//
// Storages with the values of files, numbers and ranges, by argument number.
//
//===----------------------------------------------------------------------===//
#ifndef GTRUN_BINDINGS_H
#define GTRUN_BINDINGS_H

#include "gtjit/Runtime.h"
#include "gtrun/Array.h"
#include "gtrun/Listing.h"
#include "gtrun/Options.h"

#include <optional>

namespace gtrun {

/// The arguments of one program while it runs. Vectors are by argument number;
/// entries of other kinds are empty.
struct Bindings {
  std::vector<std::optional<gtjit::Storage>> storages;
  std::vector<std::optional<std::uint64_t>> scalars;
  std::vector<std::optional<gtjit::Range>> ranges;
  /// Where a storage's values came from, for the results on the same grid.
  struct Source {
    unsigned storage;
    NetCdfOrigin origin;
    std::vector<Dimension> axes; ///< dimension of each axis
    gtjit::Domain domain;        ///< what the file's array covers
  };
  std::vector<Source> sources;
};

/// Everything that the options give. Throws Fault for a name that is no
/// argument, a file that cannot be read, an array of another rank or type.
Bindings bindArguments(const Listing &listing, const Options &options, gtjit::Runtime &runtime);

/// A storage of zeros for an argument: `domain` in any order, and outside of it
/// the halo that the options give to the storage `haloOf`.
gtjit::Storage makeStorage(const Argument &argument, const Options &options,
                           const gtjit::Domain &domain, const std::string &haloOf,
                           gtjit::Runtime &runtime);

/// The argument of this name and kind; throws Fault that names the option.
const Argument &argumentNamed(const Listing &listing, const std::string &name, Argument::Kind kind,
                              const char *option);

/// Fills the halos as --fill asks.
void fillHalos(const Listing &listing, const Options &options, Bindings &bindings);

/// The dimensions of a file's axes for an argument: --axes, else the program's.
std::vector<Dimension> axesOf(const Argument &argument, const Options &options);

} // namespace gtrun

#endif // GTRUN_BINDINGS_H
