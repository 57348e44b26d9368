//===- Session.h - gt-run in a folder of its own ----------------*- C++ -*-===//
//
// Calls gt-run as a command line does, in this process, and keeps what it says.
//
//===----------------------------------------------------------------------===//
#ifndef GTRUN_TESTS_SESSION_H
#define GTRUN_TESTS_SESSION_H

#include "gtrun/Run.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

namespace gtrun::test {

/// What a run gave.
struct Outcome {
  int status;
  std::string errors; ///< standard error
};

/// A folder that is gone with the session.
class Session {
public:
  Session() {
    std::string name = (std::filesystem::temp_directory_path() / "gt-run-XXXXXX").string();
    folder = ::mkdtemp(name.data());
  }
  Session(const Session &) = delete;
  ~Session() { std::filesystem::remove_all(folder); }

  std::string path(const std::string &name) const { return (folder / name).string(); }
  void write(const std::string &name, const std::string &content) const {
    std::ofstream(folder / name, std::ios::binary) << content;
  }
  std::string read(const std::string &name) const {
    std::ifstream in(folder / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  bool has(const std::string &name) const { return std::filesystem::exists(folder / name); }
  std::size_t fileCount() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
  }

  Outcome run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "gt-run");
    std::vector<const char *> pointers;
    for (const std::string &argument : arguments)
      pointers.push_back(argument.c_str());
    int before = ::dup(STDERR_FILENO);
    std::string log = path("stderr");
    int file = ::open(log.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600);
    ::dup2(file, STDERR_FILENO);
    ::close(file);
    int status = mainOf(static_cast<int>(pointers.size()), pointers.data());
    ::dup2(before, STDERR_FILENO);
    ::close(before);
    Outcome outcome{status, read("stderr")};
    std::filesystem::remove(log);
    return outcome;
  }

private:
  std::filesystem::path folder;
};

} // namespace gtrun::test

#endif // GTRUN_TESTS_SESSION_H
