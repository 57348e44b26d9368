//===- Print.cpp - A program as text of the gt dialect --------------------===//
//
// The text that the compiler parses, that dumps and reproducers hold. Types
// and locations are aliases at its head. Names are the users' where there are
// any; they have no meaning.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/Node.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <unordered_map>
#include <utility>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

/// An element type as MLIR spells it.
std::string elementText(DType type) {
  if (type == DType::Bool)
    return "i1";
  if (isComplex(type))
    return type == DType::C64 ? "complex<f32>" : "complex<f64>";
  return (isUnsigned(type) ? "ui" + std::string(name(type).substr(1)) : std::string(name(type)));
}

/// Definitions at the head of the text, one for each different content.
class Aliases {
public:
  explicit Aliases(const char *prefix) : prefix(prefix) {}
  std::string name(std::string content) {
    auto [found, isNew] = numbers.try_emplace(std::move(content), numbers.size());
    if (isNew)
      contents.push_back(&found->first);
    return prefix + std::to_string(found->second);
  }
  void define(std::string &text) const {
    for (std::size_t n = 0; n < contents.size(); ++n)
      text += prefix + std::to_string(n) + " = " + *contents[n] + "\n";
  }

private:
  const char *prefix;
  std::unordered_map<std::string, std::size_t> numbers;
  std::vector<const std::string *> contents; ///< keys of `numbers`, by number
};

class Printer {
public:
  explicit Printer(const FlatGraph &program) : program(program) {}
  std::string print();

private:
  std::string dimText(Dimension dim);
  std::string dimList(const Domain &domain);
  std::string fieldType(const Domain &domain, DType type);
  std::string storageType(unsigned argument);
  std::string rangeType(const NamedRange &range);
  std::string location(SourceLine line);
  std::string uniqueName(std::string_view wanted, const char *fallback);
  std::string rangeList(unsigned first, unsigned last, bool types);

  void nameArguments();
  void nameValues();
  void printArguments();
  void printEntry(unsigned position);
  void printOperation(unsigned position);
  void printStore(unsigned store);
  unsigned input(unsigned position, unsigned n) const {
    return program.inputs[program.order[position].firstInput + n];
  }

  const FlatGraph &program;
  std::string text;
  Aliases types{"!t"};
  Aliases locations{"#l"};
  std::vector<Dimension> dims;
  /// Names that are taken, each with the last number that was tried behind it.
  /// Entries keep their place when others are added.
  std::map<std::string, int> usedNames;
  std::vector<std::string> storageNames, storageTypes, rangeNames;
  std::vector<unsigned> firstDim;      ///< of a storage, in program.strideOrder
  std::vector<std::string> values;     ///< SSA name of each entry
  std::vector<std::string> valueTypes; ///< of each entry
  std::vector<bool> isField;           ///< of each entry; else a scalar
  std::vector<unsigned> loadOf;        ///< entry that loads a storage, or none
};

/// A dimension's name; with its kind if another dimension has the same name.
std::string Printer::dimText(Dimension dim) {
  if (std::find(dims.begin(), dims.end(), dim) == dims.end())
    dims.push_back(dim);
  for (Dimension other : dims)
    if (other == dim)
      return std::string(dim.name());
    else if (other.name() == dim.name())
      return std::string(dim.name()) + "_" + std::to_string(static_cast<int>(dim.kind()));
  return std::string(dim.name());
}

std::string Printer::dimList(const Domain &domain) {
  std::string list;
  for (const NamedRange &range : domain)
    list += (list.empty() ? "" : ", ") + dimText(range.dim);
  return list;
}

std::string Printer::fieldType(const Domain &domain, DType type) {
  return types.name("!gt.field<[" + dimList(domain) + "], " + elementText(type) + ">");
}

std::string Printer::storageType(unsigned argument) {
  const ArrayView &view = program.storages[argument];
  std::string list;
  bool isUnit = false;
  for (std::size_t d = 0; d < view.domain.ndim(); ++d) {
    std::size_t position = program.strideOrder[firstDim[argument] + d];
    list += (list.empty() ? "" : ", ") + dimText(view.domain[position].dim);
    isUnit = view.strides[position] == 1 && !program.anyStrides;
  }
  return types.name("!gt.storage<[" + list + "], " + elementText(view.dtype) +
                    (isUnit ? ", unit>" : ">"));
}

