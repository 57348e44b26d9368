//===- gt-cache.cpp - Looks after the kernels on disk -----------*- C++ -*-===//
//
// Lists, measures, checks and clears the folder in which gtjit keeps compiled
// kernels (docs/Caching.md).
//
//===----------------------------------------------------------------------===//
#include "gtjit/Code/CacheFolder.h"
#include "gtjit/Code/DiskUsage.h"

#include <CLI/CLI.hpp>

#include <ctime>
#include <iomanip>
#include <iostream>
#include <sys/stat.h>
#include <unistd.h>

using namespace gtjit::detail;

namespace {

/// "2026-11-22 16:03", local time; nothing for a time that nobody knows.
std::string textOf(std::time_t time) {
  char text[32] = "?";
  std::tm parts;
  if (time > 0 && ::localtime_r(&time, &parts))
    std::strftime(text, sizeof(text), "%Y-%m-%d %H:%M", &parts);
  return text;
}

/// "stencil.cpp:12:stencil_0, stencil.cpp:12:fold_1".
std::string onOneLine(std::string kernels) {
  for (std::size_t end; (end = kernels.find('\n')) != std::string::npos;)
    kernels.replace(end, 1, ", ");
  return kernels;
}

int list(const std::string &folder) {
  for (const DiskFile &file : diskFiles(folder)) {
    std::string kernels, fault = checkDiskFile(file, kernels);
    std::cout << textOf(file.lastUse) << std::setw(10) << file.bytes << "  "
              << (fault.empty() ? onOneLine(kernels) : "unusable: " + fault) << '\n';
  }
  return 0;
}

int size(const std::string &folder) {
  std::int64_t bytes = 0, count = 0;
  for (const DiskFile &file : diskFiles(folder)) {
    bytes += file.bytes;
    ++count;
  }
  std::cout << folder << ": " << count << (count == 1 ? " entry, " : " entries, ") << bytes
            << " bytes\n";
  return 0;
}

int verify(const std::string &folder) {
  int faults = 0;
  for (const DiskFile &file : diskFiles(folder)) {
    std::string kernels;
    if (std::string fault = checkDiskFile(file, kernels); !fault.empty()) {
      std::cout << file.path << ": " << fault << '\n';
      ++faults;
    }
  }
  std::cout << (faults ? std::to_string(faults) +
                             " unusable; they are made anew when they are asked for"
                       : std::string("all entries are whole"))
            << '\n';
  return faults ? 1 : 0;
}

int clear(const std::string &folder) {
  std::int64_t count = clearDisk(folder);
  std::cout << "removed " << count << (count == 1 ? " entry" : " entries") << '\n';
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app("Looks after the compiled kernels that gtjit keeps on disk.", "gt-cache");
  std::string folder = defaultCacheFolder();
  app.add_option("-d,--dir", folder,
                 "the folder: GTJIT_CACHE_DIR, else gtjit in "
                 "XDG_CACHE_HOME or ~/.cache");
  app.set_version_flag("--version", "gt-cache " GT_TOOL_VERSION);
  app.require_subcommand(1);
  int (*action)(const std::string &) = nullptr;
  auto add = [&](const char *name, const char *text, int (*run)(const std::string &)) {
    app.add_subcommand(name, text)->fallthrough()->callback([&action, run] { action = run; });
  };
  add("list", "each entry: last use, bytes, kernels", list);
  add("size", "entries and bytes", size);
  add("verify", "check every entry; 1 if one cannot be used", verify);
  add("clear", "remove all entries", clear);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success &answer) { // help, or the version
    return app.exit(answer);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  if (struct stat status; ::stat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) {
    std::cerr << "gt-cache: '" << folder << "' is no folder: nothing was kept there yet\n";
    return 2;
  }
  return action(folder);
}
