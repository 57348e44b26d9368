//===- SealedBytes.h - Bytes that tell whether they are whole ---*- C++ -*-===//
//
// The start of every file that gtjit writes for itself: what it is, by which
// version, how long, and a checksum. Nothing else of such a file is looked at
// before these are right.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_TYPES_SEALEDBYTES_H
#define GTJIT_TYPES_SEALEDBYTES_H

#include "gtjit/Types/Bytes.h"

namespace gtjit::detail {

/// Starts a file. All integers little-endian.
struct Seal {
  char magic[8];             ///< what the file is: seven letters and a zero
  std::uint64_t fingerprint; ///< of everything that its contents number
  std::uint64_t size;        ///< bytes in all
  std::uint64_t checksum;    ///< XXH3 of the file with zeros in this place
};

/// Room for the seal, which sealBytes fills in.
inline void beginSealed(ByteWriter &to) {
  Seal empty{};
  to.raw(&empty, sizeof(empty));
}
/// Fills in the seal of finished bytes.
void sealBytes(std::vector<std::uint8_t> &bytes, const char (&magic)[8], std::uint64_t fingerprint);

/// What is wrong with sealed bytes.
enum class SealFault { None, Foreign, NotWhole, Damaged, OtherVersion };
SealFault checkSeal(std::span<const std::uint8_t> bytes, const char (&magic)[8],
                    std::uint64_t fingerprint);

} // namespace gtjit::detail

#endif // GTJIT_TYPES_SEALEDBYTES_H