std::string Printer::rangeType(const NamedRange &range) {
  return types.name("!gt.range<" + dimText(range.dim) + ">");
}

std::string Printer::location(SourceLine line) {
  if (line.line == 0)
    return " loc(unknown)";
  std::string file;
  for (const char *c = line.file; *c; ++c) {
    if (*c == '"' || *c == '\\')
      file += '\\';
    file += *c;
  }
  return " loc(" +
         locations.name("loc(\"" + file + "\":" + std::to_string(line.line) + ":" +
                        std::to_string(line.column) + ")") +
         ")";
}

/// A value's name: letters, digits and underscores of the wanted one, and a
/// number if another value has it.
std::string Printer::uniqueName(std::string_view wanted, const char *fallback) {
  std::string base;
  for (char c : wanted)
    base += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  if (base.empty() || std::isdigit(static_cast<unsigned char>(base[0])))
    base = fallback + base;
  auto [entry, isFresh] = usedNames.try_emplace(base, 0);
  std::string result = base;
  while (!isFresh) {
    result = base + "_" + std::to_string(++entry->second);
    isFresh = usedNames.try_emplace(result, 0).second;
  }
  return "%" + result;
}

void Printer::nameArguments() {
  std::vector<std::string_view> wanted(program.storages.size());
  for (unsigned n = 0; n < program.nodeCount(); ++n) {
    const FlatGraph::Entry &entry = program.order[n];
    if (entry.isMemory)
      wanted[entry.argument] = entry.node->name;
  }
  for (unsigned n = 0; n < program.targets.size(); ++n)
    if (wanted[program.targets[n].storage].empty())
      wanted[program.targets[n].storage] = program.stores[n].targetName;
  unsigned dimCount = 0;
  for (unsigned n = 0; n < program.storages.size(); ++n) {
    firstDim.push_back(dimCount);
    dimCount += static_cast<unsigned>(program.storages[n].domain.ndim());
    storageNames.push_back(uniqueName(wanted[n], "s"));
    storageTypes.push_back(storageType(n));
  }
}

/// Numbers are arguments, too: their entries have names. Other values are
/// numbered.
void Printer::nameValues() {
  for (unsigned n = 0; n < program.nodeCount(); ++n) {
    const Node &node = *program.order[n].node;
    bool isMemory = program.order[n].isMemory;
    bool field = isMemory || (node.op != OpCode::Scalar && node.op != OpCode::Point);
    for (unsigned k = program.order[n].firstInput; k < program.order[n + 1].firstInput; ++k)
      field = field || isField[program.inputs[k]];
    isField.push_back(field);
    bool isNumber = node.op == OpCode::Scalar && !isMemory;
    values.push_back(isNumber ? uniqueName(node.name, "c") : "%" + std::to_string(n));
    valueTypes.push_back(field ? fieldType(node.domain, node.dtype) : elementText(node.dtype));
  }
  for (const NamedRange &range : program.ranges) {
    std::string lower(range.dim.name());
    for (char &c : lower)
      c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    rangeNames.push_back(uniqueName(lower, "r"));
  }
}

void Printer::printArguments() {
  std::string list;
  auto add = [&](const std::string &argument, const std::string &type) {
    list += (list.empty() ? "" : ", ") + argument + ": " + type;
  };
  for (unsigned n = 0; n < program.storages.size(); ++n)
    add(storageNames[n], storageTypes[n]);
  for (unsigned n = 0; n < program.nodeCount(); ++n)
    if (program.order[n].node->op == OpCode::Scalar && !program.order[n].isMemory)
      add(values[n], valueTypes[n]);
  for (unsigned n = 0; n < program.ranges.size(); ++n)
    add(rangeNames[n], rangeType(program.ranges[n]));
  text += "gt.program @eval(" + list + ") {\n";
}

/// ", "-separated names or types of range uses [first, last).
std::string Printer::rangeList(unsigned first, unsigned last, bool types) {
  std::string list;
  for (unsigned n = first; n < last; ++n) {
    unsigned range = program.rangeUses[n];
    list +=
        (n == first ? "" : ", ") + (types ? rangeType(program.ranges[range]) : rangeNames[range]);
  }
  return list;
}

