//===- SavedProgram.cpp - The bytes of a program's file -------------------===//
//
// Nothing of the contents is looked at before magic, versions, size and
// checksum are right.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Program/SavedProgram.h"

#include "gtabi/MathTable.h"
#include "gtjit/Code/CompiledProgram.h"
#include "gtjit/Error.h"
#include "gtjit/Kernel/CpuFeatures.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Program/SavedText.h"
#include "gtjit/Types/PointTable.h"

#include <xxhash.h>

#include <algorithm>

namespace gtjit::detail {

namespace {

/// Starts every file. All integers little-endian.
struct Header {
  char magic[8];             ///< "gtprogr" and a zero
  std::uint64_t fingerprint; ///< of everything that keys and images number
  std::uint64_t size;        ///< bytes in all
  std::uint64_t checksum;    ///< XXH3 of the file with zeros in this place
};
constexpr char kMagic[8] = "gtprogr";
/// Of this file's layout.
constexpr std::uint64_t kFormat = 4;

/// Tells libraries apart whose files are not each other's.
std::uint64_t fingerprint() {
  std::string text = std::to_string(kFormat) + " " + std::to_string(gtabi::kAbiVersion) + " " +
                     std::to_string(gtabi::kMathFunctions);
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

void writeImages(ByteWriter &to, const Images &images) {
  to.number(images.size());
  for (const auto &[key, image] : images) {
    to.text(key);
    to.number(bytesOf(*image).size());
    to.raw(bytesOf(*image).data(), bytesOf(*image).size());
  }
}

/// What `why` tells of an image that cannot be used; else it stays empty.
Images readImages(ByteReader &from, Runtime::State &runtime, std::string &why) {
  Images images;
  for (std::uint64_t left = from.count(); left > 0 && !from.failed(); --left) {
    std::string key = from.text();
    auto image = LoadedImage::fromBytes(from.raw(from.number()), why);
    if (!image)
      break;
    auto compiled = std::make_shared<CompiledProgram>(std::move(image));
    compiled->list({.gdb = runtime.options.debugInfo, .perf = runtime.options.perfMap});
    images.emplace(std::move(key), std::move(compiled));
  }
  if (!from.atEnd())
    from.fail();
  return images;
}

/// What the text says. What is wrong with it `why` tells; else it stays empty.
Recipe readRecipe(const RecipeText &text, Runtime::State &runtime, std::string &why) {
  try {
    return readRecipe(runtime, text);
  } catch (const MemoryError &) {
    throw;
  } catch (const Error &error) {
    why = error.message();
    return {};
  }
}

/// The code of one CPU before it is read.
struct CodeBytes {
  CpuCode code; ///< without images
  std::span<const std::uint8_t> images;
};

std::vector<CodeBytes> readCodes(ByteReader &from) {
  std::vector<CodeBytes> codes;
  for (std::uint64_t left = from.count(); left > 0 && !from.failed(); --left) {
    CodeBytes code;
    code.code.cpu = from.text();
    for (std::uint64_t more = from.count(); more > 0 && !from.failed(); --more)
      code.code.features.push_back(from.text());
    code.images = from.raw(from.number());
    codes.push_back(std::move(code));
  }
  return codes;
}

/// The one with the most features that this machine has, or null; `why` tells
/// then what each needs.
CodeBytes *chooseCode(std::vector<CodeBytes> &codes, std::string &why) {
  CodeBytes *best = nullptr;
  why = "it has no kernels that this CPU runs";
  for (CodeBytes &code : codes) {
    std::string missing = missingFeatures(code.code.features);
    why += (&code == codes.data() ? ": '" : ", '") + code.code.cpu + "' needs " + missing;
    if (missing.empty() && (!best || best->code.features.size() < code.code.features.size()))
      best = &code;
  }
  why += "; SaveOptions::cpus can name this one";
  return best;
}

} // namespace

std::vector<std::uint8_t> encode(const SavedProgram &program) {
  ByteWriter to;
  Header header{};
  to.raw(&header, sizeof(header));
  writeText(to, printRecipe(program.recipe));
  to.number(program.codes.size());
  for (const CpuCode &code : program.codes) {
    to.text(code.cpu);
    to.number(code.features.size());
    for (const std::string &feature : code.features)
      to.text(feature);
    ByteWriter images;
    writeImages(images, code.images);
    to.number(images.bytes.size());
    to.raw(images.bytes.data(), images.bytes.size());
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
  RecipeText text = readText(from, runtime, line);
  std::vector<CodeBytes> codes = readCodes(from);
  if (from.failed() || !from.atEnd())
    throw refuse("its contents are not those of a program");
  std::string why;
  program.recipe = readRecipe(text, runtime, why);
  if (!why.empty())
    throw refuse("its text cannot be read: " + why);
  CodeBytes *code = chooseCode(codes, why);
  if (!code)
    throw refuse(why);
  ByteReader images(code->images);
  why.clear();
  code->code.images = readImages(images, runtime, why);
  if (!why.empty())
    throw refuse("an image cannot be used: " + why);
  if (images.failed())
    throw refuse("its contents are not those of a program");
  program.codes.push_back(std::move(code->code));
  return program;
}

} // namespace gtjit::detail
