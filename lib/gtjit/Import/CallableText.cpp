//===- CallableText.cpp - Callables from text -----------------------------===//
//
// Every operation has the same pieces in the same order, most of them missing:
//
//   %2 = gt.name kind %0, %1 over [I, J] {gt.called = "f"} : (type) -> type loc(...)
//
// so one function reads them all; what they mean GraphImport knows.
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
  const Field &value();
  void define(const std::string &name, Field field);
  void readEntries(ImportedOperation &operation);
  void readConstant(ImportedOperation &operation);
  void readResultType(ImportedOperation &operation);
  void readAttributes(ImportedOperation &operation);
  unsigned bodyValue(const std::unordered_map<std::string, unsigned> &numbers);
  void readScan(ImportedOperation &scan, std::vector<Field> &operands);
  void readBody(ImportedOperation &scan);
  ImportedStep readStep(const std::unordered_map<std::string, unsigned> &numbers);
  ImportedOperation readPieces(std::string_view name, std::vector<Field> &operands);
  void readOperation();

  TextScanner scan;
  const DimensionNames &dims;
  std::unordered_map<std::string, TextType> types;
  std::unordered_map<std::string, SourceLine> places;
  std::unordered_map<std::string, Field> values;
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

const Field &CallableReader::value() {
  std::string name = valueName();
  auto found = values.find(name);
  if (found == values.end())
    scan.fail("expected a value that is defined, got '%" + name + "'");
  return found->second;
}

void CallableReader::define(const std::string &name, Field field) {
  if (!values.emplace(name, std::move(field)).second)
    scan.fail("'%" + name + "' is defined twice");
}

/// [I + 1], [I from 1 to -1, K at 3], [V skip -1], [K_half as K + 1].
void CallableReader::readEntries(ImportedOperation &operation) {
  bool isFirst = true;
  while (!scan.accept("]")) {
    if (!isFirst)
      scan.expect(",");
    isFirst = false;
    Dimension dim = dimension();
    Slice slice;
    if (operation.name == "shift" || operation.name == "roll") {
      bool isBack = scan.accept("-");
      if (!isBack)
        scan.expect("+");
      std::string digits(scan.number());
      std::uint64_t bits = 0;
      if (!parseScalar((isBack ? "-" : "") + digits, DType::I64, bits))
        scan.fail("expected a number of points, got '" + digits + "'");
      operation.offsets.push_back(static_cast<std::int64_t>(bits));
    } else if (operation.name == "rename") {
      scan.expect("as");
      operation.dims.push_back(dim);
      dim = dimension();
      bool isBack = scan.accept("-");
      operation.offsets = {isBack || scan.accept("+") ? scan.integer() * (isBack ? -1 : 1) : 0};
    } else if (operation.name == "gather") {
      operation.offsets.push_back(scan.accept("skip") ? scan.integer() : noSkip);
    } else if (scan.accept("at")) {
      slice = Slice(scan.integer());
    } else {
      slice.start = scan.accept("from") ? scan.integer() : Slice::none;
      slice.stop = scan.accept("to") ? scan.integer() : Slice::none;
    }
    operation.dims.push_back(dim);
    operation.slices.push_back(slice);
    if (slice.isIndex)
      operation.part.push_back(dim(slice.start));
    else
      operation.part.push_back(dim(slice.start == Slice::none ? -unbounded : slice.start,
                                   slice.stop == Slice::none ? unbounded : slice.stop));
  }
}

void CallableReader::readConstant(ImportedOperation &operation) {
  std::string text(scan.number());
  operation.type = DType::Bool;
  if (scan.accept(":"))
    operation.type = type().element;
  if (isFloat(operation.type) && text.starts_with("0x"))
    text = "bits:" + text;
  if (!parseScalar(text, operation.type, operation.bits))
    scan.fail("expected a number of type " + std::string(name(operation.type)) + ", got '" + text +
              "'");
}

/// Types behind the colon: those of operands, those of results, or both.
void CallableReader::readResultType(ImportedOperation &operation) {
  scan.expect(":");
  TextType last;
  if (scan.accept("(")) {
    do
      (void)type();
    while (scan.accept(","));
    scan.expect(")");
  } else {
    last = type();
  }
  if (scan.accept("->"))
    do
      last = type();
    while (scan.accept(","));
  operation.type = operation.name == "count" ? DType::I64 : last.element;
  if (operation.name == "broadcast")
    operation.dims = std::move(last.dims);
}

/// The number of a value in the region of a scan.
unsigned CallableReader::bodyValue(const std::unordered_map<std::string, unsigned> &numbers) {
  std::string name = valueName();
  auto found = numbers.find(name);
  if (found == numbers.end())
    scan.fail("expected a value of the region, got '%" + name + "'");
  return found->second;
}

