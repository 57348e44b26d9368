//===- Externals.cpp - The functions that a program calls -----------------===//
//
// Nothing can check that a function has the prototype that the program says.
//
//===----------------------------------------------------------------------===//
#include "gtrun/Externals.h"

#include "gtjit/ExternalArrays.h"

#include "gtrun/Fault.h"

#include <dlfcn.h>

using namespace gtrun;

static std::vector<void *> openLibraries(const Options &options) {
  std::vector<void *> libraries;
  for (const std::string &name : options.libraries) {
    void *library = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library)
      throw Fault("--load '" + name + "': it cannot be opened: " + ::dlerror());
    libraries.push_back(library);
  }
  return libraries;
}

void gtrun::loadExternals(const Listing &listing, const Options &options) {
  std::vector<void *> libraries = openLibraries(options);
  for (const ListedExternal &external : listing.externals) {
    const void *address = nullptr;
    for (std::size_t n = 0; n < libraries.size() && !address; ++n)
      address = ::dlsym(libraries[n], external.symbol.c_str());
    if (!address)
      throw Fault("'" + listing.name + "' calls '" + external.symbol +
                  (libraries.empty() ? "': give --load LIBRARY.so that has it"
                                     : "', which no library of --load has"));
    if (!external.arrays.empty())
      gtjit::registerExternalArrays(
          external.symbol, external.arrays,
          reinterpret_cast<gtjit::ArrayFunction *>(const_cast<void *>(address)), external.line);
    else
      registerExternal(external.symbol, external.prototype, address, external.line);
  }
}
