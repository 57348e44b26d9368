//===- DiskUsage.h - What the disk cache holds ------------------*- C++ -*-===//
//
// Listing the files of a cache's folder and letting them go. Other processes
// add, use and remove files meanwhile.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_CODE_DISKUSAGE_H
#define GTJIT_CODE_DISKUSAGE_H

#include <cstdint>
#include <ctime>
#include <string>
#include <vector>

namespace gtjit::detail {

/// An image in the folder.
struct DiskFile {
  std::string path;
  std::int64_t bytes = 0; ///< that it takes on the disk
  std::time_t lastUse = 0;
};

/// All entries, the one that was used last first.
std::vector<DiskFile> diskFiles(const std::string &folder);

/// Says what is wrong with an entry's file, or nothing; `kernels`: its kernels'
/// names, one a line.
std::string checkDiskFile(const DiskFile &file, std::string &kernels);

/// Removes all entries, and what unfinished writes left; how many went.
std::int64_t clearDisk(const std::string &folder);

/// Makes room after an entry was written, if its turn has come: every eighth looks
/// after its part of the folder, from which the files go that were not used for
/// longest, until it takes no more than its share of `limit`.
void evictAfter(const std::string &folder, const std::string &entry, std::int64_t limit);

} // namespace gtjit::detail

#endif // GTJIT_CODE_DISKUSAGE_H
