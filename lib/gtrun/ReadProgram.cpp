//===- ReadProgram.cpp - Parsing a program --------------------------------===//
//
// MLIR reads the file; the parser's record of where names stand gives the
// arguments the names that the text has. Diagnostics become one Fault.
//
//===----------------------------------------------------------------------===//
#include "Lister.h"

#include "gtcompiler/Dialect/GT/IR/SourceLine.h"
#include "gtcompiler/Dialect/GT/IR/SourceText.h"
#include "gtrun/Array.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace gtrun;
using namespace mlir;

SourceLine gtrun::lineOf(Location location) {
  FileLineColLoc place = gtcompiler::findLine(location);
  if (!place)
    return {};
  return {gtjit::detail::importText(place.getFilename().strref()), place.getLine(),
          place.getColumn()};
}

std::string gtrun::placeOf(SourceLine line) {
  if (line.line == 0)
    return {};
  return std::string(line.file) + ":" + std::to_string(line.line) + ":" +
         std::to_string(line.column) + ": ";
}

static std::string nameOfType(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  if (text == "i1")
    return "bool";
  if (StringRef(text).starts_with("ui"))
    return "u" + text.substr(2);
  return text == "complex<f32>" ? "c64" : text == "complex<f64>" ? "c128" : text;
}

DType gtrun::typeOf(Type type, SourceLine line) {
  std::string name = nameOfType(gtcompiler::getElementType(type));
  for (DType candidate : allTypes)
    if (gtjit::name(candidate) == name)
      return candidate;
  throw Fault(placeOf(line) + "there is no element type '" + name + "'");
}

Dimension gtrun::dimOf(StringAttr name) { return Dimension(name.getValue(), SourceLine{}); }

std::vector<Dimension> gtrun::dimsOf(ArrayRef<StringAttr> names) {
  std::vector<Dimension> dims;
  for (StringAttr name : names)
    dims.push_back(dimOf(name));
  return dims;
}

static Argument makeArgument(BlockArgument value, std::string name) {
  Argument argument;
  argument.name = std::move(name);
  argument.line = lineOf(value.getLoc());
  if (auto storage = dyn_cast<gtcompiler::StorageType>(value.getType())) {
    argument.kind = Argument::Kind::Storage;
    argument.dims = dimsOf(storage.getDims());
  } else if (auto range = dyn_cast<gtcompiler::RangeType>(value.getType())) {
    argument.kind = Argument::Kind::Range;
    argument.dims = {dimOf(range.getDim())};
    return argument;
  } else {
    argument.kind = Argument::Kind::Scalar;
  }
  argument.type = typeOf(value.getType(), argument.line);
  return argument;
}

static void listArguments(gtcompiler::ProgramOp program, const AsmParserState &names,
                          ValueNumbers &numbers, Listing &listing) {
  const auto *block = names.getBlockDef(&program.getBody().front());
  for (BlockArgument value : program.getArguments()) {
    unsigned number = value.getArgNumber();
    std::string name = std::to_string(number);
    if (block && number < block->arguments.size()) {
      SMRange range = block->arguments[number].loc;
      StringRef text(range.Start.getPointer(), range.End.getPointer() - range.Start.getPointer());
      text.consume_front("%");
      name = text.str();
    }
    numbers[value] = number;
    listing.arguments.push_back(makeArgument(value, name));
  }
}

static void listExternals(gtcompiler::ProgramOp program, Listing &listing) {
  program.walk([&](gtcompiler::CallOp call) {
    for (const ListedExternal &known : listing.externals)
      if (known.symbol == call.getCallee())
        return;
    SourceLine line = lineOf(call.getLoc());
    gtjit::ExternalPrototype prototype{.results = {},
                                       .operands = {},
                                       .status = call.getStatus(),
                                       .placed = call.getPlaced(),
                                       .statusLast = call.getStatusLast(),
                                       .references = call.getReferences(),
                                       .effects = call.getHasEffects()};
    for (Type type : call.getGiven().getTypes())
      prototype.results.push_back(typeOf(type, line));
    for (Type type : call.getArguments().getTypes())
      prototype.operands.push_back(typeOf(type, line));
    listing.externals.push_back({call.getCallee().str(), std::move(prototype), {}, line});
  });
  program.walk([&](gtcompiler::CallArraysOp call) {
    auto isSame = [&](const ListedExternal &known) { return known.symbol == call.getCallee(); };
    if (llvm::none_of(listing.externals, isSame))
      listing.externals.push_back(
          {call.getCallee().str(), {}, arraysOf(call), lineOf(call.getLoc())});
  });
}

