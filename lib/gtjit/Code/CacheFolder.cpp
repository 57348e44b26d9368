//===- CacheFolder.cpp - The folder of the disk cache ---------------------===//

#include "gtjit/Code/CacheFolder.h"

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

namespace gtjit::detail {

static std::string variable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

static std::string homeFolder() {
  if (std::string home = variable("HOME"); !home.empty())
    return home;
  const passwd *user = ::getpwuid(::geteuid());
  return user && user->pw_dir ? user->pw_dir : "";
}

std::string defaultCacheFolder() {
  if (std::string given = variable("GTJIT_CACHE_DIR"); !given.empty())
    return given;
  // The specification has relative paths ignored.
  if (std::string base = variable("XDG_CACHE_HOME"); base.starts_with('/'))
    return base + "/gtjit";
  std::string home = homeFolder();
  return home.starts_with('/') ? home + "/.cache/gtjit" : "";
}

/// Makes a folder and those above it, for the user alone; 0 or the reason why not.
static int makeFolders(const std::string &path) {
  for (std::size_t end = 1; end != std::string::npos && end < path.size(); ++end) {
    end = path.find('/', end);
    if (::mkdir(path.substr(0, end).c_str(), 0700) != 0 && errno != EEXIST &&
        end == std::string::npos)
      return errno;
    if (end == std::string::npos)
      break;
  }
  return 0;
}

/// Why a folder lets others in, or nothing.
static std::string refusal(const std::string &path, bool isAbove) {
  struct stat status;
  if (::stat(path.c_str(), &status) != 0)
    return "'" + path + "': " + std::strerror(errno);
  if (!S_ISDIR(status.st_mode))
    return "'" + path + "' is no folder";
  bool isOwn = status.st_uid == ::geteuid() || (isAbove && status.st_uid == 0);
  if (!isOwn)
    return "'" + path + "' belongs to another user";
  bool isOpen = status.st_mode & (S_IWGRP | S_IWOTH);
  if (isOpen && !(isAbove && (status.st_mode & S_ISVTX)))
    return "others may write to '" + path + "'";
  return {};
}

std::string makeCacheFolder(const std::string &path) {
  if (path.empty())
    return "the user has no home";
  if (int reason = makeFolders(path))
    return "'" + path + "': " + std::strerror(reason);
  char real[PATH_MAX];
  if (!::realpath(path.c_str(), real))
    return "'" + path + "': " + std::strerror(errno);
  std::string folder = real, why = refusal(folder, /*isAbove=*/false);
  while (why.empty() && folder.size() > 1) {
    folder.resize(std::max<std::size_t>(folder.rfind('/'), 1));
    why = refusal(folder, /*isAbove=*/true);
  }
  return why;
}

} // namespace gtjit::detail
