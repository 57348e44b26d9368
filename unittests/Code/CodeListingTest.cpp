//===- CodeListingTest.cpp - Kernels in perf and gdb ----------------------===//
//
// perf's map has every kernel with its address; gdb's list has an object for
// each image, with symbols and lines at the addresses where the code runs.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"

#include "gtjit/Code/CodeListing.h"

#include <gmock/gmock.h>

#include <cstdio>
#include <elf.h>
#include <fstream>
#include <sstream>
#include <string>
#include <unistd.h>

using namespace gtjit;
using testing::HasSubstr;

extern "C" {
struct jit_code_entry {
  jit_code_entry *next, *previous;
  const char *object;
  std::uint64_t size;
};
struct jit_descriptor {
  std::uint32_t version, action;
  jit_code_entry *relevant, *first;
};
extern jit_descriptor __jit_debug_descriptor;
}

namespace {

std::string perfMap() {
  std::ostringstream text;
  text << std::ifstream("/tmp/perf-" + std::to_string(::getpid()) + ".map").rdbuf();
  return text.str();
}

TEST(CodeListing, PerfsMapHasEveryKernel) {
  Runtime runtime(RuntimeOptions{.perfMap = true});
  Runtime::Scope scope(runtime);
  Storage u = ones<double>({I(0, 100), J(0, 50)}), v = zeros<double>({I(0, 100)});
  int line = __LINE__ + 1;
  v[interior] = sum(u * 2.0, J) + 1.0;
  std::istringstream map(perfMap());
  std::string address, size, name;
  std::vector<std::string> names;
  while (map >> address >> size >> name) {
    EXPECT_GT(std::stoull(address, nullptr, 16), 4096u);
    EXPECT_GT(std::stoull(size, nullptr, 16), 32u);
    names.push_back(name);
  }
  std::string place = "CodeListingTest.cpp:" + std::to_string(line);
  EXPECT_THAT(names, testing::ElementsAre(place + ":fold_0", place + ":stencil_1"));
  std::remove(("/tmp/perf-" + std::to_string(::getpid()) + ".map").c_str());
}

/// The names and addresses of the functions in an object of gdb's list.
std::vector<std::pair<std::string, std::uint64_t>> functionsOf(const jit_code_entry &entry) {
  std::vector<std::pair<std::string, std::uint64_t>> functions;
  const auto *header = reinterpret_cast<const Elf64_Ehdr *>(entry.object);
  const auto *sections = reinterpret_cast<const Elf64_Shdr *>(entry.object + header->e_shoff);
  for (unsigned n = 0; n < header->e_shnum; ++n) {
    if (sections[n].sh_type != SHT_SYMTAB)
      continue;
    const auto *symbols = reinterpret_cast<const Elf64_Sym *>(entry.object + sections[n].sh_offset);
    const char *names = entry.object + sections[sections[n].sh_link].sh_offset;
    for (std::size_t s = 0; s < sections[n].sh_size / sizeof(Elf64_Sym); ++s)
      if (ELF64_ST_TYPE(symbols[s].st_info) == STT_FUNC)
        functions.emplace_back(names + symbols[s].st_name,
                               sections[symbols[s].st_shndx].sh_addr + symbols[s].st_value);
  }
  return functions;
}

TEST(CodeListing, GdbsListHasAnObjectWhileTheCodeLives) {
  ASSERT_EQ(__jit_debug_descriptor.first, nullptr);
  {
    Runtime runtime(RuntimeOptions{.debugInfo = true, .perfMap = true});
    Runtime::Scope scope(runtime);
    Storage u = ones<double>({I(0, 100)}), v = zeros<double>({I(0, 100)});
    int line = __LINE__ + 1;
    v[interior] = u * 2.0 + 1.0;
    EXPECT_EQ(v.read<double>()(7), 3.0);
    ASSERT_NE(__jit_debug_descriptor.first, nullptr);
    auto functions = functionsOf(*__jit_debug_descriptor.first);
    ASSERT_EQ(functions.size(), 1u);
    EXPECT_EQ(functions[0].first, "CodeListingTest.cpp:" + std::to_string(line) + ":stencil_0");
    char address[32];
    std::snprintf(address, sizeof(address), "%llx ",
                  static_cast<unsigned long long>(functions[0].second));
    EXPECT_THAT(perfMap(), HasSubstr(address)) << "both say where it is";
    v[interior] = u * 3.0;
    EXPECT_NE(__jit_debug_descriptor.first->next, nullptr);
  }
  EXPECT_EQ(__jit_debug_descriptor.first, nullptr);
  std::remove(("/tmp/perf-" + std::to_string(::getpid()) + ".map").c_str());
}

/// A program from a file knows no lines, but names.
TEST(CodeListing, LoadedProgramsHaveNames) {
  std::string path = "/tmp/gtjit-listing-" + std::to_string(::getpid()) + ".gtp";
  {
    Runtime runtime;
    auto step = [](Field u) { return u * 2.0; };
    runtime.compile(step, arg(F64, {I})).save(path);
  }
  {
    Runtime runtime(RuntimeOptions{.debugInfo = true});
    Program step = Program::load(path, runtime);
    bool found = false;
    for (auto *entry = __jit_debug_descriptor.first; entry; entry = entry->next)
      for (const auto &[name, address] : functionsOf(*entry))
        found |= name.find("stencil_0") != std::string::npos;
    EXPECT_TRUE(found);
  }
  std::remove(path.c_str());
}

} // namespace
