//===- ObjectReader.h - Object file to position-independent code *- C++ -*-===//
//
// Makes closed code of object files: one run of bytes that can be placed at
// any address (a multiple of its alignment) and needs nothing from outside.
//
//===----------------------------------------------------------------------===//
#ifndef GTCOMPILER_TARGET_HOST_OBJECTREADER_H
#define GTCOMPILER_TARGET_HOST_OBJECTREADER_H

#include "gtcompiler/Target/ClosedCode.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace gtcompiler {

/// An object's code, and where it comes from.
struct ReadObject {
  OpenCode open;
  /// Offset of each section of the object that is part of the code, by index.
  std::map<unsigned, std::uint64_t> sections;
};

/// Reads an x86-64 ELF object. Refused, with the symbol's or section's name:
/// data that can be written, a relocation that is not relative to its own place.
llvm::Expected<ReadObject> readObject(llvm::ArrayRef<char> object);

/// `first`, and behind it the functions that it and they call. Refused, with its name: a
/// function that is called and not there.
llvm::Expected<ClosedCode> linkCode(OpenCode first, llvm::ArrayRef<CommonFunction> others);

/// A copy of the object that `read` was read from, for debuggers: sections that
/// are part of the code have their offset as address, others are not loaded.
std::vector<std::uint8_t> placeObject(llvm::ArrayRef<char> object, const ReadObject &read);

} // namespace gtcompiler

#endif // GTCOMPILER_TARGET_HOST_OBJECTREADER_H
