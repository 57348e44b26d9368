//===- CodeFormat.cpp - Whose code this library can use -------------------===//

#include "gtjit/Code/CodeFormat.h"

#include "gtabi/Image.h"
#include "gtabi/MathTable.h"
#include "gtjit/Types/PointTable.h"

#include <xxhash.h>

#include <string>

namespace gtjit::detail {

std::uint64_t codeFormat(std::uint64_t layout) {
  std::string text = std::to_string(layout) + " " + std::to_string(gtabi::kAbiVersion) + " " +
                     std::to_string(gtabi::kMathFunctions);
  for (unsigned op = 0; op < pointOpCount(); ++op)
    text += " " + std::string(pointOpInfo(static_cast<PointOp>(op)).mnemonic);
  return XXH3_64bits(text.data(), text.size());
}

} // namespace gtjit::detail
