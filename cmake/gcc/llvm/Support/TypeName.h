//===- TypeName.h - Names of types as clang spells them ---------*- C++ -*-===//
//
// Stands before LLVM's header of this name when g++ compiles. MLIR identifies
// traits across libraries by the spelling of their types, and Debian's libMLIR
// is compiled by clang: what clang calls
//   mlir::OpTrait::SymbolTable<Empty>
// is to g++
//   mlir::OpTrait::SymbolTable<mlir::TypeID::get<mlir::OpTrait::SymbolTable>()::Empty>
// With both spellings in one process, `hasTrait` says no to every trait that the
// other compiler attached.
//
//===----------------------------------------------------------------------===//
#ifndef LLVM_SUPPORT_TYPENAME_H
#define LLVM_SUPPORT_TYPENAME_H

#include "llvm/ADT/StringRef.h"
#include <array>
#include <string_view>

namespace llvm {
namespace spelling {

/// The name of `Type` as g++ spells it.
template <typename Type> constexpr auto compilerName() {
  std::string_view name = __PRETTY_FUNCTION__;
  constexpr std::string_view before = "[with Type = ";
  name.remove_prefix(name.find(before) + before.size());
  name.remove_suffix(1);
  return name;
}

/// How many characters stand before the argument list that MLIR's trait types
/// end with; all if `name` is no such type.
constexpr size_t traitPrefix(std::string_view name) {
  constexpr std::string_view end = ")::Empty>";
  bool isTrait = name.size() > end.size() && name.substr(name.size() - end.size()) == end;
  return isTrait ? name.find("<mlir::TypeID::get<") : std::string_view::npos;
}

/// The name of `Type` as clang spells it, with storage of its own.
template <typename Type> struct ClangName {
  static constexpr std::string_view full = compilerName<Type>();
  static constexpr bool isTrait = traitPrefix(full) != std::string_view::npos;
  static constexpr std::string_view prefix = full.substr(0, traitPrefix(full));
  static constexpr std::string_view suffix = isTrait ? "<Empty>" : "";

  static constexpr auto characters = [] {
    std::array<char, prefix.size() + suffix.size() + 1> text{};
    size_t length = 0;
    for (char c : prefix)
      text[length++] = c;
    for (char c : suffix)
      text[length++] = c;
    return text;
  }();
};

} // namespace spelling

/// The name of `DesiredTypeName`; points into static storage.
template <typename DesiredTypeName> constexpr StringRef getTypeName() {
  using Name = spelling::ClangName<DesiredTypeName>;
  return StringRef(Name::characters.data(), Name::characters.size() - 1);
}

} // namespace llvm

#endif // LLVM_SUPPORT_TYPENAME_H
