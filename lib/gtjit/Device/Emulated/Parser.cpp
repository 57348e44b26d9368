//===- Parser.cpp - PTX from text -----------------------------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Device/Emulated/Parser.h"

#include "gtjit/Device/Emulated/Lexer.h"
#include "gtjit/Device/Emulated/Operations.h"
#include "gtjit/Device/Emulated/Thread.h"

#include <algorithm>
#include <cstring>

namespace gtjit::detail::ptx {

/// What a text may ask for: more is a fault in it.
static constexpr std::size_t kMostRegisters = 1 << 20, kMostBytes = std::size_t(1) << 30;
/// Of what begins in memory that a block has.
static constexpr std::size_t kSharedAlignment = 128;

namespace {

using Addresses = std::map<std::string, std::uint64_t, std::less<>>;

/// What stands in front of the entries.
struct Variables {
  Addresses addresses;
  Addresses shared; ///< bytes of memory that a block has if its kernel names it
};

/// "ld.global.b64" in its parts.
std::vector<std::string_view> partsOf(std::string_view name) {
  std::vector<std::string_view> parts;
  for (std::size_t from = 0, to = 0; to < name.size(); from = to + 1) {
    to = std::min(name.find('.', from), name.size());
    parts.push_back(name.substr(from, to - from));
  }
  return parts;
}

/// Reads the body of one entry.
class FunctionParser {
public:
  FunctionParser(Lexer &from, const Variables &known, Function &result)
      : text(from), variables(known), function(result) {
    function.slots.assign(static_cast<std::size_t>(Special::Count), 0);
  }

  void readParameters();
  void readBody();

private:
  void readDirective();
  void readRegisters();
  void readMemory(Space space);
  void readInstruction();
  void decode(std::string_view name, Instruction &instruction);
  void readMove(std::string_view name, Instruction &instruction);
  void readMemoryAccess(const std::vector<std::string_view> &parts, Instruction &instruction);
  void readWindow(const std::vector<std::string_view> &parts, Instruction &instruction);
  void readAddress(Instruction &instruction);
  std::size_t readList(Instruction &instruction, std::size_t first);
  std::uint32_t readOperand();
  std::uint32_t registerOf(std::string_view name) const;
  std::uint32_t constant(std::uint64_t value);

