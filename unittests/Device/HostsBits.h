//===- HostsBits.h - Results of a device against those of processors ------===//
#ifndef GTJIT_UNITTESTS_DEVICE_HOSTSBITS_H
#define GTJIT_UNITTESTS_DEVICE_HOSTSBITS_H

#include "gtjit/gtjit.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace gtjit::test {

using Expression = std::function<Field(const Field &field)>;

/// Values of all magnitudes and either sign in the domain.
inline Storage noise(const Domain &domain) {
  Field seed = 0.5;
  for (const NamedRange &range : domain)
    seed = sin(12.9898 * seed + 0.7 * astype(index(range.dim), F64)) * 43758.5453;
  Storage values = empty<double>(domain);
  values[whole] = seed;
  return values;
}

/// The bytes of what `expression` makes of noise in the domain.
inline std::vector<std::byte> bytesOn(const RuntimeOptions &options, const Domain &domain,
                                      DType type, const Expression &expression) {
  Runtime runtime(options);
  Runtime::Scope scope(runtime);
  Field seed = noise(domain);
  Field values = type == Bool ? seed > 0.0 : astype(seed, type);
  Storage result = storage(eval(expression(eval(values))),
                           {.preset = "C", .alignment_size = 1, .device = nullptr});
  std::vector<std::byte> bytes(static_cast<std::size_t>(result.nbytes()));
  std::memcpy(bytes.data(), result.data(), bytes.size());
  return bytes;
}

/// On the emulated device, or the one that GTJIT_DEVICE names.
inline void expectHostsBits(const Domain &domain, DType type, const Expression &expression,
                            RuntimeOptions device = {}) {
  const char *asked = std::getenv("GTJIT_DEVICE");
  device.device = asked ? asked : "emulated";
  std::vector<std::byte> there = bytesOn(device, domain, type, expression);
  std::string name(device.device);
  ::unsetenv("GTJIT_DEVICE"); // for a runtime without a device
  EXPECT_EQ(there, bytesOn({}, domain, type, expression));
  if (asked)
    ::setenv("GTJIT_DEVICE", name.c_str(), /*overwrite=*/1);
}

} // namespace gtjit::test

#endif // GTJIT_UNITTESTS_DEVICE_HOSTSBITS_H
