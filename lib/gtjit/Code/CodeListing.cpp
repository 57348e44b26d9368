//===- CodeListing.cpp - Compiled code in debuggers and profilers ---------===//
//
// gdb stops at __jit_debug_register_code and reads __jit_debug_descriptor: a
// list of ELF objects in memory. Both names are gdb's, and exported so that a
// stripped library still has them. perf reads lines "address size name".
//
//===----------------------------------------------------------------------===//
#include "gtjit/Code/CodeListing.h"

#include "gtjit/Code/DebugObject.h"

#include <cstdint>
#include <cstdio>
#include <mutex>
#include <set>
#include <unistd.h>
#include <vector>

extern "C" {

/// An object in gdb's list.
struct jit_code_entry {
  jit_code_entry *next;
  jit_code_entry *previous;
  const char *object;
  std::uint64_t size;
};

enum jit_actions_t : std::uint32_t { JIT_NOACTION, JIT_REGISTER_FN, JIT_UNREGISTER_FN };

/// Where gdb looks after it was told.
struct jit_descriptor {
  std::uint32_t version;
  std::uint32_t action;
  jit_code_entry *relevant;
  jit_code_entry *first;
};

[[gnu::visibility("default")]] jit_descriptor __jit_debug_descriptor = {1, JIT_NOACTION, nullptr,
                                                                        nullptr};
/// gdb has a breakpoint here.
[[gnu::visibility("default"), gnu::noinline]] void __jit_debug_register_code() {
  asm volatile("" ::: "memory");
}

} // extern "C"

namespace gtjit::detail {

static std::mutex mutex; // of gdb's list and perf's file

struct CodeListing::GdbEntry {
  std::vector<char> object;
  jit_code_entry link{};
};

static void tellGdb(jit_code_entry &entry, jit_actions_t action) {
  __jit_debug_descriptor.action = action;
  __jit_debug_descriptor.relevant = &entry;
  __jit_debug_register_code();
  __jit_debug_descriptor.action = JIT_NOACTION;
}

/// Appends the kernels to the map of the process.
static void tellPerf(const ImageView &image) {
  char path[64];
  std::snprintf(path, sizeof(path), "/tmp/perf-%d.map", static_cast<int>(::getpid()));
  std::FILE *map = std::fopen(path, "ae");
  if (!map)
    return; // a profile without names is better than no run
  auto code = reinterpret_cast<std::uintptr_t>(image.code().data());
  std::vector<std::uint64_t> sizes = kernelSizes(image);
  std::set<std::uint64_t> told; // code has one name, even if several kernels share it
  for (std::size_t n = 0; n < image.kernels().size(); ++n)
    if (std::uint64_t entry = *image.hostEntry(image.kernels()[n]); told.insert(entry).second)
      std::fprintf(map, "%llx %llx %s\n", static_cast<unsigned long long>(code + entry),
                   static_cast<unsigned long long>(sizes[n]), kernelSymbol(image, n).c_str());
  std::fclose(map);
}

CodeListing::CodeListing(const ImageView &image, CodeReaders readers) {
  std::lock_guard lock(mutex);
  if (readers.perf)
    tellPerf(image);
  if (!readers.gdb)
    return;
  entry = std::make_unique<GdbEntry>();
  entry->object = debugObject(image);
  entry->link = {__jit_debug_descriptor.first, nullptr, entry->object.data(), entry->object.size()};
  if (entry->link.next)
    entry->link.next->previous = &entry->link;
  __jit_debug_descriptor.first = &entry->link;
  tellGdb(entry->link, JIT_REGISTER_FN);
}

CodeListing::~CodeListing() {
  if (!entry)
    return;
  std::lock_guard lock(mutex);
  jit_code_entry &link = entry->link;
  (link.previous ? link.previous->next : __jit_debug_descriptor.first) = link.next;
  if (link.next)
    link.next->previous = link.previous;
  tellGdb(link, JIT_UNREGISTER_FN);
}

} // namespace gtjit::detail
