//===- Backends.cpp - Playing on all runtimes, shrinking ------------------===//

#include "Backends.h"

#include "gtjit/Contract.h"
#include "gtjit/Memory/CacheModel.h"
#include "gtjit/Memory/RuntimeState.h"

#include <set>
#include <thread>

using namespace gtjit;
using namespace gtjit::randomgraphs;

void TestExecutor::run(std::int64_t count, Body body, void *context) {
  if (order == Order::Backwards) {
    for (std::int64_t n = count; n-- > 0;)
      body(context, n, n + 1);
    return;
  }
  if (order == Order::Alone || count < 2)
    return body(context, 0, count);
  std::thread other([=] { body(context, count / 2, count); });
  body(context, 0, count / 2);
  other.join();
}

static RuntimeOptions referenceOptions() {
  RuntimeOptions options;
  options.reference = true;
  return options;
}

static RuntimeOptions compilingOptions(Executor &executor, Allocator *memory, bool stockCodegen) {
  RuntimeOptions options;
  options.executor = &executor;
  options.allocator = memory;
  options.reference = false;
  options.smallDomain = 0;
  options.stockCodegen = stockCodegen;
  if (!stockCodegen) // of devices: threads that share, and some whose points are not all there
    options.threadRows = options.threadColumns = 2;
  return options;
}

static RuntimeOptions tieredOptions(Executor &executor) {
  RuntimeOptions options = compilingOptions(executor, nullptr, false);
  options.tiered = true;
  return options;
}

/// What has next to no bytes fits the caches, and leaves them when less comes.
static RuntimeOptions coldOptions(Executor &executor) {
  RuntimeOptions options = compilingOptions(executor, nullptr, false);
  options.cacheBytes = 4096;
  return options;
}

void randomgraphs::registerOwnPreset(Runtime &runtime) {
  auto firstFastest = [](const Dims &dims) {
    Layout layout(Layout::Kind::Ranks);
    for (std::size_t d = 0; d < dims.size(); ++d)
      layout.ranks.push_back(static_cast<std::int64_t>(d == 0 ? dims.size() - 1 : d - 1));
    return layout;
  };
  runtime.registerPreset("own", {.layout = firstFastest, .alignmentBytes = 32});
}

Backends::Backends(bool isGuarded)
    : reference(referenceOptions()),
      jit(compilingOptions(executor, isGuarded ? &memory : nullptr, false)),
      stock(compilingOptions(executor, nullptr, true)), tiered(tieredOptions(executor)),
      cold(coldOptions(executor)) {
  for (Runtime *runtime : {&reference, &jit, &stock, &tiered, &cold})
    registerOwnPreset(*runtime);
  cold.get().caches = std::make_unique<detail::CacheModel>(128);
}

std::string Backends::checkedDisagreement(const Scenario &scenario) {
  CheckScope scope(Check::NaN);
  executor.order = TestExecutor::Order::TwoThreads;
  jit.get().options.tile = {};
  return difference(play(scenario, reference, Timing::Lazy), play(scenario, jit, Timing::Lazy));
}

/// What has been evaluated has been rounded: nothing but what is evaluated alike is compared.
std::string Backends::contractedDisagreement(const Scenario &scenario) {
  ContractScope scope;
  executor.order = TestExecutor::Order::TwoThreads;
  jit.get().options.tile = {};
  Outcome expected = play(scenario, reference, Timing::Lazy);
  std::string found = difference(expected, play(scenario, jit, Timing::Lazy));
  if (!found.empty())
    return found;
  return difference(expected, play(scenario, stock, Timing::Lazy));
}

std::string Backends::coldDisagreement(const Scenario &scenario, const Outcome &expected) {
  executor.order = TestExecutor::Order::Alone;
  for (int time = 0; time < 5; ++time)
    if (std::string found = difference(expected, play(scenario, cold, Timing::Lazy, before));
        !found.empty())
      return found;
  return {};
}

