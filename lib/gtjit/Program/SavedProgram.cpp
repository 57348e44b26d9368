//===- SavedProgram.cpp - The bytes of a program's file -------------------===//
//
// Nothing of the contents is looked at before magic, versions, size and
// checksum are right.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Program/SavedProgram.h"

#include "gtabi/MathTable.h"
#include "gtjit/Error.h"
#include "gtjit/Graph/PointTable.h"
#include "gtjit/Operations/Readers.h"
#include "gtjit/Program/CpuFeatures.h"
#include "gtjit/Program/SavedRecipe.h"
#include "gtjit/Runtime/CompiledProgram.h"
#include "gtjit/Runtime/RuntimeState.h"

#include <xxhash.h>

#include <algorithm>

namespace gtjit::detail {

namespace {

/// Starts every file. All integers little-endian.
struct Header {
  char magic[8];             ///< "gtprogr" and a zero
  std::uint64_t fingerprint; ///< of everything that recipes and keys number
  std::uint64_t size;        ///< bytes in all
  std::uint64_t checksum;    ///< XXH3 of the file with zeros in this place
};
constexpr char kMagic[8] = "gtprogr";
/// Of this file's layout.
constexpr std::uint64_t kFormat = 3;

/// Tells libraries apart whose files are not each other's.
std::uint64_t fingerprint() {
  std::string text = std::to_string(kFormat) + " " + std::to_string(gtabi::kAbiVersion) + " " +
                     std::to_string(gtabi::kMathFunctions) + " " + operationNames();
  for (unsigned op = 0; op < pointOpCount(); ++op)
    text += " " + std::string(pointOpInfo(static_cast<PointOp>(op)).mnemonic);
  return XXH3_64bits(text.data(), text.size());
}

std::uint64_t checksumOf(std::span<const std::uint8_t> bytes) {
  Header header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  header.checksum = 0;
  auto rest = bytes.subspan(sizeof(header));
  return XXH3_64bits_withSeed(rest.data(), rest.size(), XXH3_64bits(&header, sizeof(header)));
}

/// What is wrong with a file's header or its bytes; null if nothing.
const char *fault(std::span<const std::uint8_t> bytes) {
  Header header;
  if (bytes.size() < sizeof(header) || std::memcmp(bytes.data(), kMagic, sizeof(kMagic)) != 0)
    return "it is no saved program";
  std::memcpy(&header, bytes.data(), sizeof(header));
  if (header.size != bytes.size())
    return "it is not whole";
  if (header.checksum != checksumOf(bytes))
    return "it is damaged: its checksum is wrong";
  if (header.fingerprint != fingerprint())
    return "it was saved by another version of gtjit; save it again with this one";
  return nullptr;
}

std::span<const std::uint8_t> bytesOf(const CompiledProgram &program) {
  const gtabi::ImageHeader &header = program.image().header();
  return {reinterpret_cast<const std::uint8_t *>(&header),
          static_cast<std::size_t>(header.imageSize)};
}

/// Features that the file needs and this machine lacks, with spaces between.
std::string missing(const std::vector<std::string> &needed) {
  std::vector<std::string> present = cpuFeatures();
  std::string list;
  for (const std::string &feature : needed)
    if (std::find(present.begin(), present.end(), feature) == present.end())
      list += (list.empty() ? "" : " ") + feature;
  return list;
}

} // namespace

std::vector<std::uint8_t> encode(const SavedProgram &program) {
  ByteWriter to;
  Header header{};
  to.raw(&header, sizeof(header));
  to.number(program.cpuFeatures.size());
  for (const std::string &feature : program.cpuFeatures)
    to.text(feature);
  writeRecipe(to, program.recipe);
  to.number(program.images.size());
  for (const auto &[key, image] : program.images) {
    to.text(key);
    to.number(bytesOf(*image).size());
    to.raw(bytesOf(*image).data(), bytesOf(*image).size());
  }
  std::memcpy(header.magic, kMagic, sizeof(kMagic));
  header.fingerprint = fingerprint();
  header.size = to.bytes.size();
  std::memcpy(to.bytes.data(), &header, sizeof(header));
  header.checksum = checksumOf(to.bytes);
  std::memcpy(to.bytes.data(), &header, sizeof(header));
  return std::move(to.bytes);
}

SavedProgram decode(std::span<const std::uint8_t> bytes, Runtime::State &runtime,
                    std::string_view path, SourceLine line) {
  auto refuse = [&](const std::string &why) -> RuntimeError {
    return {line, "load '" + std::string(path) + "': " + why};
  };
  if (const char *why = fault(bytes))
    throw refuse(why);
  ByteReader from(bytes);
  from.raw(sizeof(Header));
  SavedProgram program;
  for (std::uint64_t left = from.count(); left > 0 && !from.failed(); --left)
    program.cpuFeatures.push_back(from.text());
  if (std::string list = missing(program.cpuFeatures); !list.empty() && !from.failed())
    throw refuse("its kernels need a CPU with " + list +
                 ", which this one lacks; save it on a machine like this one");
  program.recipe = readRecipe(from, runtime, line);
  for (std::uint64_t left = from.count(); left > 0 && !from.failed(); --left) {
    std::string key = from.text(), why;
    auto image = LoadedImage::fromBytes(from.raw(from.number()), why);
    if (!image)
      throw refuse("an image cannot be used: " + why);
    auto compiled = std::make_shared<CompiledProgram>(std::move(image));
    compiled->list({.gdb = runtime.options.debugInfo, .perf = runtime.options.perfMap});
    program.images.emplace(std::move(key), std::move(compiled));
  }
  if (from.failed() || !from.atEnd())
    throw refuse("its contents are not those of a program");
  return program;
}

} // namespace gtjit::detail
