//===- Toolchain.cpp - Which builds make the code -------------------------===//
//
// Builds are told apart by the linker's build ids, which are hashes of what was
// linked. A file is the one that was loaded if its size and time of change are
// the same.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Code/Toolchain.h"

#include "gtjit/Code/CompilerLibrary.h"
#include "gtjit/Code/DiskEntry.h"

#include <elf.h>
#include <link.h>
#include <sys/stat.h>
#include <xxhash.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <span>
#include <sstream>
#include <vector>

namespace gtjit::detail {

namespace {

/// Size and time of change of a file as a word; empty if there is none.
std::string stateOf(const std::string &path) {
  struct stat status;
  if (::stat(path.c_str(), &status) != 0)
    return {};
  return std::to_string(status.st_size) + "-" + std::to_string(status.st_mtim.tv_sec) + "-" +
         std::to_string(status.st_mtim.tv_nsec);
}

/// The build id among notes in memory; empty if there is none.
std::string buildIdIn(const char *notes, std::size_t size) {
  auto padded = [](std::size_t bytes) { return (bytes + 3) / 4 * 4; };
  while (size >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) note;
    std::memcpy(&note, notes, sizeof(note));
    std::size_t whole = sizeof(note) + padded(note.n_namesz) + padded(note.n_descsz);
    if (whole > size)
      break;
    const char *name = notes + sizeof(note), *id = name + padded(note.n_namesz);
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && std::memcmp(name, "GNU", 4) == 0) {
      std::string text;
      for (std::size_t n = 0; n < note.n_descsz; ++n) {
        text += "0123456789abcdef"[static_cast<unsigned char>(id[n]) / 16];
        text += "0123456789abcdef"[static_cast<unsigned char>(id[n]) % 16];
      }
      return text;
    }
    notes += whole;
    size -= whole;
  }
  return {};
}

/// A file that is loaded.
struct Module {
  std::string path, id;
  bool holdsThis; ///< this function's code
};

int addModule(dl_phdr_info *info, std::size_t, void *modules) {
  Module module{
      info->dlpi_name && *info->dlpi_name ? info->dlpi_name : "/proc/self/exe", {}, false};
  auto self = reinterpret_cast<ElfW(Addr)>(&addModule);
  for (const ElfW(Phdr) &part : std::span(info->dlpi_phdr, info->dlpi_phnum)) {
    ElfW(Addr) start = info->dlpi_addr + part.p_vaddr;
    if (part.p_type == PT_NOTE && module.id.empty())
      module.id = buildIdIn(reinterpret_cast<const char *>(start), part.p_memsz);
    module.holdsThis |= part.p_type == PT_LOAD && self >= start && self < start + part.p_memsz;
  }
  if (module.id.empty()) // linked without one
    module.id = stateOf(module.path);
  static_cast<std::vector<Module> *>(modules)->push_back(std::move(module));
  return 0;
}

std::vector<Module> loadedModules() {
  std::vector<Module> modules;
  ::dl_iterate_phdr(addModule, &modules);
  return modules;
}

bool isCompilers(const Module &module, const std::string &compiler) {
  std::string name = module.path.substr(module.path.rfind('/') + 1);
  return module.path == compiler || name.starts_with("libgtjit-compiler") ||
         name.starts_with("libLLVM") || name.starts_with("libMLIR");
}

constexpr const char *kFirstLine = "libraries of gtjit's compiler", *kLastLine = "end";

/// What a file remembers: their build ids if all are the files that they were,
/// else empty. A line each: state, build id, path.
std::string remembered(const std::string &record) {
  std::ifstream file(record);
  std::string line, ids;
  if (!std::getline(file, line) || line != kFirstLine)
    return {};
  while (std::getline(file, line) && line != kLastLine) {
    std::istringstream words(line);
    std::string state, id, path;
    words >> state >> id >> std::ws;
    if (!std::getline(words, path) || stateOf(path) != state)
      return {};
    ids += " " + id;
  }
  return line == kLastLine ? ids : "";
}

} // namespace

std::string toolchainOf(const std::string &folder, SourceLine line) {
  std::string own, ids;
  for (const Module &module : loadedModules())
    if (module.holdsThis)
      own = module.id;
  std::string places; // where the compiler is searched
  for (const std::string &place : compilerCandidates())
    places += place + "\n";
  if (const char *path = std::getenv("LD_LIBRARY_PATH"))
    places += path;
  std::string record =
      folder + "/compiler-" + std::to_string(XXH3_64bits(places.data(), places.size()));
  if (ids = remembered(record); !ids.empty())
    return own + ids;
  const CompilerLibrary &compiler = CompilerLibrary::get(line);
  std::string text = std::string(kFirstLine) + "\n";
  for (const Module &module : loadedModules())
    if (isCompilers(module, compiler.path)) {
      ids += " " + module.id;
      text += stateOf(module.path) + " " + module.id + " " + module.path + "\n";
    }
  text += std::string(kLastLine) + "\n";
  (void)writeWholeFile(record, {reinterpret_cast<const std::uint8_t *>(text.data()), text.size()});
  return own + ids;
}

} // namespace gtjit::detail
