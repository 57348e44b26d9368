//===- Operations.cpp - What the instructions of PTX do -------------------===//
//
// The table of those with operands alone, memory, and what changes where a thread is.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Device/Emulated/Operations.h"

#include "gtjit/Device/Emulated/DriverErrors.h"
#include "gtjit/Device/Emulated/OperationTable.h"

#include <cstring>

namespace gtjit::detail::ptx {

namespace {

Table makeTable() {
  Table table;
  addIntegers(table);
  addFloats(table);
  addChoices(table);
  addConversions(table);
  return table;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

template <class T> void load(Thread &thread, const Instruction &in) {
  const std::byte *from = thread.at(in, 4, in.count * sizeof(T), /*isStore=*/false);
  for (unsigned n = 0; n < in.count; ++n) {
    T value;
    std::memcpy(&value, from + n * sizeof(T), sizeof(T));
    setInteger<T>(thread, in.slots[n], value);
  }
}
template <class T> void store(Thread &thread, const Instruction &in) {
  std::byte *to = thread.at(in, 4, in.count * sizeof(T), /*isStore=*/true);
  for (unsigned n = 0; n < in.count; ++n) {
    T value = thread.get<T>(in.slots[n]);
    std::memcpy(to + n * sizeof(T), &value, sizeof(T));
  }
}

template <std::size_t count, std::size_t bits> void pack(Thread &thread, const Instruction &in) {
  std::uint64_t whole = 0;
  for (std::size_t n = 0; n < count; ++n)
    whole |= (thread.slot(in.slots[n + 1]) & ((std::uint64_t(1) << bits) - 1)) << (n * bits);
  thread.slot(in.slots[0]) = whole;
}
template <std::size_t count, std::size_t bits> void unpack(Thread &thread, const Instruction &in) {
  std::uint64_t whole = thread.slot(in.slots[4]);
  for (std::size_t n = 0; n < count; ++n)
    thread.slot(in.slots[n]) = whole >> (n * bits) & ((std::uint64_t(1) << bits) - 1);
}

} // namespace

Handler findOperation(std::string_view name) {
  static const Table table = makeTable();
  auto found = table.find(std::string(name));
  return found == table.end() ? nullptr : found->second;
}

std::size_t bytesOfType(std::string_view type) {
  if (type.size() < 2 || std::string_view("bsuf").find(type[0]) == std::string_view::npos)
    return 0;
  std::string_view bits = type.substr(1);
  return bits == "8" ? 1 : bits == "16" ? 2 : bits == "32" ? 4 : bits == "64" ? 8 : 0;
}

Handler findLoad(std::string_view type) {
  bool isSigned = !type.empty() && type[0] == 's';
  switch (bytesOfType(type)) {
  case 1:
    return isSigned ? load<std::int8_t> : load<std::uint8_t>;
  case 2:
    return isSigned ? load<std::int16_t> : load<std::uint16_t>;
  case 4:
    return isSigned ? load<std::int32_t> : load<std::uint32_t>;
  case 8:
    return load<std::uint64_t>;
  default:
    return nullptr;
  }
}

Handler findStore(std::string_view type) {
  switch (bytesOfType(type)) {
  case 1:
    return store<std::uint8_t>;
  case 2:
    return store<std::uint16_t>;
  case 4:
    return store<std::uint32_t>;
  case 8:
    return store<std::uint64_t>;
  default:
    return nullptr;
  }
}

Handler findPack(std::size_t count, std::size_t bits) {
  if (count == 2)
    return bits == 32 ? pack<2, 32> : bits == 16 ? pack<2, 16> : nullptr;
  return count == 4 && bits == 16 ? pack<4, 16> : nullptr;
}
Handler findUnpack(std::size_t count, std::size_t bits) {
  if (count == 2)
    return bits == 32 ? unpack<2, 32> : bits == 16 ? unpack<2, 16> : nullptr;
  return count == 4 && bits == 16 ? unpack<4, 16> : nullptr;
}

const Handler kBranch = [](Thread &thread, const Instruction &in) { thread.jump(in.target); };
const Handler kReturn = [](Thread &thread, const Instruction &) {
  thread.stop(Thread::State::Done);
};
const Handler kBarrier = [](Thread &thread, const Instruction &) {
  thread.stop(Thread::State::AtBarrier);
};
const Handler kTrap = [](Thread &, const Instruction &) {
  throw Fault{kLaunchFailed, "the kernel stopped by a trap"};
};
const Handler kNothing = [](Thread &, const Instruction &) {};
const Handler kAddWindow = [](Thread &thread, const Instruction &in) {
  thread.slot(in.slots[0]) = thread.slot(in.slots[1]) + thread.slot(in.slots[2]);
};
const Handler kSubtractWindow = [](Thread &thread, const Instruction &in) {
  thread.slot(in.slots[0]) = thread.slot(in.slots[1]) - thread.slot(in.slots[2]);
};

} // namespace gtjit::detail::ptx
