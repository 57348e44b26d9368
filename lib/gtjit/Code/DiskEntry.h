//===- DiskEntry.h - One image in the disk cache ----------------*- C++ -*-===//
//
// A file with all of its key and the image that belongs to it. It appears whole
// and is never changed, only replaced.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_CODE_DISKENTRY_H
#define GTJIT_CODE_DISKENTRY_H

#include <cstdint>
#include <ctime>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gtjit::detail {

/// Where the entry of a key lies in the cache's folder: "2f/" and 32 digits.
std::string entryName(std::string_view key);

/// The bytes of an entry's file.
std::vector<std::uint8_t> encodeEntry(std::string_view key, std::span<const std::uint8_t> image);
/// The image of an entry's bytes, which must stay; empty if they are damaged, of
/// another version or of another key, which `why` tells.
std::span<const std::uint8_t> decodeEntry(std::span<const std::uint8_t> bytes, std::string_view key,
                                          std::string &why);
/// The same for the key that the bytes tell of, which is put there.
std::span<const std::uint8_t> decodeEntry(std::span<const std::uint8_t> bytes, std::string *key,
                                          std::string &why);

/// What keys of code of a device begin with; what the code is for stands in the next line.
inline constexpr std::string_view kDeviceCodeKey = "device code\n";

/// What a file holds, and when it was used last.
struct FileBytes {
  std::vector<std::uint8_t> bytes;
  std::time_t lastUse = 0;
};
/// Reads a file that belongs to the user and that nobody else may write; no
/// bytes if there is no such file.
FileBytes readOwnFile(const std::string &path);
/// Writes a file under its name at once; false, and no trace, if that cannot be.
bool writeWholeFile(const std::string &path, std::span<const std::uint8_t> bytes);

/// Uses are noted to the hour: what is younger counts as just used.
inline constexpr std::time_t kHour = 3600;
/// Notes that a file was used; at most once in an hour for a file.
void noteUse(const std::string &path, std::time_t lastUse);

} // namespace gtjit::detail

#endif // GTJIT_CODE_DISKENTRY_H
