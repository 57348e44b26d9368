//===- Options.cpp - The command line -------------------------------------===//
//
// CLI11 takes the line apart into texts; what the texts mean is read here.
//
//===----------------------------------------------------------------------===//
#include "gtrun/Options.h"

#include "gtrun/Fault.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <iostream>

using namespace gtrun;

namespace {

/// The options that are lists of texts, as they were given.
struct Texts {
  std::vector<std::string> inputs, outputs, scalars, ranges, index, axes, at, halos, domains, fills,
      feeds;
  std::string backend = "cpu";
};

void addOptions(CLI::App &app, Options &options, Texts &texts) {
  app.add_option("program.mlir", options.file, "text of the gt dialect");
  app.add_option("-p,--program", options.program, "which gt.program, if the file has several");
  auto list = [&](const char *flags, std::vector<std::string> &target, const char *help) {
    app.add_option(flags, target, help)->allow_extra_args(false)->take_all();
  };
  list("-i,--in", texts.inputs,
       "u=FILE or u=FILE:VARIABLE: the values of a storage, netCDF or .npy");
  list("-o,--out", texts.outputs, "v=FILE.npy or v=FILE.nc[:VARIABLE]: where results go");
  list("-s,--scalar", texts.scalars, "alpha=0.1");
  list("-r,--range", texts.ranges,
       "i=0:512, half open; default: where the stored values are known");
  list("--index", texts.index,
       "u=time:3,lev:-1: the entry of a netCDF dimension that u lacks; from 0, -1 is the last");
  list("--axes", texts.axes, "u=I,J: the dimensions of a file's axes; default: as in the program");
  list("--at", texts.at, "u=I:-2,J:-2: coordinates of a file's first element; default 0");
  list("--halo", texts.halos, "u=I:2,J:1:2: points before and after what the file has");
  list("--domain", texts.domains, "v=I:0:512,J:0:256: where a storage without input has points");
  list("--fill", texts.fills,
       "u=mirror:I,periodic:J,extend:K,constant:L:0.5: the halo, before every step");
  list("--feed", texts.feeds, "v:u: between two steps v and u change places");
  list("-l,--load", options.libraries, "library.so, whose functions the program calls");
  app.add_option("-n,--repeat", options.repeat, "steps")->check(CLI::Range(1, 1000000000));
  app.add_option("-b,--backend", texts.backend, "where kernels run, or reference: without kernels")
      ->check(CLI::IsMember({"cpu", "reference", "cuda", "auto", "emulated"}));
  app.add_option("--target", options.target,
                 "write the program's PTX for a GPU, sm_90, and run nothing");
  app.add_flag("--calibrate", options.calibrate,
               "measure for some seconds what operations take on this CPU, for all kernels that "
               "are compiled later");
  app.add_flag("-t,--time", options.time, "tell what took how long");
  app.add_flag("-e,--explain", options.explain, "tell what is computed where and why");
  app.add_option("--trace", options.trace,
                 "a file that tells what ran when, for chrome://tracing and Perfetto");
  app.set_version_flag("--version", "gt-run " GT_TOOL_VERSION);
  app.set_config("--config", "", "a file with options, one a line: in = [\"u=u.npy\"]");
}

/// "NAME=REST"; the name without '%'.
std::pair<std::string, std::string> split(const std::string &text, const char *option,
                                          char separator = '=') {
  std::size_t at = text.find(separator);
  std::size_t first = text.starts_with('%') ? 1 : 0;
  if (at == std::string::npos || at <= first || at + 1 == text.size())
    throw Fault(std::string(option) + " '" + text + "': expected NAME" + separator + "...");
  return {text.substr(first, at - first), text.substr(at + 1)};
}

std::vector<std::string> pieces(const std::string &text, char separator) {
  std::vector<std::string> result;
  std::size_t from = 0, to = 0;
  do {
    to = text.find(separator, from);
    result.push_back(text.substr(from, to - from));
    from = to + 1;
  } while (to != std::string::npos);
  return result;
}

template <class T> T number(const std::string &text, const std::string &where) {
  T value{};
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    throw Fault(where + ": expected a number, got '" + text + "'");
  return value;
}

DimList dimList(const std::string &text, const std::string &where, std::size_t least,
                std::size_t most) {
  DimList list;
  for (const std::string &piece : pieces(text, ',')) {
    std::vector<std::string> parts = pieces(piece, ':');
    if (parts.size() < least + 1 || parts.size() > most + 1)
      throw Fault(where + ": expected a dimension and " + std::to_string(most) +
                  (most == 1 ? " number" : " numbers") + ", got '" + piece + "'");
    DimEntry entry{parts[0], {}};
    for (std::size_t n = 1; n < parts.size(); ++n)
      entry.numbers.push_back(number<std::int64_t>(parts[n], where));
    list.push_back(std::move(entry));
  }
  return list;
}

FillEntry fillEntry(const std::string &text, const std::string &where) {
  using Kind = gtjit::HaloFill::Kind;
  static const std::map<std::string, Kind> kinds = {{"periodic", Kind::Periodic},
                                                    {"mirror", Kind::Mirror},
                                                    {"extend", Kind::Extend},
                                                    {"constant", Kind::Constant}};
  std::vector<std::string> parts = pieces(text, ':');
  auto kind = kinds.find(parts[0]);
  bool isConstant = kind != kinds.end() && kind->second == Kind::Constant;
  if (kind == kinds.end() || parts.size() != (isConstant ? 3u : 2u))
    throw Fault(where +
                ": expected periodic:DIM, mirror:DIM, extend:DIM or constant:DIM:VALUE, "
                "got '" +
                text + "'");
  return {kind->second, parts[1], isConstant ? number<double>(parts[2], where) : 0.0};
}

template <class T>
void insert(std::map<std::string, T> &map, const std::string &name, T value, const char *option) {
  if (!map.emplace(name, std::move(value)).second)
    throw Fault(std::string(option) + " names '" + name + "' twice");
}

void readFiles(const std::vector<std::string> &texts, const char *option,
               FileName (*fileOf)(const std::string &),
               std::vector<std::pair<std::string, FileName>> &files) {
  for (const std::string &text : texts) {
    auto [name, rest] = split(text, option);
    files.emplace_back(name, fileOf(rest));
  }
}

void readLists(const std::vector<std::string> &texts, const char *option, std::size_t least,
               std::size_t most, std::map<std::string, DimList> &lists) {
  for (const std::string &text : texts) {
    auto [name, rest] = split(text, option);
    insert(lists, name, dimList(rest, option + (" '" + text + "'"), least, most), option);
  }
}

void readTexts(const Texts &texts, Options &options) {
  readFiles(texts.inputs, "--in", inputFile, options.inputs);
  readFiles(texts.outputs, "--out", outputFile, options.outputs);
  readLists(texts.index, "--index", 1, 1, options.index);
  readLists(texts.at, "--at", 1, 1, options.at);
  readLists(texts.halos, "--halo", 1, 2, options.halos);
  readLists(texts.domains, "--domain", 2, 2, options.domains);
  for (const std::string &text : texts.scalars) {
    auto [name, value] = split(text, "--scalar");
    insert(options.scalars, name, value, "--scalar");
  }
  for (const std::string &text : texts.ranges) {
    auto [name, rest] = split(text, "--range");
    auto [lower, upper] = split(rest, "--range", ':');
    std::string where = "--range '" + text + "'";
    insert(options.ranges, name,
           {number<std::int64_t>(lower, where), number<std::int64_t>(upper, where)}, "--range");
  }
  for (const std::string &text : texts.axes) {
    auto [name, rest] = split(text, "--axes");
    insert(options.axes, name, pieces(rest, ','), "--axes");
  }
  for (const std::string &text : texts.fills) {
    auto [name, rest] = split(text, "--fill");
    std::vector<FillEntry> entries;
    for (const std::string &piece : pieces(rest, ','))
      entries.push_back(fillEntry(piece, "--fill '" + text + "'"));
    insert(options.fills, name, entries, "--fill");
  }
  for (const std::string &text : texts.feeds)
    options.feeds.push_back(split(text, "--feed", ':'));
  options.reference = texts.backend == "reference";
  if (!options.reference && texts.backend != "cpu")
    options.device = texts.backend;
}

} // namespace

bool gtrun::parseOptions(int argc, const char *const *argv, Options &options) {
  CLI::App app("Runs a program of the gt dialect on arrays from netCDF or .npy files.", "gt-run");
  Texts texts;
  addOptions(app, options, texts);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success &answer) { // help, or the version
    app.exit(answer);
    return false;
  } catch (const CLI::ParseError &error) {
    throw Fault(error.what());
  }
  if (options.file.empty() && !options.calibrate)
    throw Fault("program.mlir is required");
  readTexts(texts, options);
  return true;
}
