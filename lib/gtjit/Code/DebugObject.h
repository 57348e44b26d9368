//===- DebugObject.h - An ELF object about an image's code ------*- C++ -*-===//
//
// What gdb reads about code that no file on disk describes.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_CODE_DEBUGOBJECT_H
#define GTJIT_CODE_DEBUGOBJECT_H

#include "gtjit/Kernel/ImageView.h"

#include <string>
#include <vector>

namespace gtjit::detail {

/// "hdiff.cpp:41:stencil_0": the user's file and line, the kind of kernel and
/// its number in the image. Also the symbol of the kernel in a debug object.
std::string kernelSymbol(const ImageView &image, std::size_t index);

/// Bytes from each kernel's entry to the next higher one, or to the code's end.
std::vector<std::uint64_t> kernelSizes(const ImageView &image);

/// An object with symbols, and lines where the image knows them, at the
/// addresses of the image's code in this process.
std::vector<char> debugObject(const ImageView &image);

} // namespace gtjit::detail

#endif // GTJIT_CODE_DEBUGOBJECT_H
