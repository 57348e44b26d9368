//===- Reloaded.h - A program after a way through a file --------*- C++ -*-===//
#ifndef GTJIT_UNITTESTS_RELOADED_H
#define GTJIT_UNITTESTS_RELOADED_H

#include "gtjit/Program.h"

#include <filesystem>
#include <string>
#include <unistd.h>

/// Saves the program, and loads it into the current runtime.
inline gtjit::Program reloaded(const gtjit::Program &program) {
  std::string path = std::filesystem::temp_directory_path() /
                     ("gtjit-reloaded-" + std::to_string(::getpid()) + ".gtp");
  program.save(path);
  gtjit::Program loaded = gtjit::Program::load(path);
  std::filesystem::remove(path);
  return loaded;
}

#endif // GTJIT_UNITTESTS_RELOADED_H
