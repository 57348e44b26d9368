//===- Parser.h - PTX from text ---------------------------------*- C++ -*-===//
//
// Reads PTX as LLVM writes it: entries, variables in the device's memory, no functions that
// are called. Whatever is not understood is an error, never a guess.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_DEVICE_EMULATED_PARSER_H
#define GTJIT_DEVICE_EMULATED_PARSER_H

#include "gtjit/Device/Emulated/Ptx.h"

#include <functional>
#include <string_view>

namespace gtjit::detail::ptx {

/// Throws TextError. `place` gives a variable its address.
Module parse(std::string_view text,
             const std::function<std::uint64_t(const std::vector<std::byte> &bytes)> &place);

} // namespace gtjit::detail::ptx

#endif // GTJIT_DEVICE_EMULATED_PARSER_H
