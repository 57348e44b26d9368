//===- Print.cpp - A program as text of the gt dialect --------------------===//
//
// The text that the compiler parses, that dumps and reproducers hold. Types
// and locations are aliases at its head. Names are the users' where there are
// any; they have no meaning. What an operation looks like its class knows.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/FlatGraph.h"
#include "gtjit/Graph/OperationText.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <set>
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

class Printer final : public OperationText {
public:
  explicit Printer(const FlatGraph &program) : program(program) {}
  std::string print();

  // Of the operation that is written.
  std::span<const TextValue> inputs() const override { return operands; }
  std::span<const TextValue> ranges() const override { return usedRanges; }
  std::span<const TextValue> scalars() const override;
  const TextValue &result() const override { return values[position]; }
  std::string dimension(Dimension dim) override { return dimText(dim); }
  std::string fieldType(const Domain &domain, DType type) override;
  TextValue fresh(std::string_view wanted, std::string type) override {
    return {uniqueName(wanted, "v"), std::move(type)};
  }
  void define(const TextValue &value, const std::string &operation) override;
  void setResults(std::vector<TextValue> results) override {
    severalResults[position] = std::move(results);
  }
  void setResult(const TextValue &value) override { values[position] = value; }
  const TextValue &resultOfInput(unsigned n) const override {
    return severalResults.at(program.input(position, 0))[n];
  }
  bool anyStrides() const override { return program.anyStrides; }

private:
  void nameDimensions(const Domain &domain);
  void nameDimensions();
  const std::string &dimText(Dimension dim) const;
  std::string dimList(const Domain &domain);
  std::string storageType(unsigned argument, unsigned firstDim);
  std::string location(SourceLine line);
  std::string uniqueName(std::string_view wanted, const char *fallback);

  void nameStorages();
  void nameValues();
  void nameRanges();
  void printArguments();
  void printEntry();
  void printStore(unsigned store);
  void useRanges(unsigned first, unsigned last);

  const FlatGraph &program;
  unsigned position = 0; ///< of the entry that is written
  std::string text;
  Aliases types{"!t"};
  Aliases locations{"#l"};
  std::vector<Dimension> dims;       ///< of the text, in the order of their first use
  std::vector<std::string> dimNames; ///< of `dims`
  /// Names that are taken, each with the last number that was tried behind it.
  /// Entries keep their place when others are added.
  std::map<std::string, int> usedNames;
  std::vector<TextValue> storageValues, scalarValues, rangeValues; ///< the arguments
  std::vector<TextValue> values;                                   ///< of each entry
  std::vector<bool> isScalar;                                      ///< of each entry
  std::map<unsigned, std::vector<TextValue>> severalResults;       ///< of some entries
  std::vector<unsigned> loadOf;    ///< entry that loads a storage, or none
  std::vector<TextValue> operands; ///< of the operation that is written
  std::vector<TextValue> usedRanges;
};

void Printer::nameDimensions(const Domain &domain) {
  for (const NamedRange &range : domain)
    if (std::find(dims.begin(), dims.end(), range.dim) == dims.end())
      dims.push_back(range.dim);
}

/// Its own name belongs to the first dimension that has it; another one, which
/// is of another kind, gets a number behind it, and a name that no other has.
void Printer::nameDimensions() {
  for (const ArrayView &view : program.arguments.storages)
    nameDimensions(view.domain);
  for (unsigned n = 0; n < program.nodeCount(); ++n)
    nameDimensions(program.order[n].node->domain);
  std::set<std::string> taken;
  for (Dimension dim : dims)
    taken.emplace(dim.name());
  for (std::size_t n = 0; n < dims.size(); ++n) {
    std::string name(dims[n].name());
    bool isFirst = std::none_of(dims.begin(), dims.begin() + static_cast<std::ptrdiff_t>(n),
                                [&](Dimension other) { return other.name() == name; });
    for (int number = 1; !isFirst; ++number) {
      name = std::string(dims[n].name()) + "_" + std::to_string(number);
      isFirst = taken.insert(name).second;
    }
    dimNames.push_back(name);
  }
}

