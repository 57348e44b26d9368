//===- Program.cpp - Saved programs of the C API --------------------------===//

#include "gtjit/C/Handles.h"
#include "gtjit/detail/Sequence.h"

#include <string>

using namespace gtjit;
using namespace gtjit::detail;

struct gtjitProgramObject {
  std::shared_ptr<CHost> host;
  Program program;
  std::atomic<std::size_t> owners{1};
};

gtjitCode gtjitProgramLoad(gtjitRuntime runtime, const char *path, gtjitLine line,
                           gtjitProgram *program) {
  return guarded([&] {
    SourceLine here = sourceLine(line);
    requirePointer(program, "a place for the program", here);
    requirePointer(runtime, "a runtime", here);
    requirePointer(path, "a path", here);
    *program = new gtjitProgramObject{runtime->host, Program::load(path, runtime->runtime, here)};
  });
}

gtjitProgram gtjitProgramRetain(gtjitProgram program) { return retained(program); }
void gtjitProgramRelease(gtjitProgram program) { released(program); }

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
  case GTJIT_UNSIGNED:
    return static_cast<std::uint64_t>(argument.integer);
  case GTJIT_BOOLEAN:
    return argument.integer != 0;
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

gtjitCode gtjitProgramSetDevice(gtjitProgram program, const char *device, gtjitLine line) {
  return guarded([&] {
    requirePointer(program, "a program", sourceLine(line));
    program->program.setDevice(device ? NameOrNone(device) : nullptr, sourceLine(line));
  });
}

size_t gtjitProgramInputCount(gtjitProgram program) {
  return program ? program->program.argumentCount({}) : 0;
}
size_t gtjitProgramOutputCount(gtjitProgram program) {
  return program ? program->program.outputCount({}) : 0;
}

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

/// Name of dimension `d` of a variable, null if there is none. Names of
/// dimensions are static and end with a zero.
static const char *dimensionName(gtjitProgram program, std::size_t n, std::size_t d,
                                 std::size_t count,
                                 ProgramVariable (Program::*variable)(std::size_t, SourceLine)
                                     const) {
  const char *name = nullptr;
  guarded([&] {
    if (n >= count)
      return;
    Dims dims = (program->program.*variable)(n, {}).dims;
    if (d < dims.size())
      name = dims.begin()[d].name().data();
  });
  return name;
}

const char *gtjitProgramInputDimension(gtjitProgram program, size_t n, size_t d) {
  return dimensionName(program, n, d, gtjitProgramInputCount(program), &Program::argument);
}
const char *gtjitProgramOutputDimension(gtjitProgram program, size_t n, size_t d) {
  return dimensionName(program, n, d, gtjitProgramOutputCount(program), &Program::output);
}
