//===- Imports.cpp - Functions that kernels call --------------------------===//

#include "gtjit/Kernel/Imports.h"

#include "gtjit/Error.h"

#include <algorithm>
#include <dlfcn.h>
#include <utility>

namespace gtjit::detail {

static thread_local bool takesProcessSymbols = false;

ProcessSymbols::ProcessSymbols(bool allowed)
    : before(std::exchange(takesProcessSymbols, allowed)) {}
ProcessSymbols::~ProcessSymbols() { takesProcessSymbols = before; }

Imports &Imports::process() {
  static auto *imports = new Imports; // expressions may outlive everything
  return *imports;
}

static bool isIdentifier(std::string_view symbol) {
  auto isLetter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  auto isPart = [&](char c) { return isLetter(c) || (c >= '0' && c <= '9'); };
  return !symbol.empty() && isLetter(symbol[0]) &&
         std::all_of(symbol.begin(), symbol.end(), isPart);
}

static std::string quoted(std::string_view symbol) { return "'" + std::string(symbol) + "'"; }

const ImportedFunction &Imports::add(std::string_view symbol, const Prototype &prototype,
                                     const void *address, SourceLine line) {
  if (!isIdentifier(symbol))
    throw ValueError(line, "the symbol of an external function is an identifier of C, got " +
                               quoted(symbol));
  if (const char *fault = prototype.fault())
    throw DTypeError(line, "the external function " + quoted(symbol) + ", " + prototype.text() +
                               ", " + fault);
  if (!address)
    throw ValueError(line, "the external function " + quoted(symbol) + " has no address");
  std::lock_guard lock(mutex);
  const ImportedFunction *&last = bySymbol[std::string(symbol)];
  if (last && !(last->prototype == prototype))
    throw ValueError(line, "the external function " + quoted(symbol) + " is " + prototype.text() +
                               " here, but it is known as " + last->prototype.text());
  auto same = std::find_if(functions.begin(), functions.end(), [&](const ImportedFunction &each) {
    return each.address == address && each.symbol == symbol;
  });
  if (same == functions.end())
    same = functions.insert(same, {std::string(symbol), prototype, address}); // moves none
  last = &*same;
  return *last;
}

/// The one that was made known last; null if there is none.
const ImportedFunction *Imports::last(std::string_view symbol) {
  std::lock_guard lock(mutex);
  auto found = bySymbol.find(symbol);
  return found == bySymbol.end() ? nullptr : found->second;
}

[[noreturn]] static void throwUnknown(std::string_view symbol, const std::string &prototype,
                                      SourceLine line, const char *how = "registerExternal") {
  throw KeyError(line, "the external function " + quoted(symbol) + prototype +
                           " is not known here: make it so with " + how);
}

const ImportedFunction &Imports::find(std::string_view symbol, const Prototype &wanted,
                                      SourceLine line) {
  const ImportedFunction *known = last(symbol);
  if (!known && takesProcessSymbols && isIdentifier(symbol))
    if (const void *address = ::dlsym(RTLD_DEFAULT, std::string(symbol).c_str()))
      return add(symbol, wanted, address, line);
  if (!known)
    throwUnknown(symbol, ", " + wanted.text() + ",", line,
                 wanted.takesArrays() ? "registerExternalArrays" : "registerExternal");
  if (!(known->prototype == wanted))
    throw TypeError(line, "the external function " + quoted(symbol) + " is " + wanted.text() +
                              " here, but it is known as " + known->prototype.text());
  return *known;
}

const ImportedFunction &Imports::find(std::string_view symbol, std::uint64_t prototype,
                                      SourceLine line) {
  const ImportedFunction *known = last(symbol);
  if (!known)
    throwUnknown(symbol, "", line);
  if (known->prototype.hash() != prototype)
    throw TypeError(line, "the external function " + quoted(symbol) +
                              " has another prototype here than " + known->prototype.text() +
                              ", as which it is known");
  return *known;
}

bool bindImports(const ImageView &image, std::span<const ImportArgument> given,
                 const void **addresses) {
  for (const gtabi::ImportInfo &import : image.imports()) {
    std::string_view name = image.text(import.symbol);
    auto found = std::find_if(given.begin(), given.end(),
                              [&](const ImportArgument &each) { return each.name == name; });
    if (found == given.end() || found->function->prototype.hash() != import.prototype)
      return false;
    *addresses++ = found->function->address;
  }
  return true;
}

} // namespace gtjit::detail
