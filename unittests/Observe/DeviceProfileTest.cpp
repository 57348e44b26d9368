//===- DeviceProfileTest.cpp - What kernels do on a device ----------------===//
//
// What profiles and explanations tell of kernels there beside what they tell of all.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"

#include <gmock/gmock.h>

#include <regex>
#include <string>

using namespace gtjit;
using testing::HasSubstr;
using testing::Not;

namespace {

class DeviceProfile : public testing::Test {
protected:
  static RuntimeOptions options() {
    RuntimeOptions options;
    options.threads = 1;
    options.profile = true;
    options.device = "emulated";
    return options;
  }
  std::string profile() const { return std::string(runtime.profile()); }

  Runtime runtime{options()};
  Runtime::Scope scope{runtime};
};

TEST_F(DeviceProfile, TellsTheUseOfTheDeviceAndTheCopies) {
  Storage u = ones<double>({I(0, 100), J(0, 50)}), v = zeros<double>(u.domain());
  int line = __LINE__ + 2;
  for (int n = 0; n < 3; ++n)
    v[whole] = sqrt(u * 2.0) + u;
  RuntimeCounters counters = runtime.counters();
  std::string text = profile(), place = "DeviceProfileTest.cpp:" + std::to_string(line);
  EXPECT_THAT(text, HasSubstr("device: emulated, sm_90; 1 copy of " +
                              std::to_string(counters.bytesToDevice) +
                              " bytes to the device, 0 of 0 bytes from it\n"));
  // The emulated device has no clock: there is no share of its memory's speed.
  EXPECT_TRUE(std::regex_search(
      text, std::regex("  " + place +
                       ":stencil_0: 3 runs, [0-9.]+ ms, [0-9.]+ us each, 0.080 MB each, [0-9.]+ "
                       "GB/s, [1-9][0-9]* registers a thread, occupancy [1-9][0-9]* %\n")))
      << text;
  (void)v.read<double>()(0, 0);
  EXPECT_THAT(profile(), HasSubstr("1 of " + std::to_string(runtime.counters().bytesFromDevice) +
                                   " bytes from it\n"));
}

TEST_F(DeviceProfile, TellsTheCopiesOfEachLine) {
  Storage u = ones<double>({I(0, 100)}), v = ones<double>({I(0, 100)});
  auto place = [](int line) { return "DeviceProfileTest.cpp:" + std::to_string(line) + ": "; };
  int to = __LINE__ + 3, from = __LINE__ + 4;
  for (int n = 0; n < 3; ++n) {
    u.write<double>()(0) = n;
    v[whole] = Field(u) + 1.0;
    (void)v.item<double>({n});
  }
  std::string text = profile();
  RuntimeCounters all = runtime.counters();
  EXPECT_THAT(text, HasSubstr(place(to) + "3 copies, " + std::to_string(all.bytesToDevice) +
                              " bytes to the device\n"));
  EXPECT_THAT(text, HasSubstr(place(from) + "3 copies, " + std::to_string(all.bytesFromDevice) +
                              " bytes from the device\n"));
}

TEST_F(DeviceProfile, TellsTheLineWhoseWriteMadesTooManyParts) {
  Storage u = zeros<double>({I(0, 40)});
  int line = __LINE__ + 2;
  for (std::int64_t n = 0; n < 17; ++n)
    u[{I(2 * n, 2 * n + 1)}] = Field(u) + double(n);
  std::string place = "DeviceProfileTest.cpp:" + std::to_string(line);
  EXPECT_THAT(profile(), HasSubstr(place + ": 1 copy, 128 bytes from the device\n"));
  EXPECT_THAT(std::string(std::string_view(explain(2.0 * Field(u)))),
              HasSubstr("copied 128 bytes from the device at "));
  EXPECT_THAT(profile(), Not(HasSubstr("an access")));
}

TEST_F(DeviceProfile, KernelsOnProcessorsAreHeldAgainstTheirMemory) {
  RuntimeOptions onHost = options();
  onHost.device = {};
  Runtime host(onHost);
  Runtime::Scope inner(host);
  Storage v = zeros<double>({I(0, 100)});
  v[whole] = 1.0;
  std::string text(host.profile());
  EXPECT_THAT(text, HasSubstr(" % of memory\n"));
  EXPECT_THAT(text, Not(HasSubstr("device")));
  EXPECT_THAT(text, Not(HasSubstr("registers")));
}

TEST_F(DeviceProfile, ExplainTellsTheUseBeforeAnythingRuns) {
  Storage u = ones<double>({I(0, 1000)});
  std::string text(std::string_view(explain(sin(Field(u)) + 1.0)));
  EXPECT_TRUE(std::regex_search(text, std::regex("over \\{I\\[0,1000\\)\\}: reads 0.008 MB, writes "
                                                 "0.008 MB, [0-9.]+ Mflop, [1-9][0-9]* registers a "
                                                 "thread, occupancy [1-9][0-9]* %\n")))
      << text;
  EXPECT_THAT(text, HasSubstr("since the runtime was made: 0 copies of 0 bytes to the device, 0 of "
                              "0 bytes from it\n"));
  EXPECT_EQ(runtime.counters().kernels, 0);
}

} // namespace
