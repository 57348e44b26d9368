//===- SavedProgram.h - The file of a program -------------------*- C++ -*-===//
//
// A header, then a recipe and images, in one piece: written whole or not at
// all, read only if every byte is as it was written.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_PROGRAM_SAVEDPROGRAM_H
#define GTJIT_PROGRAM_SAVEDPROGRAM_H

#include "gtjit/Program/ProgramState.h"

#include <string>
#include <vector>

namespace gtjit::detail {

/// The contents of a file.
struct SavedProgram {
  std::vector<std::string> cpuFeatures; ///< that the images may use
  Recipe recipe;
  Images images;
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
