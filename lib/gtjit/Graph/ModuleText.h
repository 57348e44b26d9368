//===- ModuleText.h - Names in a text of the gt dialect ---------*- C++ -*-===//
//
// What all texts that the engine writes have in common: names of dimensions and
// values, types and locations, which are aliases at the head of the text. Knows
// no operation.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_GRAPH_MODULETEXT_H
#define GTJIT_GRAPH_MODULETEXT_H

#include "gtjit/DType.h"
#include "gtjit/Domain.h"

#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace gtjit::detail {

/// An element type as MLIR spells it.
std::string elementText(DType type);
/// In quotes, escaped as MLIR reads it.
std::string quotedText(std::string_view text);

/// Definitions at the head of a text, one for each different content.
class Aliases {
public:
  explicit Aliases(const char *prefix) : prefix(prefix) {}
  std::string name(std::string content);
  void define(std::string &text) const;

private:
  const char *prefix;
  std::unordered_map<std::string, std::size_t> numbers;
  std::vector<const std::string *> contents; ///< keys of `numbers`, by number
};

class ModuleText {
public:
  /// All dimensions of the text come before any name of one.
  void addDimensions(const Domain &domain);
  /// Its own name belongs to the first dimension that has it; another one, which
  /// is of another kind, gets a number behind it, and a name that no other has.
  void nameDimensions();
  const std::string &dimension(Dimension dim) const;
  const std::vector<Dimension> &dimensions() const { return dims; }
  /// "I, J".
  std::string dimensionList(const Domain &domain) const;

  std::string type(std::string content) { return types.name(std::move(content)); }
  std::string fieldType(const Domain &domain, DType type);
  /// " loc(#l1)"; with a name, " loc("flux"(#l1))".
  std::string location(SourceLine line, std::string_view name = {});
  /// A value's name, "%flux_1": letters, digits and underscores of the wanted
  /// one, or of `fallback`, and a number if another value has it.
  std::string value(std::string_view wanted, const char *fallback);

  /// The definitions.
  std::string head() const;

private:
  Aliases types{"!t"};
  Aliases locations{"#l"};
  /// The names of lines, by file, line and column.
  std::map<std::tuple<const char *, unsigned, unsigned>, std::string> places;
  std::vector<Dimension> dims;       ///< in the order of their first use
  std::vector<std::string> dimNames; ///< of `dims`
  /// Names that are taken, each with the last number that was tried behind it.
  /// Entries keep their place when others are added.
  std::map<std::string, int> usedNames;
};

} // namespace gtjit::detail

#endif // GTJIT_GRAPH_MODULETEXT_H
