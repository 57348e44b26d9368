//===- DiskEntry.cpp - One image in the disk cache ------------------------===//
//
// The time of a file's last change stands for its last use: file systems seldom
// keep times of access.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Code/DiskEntry.h"

#include "gtjit/Code/CodeFormat.h"
#include "gtjit/Types/DraftFile.h"
#include "gtjit/Types/OpenFile.h"
#include "gtjit/Types/SealedBytes.h"

#include <xxhash.h>

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace gtjit::detail {

static constexpr char kMagic[8] = "gtentry";
/// Of an entry's file.
static constexpr std::uint64_t kLayout = 1;
static constexpr off_t kMostBytes = off_t(1) << 30;

std::string entryName(std::string_view key) {
  XXH128_hash_t hash = XXH3_128bits(key.data(), key.size());
  char name[48];
  std::snprintf(name, sizeof(name), "%02x/%016llx%016llx", static_cast<unsigned>(hash.high64 >> 58),
                static_cast<unsigned long long>(hash.high64),
                static_cast<unsigned long long>(hash.low64));
  return name;
}

std::vector<std::uint8_t> encodeEntry(std::string_view key, std::span<const std::uint8_t> image) {
  ByteWriter to;
  beginSealed(to);
  to.text(key);
  to.align();
  to.raw(image.data(), image.size());
  sealBytes(to.bytes, kMagic, codeFormat(kLayout));
  return std::move(to.bytes);
}

std::span<const std::uint8_t> decodeEntry(std::span<const std::uint8_t> bytes, std::string *key,
                                          std::string &why) {
  switch (checkSeal(bytes, kMagic, codeFormat(kLayout))) {
  case SealFault::None:
    break;
  case SealFault::Foreign:
    why = "it is no kernel of gtjit";
    return {};
  case SealFault::NotWhole:
    why = "it is not whole";
    return {};
  case SealFault::Damaged:
    why = "it is damaged: its checksum is wrong";
    return {};
  case SealFault::OtherVersion:
    why = "it is another version's";
    return {};
  }
  ByteReader from(bytes);
  from.raw(sizeof(Seal));
  *key = from.text();
  from.align();
  if (!from.failed())
    return from.rest();
  why = "its contents are not those of a kernel";
  return {};
}

std::span<const std::uint8_t> decodeEntry(std::span<const std::uint8_t> bytes, std::string_view key,
                                          std::string &why) {
  std::string own;
  std::span<const std::uint8_t> image = decodeEntry(bytes, &own, why);
  if (image.empty() || own == key)
    return image;
  why = "it is the kernel of another key";
  return {};
}

FileBytes readOwnFile(const std::string &path) {
  FileBytes contents;
  OpenFile file(path.c_str(), O_RDONLY | O_NOFOLLOW);
  struct stat status;
  if (file.handle < 0 || ::fstat(file.handle, &status) != 0)
    return contents;
  bool isOwn = S_ISREG(status.st_mode) && status.st_uid == ::geteuid() &&
               !(status.st_mode & (S_IWGRP | S_IWOTH));
  if (isOwn && status.st_size <= kMostBytes &&
      file.readAll(static_cast<std::size_t>(status.st_size), contents.bytes) == 0)
    contents.lastUse = status.st_mtime;
  return contents;
}

/// Whether all of a file was written, for its owner alone.
static bool fill(const std::string &path, std::span<const std::uint8_t> bytes) {
  OpenFile file(path.c_str(), O_WRONLY | O_NOFOLLOW);
  return file.handle >= 0 && ::fchmod(file.handle, 0600) == 0 && file.writeAll(bytes) == 0;
}

bool writeWholeFile(const std::string &path, std::span<const std::uint8_t> bytes) {
  std::size_t folder = path.rfind('/');
  if (::mkdir(path.substr(0, folder).c_str(), 0700) != 0 && errno != EEXIST)
    return false;
  DraftFile draft;
  return draft.make(path).empty() && fill(draft.path(), bytes) && draft.commit().empty();
}

void noteUse(const std::string &path, std::time_t lastUse) {
  std::time_t since = std::time(nullptr) - lastUse;
  if (since > kHour || since < -kHour) // the clock may have been set
    ::utimensat(AT_FDCWD, path.c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
}

} // namespace gtjit::detail
