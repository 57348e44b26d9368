//===- DiskUsage.cpp - What the disk cache holds --------------------------===//
//
// The folder has 64 parts, by the first bits of names, so that looking after
// one of them costs a writer little.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Code/DiskUsage.h"

#include "gtjit/Code/DebugObject.h"
#include "gtjit/Code/DiskEntry.h"
#include "gtjit/Kernel/LoadedImage.h"

#include <algorithm>
#include <cstdio>
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

namespace gtjit::detail {

static constexpr int kParts = 64;

/// Of an entry; others are drafts, which have more letters.
static bool isEntry(const std::string &name) {
  return name.size() == 32 && name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

static bool isDraft(const std::string &name) { return name.find(".part-") != std::string::npos; }

/// Calls visit(name, file) for each file of a part, in any order.
template <class Visit> static void forEachFile(const std::string &part, Visit visit) {
  DIR *folder = ::opendir(part.c_str());
  if (!folder)
    return;
  while (const dirent *item = ::readdir(folder)) {
    std::string name = item->d_name;
    DiskFile file{part + "/" + name};
    struct stat status;
    if (::lstat(file.path.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
      continue;
    file.bytes = status.st_blocks * 512;
    file.lastUse = status.st_mtime;
    visit(name, file);
  }
  ::closedir(folder);
}

static std::string partOf(const std::string &folder, int part) {
  char name[8];
  std::snprintf(name, sizeof(name), "/%02x", part);
  return folder + name;
}

/// Orders files from the one used last. What was used in the future was used
/// before the clock was set: nobody knows when.
static void sortByUse(std::vector<DiskFile> &files) {
  std::time_t latest = std::time(nullptr) + kHour;
  for (DiskFile &file : files)
    if (file.lastUse > latest)
      file.lastUse = 0;
  std::sort(files.begin(), files.end(),
            [](const DiskFile &a, const DiskFile &b) { return a.lastUse > b.lastUse; });
}

static std::vector<DiskFile> filesOf(const std::string &part) {
  std::vector<DiskFile> files;
  forEachFile(part, [&](const std::string &name, const DiskFile &file) {
    if (isEntry(name))
      files.push_back(file);
  });
  return files;
}

std::vector<DiskFile> diskFiles(const std::string &folder) {
  std::vector<DiskFile> all;
  for (int part = 0; part < kParts; ++part)
    for (DiskFile &file : filesOf(partOf(folder, part)))
      all.push_back(std::move(file));
  sortByUse(all);
  return all;
}

std::string checkDiskFile(const DiskFile &file, std::string &kernels) {
  std::string key, why;
  FileBytes contents = readOwnFile(file.path);
  if (contents.bytes.empty())
    return "it is gone, or another user may have written it";
  auto bytes = decodeEntry(contents.bytes, &key, why);
  if (bytes.empty())
    return why;
  if (!file.path.ends_with("/" + entryName(key)))
    return "it lies under the name of another key";
  if (key.starts_with(kDeviceCodeKey)) { // the driver alone knows what is in it
    std::string target = key.substr(kDeviceCodeKey.size());
    kernels = "code for " + target.substr(0, target.find('\n'));
    return {};
  }
  std::optional<ImageView> image = ImageView::check(bytes, why);
  for (std::size_t n = 0; image && n < image->kernels().size(); ++n)
    kernels += (n ? "\n" : "") + kernelSymbol(*image, n);
  return why;
}

std::int64_t clearDisk(const std::string &folder) {
  std::int64_t count = 0;
  for (int part = 0; part < kParts; ++part)
    forEachFile(partOf(folder, part), [&](const std::string &name, const DiskFile &file) {
      if (isEntry(name) || isDraft(name))
        count += ::unlink(file.path.c_str()) == 0 && isEntry(name);
    });
  return count;
}

/// Drafts that nobody writes any more: their process was killed.
static void removeOldDrafts(const std::string &part) {
  std::time_t now = std::time(nullptr);
  forEachFile(part, [&](const std::string &name, const DiskFile &file) {
    if (isDraft(name) && (now - file.lastUse > kHour || file.lastUse - now > kHour))
      ::unlink(file.path.c_str());
  });
}

void evictAfter(const std::string &folder, const std::string &entry, std::int64_t limit) {
  if (entry.back() != '0' && entry.back() != '8') // one digit in eight
    return;
  std::string part = folder + "/" + entry.substr(0, entry.find('/'));
  removeOldDrafts(part);
  std::vector<DiskFile> files = filesOf(part);
  sortByUse(files);
  std::int64_t bytes = 0;
  for (const DiskFile &file : files)
    if ((bytes += file.bytes) > limit / kParts)
      ::unlink(file.path.c_str());
}

} // namespace gtjit::detail
