//===- Options.cpp - Options and the environment --------------------------===//
//
// Parses the variables GTJIT_*. A value that cannot be used is an error, never
// ignored: a misspelt GTJIT_REFERENCE=yes must not look like a test of the
// reference evaluator.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Runtime/Options.h"

#include "gtjit/Error.h"
#include "gtjit/Kernel/CpuFeatures.h"

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace gtjit::detail {

[[noreturn]] static void refuse(SourceLine line, std::string_view variable,
                                std::string_view expected, std::string_view got) {
  std::string message(variable);
  message.append(": expected ").append(expected).append(", got '").append(got).append("'");
  throw ValueError(line, message);
}

static std::string_view variable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : std::string_view();
}

static bool readSwitch(const char *name, SourceLine line, bool otherwise = false) {
  std::string_view value = variable(name);
  if (!value.empty() && value != "0" && value != "1")
    refuse(line, name, "0 or 1", value);
  return value.empty() ? otherwise : value == "1";
}

static int readThreads(const char *name, SourceLine line) {
  std::string_view value = variable(name);
  if (value.empty())
    return 0;
  int threads = 0;
  auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), threads);
  if (error != std::errc() || end != value.data() + value.size() || threads < 1 ||
      threads > kMostThreads)
    refuse(line, name, "a number from 1 to 4096", value);
  return threads;
}

std::string checkedFolder(std::string_view option, std::string_view folder, SourceLine line) {
  std::error_code error;
  if (!folder.empty())
    std::filesystem::create_directories(folder, error);
  if (!folder.empty() && !std::filesystem::is_directory(folder, error))
    refuse(line, option, "a folder that exists or can be made", folder);
  return std::string(folder);
}

std::string checkedCpu(std::string_view option, std::string_view name, SourceLine line) {
  if (name.empty())
    return {};
  auto features = featuresOfLevel(name);
  if (!features)
    refuse(line, option, kCpuLevels, name);
  if (std::string missing = missingFeatures(*features); !missing.empty())
    throw ValueError(line, std::string(option) + ": this machine cannot run code for '" +
                               std::string(name) + "', it lacks " + missing);
  return std::string(name);
}

std::string checkedDevice(std::string_view option, std::string_view name, SourceLine line) {
  if (!name.empty() && name != "cuda" && name != "auto" && name != "emulated")
    refuse(line, option, "cuda, auto or emulated", name);
  return std::string(name);
}

/// A number of bytes, "512M".
static std::int64_t readBytes(const char *name, SourceLine line) {
  std::string_view value = variable(name);
  std::int64_t bytes = 0;
  auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), bytes);
  std::string_view unit(end, value.data() + value.size());
  std::size_t power = std::string_view("KMG").find(unit);
  bool isNumber = error == std::errc() && bytes > 0 && unit.size() <= 1 && power < 3;
  for (std::size_t n = 0; isNumber && n < power + unit.size(); ++n)
    isNumber = !__builtin_mul_overflow(bytes, std::int64_t(1024), &bytes);
  if (!value.empty() && !isNumber)
    refuse(line, name, "a number of bytes, which K, M or G may follow", value);
  return value.empty() ? 0 : bytes;
}

static Check readCheck(const char *name, SourceLine line) {
  std::string_view value = variable(name);
  if (!value.empty() && value != "0" && value != "nan" && value != "domains")
    refuse(line, name, "nan, domains or 0", value);
  return value == "nan" ? Check::NaN : value == "domains" ? Check::Domains : Check::None;
}

static std::string readProfile(const char *name) {
  std::string value(variable(name));
  return value == "1" ? "-" : value == "0" ? "" : value;
}

EnvironmentOptions readEnvironment(SourceLine line) {
  EnvironmentOptions options;
  options.threads = readThreads("GTJIT_THREADS", line);
  options.reference = readSwitch("GTJIT_REFERENCE", line);
  options.contract = readSwitch("GTJIT_CONTRACT", line);
  options.dump = checkedFolder("GTJIT_DUMP", variable("GTJIT_DUMP"), line);
  options.dumpData = readSwitch("GTJIT_DUMP_DATA", line);
  options.check = readCheck("GTJIT_CHECK", line);
  options.debugInfo = readSwitch("GTJIT_DEBUG", line);
  options.perfMap = readSwitch("GTJIT_PERF", line);
  options.profile = readProfile("GTJIT_PROFILE");
  options.trace = variable("GTJIT_TRACE");
  options.tiered = readSwitch("GTJIT_TIERED", line);
  options.cpu = checkedCpu("GTJIT_CPU", variable("GTJIT_CPU"), line);
  options.device = checkedDevice("GTJIT_DEVICE", variable("GTJIT_DEVICE"), line);
  options.diskCache = readSwitch("GTJIT_CACHE", line, /*otherwise=*/true);
  options.diskCacheBytes = readBytes("GTJIT_CACHE_SIZE", line);
  options.log = readSwitch("GTJIT_LOG", line);
  return options;
}

} // namespace gtjit::detail
