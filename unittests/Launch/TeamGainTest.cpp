//===- TeamGainTest.cpp - When one thread works alone ---------------------===//

#include "gtjit/Launch/TeamGain.h"

#include <gtest/gtest.h>

using namespace gtjit::detail;
using namespace std::chrono_literals;

TEST(TeamGain, AHostWithRoomKeepsItsThreads) {
  TeamGain gain;
  for (int n = 0; n < 1000; ++n) {
    gain.shared(2, 50us, 52us);
    if (n % 200 == 199)
      gain.shared(2, 50us, 8ms); // 200 times 48 us were gained before
    EXPECT_FALSE(gain.isLost());
  }
}

TEST(TeamGain, WhatIsLostIsAtMostAShareOfTheTime) {
  TeamGain gain;
  TeamGain::Time team = 0ns, one = 0ns;
  int trials = 0;
  for (int n = 0; n < 100000; ++n) {
    bool isTrial = !gain.isLost();
    trials += isTrial;
    team += isTrial ? 4ms : 100us; // each time a thread waits for a processor
    one += 100us;
    isTrial ? gain.shared(2, 50us, 4ms) : gain.alone(100us);
  }
  EXPECT_GT(trials, 10) << "it goes on trying";
  EXPECT_LT(team, one + one / 32 + 28ms);
}

TEST(TeamGain, WhereTheCallerWaitsNothingIsGained) {
  TeamGain gain;
  int trials = 0;
  for (int n = 0; n < 1000 && !gain.isLost(); ++n, ++trials)
    gain.shared(2, n % 2 ? 50us : 4ms, 4ms); // now the caller waits for a processor, now the other
  EXPECT_LT(trials, 20);
}

TEST(TeamGain, OneLongWaitIsNoReason) {
  TeamGain gain;
  gain.shared(2, 50us, 1h); // the process was stopped
  gain.shared(2, 50us, 100ms);
  EXPECT_FALSE(gain.isLost());
  gain.shared(2, 50us, 100ms);
  EXPECT_TRUE(gain.isLost());
  gain.alone(130ms);
  EXPECT_FALSE(gain.isLost()) << "4 ms were not there";
  gain.shared(2, 50us, 1h);
  TeamGain::Time alone = 0ns;
  for (; gain.isLost(); alone += 100us)
    gain.alone(100us);
  EXPECT_LT(alone, 260ms);
}

TEST(TeamGain, ThreadsComeBackWhenTheHostHasRoomAgain) {
  TeamGain gain;
  for (int n = 0; n < 3; ++n)
    gain.shared(2, 50us, 8ms);
  EXPECT_TRUE(gain.isLost());
  int alone = 0;
  for (; gain.isLost(); ++alone)
    gain.alone(100us);
  EXPECT_NEAR(alone, 32 * 37, 3) << "24 ms less what was there and the kernels themselves";
  for (int n = 0; n < 100; ++n)
    gain.shared(2, 50us, 51us);
  EXPECT_FALSE(gain.isLost());
  gain.shared(2, 50us, 4ms);
  EXPECT_FALSE(gain.isLost()) << "it has gained more than this";
}
