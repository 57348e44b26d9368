//===- Imports.h - Functions that kernels call ------------------*- C++ -*-===//
//
// Code of images calls nothing by name. What it needs from outside, its image
// lists, and it is bound here when the image is loaded.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_KERNEL_IMPORTS_H
#define GTJIT_KERNEL_IMPORTS_H

#include "gtjit/Kernel/ImageView.h"

#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace gtjit::detail {

/// The functions of this process that images may import. Thread-safe.
class Imports {
public:
  static Imports &process();

  /// Makes the function at `address` known as `symbol`, in the place of one that was
  /// known so; images that are loaded keep that one. `prototype`: the hash that an
  /// image names.
  void add(std::string_view symbol, std::uint64_t prototype, const void *address);
  /// The addresses of what an image imports, in its order. Nothing, with a reason in
  /// `error`, if a function is not known or has another prototype.
  std::optional<std::vector<const void *>> bind(const ImageView &image, std::string &error);

private:
  struct Function {
    std::uint64_t prototype;
    const void *address;
  };
  std::mutex mutex;
  std::map<std::string, Function, std::less<>> functions;
};

} // namespace gtjit::detail

#endif // GTJIT_KERNEL_IMPORTS_H
