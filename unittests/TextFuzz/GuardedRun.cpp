//===- GuardedRun.cpp - A program run by gt-run's engine ------------------===//

#include "GuardedRun.h"

#include "gtjit/Import/ImportValues.h"
#include "gtrun/Bindings.h"
#include "gtrun/Fault.h"
#include "gtrun/FieldRun.h"
#include "gtrun/StencilRun.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>

using namespace textfuzz;
using namespace gtrun;

static gtjit::RuntimeOptions optionsWith(gtjit::Allocator *memory, bool isReference) {
  gtjit::RuntimeOptions options;
  options.reference = isReference;
  options.allocator = memory;
  options.smallDomain = 1 << 30; // one thread
  return options;
}

GuardedRun::GuardedRun()
    : compiling(optionsWith(&memory, false)), reference(optionsWith(&memory, true)) {
  std::string name = (std::filesystem::temp_directory_path() / "text-fuzz-XXXXXX").string();
  folder = ::mkdtemp(name.data());
  file = folder + "/program.mlir";
}
GuardedRun::~GuardedRun() { std::filesystem::remove_all(folder); }

/// A bound near `usual`, rarely far away.
static std::int64_t someBound(Random &random, std::int64_t usual) {
  if (random.chance(3))
    return random.pick({INT64_MIN, INT64_MAX, INT64_MIN + 1, std::int64_t(1) << 62,
                        -(std::int64_t(1) << 62), std::int64_t(1) << 33});
  return usual + random.between(-1, 1);
}

static Options chooseOptions(const Listing &listing, Random &random) {
  Options options;
  for (const Argument &argument : listing.arguments) {
    if (argument.kind == Argument::Kind::Scalar) {
      options.scalars[argument.name] = argument.type == DType::Bool ? "true" : "3";
    } else if (argument.kind == Argument::Kind::Range) {
      if (!random.chance(15))
        options.ranges[argument.name] = {someBound(random, 2),
                                         someBound(random, random.chance(20) ? 3 : 6)};
    } else if (!random.chance(20)) {
      DimList list;
      for (Dimension dim : argument.dims)
        list.push_back({std::string(dim.name()), {random.between(-2, 1), random.between(6, 8)}});
      options.domains[argument.name] = list;
    }
  }
  return options;
}

namespace {
/// What came of a run: the bytes of all storages, or why there are none.
struct Result {
  struct Values {
    DType type;
    std::vector<std::byte> bytes;
  };
  std::string refusal;
  std::vector<Values> storages;
};
} // namespace

template <class T> static bool isNaN(const std::byte *bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return std::isnan(static_cast<double>(value));
}

/// Whether an element is NaN, or one of its parts is.
static bool isNaN(DType type, const std::byte *bytes) {
  switch (type) {
  case DType::F16:
    return isNaN<gtjit::Float16>(bytes);
  case DType::BF16:
    return isNaN<gtjit::BFloat16>(bytes);
  case DType::F32:
    return isNaN<float>(bytes);
  case DType::F64:
    return isNaN<double>(bytes);
  case DType::C64:
    return isNaN<float>(bytes) || isNaN<float>(bytes + 4);
  case DType::C128:
    return isNaN<double>(bytes) || isNaN<double>(bytes + 8);
  default:
    return false;
  }
}

/// Any NaN equals any NaN.
static bool isSame(const Result::Values &a, const Result::Values &b) {
  std::size_t size = itemsize(a.type);
  if (a.type != b.type || a.bytes.size() != b.bytes.size())
    return false;
  for (std::size_t at = 0; at < a.bytes.size(); at += size)
    if (std::memcmp(&a.bytes[at], &b.bytes[at], size) != 0 &&
        !(isNaN(a.type, &a.bytes[at]) && isNaN(b.type, &b.bytes[at])))
      return false;
  return true;
}

/// Numbers that differ from point to point.
static void fill(gtjit::Storage &storage) {
  gtjit::Domain domain = storage.domain();
  std::size_t count = 1;
  for (const auto &range : domain)
    count *= static_cast<std::size_t>(range.range.size());
  std::vector<std::byte> bytes(count * itemsize(storage.dtype()));
  for (std::size_t n = 0; n < count; ++n) // small numbers in every type
    bytes[n * itemsize(storage.dtype()) + itemsize(storage.dtype()) / 2] = std::byte(n % 63);
  gtjit::detail::importValues(storage, domain, bytes.data());
}

static Result runOnce(const Listing &listing, const Options &options, gtjit::Runtime &runtime) {
  Result result;
  try {
    Bindings bindings = bindArguments(listing, options, runtime);
    for (auto &storage : bindings.storages)
      if (storage)
        fill(*storage);
    if (listing.isStencilLevel)
      StencilRun(listing, options, runtime, bindings).run(bindings);
    else
      FieldRun(listing, options, runtime, bindings).run();
    for (auto &storage : bindings.storages) {
      if (!storage)
        continue;
      gtjit::Domain domain = storage->domain();
      std::size_t count = 1;
      for (const auto &range : domain)
        count *= static_cast<std::size_t>(range.range.size());
      auto &values = result.storages.emplace_back(storage->dtype());
      values.bytes.resize(count * itemsize(storage->dtype()));
      gtjit::detail::exportValues(*storage, domain, values.bytes.data());
    }
  } catch (const std::exception &error) {
    result.refusal = error.what();
    if (result.refusal.empty())
      result.refusal = "no message";
  }
  return result;
}

std::string GuardedRun::run(const std::string &text, Random random) {
  std::ofstream(file, std::ios::binary) << text;
  Listing listing;
  try {
    listing = readProgram(file, "");
  } catch (const std::exception &error) {
    return *error.what() ? "" : "is refused without a message";
  }
  Options options = chooseOptions(listing, random);
  Result compiled = runOnce(listing, options, compiling);
  if (compiled.refusal.find("fault of gtjit") != std::string::npos)
    return "is refused as a fault of gtjit: " + compiled.refusal;
  ran += compiled.refusal.empty();
  if (listing.isStencilLevel)
    return {};
  Result expected = runOnce(listing, options, reference);
  if (compiled.refusal.empty() != expected.refusal.empty())
    return "compiled: " + (compiled.refusal.empty() ? "runs" : compiled.refusal) +
           "\non the reference evaluator: " +
           (expected.refusal.empty() ? "runs" : expected.refusal);
  bool same = std::equal(compiled.storages.begin(), compiled.storages.end(),
                         expected.storages.begin(), expected.storages.end(), isSame);
  return same ? "" : "differs from the reference evaluator";
}