/// gt.add %a0, %a1 : (f64, f64) -> f64 loc(...)
ImportedStep CallableReader::readStep(const std::unordered_map<std::string, unsigned> &numbers) {
  ImportedStep step;
  step.operation.name = scan.word();
  if (step.operation.name == "constant") {
    readConstant(step.operation);
  } else {
    while (scan.at("%")) {
      step.operands.push_back(bodyValue(numbers));
      scan.accept(",");
    }
    readAttributes(step.operation);
    readResultType(step.operation);
  }
  step.operation.line = location().line;
  return step;
}

/// {^bb0(%a0: f64): ... gt.yield %p0 : f64 loc(...)}
void CallableReader::readBody(ImportedOperation &operation) {
  std::unordered_map<std::string, unsigned> numbers;
  auto number = [&](const std::string &name) {
    if (!numbers.emplace(name, static_cast<unsigned>(numbers.size())).second)
      scan.fail("'%" + name + "' is defined twice");
  };
  scan.expect("{");
  scan.expect("^");
  scan.word();
  scan.expect("(");
  do {
    number(valueName());
    scan.expect(":");
    (void)type();
  } while (scan.accept(","));
  scan.expect(")");
  scan.expect(":");
  while (!scan.accept("gt.yield")) {
    std::string name = valueName();
    scan.expect("=");
    scan.expect("gt.");
    operation.body.push_back(readStep(numbers));
    number(name);
  }
  do
    operation.yields.push_back(bodyValue(numbers));
  while (scan.accept(","));
  scan.expect(":");
  do
    (void)type();
  while (scan.accept(","));
  (void)location();
  scan.expect("}");
}

/// forward [K from 0 to 8] from %0 : f64 over %1 : !t0 -> !t0 {...}
void CallableReader::readScan(ImportedOperation &operation, std::vector<Field> &operands) {
  auto readOperands = [&] {
    do
      operands.push_back(value());
    while (scan.accept(","));
    scan.expect(":");
    do
      (void)type();
    while (scan.accept(","));
  };
  operation.kind = scan.word();
  scan.expect("[");
  readEntries(operation);
  scan.expect("from");
  readOperands();
  operation.initials = operands.size();
  if (scan.accept("over"))
    readOperands();
  scan.expect("->");
  operation.type = type().element;
  while (scan.accept(","))
    (void)type();
  readBody(operation);
}

/// {gt.called = "clip", gt.placement = #gt.placement<inline>}, or one of both, if it comes next.
void CallableReader::readAttributes(ImportedOperation &operation) {
  if (!scan.accept("{"))
    return;
  do {
    bool isCalled = scan.accept("gt.called");
    if (!isCalled)
      scan.expect("gt.placement");
    scan.expect("=");
    if (isCalled) {
      operation.called = scan.quoted();
      continue;
    }
    scan.expect("#gt.placement<");
    operation.placement = scan.word();
    scan.expect(">");
  } while (scan.accept(","));
  scan.expect("}");
}

ImportedOperation CallableReader::readPieces(std::string_view name, std::vector<Field> &operands) {
  ImportedOperation operation;
  operation.name = name;
  if (name == "constant") {
    readConstant(operation);
    return operation;
  }
  if (name == "scan_dim") {
    readScan(operation, operands);
    return operation;
  }
  if (name == "index")
    operation.dims.push_back(dimension());
  else if (scan.at("\""))
    operation.kind = scan.quoted();
  else if (scan.atWord())
    operation.kind = scan.word();
  while (scan.at("%")) {
    operands.push_back(value());
    scan.accept(",");
  }
  if (scan.accept("over"))
    operation.dims = dimensionList();
  else if (scan.accept("["))
    readEntries(operation);
  readAttributes(operation);
  readResultType(operation);
  return operation;
}

/// %3 = gt.shift ..., %4:2 = gt.find_extreme ...
void CallableReader::readOperation() {
  std::string name = valueName();
  std::int64_t count = scan.accept(":") ? scan.integer() : 0;
  scan.expect("=");
  scan.expect("gt.");
  std::vector<Field> operands;
  ImportedOperation operation = readPieces(scan.word(), operands);
  TextLocation where = location();
  operation.line = where.line;
  operation.label = where.name;
  std::vector<Field> results = importOperation(operation, operands);
  if (count == 0 && results.size() == 1)
    return define(name, std::move(results[0]));
  if (static_cast<std::size_t>(count) != results.size())
    scan.fail("expected " + std::to_string(results.size()) + " results");
  for (std::size_t n = 0; n < results.size(); ++n)
    define(name + "#" + std::to_string(n), std::move(results[n]));
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
    readOperation();
  std::vector<Field> results;
  do
    results.push_back(value());
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