/// Memory is loaded once an argument; numbers are arguments themselves.
void Printer::printEntry(unsigned position) {
  const FlatGraph::Entry &entry = program.order[position];
  if (entry.isMemory) {
    unsigned &load = loadOf[entry.argument];
    if (load != FlatGraph::none) {
      values[position] = values[load];
      return;
    }
    load = position;
    text += "  " + values[position] + " = gt.load " + storageNames[entry.argument] + " : " +
            storageTypes[entry.argument] + " -> " + valueTypes[position];
  } else if (entry.node->op == OpCode::Scalar) {
    return;
  } else {
    printOperation(position);
  }
  text += location(entry.node->line) + "\n";
}

void Printer::printOperation(unsigned position) {
  const FlatGraph::Entry &entry = program.order[position];
  const Node &node = *entry.node;
  unsigned lastRange = program.order[position + 1].firstRange;
  const std::string &type = valueTypes[position];
  text += "  " + values[position] + " = gt.";
  if (node.op == OpCode::Index) {
    text += "index " + dimText(node.dim) + " : " + type;
    return;
  }
  const std::string &operand = values[input(position, 0)];
  const std::string &operandType = valueTypes[input(position, 0)];
  switch (node.op) {
  case OpCode::Point: {
    std::string operands, operandTypes;
    for (unsigned n = 0; n < program.inputCount(position); ++n) {
      operands += (n ? ", " : "") + values[input(position, n)];
      operandTypes += (n ? ", " : "") + valueTypes[input(position, n)];
    }
    text += std::string(pointOpInfo(node.point).mnemonic) + " " + operands + " : (" + operandTypes +
            ") -> " + type;
    break;
  }
  case OpCode::Shift:
    text += "shift " + operand + " [" + dimText(node.dim) + (node.offset < 0 ? " - " : " + ") +
            std::to_string(node.offset < 0 ? -node.offset : node.offset) + "] : " + type;
    break;
  case OpCode::Pin:
    text += "pin " + operand + " at " + rangeList(entry.firstRange, lastRange, false) + " : " +
            operandType + ", " + rangeList(entry.firstRange, lastRange, true) + " -> " + type;
    break;
  case OpCode::Broadcast:
    text += "broadcast " + operand + " : " + operandType + " -> " + type;
    break;
  case OpCode::Reduce: {
    text += "reduce " + std::string(nameOf(node.reduce)) + " " + operand + " over " +
            rangeList(entry.firstRange, lastRange, false) +
            (node.lanes && !(program.anyStrides && isOrderFree(node)) ? " lanes : " : " : ") +
            operandType + ", " + rangeList(entry.firstRange, lastRange, true) + " -> " + type;
    break;
  }
  case OpCode::Leaf:
  case OpCode::Scalar:
  case OpCode::Slice:
  case OpCode::Index:
  case OpCode::Argument:
  case OpCode::Count:
    break; // above, arguments, or not among the entries
  }
}

void Printer::printStore(unsigned store) {
  const FlatGraph::Target &target = program.targets[store];
  auto ranges = static_cast<unsigned>(program.stores[store].target.domain.ndim());
  unsigned last = target.firstRange + ranges;
  text += "  gt.store " + values[target.value] + " to " + storageNames[target.storage];
  if (ranges)
    text += " over " + rangeList(target.firstRange, last, false);
  text += " : " + valueTypes[target.value] + ", " + storageTypes[target.storage];
  if (ranges)
    text += ", " + rangeList(target.firstRange, last, true);
  text += location(program.stores[store].line) + "\n";
}

std::string Printer::print() {
  loadOf.assign(program.storages.size(), FlatGraph::none);
  nameArguments();
  nameValues();
  printArguments();
  for (unsigned n = 0; n < program.nodeCount(); ++n)
    printEntry(n);
  for (unsigned n = 0; n < program.targets.size(); ++n)
    printStore(n);
  text += "}" + location(program.stores.empty() ? SourceLine{} : program.stores[0].line) + "\n";
  std::string head;
  locations.define(head);
  types.define(head);
  return head + text;
}

} // namespace

std::string detail::printProgram(const FlatGraph &program) { return Printer(program).print(); }