const std::string &Printer::dimText(Dimension dim) const {
  auto found = std::find(dims.begin(), dims.end(), dim);
  return dimNames[static_cast<std::size_t>(found - dims.begin())];
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

std::string Printer::storageType(unsigned argument, unsigned firstDim) {
  const ArrayView &view = program.arguments.storages[argument];
  std::string list;
  bool isUnit = false;
  for (std::size_t d = 0; d < view.domain.ndim(); ++d) {
    std::size_t position = program.arguments.strideOrder[firstDim + d];
    list += (list.empty() ? "" : ", ") + dimText(view.domain[position].dim);
    isUnit = view.strides[position] == 1 && !program.anyStrides;
  }
  return types.name("!gt.storage<[" + list + "], " + elementText(view.dtype) +
                    (isUnit ? ", unit>" : ">"));
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

void Printer::nameStorages() {
  std::vector<std::string_view> wanted(program.arguments.storages.size());
  for (unsigned n = 0; n < program.nodeCount(); ++n)
    if (const FlatGraph::Entry &entry = program.order[n]; entry.isMemory)
      wanted[entry.argument] = entry.node->name;
  for (unsigned n = 0; n < program.targets.size(); ++n)
    if (wanted[program.targets[n].storage].empty())
      wanted[program.targets[n].storage] = program.stores[n].targetName;
  unsigned dimCount = 0;
  for (unsigned n = 0; n < program.arguments.storages.size(); ++n) {
    storageValues.push_back({uniqueName(wanted[n], "s"), storageType(n, dimCount)});
    dimCount += static_cast<unsigned>(program.arguments.storages[n].domain.ndim());
  }
}

/// Values are numbered; scalar arguments have names.
void Printer::nameValues() {
  for (unsigned n = 0; n < program.nodeCount(); ++n) {
    const FlatGraph::Entry &entry = program.order[n];
    const Node &node = *entry.node;
    bool areScalars = true;
    for (std::size_t k = 0; k < program.inputCount(n); ++k)
      areScalars = areScalars && isScalar[program.input(n, k)];
    isScalar.push_back(!entry.isMemory && node.isScalar(areScalars));
    std::string type = isScalar[n] ? elementText(node.dtype) : fieldType(node.domain, node.dtype);
    values.push_back({"%" + std::to_string(n), std::move(type)});
    for (unsigned k = entry.firstScalar; k < program.order[n + 1].firstScalar; ++k)
      scalarValues.push_back(
          {uniqueName(node.name, "c"), elementText(program.arguments.scalarTypes[k])});
  }
}

void Printer::nameRanges() {
  for (const NamedRange &range : program.arguments.ranges) {
    std::string lower(range.dim.name());
    for (char &c : lower)
      c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    rangeValues.push_back(
        {uniqueName(lower, "r"), types.name("!gt.range<" + dimText(range.dim) + ">")});
  }
}

void Printer::printArguments() {
  std::string list;
  for (const std::vector<TextValue> *arguments : {&storageValues, &scalarValues, &rangeValues})
    for (const TextValue &argument : *arguments)
      list += (list.empty() ? "" : ", ") + argument.name + ": " + argument.type;
  text += "gt.program @eval(" + list + ") {\n";
}

std::span<const TextValue> Printer::scalars() const {
  unsigned first = program.order[position].firstScalar;
  return std::span(scalarValues).subspan(first, program.order[position + 1].firstScalar - first);
}

void Printer::useRanges(unsigned first, unsigned last) {
  usedRanges.clear();
  for (unsigned n = first; n < last; ++n)
    usedRanges.push_back(rangeValues[program.rangeUses[n]]);
}

void Printer::define(const TextValue &value, const std::string &operation) {
  text += "  " + value.name + " = gt." + operation + location(program.order[position].node->line) +
          "\n";
}

/// Memory is loaded once an argument.
void Printer::printEntry() {
  const FlatGraph::Entry &entry = program.order[position];
  if (entry.isMemory) {
    unsigned &load = loadOf[entry.argument];
    if (load != FlatGraph::none) {
      values[position] = values[load];
      return;
    }
    load = position;
    const TextValue &storage = storageValues[entry.argument];
    return define(values[position],
                  "load " + storage.name + " : " + storage.type + " -> " + values[position].type);
  }
  operands.clear();
  for (std::size_t n = 0; n < program.inputCount(position); ++n)
    operands.push_back(values[program.input(position, n)]);
  useRanges(entry.firstRange, program.order[position + 1].firstRange);
  entry.node->print(*this);
}

void Printer::printStore(unsigned store) {
  const FlatGraph::Target &target = program.targets[store];
  const TextValue &value = values[target.value], &storage = storageValues[target.storage];
  useRanges(target.firstRange,
            target.firstRange +
                static_cast<unsigned>(program.arguments.storages[target.storage].domain.ndim()));
  text += "  gt.store " + value.name + " to " + storage.name;
  if (!usedRanges.empty())
    text += " over " + namesOf(usedRanges);
  text += " : " + value.type + ", " + storage.type;
  if (!usedRanges.empty())
    text += ", " + typesOf(usedRanges);
  text += location(program.stores[store].line) + "\n";
}

std::string Printer::print() {
  loadOf.assign(program.arguments.storages.size(), FlatGraph::none);
  nameDimensions();
  nameStorages();
  nameValues();
  nameRanges();
  printArguments();
  for (position = 0; position < program.nodeCount(); ++position)
    printEntry();
  for (unsigned n = 0; n < program.targets.size(); ++n)
    printStore(n);
  text += "}" + location(program.arguments.line) + "\n";
  std::string head;
  locations.define(head);
  types.define(head);
  return head + text;
}

} // namespace

std::string detail::namesOf(std::span<const TextValue> values) {
  std::string list;
  for (const TextValue &value : values)
    list += (list.empty() ? "" : ", ") + value.name;
  return list;
}

std::string detail::typesOf(std::span<const TextValue> values) {
  std::string list;
  for (const TextValue &value : values)
    list += (list.empty() ? "" : ", ") + value.type;
  return list;
}

std::string detail::printProgram(const FlatGraph &program) { return Printer(program).print(); }
