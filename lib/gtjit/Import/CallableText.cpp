//===- CallableText.cpp - Callables from text -----------------------------===//
//
// Every operation has the same pieces in the same order, most of them missing:
//
//   %2 = gt.name kind %0, %1 over [I, J] {gt.called = "f"} : (type) -> type loc(...)
//
// so one function reads them all; what they mean each operation knows.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Import/CallableText.h"

#include "gtjit/Error.h"
#include "gtjit/Import/GraphImport.h"
#include "gtjit/Import/TextScanner.h"

#include <unordered_map>

namespace gtjit::detail {

namespace {

struct TextType {
  DType element = DType::F64;
  std::vector<Dimension> dims;
};

struct TextLocation {
  SourceLine line;
  std::string name;
};

/// Numbers of values by their names.
using Scope = std::unordered_map<std::string, unsigned>;

class CallableReader {
public:
  CallableReader(std::string_view text, const DimensionNames &dims) : scan(text), dims(dims) {}
  std::vector<Field>
  read(const std::function<Field(std::size_t, const ImportedParameter &)> &argument);

private:
  Dimension dimension();
  std::vector<Dimension> dimensionList();
  DType elementType();
  TextType type();
  SourceLine place();
  TextLocation location();
  void readAliases();
  std::string valueName();
  unsigned value(const Scope &scope);
  void define(Scope &scope, const std::string &name);
  void define(const std::string &name, Field field);
  std::int64_t offset();
  WrittenEntry entry();
  std::uint64_t bitsOf(const std::string &number, DType type);
  void readEntries(WrittenOperation &operation);
  void readOperands(WrittenOperation &operation, const Scope &scope);
  void readCall(WrittenOperation &operation, const Scope &scope);
  void readArrayCall(WrittenOperation &operation, const Scope &scope);
  void readTypes(WrittenOperation &operation);
  void readBraces(WrittenOperation &operation, const Scope &scope);
  void readRegion(WrittenOperation &operation);
  WrittenOperation readOperation(const Scope &scope);
  void readStatement();

