//===- PtxModule.h - Texts of PTX on an emulated device ---------*- C++ -*-===//
//
// Runs snippets of PTX as kernels of one argument, the address of some words.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_DEVICE_PTXMODULE_H
#define GTJIT_UNITTESTS_DEVICE_PTXMODULE_H

#include "gtjit/Device/DeviceContext.h"
#include "gtjit/Error.h"

#include <gtest/gtest.h>

#include <bit>
#include <vector>

namespace gtjit::detail {

/// A kernel around `body`, which finds the address of the words in %rd1; registers %p, %rs, %r,
/// %rd, %f and %fd are declared, 20 of each.
inline std::string kernelOf(const std::string &body) {
  return ".version 7.8\n.target sm_90\n.address_size 64\n"
         ".visible .entry k(\n\t.param .align 8 .b8 k_param_0[8]\n)\n{\n"
         "\t.reg .pred %p<20>;\n\t.reg .b16 %rs<20>;\n\t.reg .b32 %r<20>;\n\t.reg .b64 %rd<20>;\n"
         "\tld.param.b64 %rd1, [k_param_0];\n" +
         body + "\n\tret;\n}\n";
}

/// A context with its thread's use of it.
struct EmulatedContext {
  std::shared_ptr<DeviceContext> context = DeviceContext::open("emulated", {});
  DeviceContext::Use use{*context, {}};
};

/// Runs a text's kernel `k` on words of the device; gives them back. Throws DeviceError.
inline std::vector<std::uint64_t> runText(const std::string &text, std::vector<std::uint64_t> words,
                                          const LaunchShape &shape = {}) {
  EmulatedContext own;
  DeviceContext &context = *own.context;
  std::size_t bytes = words.size() * sizeof(words[0]);
  DeviceMemory memory(own.context, bytes, {});
  auto module = std::make_shared<DeviceModule>(own.context, text.c_str(), SourceLine{});
  context.upload(memory.address(), words.data(), bytes, {});
  std::uint64_t address = memory.address();
  context.launch(module->function("k", {}), shape, {&address, 1}, {});
  context.download(words.data(), memory.address(), bytes, {});
  context.wait({});
  return words;
}

} // namespace gtjit::detail

#endif // GTJIT_UNITTESTS_DEVICE_PTXMODULE_H
