//===- CacheFolderFixture.h - A folder for a disk cache ---------*- C++ -*-===//
//
// A fresh folder a test, and what tests do to files and in children.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_CODE_CACHEFOLDERFIXTURE_H
#define GTJIT_UNITTESTS_CODE_CACHEFOLDERFIXTURE_H

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace gtjit {

/// Whether a library of such a name is part of this process.
inline bool isLoaded(const char *library) {
  std::ifstream maps("/proc/self/maps");
  std::string line;
  while (std::getline(maps, line))
    if (line.find(library) != line.npos)
      return true;
  return false;
}

/// Sets a variable of the environment until the end of a block.
class Variable {
public:
  Variable(const char *name, const std::string &value) : name(name) {
    if (const char *now = std::getenv(name))
      before = now;
    ::setenv(name, value.c_str(), 1);
  }
  ~Variable() { before ? ::setenv(name, before->c_str(), 1) : ::unsetenv(name); }

private:
  const char *name;
  std::optional<std::string> before;
};

class CacheFolderFixture : public testing::Test {
protected:
  void SetUp() override {
    base = testing::TempDir() + "gtjit-cache-XXXXXX";
    ASSERT_NE(::mkdtemp(base.data()), nullptr);
    folder = base + "/cache";
  }
  void TearDown() override { std::filesystem::remove_all(base); }

  static bool exists(const std::string &path) { return ::access(path.c_str(), F_OK) == 0; }
  static bool isFolder(const std::string &path) { return std::filesystem::is_directory(path); }
  static mode_t mode(const std::string &path) {
    struct stat status{};
    ::stat(path.c_str(), &status);
    return status.st_mode & 07777;
  }
  /// The folder and all that is in it, folders after their contents.
  static void forEachPath(const std::string &folder,
                          const std::function<void(const std::string &)> &visit) {
    for (const auto &item : std::filesystem::directory_iterator(folder)) {
      if (item.is_directory())
        forEachPath(item.path(), visit);
      else
        visit(item.path());
    }
    visit(folder);
  }
  /// Makes all of a folder another user's.
  static bool give(const std::string &folder, uid_t user) {
    bool all = true;
    forEachPath(folder,
                [&](const std::string &path) { all &= ::lchown(path.c_str(), user, user) == 0; });
    return all;
  }
  /// True if `run`, in a child, says so within a minute.
  static bool inChild(const std::function<bool()> &run) {
    pid_t child = ::fork();
    if (child == 0) {
      ::alarm(60);
      ::_exit(run() ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

  std::string base, folder; ///< `folder` is in `base`, and not there at first
};

} // namespace gtjit

#endif // GTJIT_UNITTESTS_CODE_CACHEFOLDERFIXTURE_H
