//===- Imports.cpp - Functions that kernels call --------------------------===//

#include "gtjit/Kernel/Imports.h"

namespace gtjit::detail {

Imports &Imports::process() {
  static Imports imports;
  return imports;
}

void Imports::add(std::string_view symbol, std::uint64_t prototype, const void *address) {
  std::lock_guard lock(mutex);
  functions.insert_or_assign(std::string(symbol), Function{prototype, address});
}

std::optional<std::vector<const void *>> Imports::bind(const ImageView &image, std::string &error) {
  std::vector<const void *> addresses;
  std::lock_guard lock(mutex);
  for (const gtabi::ImportInfo &import : image.imports()) {
    std::string_view symbol = image.text(import.symbol);
    auto found = functions.find(symbol);
    if (found == functions.end() || found->second.prototype != import.prototype) {
      error = "it imports '" + std::string(symbol) +
              (found == functions.end() ? "', which nothing here provides"
                                        : "' with another prototype than it has here");
      return std::nullopt;
    }
    addresses.push_back(found->second.address);
  }
  return addresses;
}

} // namespace gtjit::detail
