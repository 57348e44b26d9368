//===- Recording.cpp - Evaluations that gt-run can repeat -----------------===//
//
// Arrays are written in the stride order of the program, which is the order
// that gt-run expects without being told.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Observe/Recording.h"

#include "gtjit/Code/Compilation.h"
#include "gtjit/Memory/PlainArray.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Types/NpyHeader.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace gtjit::detail {

/// The names in "gt.program @eval(%u: !t0, %c: f64, ...) {".
void Recording::nameArguments(const std::string &text) {
  std::size_t at = text.find("gt.program @");
  std::size_t end = text.find(") {", at);
  for (at = text.find('%', at); at < end; at = text.find('%', at + 1)) {
    names.push_back(text.substr(at + 1, text.find(':', at) - at - 1));
  }
}

Recording::Recording(Runtime::State &runtime, const Arguments &arguments, const std::string &text)
    : runtime(runtime), arguments(arguments), stem(nameOfText(text)) {
  nameArguments(text);
  if (names.size() !=
      arguments.storages.size() + arguments.scalars.size() + arguments.ranges.size())
    return;
  std::ofstream(std::filesystem::path(runtime.dumpFolder) / (stem + ".call")) << options();
  if (runtime.dumpData)
    for (unsigned n = 0; n < arguments.storages.size(); ++n)
      writeArray(n, "in");
}

void Recording::addResult(unsigned n) const {
  if (runtime.dumpData)
    writeArray(n, "out");
}

std::string Recording::fileName(unsigned storage, const char *kind) const {
  return stem + "." + kind + "-" + names[storage] + ".npy";
}

/// The view's domain in the order of its strides, slow to fast.
static Domain slowToFast(const ArrayView &view) {
  Domain domain;
  for (unsigned position : view.strideOrder())
    domain = domain.with(view.domain[position]);
  return domain;
}

void Recording::writeArray(unsigned storage, const char *kind) const {
  const ArrayView &view = arguments.storages[storage];
  Domain domain = slowToFast(view);
  std::vector<std::int64_t> shape;
  for (const NamedRange &range : domain)
    shape.push_back(range.range.size());
  std::vector<std::byte> bytes(static_cast<std::size_t>(domain.size()) * itemsize(view.dtype));
  copyElements(view, plainArray(runtime, domain, view.dtype, bytes.data()), domain);
  std::ofstream file(std::filesystem::path(runtime.dumpFolder) / fileName(storage, kind),
                     std::ios::binary);
  file << npyHeader(view.dtype, shape);
  file.write(reinterpret_cast<const char *>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
}

template <class T> static std::string numberText(std::uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof(value));
  char text[64];
  return std::string(text, std::to_chars(text, text + sizeof(text), value).ptr);
}

/// A number as gt-run reads it back, bit for bit.
std::string Recording::scalarText(unsigned number) const {
  std::uint64_t bits = arguments.scalars[number];
  DType type = arguments.scalarTypes[number];
  std::string text;
  switch (type) {
  case DType::F64:
    text = numberText<double>(bits);
    break;
  case DType::F32:
    text = numberText<float>(bits);
    break;
  case DType::I64:
    return numberText<std::int64_t>(bits);
  case DType::I32:
    return numberText<std::int32_t>(bits);
  default:
    break;
  }
  if (!text.empty() && text.find("nan") == std::string::npos)
    return text;
  char digits[24];
  std::size_t bytes = itemsize(type);
  std::uint64_t own = bytes < 8 ? bits & ((std::uint64_t(1) << (8 * bytes)) - 1) : bits;
  return "bits:0x" + std::string(digits, std::to_chars(digits, digits + 24, own, 16).ptr);
}

std::string Recording::options() const {
  std::string inputs, places, scalars, ranges;
  auto add = [](std::string &list, const std::string &entry) {
    list += (list.empty() ? "\"" : ", \"") + entry + "\"";
  };
  for (unsigned n = 0; n < arguments.storages.size(); ++n) {
    std::string place;
    for (const NamedRange &range : slowToFast(arguments.storages[n]))
      place += (place.empty() ? "" : ",") + std::string(range.dim.name()) + ":" +
               std::to_string(range.range.lo());
    add(inputs, names[n] + "=" + fileName(n, "in"));
    if (!place.empty())
      add(places, names[n] + "=" + place);
  }
  std::size_t next = arguments.storages.size();
  for (unsigned n = 0; n < arguments.scalars.size(); ++n)
    add(scalars, names[next++] + "=" + scalarText(n));
  for (const NamedRange &range : arguments.ranges)
    add(ranges, names[next++] + "=" + std::to_string(range.range.lo()) + ":" +
                    std::to_string(range.range.hi()));
  std::string text = "# In this folder: gt-run " + stem + ".0-text.mlir --config " + stem +
                     ".call --out NAME=FILE\n# GTJIT_DUMP_DATA=1 writes the arrays.\n";
  auto list = [&](const char *option, const std::string &entries) {
    if (!entries.empty())
      text += std::string(option) + " = [" + entries + "]\n";
  };
  list("in", inputs);
  list("at", places);
  list("scalar", scalars);
  list("range", ranges);
  return text;
}

} // namespace gtjit::detail