/// The program to run; throws Fault if there is no one choice.
static gtcompiler::ProgramOp choose(ModuleOp module, const std::string &file,
                                    const std::string &wanted) {
  gtcompiler::ProgramOp found;
  std::string all;
  unsigned count = 0;
  for (auto program : module.getOps<gtcompiler::ProgramOp>()) {
    all += (count++ ? ", '" : "'") + program.getSymName().str() + "'";
    if (wanted.empty() || program.getSymName() == wanted)
      found = program;
  }
  if (count == 0)
    throw Fault("'" + file + "': it has no gt.program");
  if (wanted.empty() && count > 1)
    throw Fault("'" + file + "': it has several programs, choose one with --program: " + all);
  if (!found)
    throw Fault("'" + file + "': it has no program '" + wanted + "', it has " + all);
  return found;
}

static bool isStencilLevel(gtcompiler::ProgramOp program) {
  for (Operation &op : program.getBody().front())
    if (isa<gtcompiler::StencilOp, gtcompiler::FoldOp, gtcompiler::SweepOp, gtcompiler::TemporaryOp,
            gtcompiler::GrowOp, gtcompiler::HullOp, gtcompiler::IntersectOp, gtcompiler::BelowOp,
            gtcompiler::AboveOp, gtcompiler::WhenOp>(op))
      return true;
  return false;
}

/// The program alone, as the compiler takes it.
static std::string moduleText(gtcompiler::ProgramOp program) {
  std::string text;
  llvm::raw_string_ostream out(text);
  OpPrintingFlags flags;
  flags.enableDebugInfo(true, /*prettyForm=*/false).useLocalScope();
  program->print(out, flags);
  return text + "\n";
}

static Listing makeListing(ModuleOp module, const AsmParserState &names, const std::string &file,
                           const std::string &wanted) {
  gtcompiler::ProgramOp program = choose(module, file, wanted);
  Listing listing;
  listing.file = file;
  listing.name = program.getSymName().str();
  listing.line = lineOf(program.getLoc());
  ValueNumbers numbers;
  listArguments(program, names, numbers, listing);
  listing.isStencilLevel = isStencilLevel(program);
  listing.text = moduleText(program);
  listExternals(program, listing);
  if (listing.isStencilLevel)
    listStencils(program, numbers, listing);
  else
    listFields(program, numbers, listing);
  return listing;
}

Listing gtrun::readProgram(const std::string &file, const std::string &wanted) {
  auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/true);
  if (!buffer)
    throw Fault("'" + file + "': cannot be read: " + buffer.getError().message());
  if (auto place = gtcompiler::findUnreadable((*buffer)->getBuffer()))
    throw Fault(gtcompiler::unreadableMessage((*buffer)->getBuffer(), *place, file));
  DialectRegistry registry;
  registry.insert<gtcompiler::GTDialect>();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  std::string message;
  ScopedDiagnosticHandler first(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error && message.empty()) {
      SourceLine line = lineOf(diagnostic.getLocation());
      message = (line.file == file ? "" : "'" + file + "': ") + placeOf(line) + diagnostic.str();
    }
    return success();
  });
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(*buffer), SMLoc());
  OwningOpRef<ModuleOp> module(ModuleOp::create(FileLineColLoc::get(&context, file, 1, 1)));
  AsmParserState names;
  ParserConfig config(&context);
  if (failed(parseAsmSourceFile(sources, module->getBody(), config, &names)))
    throw Fault(message.empty() ? "'" + file + "': it cannot be parsed" : message);
  // A file may hold the module that the parser would add.
  ModuleOp inner = *module;
  if (llvm::hasSingleElement(module->getOps()) && isa<ModuleOp>(module->getBody()->front()))
    inner = cast<ModuleOp>(module->getBody()->front());
  return makeListing(inner, names, file, wanted);
}

const Argument *Listing::find(std::string_view name) const {
  if (name.starts_with('%'))
    name.remove_prefix(1);
  for (const Argument &argument : arguments)
    if (argument.name == name)
      return &argument;
  return nullptr;
}

const char *gtrun::kindText(Argument::Kind kind) {
  return kind == Argument::Kind::Storage  ? "storage"
         : kind == Argument::Kind::Scalar ? "scalar"
                                          : "range";
}
