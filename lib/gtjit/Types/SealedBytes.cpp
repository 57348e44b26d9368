//===- SealedBytes.cpp - Bytes that tell whether they are whole -----------===//

#include "gtjit/Types/SealedBytes.h"

#include <xxhash.h>

namespace gtjit::detail {

static std::uint64_t checksumOf(std::span<const std::uint8_t> bytes) {
  Seal seal;
  std::memcpy(&seal, bytes.data(), sizeof(seal));
  seal.checksum = 0;
  auto rest = bytes.subspan(sizeof(seal));
  return XXH3_64bits_withSeed(rest.data(), rest.size(), XXH3_64bits(&seal, sizeof(seal)));
}

void sealBytes(std::vector<std::uint8_t> &bytes, const char (&magic)[8],
               std::uint64_t fingerprint) {
  Seal seal{};
  std::memcpy(seal.magic, magic, sizeof(magic));
  seal.fingerprint = fingerprint;
  seal.size = bytes.size();
  std::memcpy(bytes.data(), &seal, sizeof(seal));
  seal.checksum = checksumOf(bytes);
  std::memcpy(bytes.data(), &seal, sizeof(seal));
}

SealFault checkSeal(std::span<const std::uint8_t> bytes, const char (&magic)[8],
                    std::uint64_t fingerprint) {
  Seal seal;
  if (bytes.size() < sizeof(seal) || std::memcmp(bytes.data(), magic, sizeof(magic)) != 0)
    return SealFault::Foreign;
  std::memcpy(&seal, bytes.data(), sizeof(seal));
  if (seal.size != bytes.size())
    return SealFault::NotWhole;
  if (seal.checksum != checksumOf(bytes))
    return SealFault::Damaged;
  return seal.fingerprint == fingerprint ? SealFault::None : SealFault::OtherVersion;
}

} // namespace gtjit::detail
