//===- SavedProgram.cpp - The bytes of a program's file -------------------===//
//
// Nothing of the contents is looked at before magic, versions, size and
// checksum are right.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Program/SavedProgram.h"

#include "gtjit/Code/CodeFormat.h"
#include "gtjit/Code/CompiledProgram.h"
#include "gtjit/Device/Chips.h"
#include "gtjit/Device/DeviceContext.h"
#include "gtjit/Error.h"
#include "gtjit/Kernel/CpuFeatures.h"
#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Program/SavedText.h"
#include "gtjit/Types/SealedBytes.h"

#include <algorithm>

namespace gtjit::detail {

namespace {

constexpr char kMagic[8] = "gtprogr";
/// Of this file's layout.
constexpr std::uint64_t kLayout = 4;

/// What is wrong with a file's seal; null if nothing.
const char *fault(std::span<const std::uint8_t> bytes) {
  switch (checkSeal(bytes, kMagic, codeFormat(kLayout))) {
  case SealFault::None:
    return nullptr;
  case SealFault::Foreign:
    return "it is no saved program";
  case SealFault::NotWhole:
    return "it is not whole";
  case SealFault::Damaged:
    return "it is damaged: its checksum is wrong";
  case SealFault::OtherVersion:
    return "it was saved by another version of gtjit; save it again with this one";
  }
  __builtin_unreachable();
}

void writeImages(ByteWriter &to, const Images &images) {
  to.number(images.size());
  for (const auto &[key, image] : images) {
    to.text(key);
    to.number(image->imageBytes().size());
    to.raw(image->imageBytes().data(), image->imageBytes().size());
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

/// The code of one target before it is read.
struct CodeBytes {
  TargetCode code; ///< without images
  std::span<const std::uint8_t> images;
};

std::vector<CodeBytes> readCodes(ByteReader &from) {
  std::vector<CodeBytes> codes;
  for (std::uint64_t left = from.count(); left > 0 && !from.failed(); --left) {
    CodeBytes code;
    code.code.target = from.text();
    for (std::uint64_t more = from.count(); more > 0 && !from.failed(); --more)
      code.code.features.push_back(from.text());
    code.images = from.raw(from.number());
    codes.push_back(std::move(code));
  }
  return codes;
}

/// That of a CPU with the most features that this machine has, or null; `why` tells
/// then what each needs.
CodeBytes *chooseForCpu(std::vector<CodeBytes> &codes, std::string &why) {
  CodeBytes *best = nullptr;
  std::string needs;
  for (CodeBytes &code : codes) {
    if (capabilityOf(code.code.target))
      continue;
    std::string missing = missingFeatures(code.code.features);
    needs += (needs.empty() ? ": '" : ", '") + code.code.target + "' needs " + missing;
    if (missing.empty() && (!best || best->code.features.size() < code.code.features.size()))
      best = &code;
  }
  why = "it has no kernels that this CPU runs" + needs + "; SaveOptions::targets can name this one";
  return best;
}

/// That of the latest chip which the runtime's device is no older than, or null.
CodeBytes *chooseForDevice(std::vector<CodeBytes> &codes, const Runtime::State &runtime) {
  CodeBytes *best = nullptr;
  if (!runtime.device)
    return best;
  std::optional<int> most = capabilityOf(runtime.device->chip()), latest;
  for (CodeBytes &code : codes)
    if (std::optional<int> capability = capabilityOf(code.code.target);
        capability && capability <= most && (!latest || latest < capability)) {
      latest = capability;
      best = &code;
    }
  return best;
}

} // namespace

std::vector<std::uint8_t> encode(const SavedProgram &program) {
  ByteWriter to;
  beginSealed(to);
  writeText(to, printRecipe(program.recipe));
  to.number(program.codes.size());
  for (const TargetCode &code : program.codes) {
    to.text(code.target);
    to.number(code.features.size());
    for (const std::string &feature : code.features)
      to.text(feature);
    ByteWriter images;
    writeImages(images, code.images);
    to.number(images.bytes.size());
    to.raw(images.bytes.data(), images.bytes.size());
  }
  sealBytes(to.bytes, kMagic, codeFormat(kLayout));
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
  from.raw(sizeof(Seal));
  SavedProgram program;
  RecipeText text = readText(from, runtime, line);
  std::vector<CodeBytes> codes = readCodes(from);
  if (from.failed() || !from.atEnd())
    throw refuse("its contents are not those of a program");
  std::string why;
  program.recipe = readRecipe(text, runtime, why);
  if (!why.empty())
    throw refuse("its text cannot be read: " + why);
  CodeBytes *chosen[] = {chooseForCpu(codes, why), chooseForDevice(codes, runtime)};
  if (!chosen[0] && !chosen[1])
    throw refuse(why);
  for (CodeBytes *code : chosen) {
    if (!code)
      continue;
    ByteReader images(code->images);
    why.clear();
    code->code.images = readImages(images, runtime, why);
    if (!why.empty())
      throw refuse("an image cannot be used: " + why);
    if (images.failed())
      throw refuse("its contents are not those of a program");
    program.codes.push_back(std::move(code->code));
  }
  return program;
}

} // namespace gtjit::detail