std::string Backends::disagreement(const Scenario &scenario, std::uint64_t seed) {
  // What has been evaluated is computed in its own precision.
  Timing timing = computesInOtherPrecision(scenario) ? Timing::Lazy : Timing::Eager;
  Outcome expected = play(scenario, reference, timing);
  if (!expected.error.empty())
    return "reference, eager: " + expected.error;
  std::string found = difference(expected, play(scenario, reference, Timing::Lazy, before));
  if (!found.empty())
    return "reference, lazy: " + found;
  if (!compiles)
    return {};

  RuntimeOptions &options = jit.get().options;
  struct Way {
    const char *name;
    TestExecutor::Order order;
    detail::Sequence<std::int64_t> tile;
    std::int64_t cacheBytes; ///< 1: all results go past the caches
  };
  Random random(seed);
  auto tiny = [&] { return random.pick({1, 2, 3, 5, 7, 9, 17}); };
  const Way ways[] = {
      {"compiled, 1 thread", TestExecutor::Order::Alone, {}, 1 << 30},
      {"compiled, 2 threads", TestExecutor::Order::TwoThreads, {}, 1},
      {"compiled, tiny tiles",
       TestExecutor::Order::Backwards,
       {tiny(), tiny(), 1, tiny(), 2, 1},
       1},
  };
  for (const Way &way : ways) {
    executor.order = way.order;
    options.tile = way.tile;
    options.cacheBytes = way.cacheBytes;
    found = difference(expected, play(scenario, jit, Timing::Lazy, before));
    if (!found.empty())
      return std::string(way.name) + ": " + found;
  }
  if (seed % 4 == 1 && !computesInOtherPrecision(scenario)) {
    executor.order = TestExecutor::Order::Alone;
    options.tile = {};
    bool saves = seed % 128 == 1;
    found = difference(expected,
                       play(scenario, jit, saves ? Timing::SavedProgram : Timing::Program, before));
    if (!found.empty())
      return "programs: " + found;
  }
  if (seed % 8 == 2) {
    found = checkedDisagreement(scenario);
    if (!found.empty())
      return "checked: " + found;
  }
  if (seed % 8 == 3) {
    found = contractedDisagreement(scenario);
    if (!found.empty())
      return "contracted: " + found;
  }
  if (seed % 16 == 5) {
    found = coldDisagreement(scenario, expected);
    if (!found.empty())
      return "data that is not in the caches: " + found;
  }
  if (seed % 16 == 8) {
    executor.order = TestExecutor::Order::TwoThreads;
    tiered.get().options.cacheBytes = seed % 32 == 8 ? 1 : 1 << 30;
    for (const char *name : {"quick code", "quick code and what came in its place"}) {
      found = difference(expected, play(scenario, tiered, Timing::Lazy, before));
      if (!found.empty())
        return std::string(name) + ": " + found;
      tiered.waitForCode();
    }
  }
  if (seed % 16 != 0)
    return {};
  executor.order = TestExecutor::Order::Alone;
  found = difference(expected, play(scenario, stock, Timing::Lazy, before));
  return found.empty() ? found : "compiled by LLVM's own passes: " + found;
}

namespace {

/// Drops definitions that nothing reads.
void dropUnused(Scenario &scenario) {
  while (true) {
    std::set<int> used;
    for (const Statement &s : scenario.statements) {
      for (const Operand &operand : s.expression.operands)
        used.insert(operand.variable);
      for (const Write &write : s.writes)
        used.insert(write.value.variable);
      used.insert(s.variables.begin(), s.variables.end());
      if (s.what == Do::Item)
        used.insert(s.variable);
    }
    std::size_t before = scenario.statements.size();
    std::erase_if(scenario.statements, [&](const Statement &s) {
      return (s.what == Do::Define || s.what == Do::Drop) && !used.count(s.variable);
    });
    if (scenario.statements.size() == before)
      return;
  }
}

/// Replaces a definition by one of its operands of the same type.
bool bypass(Scenario &scenario, std::size_t statement, std::size_t operand) {
  const Statement removed = scenario.statements[statement];
  if (removed.what != Do::Define || operand >= removed.expression.operands.size() ||
      removed.expression.operands[operand].variable < 0)
    return false;
  int instead = removed.expression.operands[operand].variable;
  for (Statement &s : scenario.statements) {
    for (Operand &o : s.expression.operands)
      o.variable = o.variable == removed.variable ? instead : o.variable;
    for (Write &write : s.writes)
      write.value.variable =
          write.value.variable == removed.variable ? instead : write.value.variable;
    for (int &variable : s.variables)
      variable = variable == removed.variable ? instead : variable;
  }
  scenario.statements.erase(scenario.statements.begin() + static_cast<std::ptrdiff_t>(statement));
  return true;
}

bool isValid(const Scenario &scenario) {
  Model model(nullptr);
  for (const StorageSpec &spec : scenario.storages)
    model.add(spec);
  for (const Statement &statement : scenario.statements)
    if (!model.follow(statement))
      return false;
  return true;
}

} // namespace

Scenario randomgraphs::shrink(Scenario scenario,
                              const std::function<bool(const Scenario &)> &fails) {
  auto accept = [&](Scenario smaller) {
    dropUnused(smaller);
    bool better = isValid(smaller) && fails(smaller);
    if (better)
      scenario = std::move(smaller);
    return better;
  };
  for (bool progress = true; progress;) {
    progress = false;
    for (std::size_t n = scenario.statements.size(); n-- > 0;) {
      if (n >= scenario.statements.size())
        continue;
      Scenario without = scenario;
      bool isDefinition = without.statements[n].what == Do::Define;
      if (!isDefinition && without.statements[n].what != Do::View) {
        without.statements.erase(without.statements.begin() + static_cast<std::ptrdiff_t>(n));
        if (accept(std::move(without))) {
          progress = true;
          continue;
        }
      }
      for (std::size_t operand = 0; isDefinition && operand < 3; ++operand) {
        Scenario shorter = scenario;
        if (bypass(shorter, n, operand) && accept(std::move(shorter))) {
          progress = true;
          break;
        }
      }
    }
  }
  return scenario;
}