  Lexer &text;
  const Variables &variables;
  Function &function;
  std::map<std::string, std::uint32_t, std::less<>> registers;
  Addresses memory; ///< of names in the parameters, shared and local memory
  std::map<std::uint64_t, std::uint32_t> constants;
  std::map<std::string, std::uint32_t, std::less<>> labels;
  std::vector<std::pair<std::uint32_t, std::string>> branches; ///< whose targets are to be found
};

} // namespace

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

/// ".align 8 .b8 name[16]": the bytes, behind `end`, which grows.
static std::pair<std::string, std::size_t> readVariable(Lexer &text, std::size_t &end) {
  std::size_t alignment = 1;
  std::size_t item = 0;
  while (text.word().starts_with('.')) {
    if (text.accept(".align")) {
      alignment = text.takeSize(4096);
      if (alignment == 0 || (alignment & (alignment - 1)) != 0)
        text.fail("an alignment is no power of two");
    } else {
      std::string_view type = text.take().substr(1);
      if (std::size_t bytes = bytesOfType(type))
        item = bytes;
    }
  }
  if (item == 0)
    text.fail("expected a type");
  std::string name(text.takeName());
  std::size_t count = 1;
  if (text.accept("[")) {
    count = text.word() == "]" ? 0 : text.takeSize(kMostBytes);
    text.expect("]");
  }
  alignment = std::max(alignment, item);
  std::size_t start = (end + alignment - 1) / alignment * alignment;
  if (count > kMostBytes / item || start + count * item > kMostBytes)
    text.fail("'" + name + "' is too large");
  end = start + count * item;
  return {name, start};
}

void FunctionParser::readParameters() {
  text.expect("(");
  while (!text.accept(")")) {
    text.expect(".param");
    auto [name, start] = readVariable(text, function.paramBytes);
    memory[name] = start;
    text.accept(",");
  }
  while (!text.isEnd() && text.word() != "{") // .maxntid and its kin
    text.take();
}

/// ".reg .b64 %rd<9>;"
void FunctionParser::readRegisters() {
  if (!text.take().starts_with('.'))
    text.fail("expected a type");
  do {
    std::string name(text.takeName());
    std::size_t count = 1;
    bool isNumbered = text.accept("<");
    if (isNumbered) {
      count = text.takeSize(kMostRegisters);
      text.expect(">");
    }
    for (std::size_t n = 0; n < count; ++n) {
      registers[isNumbered ? name + std::to_string(n) : name] =
          static_cast<std::uint32_t>(function.slots.size());
      function.slots.push_back(kFreshWord);
    }
    if (function.slots.size() > kMostRegisters)
      text.fail("there are too many registers");
  } while (text.accept(","));
  text.expect(";");
}

void FunctionParser::readMemory(Space space) {
  bool isShared = space == Space::Shared;
  auto [name, start] = readVariable(text, isShared ? function.sharedBytes : function.localBytes);
  memory[name] = start;
  text.expect(";");
}

void FunctionParser::readDirective() {
  std::string_view name = text.take();
  if (name == ".reg")
    return readRegisters();
  if (name == ".local" || name == ".shared")
    return readMemory(name == ".local" ? Space::Local : Space::Shared);
  if (name == ".loc" || name == ".pragma") {
    std::uint32_t line = text.line();
    while (!text.isEnd() && text.line() == line && text.word() != ";")
      text.take();
    text.accept(";");
    return;
  }
  text.fail("no such directive '" + std::string(name) + "'");
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static std::uint32_t specialOf(std::string_view name) {
  static constexpr std::string_view names[] = {
      "%tid.x",   "%tid.y",   "%tid.z",    "%ntid.x",   "%ntid.y",   "%ntid.z", "%ctaid.x",
      "%ctaid.y", "%ctaid.z", "%nctaid.x", "%nctaid.y", "%nctaid.z", "%laneid"};
  auto found = std::find(std::begin(names), std::end(names), name);
  return found == std::end(names) ? kNone : static_cast<std::uint32_t>(found - std::begin(names));
}

std::uint32_t FunctionParser::registerOf(std::string_view name) const {
  auto found = registers.find(name);
  return found == registers.end() ? specialOf(name) : found->second;
}

std::uint32_t FunctionParser::constant(std::uint64_t value) {
  auto [known, isNew] = constants.try_emplace(value, function.slots.size());
  if (isNew)
    function.slots.push_back(value);
  return known->second;
}

/// A register, a number, or the address of a name.
std::uint32_t FunctionParser::readOperand() {
  if (text.isNumber())
    return constant(text.takeNumber());
  std::string_view name = text.takeName();
  if (std::uint32_t slot = registerOf(name); slot != kNone)
    return slot;
  if (name == "_")
    return kNone;
  if (auto found = memory.find(name); found != memory.end())
    return constant(found->second);
  if (auto found = variables.addresses.find(name); found != variables.addresses.end())
    return constant(found->second);
  if (auto found = variables.shared.find(name); found != variables.shared.end()) {
    std::size_t start = (function.sharedBytes + kSharedAlignment - 1) & ~(kSharedAlignment - 1);
    function.sharedBytes = start + found->second;
    return constant(memory[found->first] = start);
  }
  text.fail("no such name '" + std::string(name) + "'");
}

/// "[%rd1+8]", into the slot 4 and the offset.
void FunctionParser::readAddress(Instruction &instruction) {
  text.expect("[");
  instruction.slots[4] = readOperand();
  if (text.accept("+"))
    instruction.offset = static_cast<std::int64_t>(text.takeNumber());
  else if (text.isNumber() && text.word().starts_with('-'))
    instruction.offset = static_cast<std::int64_t>(text.takeNumber());
  text.expect("]");
}

/// "%r1" or "{%r1, %r2}" into slots from `first` on; how many.
std::size_t FunctionParser::readList(Instruction &instruction, std::size_t first) {
  if (!text.accept("{")) {
    instruction.slots[first] = readOperand();
    return 1;
  }
  std::size_t count = 0;
  do {
    if (count == 4)
      text.fail("a list has more than four elements");
    instruction.slots[first + count++] = readOperand();
  } while (text.accept(","));
  text.expect("}");
  return count;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

void FunctionParser::readMove(std::string_view name, Instruction &instruction) {
  std::size_t bits = 8 * bytesOfType(name.substr(std::min<std::size_t>(name.size(), 4)));
  bool isList = text.word() == "{";
  if (isList) {
    std::size_t count = readList(instruction, 0);
    text.expect(",");
    instruction.slots[4] = readOperand();
    instruction.run = findUnpack(count, count ? bits / count : 0);
  } else {
    instruction.slots[0] = readOperand();
    text.expect(",");
    isList = text.word() == "{";
    std::size_t count = readList(instruction, 1);
    instruction.run = isList ? findPack(count, count ? bits / count : 0) : findOperation(name);
  }
  if (!instruction.run)
    text.fail("no such instruction '" + std::string(name) + "'");
}

/// ld and st, with whatever says where memory is and how much of it is meant.
void FunctionParser::readMemoryAccess(const std::vector<std::string_view> &parts,
                                      Instruction &instruction) {
  bool isLoad = parts[0] == "ld";
  for (std::string_view part : parts) {
    if (part == "global" || part == "const")
      instruction.space = Space::Global;
    else if (part == "local")
      instruction.space = Space::Local;
    else if (part == "shared")
      instruction.space = Space::Shared;
    else if (part == "param" && isLoad)
      instruction.space = Space::Param;
    else if (part == "v2" || part == "v4")
      instruction.count = part == "v2" ? 2 : 4;
    else if (part != parts.front() && part != parts.back() && part != "nc" && part != "volatile" &&
             part != "weak" && part != "relaxed" && part != "gpu" && part != "sys" && part != "cta")
      text.fail("no such access '" + std::string(part) + "'");
  }
  instruction.run = isLoad ? findLoad(parts.back()) : findStore(parts.back());
  if (!instruction.run)
    text.fail("no such type '" + std::string(parts.back()) + "'");
  std::size_t count = 0;
  if (isLoad) {
    count = readList(instruction, 0);
    text.expect(",");
    readAddress(instruction);
  } else {
    readAddress(instruction);
    text.expect(",");
    count = readList(instruction, 0);
  }
  if (count != instruction.count)
    text.fail("the list has another length");
}

/// cvta: addresses of one space as generic ones, and back.
void FunctionParser::readWindow(const std::vector<std::string_view> &parts,
                                Instruction &instruction) {
  bool isTo = parts.size() > 1 && parts[1] == "to";
  std::string_view space = parts.size() > std::size_t(isTo) + 1 ? parts[1 + isTo] : "";
  std::uint64_t window = space == "local" ? kLocalWindow : space == "shared" ? kSharedWindow : 0;
  if (window == 0 && space != "global")
    text.fail("no such space '" + std::string(space) + "'");
  instruction.slots[0] = readOperand();
  text.expect(",");
  instruction.slots[1] = readOperand();
  instruction.slots[2] = constant(window);
  instruction.run = isTo ? kSubtractWindow : kAddWindow;
}

/// How many operands an operation has, by the first part of its name.
static std::size_t operandsOf(std::string_view family) {
  auto isOneOf = [&](auto... names) { return ((family == names) || ...); };
  if (isOneOf("bfi"))
    return 5;
  if (isOneOf("mad", "fma", "selp", "bfe", "prmt", "shf"))
    return 4;
  if (isOneOf("not", "neg", "abs", "popc", "clz", "brev", "sqrt", "rcp", "cvt"))
    return 2;
  return 3;
}

/// Whether ptxas may contract an operation that is called so.
static bool lacksRounding(const std::vector<std::string_view> &parts) {
  bool isArithmetic = parts[0] == "add" || parts[0] == "sub" || parts[0] == "mul" ||
                      parts[0] == "mad" || parts[0] == "fma";
  return isArithmetic && parts.size() == 2 && parts.back().starts_with('f');
}

void FunctionParser::decode(std::string_view name, Instruction &instruction) {
  std::vector<std::string_view> parts = partsOf(name);
  if (parts[0] == "ld" || parts[0] == "st")
    return readMemoryAccess(parts, instruction);
  if (parts[0] == "mov")
    return readMove(name, instruction);
  if (parts[0] == "cvta")
    return readWindow(parts, instruction);
  if (parts[0] == "bra") {
    instruction.run = kBranch;
    branches.emplace_back(function.code.size(), text.takeName());
    return;
  }
  if (parts[0] == "ret" || parts[0] == "exit" || parts[0] == "trap") {
    instruction.run = parts[0] == "trap" ? kTrap : kReturn;
    return;
  }
  bool isBarrier = name == "bar.sync" || name == "barrier.sync";
  if (isBarrier || parts[0] == "membar" || parts[0] == "fence" || parts[0] == "prefetch") {
    instruction.run = isBarrier ? kBarrier : kNothing;
    function.hasBarrier |= isBarrier;
    if (isBarrier && text.takeNumber() != 0)
      text.fail("there is one barrier, 0, of all threads");
    while (!isBarrier && !text.isEnd() && text.word() != ";")
      text.take();
    return;
  }
  instruction.run = findOperation(name);
  if (!instruction.run && lacksRounding(parts))
    text.fail("'" + std::string(name) + "' does not say how it is rounded and may be contracted");
  if (!instruction.run)
    text.fail("no such instruction '" + std::string(name) + "'");
  for (std::size_t n = 0; n < operandsOf(parts[0]); ++n) {
    if (n > 0)
      text.expect(",");
    instruction.slots[n] = readOperand();
  }
}

void FunctionParser::readInstruction() {
  Instruction instruction;
  instruction.line = text.line();
  if (text.accept("@")) {
    instruction.isGuardNegated = text.accept("!");
    instruction.guard = registerOf(text.takeName());
    if (instruction.guard == kNone)
      text.fail("no such predicate");
  }
  std::string_view name = text.takeName();
  if (instruction.guard == kNone && text.accept(":")) {
    labels[std::string(name)] = static_cast<std::uint32_t>(function.code.size());
    return;
  }
  decode(name, instruction);
  text.expect(";");
  function.code.push_back(instruction);
}

void FunctionParser::readBody() {
  text.expect("{");
  while (!text.accept("}")) {
    if (text.isEnd())
      text.fail("'" + function.name + "' has no end");
    if (text.word().starts_with('.'))
      readDirective();
    else
      readInstruction();
  }
  for (const auto &[number, label] : branches) {
    auto target = labels.find(label);
    if (target == labels.end())
      text.fail("no such label '" + label + "'");
    function.code[number].target = target->second;
  }
  if (function.sharedBytes > kMostSharedBytes)
    text.fail("'" + function.name + "' has too much shared memory");
  Instruction end; // for labels behind all instructions
  end.run = kReturn;
  function.code.push_back(end);
  function.slots.push_back(0); // which "_" and what is not used reads and writes
  for (Instruction &instruction : function.code)
    std::replace(instruction.slots.begin(), instruction.slots.end(), kNone,
                 static_cast<std::uint32_t>(function.slots.size() - 1));
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

/// ".global .align 8 .b64 name[2] = {1, 2};" behind the first word.
static std::pair<std::string, std::vector<std::byte>> readGlobal(Lexer &text) {
  std::size_t end = 0, item = 1;
  std::vector<std::byte> bytes;
  // The type once more, for the elements: readVariable tells their bytes alone.
  Lexer ahead = text;
  while (ahead.word().starts_with('.')) {
    if (std::size_t size = bytesOfType(ahead.take().substr(1)))
      item = size;
    else if (ahead.isNumber())
      ahead.take();
  }
  std::string name = readVariable(text, end).first;
  bytes.resize(end);
  std::size_t place = 0;
  auto add = [&] {
    std::uint64_t value = text.takeNumber();
    if (place + item > bytes.size())
      text.fail("'" + name + "' has too many values");
    std::memcpy(bytes.data() + place, &value, item);
    place += item;
  };
  if (text.accept("=")) {
    if (text.accept("{")) {
      do
        add();
      while (text.accept(","));
      text.expect("}");
    } else {
      add();
    }
  }
  text.expect(";");
  return {name, std::move(bytes)};
}

Module parse(std::string_view whole,
             const std::function<std::uint64_t(const std::vector<std::byte> &bytes)> &place) {
  Lexer text(whole);
  Module module;
  Variables variables;
  while (!text.isEnd()) {
    std::string_view word = text.take();
    if (word == ".version" || word == ".target" || word == ".address_size") {
      text.take();
      while (text.accept(","))
        text.take();
    } else if (word == ".global" || word == ".const") {
      auto [name, bytes] = readGlobal(text);
      variables.addresses[name] = place(bytes);
    } else if (word == ".shared") {
      std::size_t bytes = 0;
      std::string name = readVariable(text, bytes).first;
      variables.shared[name] = bytes;
      text.expect(";");
    } else if (word == ".entry") {
      Function function;
      function.name = text.takeName();
      FunctionParser parser(text, variables, function);
      parser.readParameters();
      parser.readBody();
      module.functions[function.name] = std::move(function);
    } else if (word != ".visible" && word != ".weak" && word != ".extern") {
      text.fail("no such directive '" + std::string(word) + "'");
    }
  }
  return module;
}

} // namespace gtjit::detail::ptx
