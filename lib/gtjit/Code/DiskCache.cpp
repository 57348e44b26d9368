//===- DiskCache.cpp - Images kept for other processes --------------------===//
//
// A key that nobody has is locked while it is made: a byte of one file, whose
// place is a hash of the key. Such locks hold between the machines of a network
// file system and end with the process that has them, however it ends. They are
// of use, not needed: without them some kernels are made twice.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Code/DiskCache.h"

#include "gtjit/Code/CacheFolder.h"
#include "gtjit/Code/DiskEntry.h"
#include "gtjit/Code/DiskUsage.h"
#include "gtjit/Code/Toolchain.h"
#include "gtjit/Error.h"

#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace gtjit::detail {

using namespace std::chrono_literals;

DiskCache::~DiskCache() {
  if (locks >= 0)
    ::close(locks);
}

DiskCache::Claim::Claim(Claim &&other) noexcept { *this = std::move(other); }
DiskCache::Claim &DiskCache::Claim::operator=(Claim &&other) noexcept {
  std::swap(image, other.image);
  std::swap(cache, other.cache);
  std::swap(key, other.key);
  std::swap(isLocked, other.isLocked);
  return *this;
}
DiskCache::Claim::~Claim() {
  if (isLocked)
    cache->unlock(key);
}

/// The caller holds the mutex.
void DiskCache::openFolder() {
  if (std::exchange(isOpen, true))
    return;
  if (folder.empty())
    folder = defaultCacheFolder();
  refusal = makeCacheFolder(folder);
  if (refusal.empty())
    known = keptCosts(folder);
  if (refusal.empty())
    locks = ::open((folder + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
}

/// True if the cache can be used.
bool DiskCache::open(SourceLine line) {
  std::lock_guard guard(mutex);
  openFolder();
  if (refusal.empty() && builds.empty())
    builds = toolchainOf(folder, line);
  return refusal.empty();
}

bool DiskCache::hasFolder() {
  std::lock_guard guard(mutex);
  openFolder();
  return refusal.empty();
}

MachineCosts DiskCache::costs() {
  std::lock_guard guard(mutex);
  openFolder();
  return known;
}

std::string DiskCache::describe() {
  std::lock_guard guard(mutex);
  openFolder();
  return refusal.empty() ? "in '" + folder + "'" : "off: " + refusal;
}

/// A request for the byte that stands for a key.
static struct flock lockOf(const std::string &key, short type) {
  struct flock request{};
  request.l_type = type;
  request.l_whence = SEEK_SET;
  request.l_start = static_cast<off_t>(XXH3_64bits(key.data(), key.size()) >> 2);
  request.l_len = 1;
  return request;
}

bool DiskCache::lock(const std::string &key, std::chrono::milliseconds patience) {
  if (locks < 0)
    return false;
  auto end = std::chrono::steady_clock::now() + patience;
  for (std::chrono::microseconds pause = 50us;;
       pause = std::min<std::chrono::microseconds>(2 * pause, 2ms)) {
    struct flock request = lockOf(key, F_WRLCK);
    if (::fcntl(locks, F_OFD_SETLK, &request) == 0)
      return true;
    if (errno != EAGAIN && errno != EACCES && errno != EINTR)
      return false; // a file system without locks
    if (std::chrono::steady_clock::now() >= end)
      return false;
    std::this_thread::sleep_for(pause);
  }
}

void DiskCache::unlock(const std::string &key) {
  struct flock request = lockOf(key, F_UNLCK);
  (void)::fcntl(locks, F_OFD_SETLK, &request);
}

/// The image of a full key. What cannot be used goes, so that it is made anew.
std::shared_ptr<const LoadedImage> DiskCache::find(const std::string &key) {
  const std::string path = folder + "/" + entryName(key);
  FileBytes file = readOwnFile(path);
  if (file.bytes.empty())
    return nullptr;
  std::string why;
  std::shared_ptr<const LoadedImage> image;
  try {
    if (auto bytes = decodeEntry(file.bytes, key, why); !bytes.empty())
      image = LoadedImage::fromBytes(bytes, why);
  } catch (const MemoryError &) {
    return nullptr; // who compiles it makes room
  }
  if (image)
    noteUse(path, file.lastUse);
  else
    ::unlink(path.c_str());
  return image;
}

DiskCache::Claim DiskCache::claim(std::string_view key, SourceLine line,
                                  std::chrono::milliseconds patience) {
  Claim claim;
  if (!open(line))
    return claim;
  claim.cache = this;
  claim.key = builds + "\n" + std::string(key);
  claim.image = find(claim.key);
  if (claim.image)
    return claim;
  claim.isLocked = lock(claim.key, patience);
  claim.image = find(claim.key); // made by the one who had the lock
  if (claim.image && std::exchange(claim.isLocked, false))
    unlock(claim.key);
  return claim;
}

void DiskCache::keep(const Claim &claim, std::span<const std::uint8_t> image) noexcept {
  if (!claim.key.empty())
    keepBytes(claim.key, image);
}

void DiskCache::keepBytes(const std::string &key, std::span<const std::uint8_t> bytes) noexcept {
  try {
    const std::string name = entryName(key);
    if (hasFolder() && writeWholeFile(folder + "/" + name, encodeEntry(key, bytes)))
      evictAfter(folder, name, limit);
  } catch (const std::exception &) {
    // No memory, say: the kernel is there for this process.
  }
}

std::vector<std::uint8_t> DiskCache::findBytes(const std::string &key) noexcept {
  try {
    if (!hasFolder())
      return {};
    const std::string path = folder + "/" + entryName(key);
    FileBytes file = readOwnFile(path);
    if (file.bytes.empty())
      return {};
    std::string why;
    std::span<const std::uint8_t> bytes = decodeEntry(file.bytes, key, why);
    if (bytes.empty())
      ::unlink(path.c_str());
    else
      noteUse(path, file.lastUse);
    return {bytes.begin(), bytes.end()};
  } catch (const std::exception &) {
    return {};
  }
}

} // namespace gtjit::detail
