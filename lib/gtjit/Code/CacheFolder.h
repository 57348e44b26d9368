//===- CacheFolder.h - The folder of the disk cache -------------*- C++ -*-===//
//
// Code from this folder is run. It is used only if nobody but its owner, who is
// the one that runs this process, can put files into it.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_CODE_CACHEFOLDER_H
#define GTJIT_CODE_CACHEFOLDER_H

#include <string>

namespace gtjit::detail {

/// GTJIT_CACHE_DIR, else "gtjit" in XDG_CACHE_HOME, else in ~/.cache (XDG Base
/// Directory Specification); empty if the user has no home.
std::string defaultCacheFolder();

/// Makes the folder, and those that it lies in, if need be. Returns why nothing
/// may be read from it, or nothing: it and all folders above must belong to the
/// user or to root and be writable by nobody else, but for sticky ones above.
std::string makeCacheFolder(const std::string &path);

} // namespace gtjit::detail

#endif // GTJIT_CODE_CACHEFOLDER_H
