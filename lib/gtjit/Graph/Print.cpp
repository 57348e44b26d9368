//===- Print.cpp - A program as text of the gt dialect --------------------===//
//
// The text that the compiler parses, that dumps and reproducers hold. Names are
// the users' where there are any; they have no meaning. What an operation looks
// like its class knows.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Graph/FlatGraph.h"
#include "gtjit/Graph/TextWriter.h"

#include <algorithm>
#include <cctype>
#include <utility>

using namespace gtjit;
using namespace gtjit::detail;

namespace {

class Printer final : public TextWriter {
public:
  explicit Printer(const FlatGraph &program) : program(program) {}
  std::string print();

  // Of the operation that is written.
  std::span<const TextValue> ranges() const override { return usedRanges; }
  std::span<const TextValue> scalars() const override;
  std::string importName(const ImportedFunction &function) override;
  void define(const TextValue &value, const std::string &operation) override;
  bool anyStrides() const override { return program.anyStrides; }

private:
  unsigned firstInput() const override { return program.input(position, 0); }
  void nameDimensions();
  std::string storageType(unsigned argument, unsigned firstDim);

  void nameStorages();
  void nameValues();
  void nameRanges();
  void printArguments();
  void printEntry();
  void printStore(unsigned store);
  void useRanges(unsigned first, unsigned last);

  const FlatGraph &program;
  std::vector<TextValue> storageValues, scalarValues, rangeValues; ///< the arguments
  std::vector<unsigned> loadOf; ///< entry that loads a storage, or none
  std::vector<TextValue> usedRanges;
};

void Printer::nameDimensions() {
  for (const ArrayView &view : program.arguments.storages)
    names.addDimensions(view.domain);
  for (unsigned n = 0; n < program.nodeCount(); ++n)
    names.addDimensions(program.order[n].node->domain);
  names.nameDimensions();
}

std::string Printer::storageType(unsigned argument, unsigned firstDim) {
  const ArrayView &view = program.arguments.storages[argument];
  std::string list;
  bool isUnit = false;
  for (std::size_t d = 0; d < view.domain.ndim(); ++d) {
    std::size_t position = program.arguments.strideOrder[firstDim + d];
    list += (list.empty() ? "" : ", ") + names.dimension(view.domain[position].dim);
    isUnit = view.strides[position] == 1 && !program.anyStrides;
  }
  return names.type("!gt.storage<[" + list + "], " + elementText(view.dtype) +
                    (isUnit ? ", unit>" : ">"));
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
    storageValues.push_back({names.value(wanted[n], "s"), storageType(n, dimCount)});
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
    values.push_back({"%" + std::to_string(n), typeOf(node, isScalar[n])});
    for (unsigned k = entry.firstScalar; k < program.order[n + 1].firstScalar; ++k)
      scalarValues.push_back(
          {names.value(node.name, "c"), elementText(program.arguments.scalarTypes[k])});
  }
}

void Printer::nameRanges() {
  for (const NamedRange &range : program.arguments.ranges) {
    std::string lower(range.dim.name());
    for (char &c : lower)
      c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    rangeValues.push_back(
        {names.value(lower, "r"), names.type("!gt.range<" + names.dimension(range.dim) + ">")});
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

std::string Printer::importName(const ImportedFunction &function) {
  const auto &imports = program.arguments.imports;
  return std::find_if(imports.begin(), imports.end(),
                      [&](const ImportArgument &each) { return each.function == &function; })
      ->name;
}

void Printer::define(const TextValue &value, const std::string &operation) {
  text += "  " + value.name + " = gt." + operation +
          names.location(program.order[position].node->line) + "\n";
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
  if (target.isInPlace)
    text += " in_place";
  if (!usedRanges.empty())
    text += " over " + namesOf(usedRanges);
  text += " : " + value.type + ", " + storage.type;
  if (!usedRanges.empty())
    text += ", " + typesOf(usedRanges);
  text += names.location(program.stores[store].line) + "\n";
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
  text += "}" + names.location(program.arguments.line) + "\n";
  return names.head() + text;
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

std::string detail::dimensionList(OperationText &text, std::span<const Dimension> dims) {
  std::string list;
  for (Dimension dim : dims)
    list += (list.empty() ? "" : ", ") + text.dimension(dim);
  return "[" + list + "]";
}

std::string detail::printProgram(const FlatGraph &program) { return Printer(program).print(); }
