//===- PlantedFaultTest.cpp - Would a fault be found? ---------------------===//
//
// With --fault NAME the random scenarios run on an engine or compiler that
// makes one mistake, and the test is that some scenario shows it.
//
//===----------------------------------------------------------------------===//
#include "PlantedFaultTest.h"

#include "Backends.h"
#include "Faults/ForgottenReaders.h"
#include "Options.h"
#include "Sequence.h"
#include "gtjit/Graph/StorageState.h"

#include <gtest/gtest.h>

#include <iostream>

using namespace gtjit;
using namespace gtjit::randomgraphs;

void randomgraphs::forgetReaders(const Statement &statement, std::vector<Storage> &storages) {
  for (const Write &write : statement.writes) {
    detail::BlockRef block = storages[static_cast<std::size_t>(write.storage)].get()->view().block;
    std::lock_guard lock(block->mutex);
    for (const detail::LeafEntry &entry : block->leaves)
      *entry.place = detail::LeafEntry::unlisted;
    block->leaves.clear();
  }
}

namespace {

class PlantedFault : public testing::Test {
public:
  void TestBody() override {
    Backends backends(/*isGuarded=*/false); // a wrong kernel may read anywhere
    if (options().fault == "copy-on-write")
      backends.before = forgetReaders;
    Sequence sequence(options().seed);
    std::string found;
    std::int64_t n = 0;
    for (; n < options().graphs && found.empty(); ++n)
      found = backends.disagreement(sequence.next(), static_cast<std::uint64_t>(n));
    if (!found.empty())
      std::cout << "fault " << options().fault << ", seed " << options().seed << ": scenario "
                << n - 1 << ": " << found << "\n";
    bool isPlanted = options().fault != "none";
    EXPECT_EQ(!found.empty(), isPlanted);
  }
};

} // namespace

void randomgraphs::registerPlantedFault() {
  testing::RegisterTest("PlantedFault", "IsShownBySomeScenario", nullptr, nullptr, __FILE__,
                        __LINE__, []() -> testing::Test * { return new PlantedFault; });
}
