//===- SavedProgram.h - The file of a program -------------------*- C++ -*-===//
//
// A header, then text of the gt dialect and images, in one piece: written whole
// or not at all, read only if every byte is as it was written.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_PROGRAM_SAVEDPROGRAM_H
#define GTJIT_PROGRAM_SAVEDPROGRAM_H

#include "gtjit/Program/ProgramState.h"

#include <string>
#include <vector>

namespace gtjit::detail {

/// Kernels for one target.
struct TargetCode {
  std::string target;                ///< a level, kNativeTarget or a chip
  std::vector<std::string> features; ///< of the CPU that the images may use
  Images images;
};
/// The name of the CPU that a program was saved on.
inline constexpr std::string_view kNativeTarget = "native";

/// The contents of a file. Read, it has the code of one CPU, the best for this
/// machine, or of one chip, the best for the runtime's device, or of both.
struct SavedProgram {
  Recipe recipe;
  std::vector<TargetCode> codes;
};

std::vector<std::uint8_t> encode(const SavedProgram &program);
/// Throws RuntimeError for bytes that are not a whole and sound program of this
/// version, or that need another CPU; `path` is for the message. Images are
/// mapped as executable memory.
SavedProgram decode(std::span<const std::uint8_t> bytes, Runtime::State &runtime,
                    std::string_view path, SourceLine line);

/// The file behind links that writing `path` replaces. Throws RuntimeError for
/// what exists and is no regular file.
std::string fileToReplace(const std::string &path, SourceLine line);
/// Replaces that file, or leaves it as it was. Throws RuntimeError.
void writeFile(const std::string &path, std::span<const std::uint8_t> bytes, SourceLine line);
std::vector<std::uint8_t> readFile(const std::string &path, SourceLine line);

} // namespace gtjit::detail

#endif // GTJIT_PROGRAM_SAVEDPROGRAM_H
