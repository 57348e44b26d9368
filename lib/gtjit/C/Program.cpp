//===- Program.cpp - Saved programs of the C API --------------------------===//

#include "gtjit/C/Handles.h"
#include "gtjit/detail/Sequence.h"

#include <string>

using namespace gtjit;
using namespace gtjit::detail;

struct gtjitProgramObject {
  std::shared_ptr<CHost> host;
  Program program;
};

gtjitCode gtjitProgramLoad(gtjitRuntime runtime, const char *path, gtjitLine line,
                           gtjitProgram *program) {
  return guarded([&] {
    SourceLine here = sourceLine(line);
    requirePointer(program, "a place for the program", here);
    *program = nullptr;
    requirePointer(runtime, "a runtime", here);
    requirePointer(path, "a path", here);
    *program = new gtjitProgramObject{runtime->host, Program::load(path, runtime->runtime, here)};
  });
}

void gtjitProgramRelease(gtjitProgram program) { delete program; }

static ProgramArgument convert(const gtjitArgument &argument, SourceLine line) {
  switch (argument.kind) {
  case GTJIT_INPUT:
    requirePointer(argument.storage, "a storage", line);
    return argument.storage->storage;
  case GTJIT_OUTPUT:
    requirePointer(argument.storage, "a storage", line);
    return out(argument.storage->storage, line);
  case GTJIT_REAL:
    return argument.real;
  case GTJIT_INTEGER:
    return argument.integer;
  }
  throw ValueError(line,
                   "expected a kind of argument, got number " + std::to_string(argument.kind));
}

gtjitCode gtjitProgramCall(gtjitProgram program, const gtjitArgument *arguments, size_t count,
                           gtjitLine line) {
  return guarded([&] {
    SourceLine here = sourceLine(line);
    requirePointer(program, "a program", here);
    if (count)
      requirePointer(arguments, "arguments", here);
    Sequence<ProgramArgument, 16> converted; // no memory for most calls
    for (std::size_t n = 0; n < count; ++n)
      converted.push_back(convert(arguments[n], here));
    program->program.call(converted, here);
  });
}

size_t gtjitProgramInputCount(gtjitProgram program) { return program->program.argumentCount(); }
size_t gtjitProgramOutputCount(gtjitProgram program) { return program->program.outputCount(); }

static gtjitCode describe(gtjitProgram program, gtjitParameter *parameter, std::size_t n,
                          ProgramVariable (Program::*variable)(std::size_t, SourceLine) const) {
  return guarded([&] {
    requirePointer(program, "a program", {});
    requirePointer(parameter, "a place for the description", {});
    ProgramVariable found = (program->program.*variable)(n, {});
    *parameter = {static_cast<gtjitDType>(found.dtype), found.dims.size()};
  });
}

gtjitCode gtjitProgramInput(gtjitProgram program, size_t n, gtjitParameter *parameter) {
  return describe(program, parameter, n, &Program::argument);
}
gtjitCode gtjitProgramOutput(gtjitProgram program, size_t n, gtjitParameter *parameter) {
  return describe(program, parameter, n, &Program::output);
}

/// Names of dimensions are static and end with a zero.
static const char *dimensionName(const ProgramVariable &variable, std::size_t d) {
  return d < variable.dims.size() ? variable.dims.begin()[d].name().data() : nullptr;
}

const char *gtjitProgramInputDimension(gtjitProgram program, size_t n, size_t d) {
  return n < program->program.argumentCount() ? dimensionName(program->program.argument(n, {}), d)
                                              : nullptr;
}
const char *gtjitProgramOutputDimension(gtjitProgram program, size_t n, size_t d) {
  return n < program->program.outputCount() ? dimensionName(program->program.output(n, {}), d)
                                            : nullptr;
}