  TextScanner scan;
  const DimensionNames &dims;
  std::unordered_map<std::string, TextType> types;
  std::unordered_map<std::string, SourceLine> places;
  Scope outer;
  std::vector<Field> values; ///< those of `outer`
};

Dimension CallableReader::dimension() {
  std::string_view name = scan.word();
  auto found = dims.find(name);
  if (found == dims.end())
    scan.fail("expected a dimension, got '" + std::string(name) + "'");
  return found->second;
}

std::vector<Dimension> CallableReader::dimensionList() {
  std::vector<Dimension> list;
  scan.expect("[");
  while (!scan.accept("]")) {
    if (!list.empty())
      scan.expect(",");
    list.push_back(dimension());
  }
  return list;
}

DType CallableReader::elementType() {
  if (scan.accept("complex")) {
    scan.expect("<");
    DType type = scan.accept("f32") ? DType::C64 : DType::C128;
    if (type == DType::C128)
      scan.expect("f64");
    scan.expect(">");
    return type;
  }
  std::string name(scan.word());
  if (name == "i1")
    return DType::Bool;
  if (name.starts_with("ui"))
    name.erase(1, 1);
  for (DType type = DType::Bool; !isComplex(type); type = DType(unsigned(type) + 1))
    if (gtjit::name(type) == name)
      return type;
  scan.fail("expected an element type, got '" + name + "'");
}

TextType CallableReader::type() {
  if (!scan.accept("!"))
    return {elementType(), {}};
  if (!scan.accept("gt.field")) {
    auto found = types.find(std::string(scan.word()));
    if (found == types.end())
      scan.fail("expected the name of a type that is defined");
    return found->second;
  }
  scan.expect("<");
  TextType type;
  type.dims = dimensionList();
  scan.expect(",");
  type.element = elementType();
  scan.expect(">");
  return type;
}

/// What stands in the brackets of a loc: an alias, a file with its numbers, or
/// nothing that is known.
SourceLine CallableReader::place() {
  if (scan.accept("unknown"))
    return {};
  if (scan.accept("#")) {
    auto found = places.find(std::string(scan.word()));
    if (found == places.end())
      scan.fail("expected the name of a location that is defined");
    return found->second;
  }
  SourceLine line;
  line.file = importText(scan.quoted());
  scan.expect(":");
  line.line = static_cast<unsigned>(scan.integer());
  scan.expect(":");
  line.column = static_cast<unsigned>(scan.integer());
  return line;
}

/// loc(#l1), loc("flux"(#l1)) or loc("flux").
TextLocation CallableReader::location() {
  TextLocation result;
  scan.expect("loc");
  scan.expect("(");
  if (scan.at("\"")) {
    result.name = scan.quoted();
    if (scan.accept("(")) {
      result.line = place();
      scan.expect(")");
    }
  } else {
    result.line = place();
  }
  scan.expect(")");
  return result;
}

/// #l0 = loc("model.cpp":1:2) and !t0 = !gt.field<[I], f64>.
void CallableReader::readAliases() {
  while (true) {
    if (scan.accept("#")) {
      std::string name(scan.word());
      scan.expect("=");
      scan.expect("loc");
      scan.expect("(");
      places[name] = place();
      scan.expect(")");
    } else if (scan.accept("!")) {
      std::string name(scan.word());
      scan.expect("=");
      types[name] = type();
    } else {
      return;
    }
  }
}

/// "u" of %u, "3#0" of %3#0.
std::string CallableReader::valueName() {
  scan.expect("%");
  std::string name(scan.word());
  return scan.accept("#") ? name + "#" + std::string(scan.word()) : name;
}

unsigned CallableReader::value(const Scope &scope) {
  std::string name = valueName();
  auto found = scope.find(name);
  if (found == scope.end())
    scan.fail("expected a value that is defined, got '%" + name + "'");
  return found->second;
}

void CallableReader::define(Scope &scope, const std::string &name) {
  if (!scope.emplace(name, static_cast<unsigned>(scope.size())).second)
    scan.fail("'%" + name + "' is defined twice");
}

void CallableReader::define(const std::string &name, Field field) {
  define(outer, name);
  values.push_back(std::move(field));
}

/// "+ 1", "- 2", or nothing.
std::int64_t CallableReader::offset() {
  bool isBack = scan.accept("-");
  if (!isBack && !scan.accept("+"))
    return 0;
  std::string digits(scan.number());
  std::uint64_t bits = 0;
  if (!parseScalar((isBack ? "-" : "") + digits, DType::I64, bits))
    scan.fail("expected a number of points, got '" + digits + "'");
  return static_cast<std::int64_t>(bits);
}

/// I + 1, K_half as K + 1, V skip -1, K at 3, I from 1 to -1.
WrittenEntry CallableReader::entry() {
  WrittenEntry entry(dimension());
  if (scan.accept("as"))
    entry.as = dimension();
  entry.offset = offset();
  if (scan.accept("skip"))
    entry.skip = scan.integer();
  if (scan.accept("at"))
    entry.slice = Slice(scan.integer());
  if (scan.accept("from"))
    entry.slice.start = scan.integer();
  if (scan.accept("to"))
    entry.slice.stop = scan.integer();
  return entry;
}

void CallableReader::readEntries(WrittenOperation &operation) {
  while (!scan.accept("]")) {
    if (!operation.entries.empty())
      scan.expect(",");
    operation.entries.push_back(entry());
  }
}

void CallableReader::readOperands(WrittenOperation &operation, const Scope &scope) {
  do
    operation.operands.push_back(value(scope));
  while (scan.accept(","));
}

/// @saturation(%0, %1) status references handled effects
void CallableReader::readCall(WrittenOperation &operation, const Scope &scope) {
  operation.symbol = scan.word();
  scan.expect("(");
  readOperands(operation, scope);
  scan.expect(")");
  operation.prototype.status = scan.accept("status");
  operation.prototype.placed = scan.accept("placed");
  operation.prototype.statusLast = scan.accept("status_last");
  operation.prototype.references = scan.accept("references");
  operation.handled = scan.accept("handled");
  operation.prototype.effects = scan.accept("effects");
}

/// @smooth(%0, %1) reads [I, J] dense, writes [I, E from 0 to 5]
void CallableReader::readArrayCall(WrittenOperation &operation, const Scope &scope) {
  operation.symbol = scan.word();
  scan.expect("(");
  readOperands(operation, scope);
  scan.expect(")");
  do {
    ArrayUse use = readArrayUse(scan);
    scan.expect("[");
    WrittenOperation list;
    readEntries(list);
    ArrayParameter array{use, DType::F64, {}};
    for (const WrittenEntry &dim : list.entries)
      array.dims.push_back(dim.dim(dim.range()));
    array.isDense = scan.accept("dense");
    operation.prototype.arrays.push_back(std::move(array));
  } while (scan.accept(","));
}

/// Those of operands or those of results; what is last read stays.
void CallableReader::readTypes(WrittenOperation &operation) {
  bool isInBrackets = scan.accept("(");
  TextType first = type();
  operation.types = {first.element};
  while (scan.accept(","))
    operation.types.push_back(type().element);
  if (isInBrackets)
    scan.expect(")");
  operation.type = first.element;
  operation.typeDims = std::move(first.dims);
}

/// {gt.called = "clip", gt.placement = #gt.placement<inline>}, or one of them; outside of a region
/// also one.
void CallableReader::readBraces(WrittenOperation &operation, const Scope &scope) {
  if (&scope == &outer && scan.at("^"))
    return readRegion(operation);
  do {
    bool isCalled = scan.accept("gt.called");
    scan.expect(isCalled ? "=" : "gt.placement = #gt.placement<");
    if (isCalled) {
      operation.called = importText(scan.quoted());
      continue;
    }
    operation.placement = scan.word();
    scan.expect(">");
  } while (scan.accept(","));
  scan.expect("}");
}

/// ^bb0(%a0: f64): ... gt.yield %p0 : f64 loc(...)}
void CallableReader::readRegion(WrittenOperation &operation) {
  Scope scope;
  scan.expect("^");
  scan.word();
  scan.expect("(");
  do {
    define(scope, valueName());
    scan.expect(":");
    (void)type();
  } while (scan.accept(","));
  scan.expect(")");
  scan.expect(":");
  while (!scan.accept("gt.yield")) {
    std::vector<std::string> names{valueName()};
    while (scan.accept(","))
      names.push_back(valueName());
    scan.expect("=");
    operation.body.push_back(readOperation(scope));
    for (const std::string &name : names)
      define(scope, name);
  }
  WrittenOperation yield;
  readOperands(yield, scope);
  operation.yields = std::move(yield.operands);
  scan.expect(":");
  readTypes(yield);
  (void)location();
  scan.expect("}");
}

/// gt.shift %0 [I + 1] : !t0 loc(#l0): its name, a word, then other pieces.
WrittenOperation CallableReader::readOperation(const Scope &scope) {
  WrittenOperation operation;
  scan.expect("gt.");
  operation.name = scan.word();
  if (scan.at("\""))
    operation.word = scan.quoted();
  else if (scan.atWord())
    operation.word = scan.word();
  if (scan.accept("@"))
    operation.name == "call_arrays" ? readArrayCall(operation, scope) : readCall(operation, scope);
  std::string number;
  while (!scan.at("loc")) {
    if (scan.at("%")) {
      readOperands(operation, scope);
    } else if (scan.accept("from")) {
      readOperands(operation, scope);
      operation.initials = operation.operands.size();
    } else if (scan.accept("[")) {
      readEntries(operation);
    } else if (scan.accept(":") || scan.accept("->")) {
      readTypes(operation);
    } else if (scan.accept("{")) {
      readBraces(operation, scope);
    } else if (!scan.accept("over")) { // dimensions or operands
      number = scan.number();
    }
  }
  if (!number.empty())
    operation.number = bitsOf(number, operation.type);
  TextLocation where = location();
  operation.line = where.line;
  operation.label = where.name;
  return operation;
}

std::uint64_t CallableReader::bitsOf(const std::string &number, DType type) {
  std::uint64_t bits = 0;
  bool isRaw = isFloat(type) && number.starts_with("0x");
  if (!parseScalar(isRaw ? "bits:" + number : number, type, bits))
    scan.fail("expected a number of type " + std::string(name(type)) + ", got '" + number + "'");
  return bits;
}

/// %3 = gt.shift ..., %4:2 = gt.find_extreme ...
void CallableReader::readStatement() {
  std::string name = valueName();
  std::int64_t count = scan.accept(":") ? scan.integer() : 0;
  scan.expect("=");
  WrittenOperation operation = readOperation(outer);
  std::vector<Field> operands;
  for (unsigned operand : operation.operands)
    operands.push_back(values[operand]);
  std::vector<Field> results = importOperation(operation, operands);
  bool isAlone = count == 0 && results.size() == 1;
  if (!isAlone && static_cast<std::size_t>(count) != results.size())
    scan.fail("expected " + std::to_string(results.size()) + " results");
  for (std::size_t n = 0; n < results.size(); ++n)
    define(isAlone ? name : name + "#" + std::to_string(n), std::move(results[n]));
}

std::vector<Field>
CallableReader::read(const std::function<Field(std::size_t, const ImportedParameter &)> &argument) {
  readAliases();
  scan.expect("gt.callable");
  scan.expect("@");
  scan.word();
  scan.expect("(");
  for (std::size_t n = 0; !scan.accept(")"); ++n) {
    if (n > 0)
      scan.expect(",");
    std::string name = valueName();
    scan.expect(":");
    TextType of = type();
    TextLocation where = location();
    define(name, argument(n, {of.element, std::move(of.dims), where.name, where.line}));
  }
  scan.expect("{");
  while (!scan.accept("gt.return"))
    readStatement();
  std::vector<Field> results;
  do
    results.push_back(values[value(outer)]);
  while (scan.accept(","));
  scan.expect(":");
  do
    (void)type();
  while (scan.accept(","));
  (void)location();
  scan.expect("}");
  (void)location();
  if (!scan.atEnd())
    scan.fail("expected the end of the text");
  return results;
}

} // namespace

std::vector<Field>
importCallable(std::string_view text, const DimensionNames &dims,
               const std::function<Field(std::size_t n, const ImportedParameter &)> &argument) {
  return CallableReader(text, dims).read(argument);
}

} // namespace gtjit::detail
