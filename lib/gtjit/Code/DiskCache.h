//===- DiskCache.h - Images kept for other processes ------------*- C++ -*-===//
//
// Behind the cache in memory, before the compiler. Whatever goes wrong with
// files, the cache finds nothing and keeps nothing, and evaluations go on.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_CODE_DISKCACHE_H
#define GTJIT_CODE_DISKCACHE_H

#include "gtjit/Kernel/LoadedImage.h"
#include "gtjit/MachineCosts.h"
#include "gtjit/SourceLine.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gtjit::detail {

/// Thread-safe, and shared by processes on any number of machines.
class DiskCache {
public:
  /// `folder`: empty for the user's own (defaultCacheFolder). Holds files of
  /// `limit` bytes, or a little more. Nothing is looked at before it is needed.
  DiskCache(std::string folder, std::int64_t limit) : folder(std::move(folder)), limit(limit) {}
  ~DiskCache();
  DiskCache(const DiskCache &) = delete;
  DiskCache &operator=(const DiskCache &) = delete;

  /// The image of a key; or, if there is none, the right to make it: other
  /// processes that ask for it wait while this lives, a minute at most.
  class Claim {
  public:
    std::shared_ptr<const LoadedImage> image;

    Claim() = default;
    Claim(Claim &&other) noexcept;
    Claim &operator=(Claim &&other) noexcept;
    ~Claim();

  private:
    friend class DiskCache;
    DiskCache *cache = nullptr;
    std::string key; ///< with what it depends on beside; empty if nothing is kept
    bool isLocked = false;
  };
  /// Longer than any kernel takes to make: who has the lock hangs, or is stopped.
  static constexpr std::chrono::milliseconds kLongestWait{60000};
  /// `key`: all that code depends on but the builds that make it. Opens the
  /// compiler if these are not known; throws as CompilerLibrary::get then. Waits no longer than
  /// `patience` for a process that makes it.
  Claim claim(std::string_view key, SourceLine line,
              std::chrono::milliseconds patience = kLongestWait);
  /// Keeps the image of a claim that had none.
  void keep(const Claim &claim, std::span<const std::uint8_t> image) noexcept;

  /// Bytes under a key of its own, for which nobody waits while they are made: code of a
  /// device. Empty if there are none.
  std::vector<std::uint8_t> findBytes(const std::string &key) noexcept;
  void keepBytes(const std::string &key, std::span<const std::uint8_t> bytes) noexcept;

  /// What operations take on this machine, as far as the folder says.
  MachineCosts costs();

  /// The folder, or why there is none: "in '/home/ann/.cache/gtjit'", "off: ...".
  std::string describe();

private:
  bool open(SourceLine line);
  void openFolder();
  bool hasFolder();
  std::shared_ptr<const LoadedImage> find(const std::string &key);
  bool lock(const std::string &key, std::chrono::milliseconds patience);
  void unlock(const std::string &key);

  std::string folder;
  const std::int64_t limit;
  std::mutex mutex;    ///< of what follows, which is set once
  bool isOpen = false; ///< the folder was looked at
  std::string refusal; ///< why it is not used
  MachineCosts known;  ///< what the folder says
  std::string builds;  ///< toolchainOf; empty before it is known
  int locks = -1;      ///< the file whose bytes are locked
};

} // namespace gtjit::detail

#endif // GTJIT_CODE_DISKCACHE_H
