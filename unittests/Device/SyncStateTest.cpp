//===- SyncStateTest.cpp - Which side of a storage is current -------------===//
//
// The table of events and states, and who shares a state.
//
//===----------------------------------------------------------------------===//
#include "../ExpectError.h"
#include "EmulatedRuntime.h"

#include <gmock/gmock.h>

#include <functional>

using namespace gtjit;
using namespace gtjit::test;
using testing::ElementsAre;

namespace {

using State = SyncState::State;
constexpr State C = SYNC_CLEAN, H = SYNC_HOST_DIRTY, D = SYNC_DEVICE_DIRTY;

/// A software-managed storage of four elements and others to work on it with.
struct Scene {
  SoftwareManagedGPUStorage s{zeros<double>({4}, softwareManaged)};
  BothSides sides{s};
  Storage onHost = full<double>({4}, 9.0, {.device = nullptr});
  Storage onDevice = full<double>({4}, 9.0, unmanaged);
  Storage result = zeros<double>({4}, softwareManaged);
  Program twice = Runtime::current().compile([](Field f) { return 2.0 * f; }, arg(F64, {I}));

  /// The host has 1 everywhere, the device 2.
  explicit Scene(State state) {
    sides.set(1.0, 2.0);
    setState(s, state);
  }
  State state() const { return s.sync_state().state(); }
};

enum class Side { Neither, Host, Device };

struct Cell {
  State next;
  Side copiedTo = Side::Neither; ///< before the event writes
};

struct Event {
  const char *name;
  std::function<void(Scene &)> run;
  Cell after[3]; ///< by state
  Side written = Side::Neither;
  std::vector<double> values = {}; ///< that it writes, from the first element on
};

/// Calls the scene's program on processors, null, or the device.
void callOn(NameOrNone where, Scene &scene, const Storage &target, const Storage &value,
            bool inPart) {
  scene.twice.setDevice(where);
  if (inPart)
    scene.twice(out(target[{I(0, 1)}]), value);
  else
    scene.twice(out(target), value);
}

const std::vector<double> first = {9.0}, all = {9.0, 9.0, 9.0, 9.0}, firstTwice = {18.0};
constexpr Side none = Side::Neither, host = Side::Host, device = Side::Device;

const std::vector<Event> events = {
    // S1-110a
    {"host read: a view", [](Scene &x) { (void)x.s.read<double>(); }, {{C}, {H}, {C, host}}},
    {"host read: data", [](Scene &x) { (void)x.s.data(); }, {{C}, {H}, {C, host}}},
    {"host read: host_view", [](Scene &x) { (void)x.s.host_view(); }, {{C}, {H}, {C, host}}},
    {"host read: an element", [](Scene &x) { (void)x.s.item<double>({2}); }, {{C}, {H}, {C, host}}},
    {"host read: a program's argument",
     [](Scene &x) { callOn(nullptr, x, x.onHost, x.s, false); },
     {{C}, {H}, {C, host}}},
    // S1-110b
    {"device read: device_data",
     [](Scene &x) { (void)x.s.device_data(); },
     {{C}, {C, device}, {D}}},
    {"device read: device_view",
     [](Scene &x) { (void)x.s.device_view(); },
     {{C}, {C, device}, {D}}},
    {"device read: to_ndarray", [](Scene &x) { (void)x.s.to_ndarray(); }, {{C}, {C, device}, {D}}},
    // S1-110c
    {"host write of a part: of a number",
     [](Scene &x) { x.s[{I(0, 1)}] = 9.0; },
     {{H}, {H}, {H, host}},
     host,
     first},
    {"host write of a part: an element",
     [](Scene &x) { x.s.set({0}, 9.0); },
     {{H}, {H}, {H, host}},
     host,
     first},
    {"host write of a part: of values there",
     [](Scene &x) { x.s[{I(0, 1)}] = x.onHost; },
     {{H}, {H}, {H, host}},
     host,
     first},
    {"host write of a part: through a view",
     [](Scene &x) { x.s.write<double>()(0) = 9.0; },
     {{H}, {H}, {H, host}},
     host,
     first},
    // S1-110d
    {"device write of a part",
     [](Scene &x) { x.s[{I(0, 1)}] = x.onDevice; },
     {{D}, {D, device}, {D}},
     device,
     first},
    // S1-110e
    {"host write of all: of a number",
     [](Scene &x) { x.s[whole] = 9.0; },
     {{H}, {H}, {H}},
     host,
     all},
    {"host write of all: of values there",
     [](Scene &x) { x.s[whole] = x.onHost; },
     {{H}, {H}, {H}},
     host,
     all},
    // S1-110f
    {"device write of all",
     [](Scene &x) { x.s[whole] = x.onDevice; },
     {{D}, {D}, {D}},
     device,
     all},
    // S1-110g
    {"set_host_modified", [](Scene &x) { x.s.set_host_modified(); }, {{H}, {H}, {H}}},
    // S1-110h
    {"set_device_modified", [](Scene &x) { x.s.set_device_modified(); }, {{D}, {D}, {D}}},
    // S1-110i
    {"set_synchronized", [](Scene &x) { x.s.set_synchronized(); }, {{C}, {C}, {C}}},
    // S1-110j
    {"host_to_device", [](Scene &x) { x.s.host_to_device(); }, {{C}, {C, device}, {D}}},
    // S1-110k
    {"host_to_device, forced",
     [](Scene &x) { x.s.host_to_device({.force = true}); },
     {{C, device}, {C, device}, {C, device}}},
    // S1-110l
    {"device_to_host", [](Scene &x) { x.s.device_to_host(); }, {{C}, {H}, {C, host}}},
    // S1-110m
    {"device_to_host, forced",
     [](Scene &x) { x.s.device_to_host({.force = true}); },
     {{C, host}, {C, host}, {C, host}}},
    // S1-110n
    {"synchronize", [](Scene &x) { x.s.synchronize(); }, {{C}, {C, device}, {C, host}}},
    // S1-110o
    {"a program on the device reads",
     [](Scene &x) { callOn("gpu", x, x.result, x.s, false); },
     {{C}, {C, device}, {D}}},
    // S1-110p
    {"a program on the device writes",
     [](Scene &x) { callOn("gpu", x, x.s, x.onDevice, true); },
     {{D}, {D, device}, {D}},
     device,
     firstTwice},
    // S1-110q
    {"a program on the host writes",
     [](Scene &x) { callOn(nullptr, x, x.s, x.onHost, true); },
     {{H}, {H}, {H, host}},
     host,
     firstTwice},
    // S1-110r
    {"copy", [](Scene &x) { (void)x.s.copy(); }, {{C}, {H}, {D}}},
};

} // namespace

using SyncTable = EmulatedRuntime;

// S1-110, S0-006, S0-090, S0-091, S0-092
// S1-110a (open: Python), S1-110b (open: Python), S1-110c to r
TEST_F(SyncTable, AllEventsInAllStates) {
  for (const Event &event : events)
    for (State state : {C, H, D}) {
      SCOPED_TRACE(std::string(event.name) + " in state " +
                   std::to_string(static_cast<int>(state)));
      Scene scene(state);
      Cell after = event.after[static_cast<int>(state)];
      CountedCopies copies(runtime);
      event.run(scene);
      EXPECT_EQ(copies.toDevice(), after.copiedTo == Side::Device ? 1 : 0);
      EXPECT_EQ(copies.toHost(), after.copiedTo == Side::Host ? 1 : 0);
      EXPECT_EQ(scene.state(), after.next);
      std::vector<double> onHost(4, after.copiedTo == Side::Host ? 2.0 : 1.0);
      std::vector<double> onDevice(4, after.copiedTo == Side::Device ? 1.0 : 2.0);
      std::vector<double> &written = event.written == Side::Host ? onHost : onDevice;
      std::copy(event.values.begin(), event.values.end(), written.begin());
      EXPECT_EQ(scene.sides.onHost(), onHost);
      EXPECT_EQ(scene.sides.onDevice(), onDevice);
    }
}

// S1-110r, S1-093, S0-077
TEST_F(SyncTable, CopiesHaveAStateOfTheirOwn) {
  for (State state : {C, H, D}) {
    Scene scene(state);
    SoftwareManagedGPUStorage copy(scene.s.copy());
    EXPECT_EQ(copy.sync_state().state(), state);
    EXPECT_FALSE(copy.sync_state() == scene.s.sync_state());
    double current = state == D ? 2.0 : 1.0;
    EXPECT_THAT(valuesOf(copy), testing::Each(current));
    scene.s[whole] = 5.0;
    EXPECT_EQ(copy.sync_state().state(), state == D ? C : state); // valuesOf() has read it
    if (state == H)
      copy.host_to_device();
    if (state != C) {
      EXPECT_THAT(BothSides(copy).onDevice(), testing::Each(current));
    }
    EXPECT_EQ(copy.strides()[0], scene.s.strides()[0]);
    EXPECT_TRUE(copy.halo() == scene.s.halo());
  }
}

// S1-105
TEST(SyncStateHandle, HasThreeStates) {
  EXPECT_EQ(static_cast<int>(SYNC_CLEAN), 0);
  EXPECT_EQ(static_cast<int>(SYNC_HOST_DIRTY), 1);
  EXPECT_EQ(static_cast<int>(SYNC_DEVICE_DIRTY), 2);
  EXPECT_EQ(SyncState(SYNC_HOST_DIRTY).state(), SYNC_HOST_DIRTY);
  EXPECT_ERROR(ValueError, SyncState(static_cast<State>(3)),
               "expected a sync state of 0, 1 or 2, got 3");
  EXPECT_ERROR(ValueError, SyncState().state(), "expected a sync state, got an empty handle");
}

// S1-106
TEST_F(SyncTable, ViewsShareTheState) {
  SoftwareManagedGPUStorage s(zeros<double>({4, 3}, softwareManaged));
  s.synchronize();
  ASSERT_EQ(s.sync_state().state(), C);
  Storage part = s.slice({Slice(1, Slice::none), Slice()});
  part.set({0, 0}, 1.0);
  EXPECT_EQ(s.sync_state().state(), H);
  for (const Storage &view :
       {part, s.transpose(), s.view({I(1, 3)}), s.rebased({I(5)}), s.domain_view()})
    EXPECT_TRUE(SoftwareManagedGPUStorage(view).sync_state() == s.sync_state());
  EXPECT_FALSE(SoftwareManagedGPUStorage(s.copy()).sync_state() == s.sync_state());
  s.synchronize();
  EXPECT_EQ(SoftwareManagedGPUStorage(part).sync_state().state(), C);
}

// S1-107
TEST_F(SyncTable, MarkedChangesAreCopied) {
  Storage s = full<double>({4}, 1.0, softwareManaged), v = zeros<double>({4}, softwareManaged);
  auto *host = static_cast<double *>(s.data());
  s.synchronize();
  host[0] = 7.0; // nobody is told: what the device has stays
  v[whole] = 1.0 * Field(s);
  EXPECT_THAT(valuesOf(v), ElementsAre(1, 1, 1, 1));
  s.set_host_modified();
  v[whole] = 1.0 * Field(s);
  EXPECT_THAT(valuesOf(v), ElementsAre(7, 1, 1, 1));

  Storage there = as_storage(
      ArrayData::onDevice(static_cast<double *>(s.device_data()), Extents(4)), unmanaged);
  there[{I(1, 2)}] = 8.0;
  EXPECT_EQ(s.item<double>({1}), 1.0);
  s.set_device_modified();
  EXPECT_EQ(s.item<double>({1}), 8.0);
}

// S1-110g, S1-110h
TEST_F(SyncTable, LostChangesAreTold) {
  Storage s = zeros<double>({4}, softwareManaged);
  s.set_device_modified();
  s.set_host_modified();
  s.set_device_modified();
  std::string told(std::string_view(explain(2.0 * Field(s))));
  EXPECT_THAT(told, testing::HasSubstr("lost what the device alone had of 32 bytes at " __FILE__));
  EXPECT_THAT(told, testing::HasSubstr("lost what the host alone had of 32 bytes at " __FILE__));
}

TEST_F(SyncTable, ZerosAreOnTheDeviceTooHoweverManyThereAre) {
  std::int64_t many = 100000; // of which the system gives zeros, that nobody writes
  Storage u = zeros<double>({I(0, many)}, softwareManaged);
  EXPECT_EQ(SoftwareManagedGPUStorage(u).sync_state().state(), H);
  EXPECT_EQ(BothSides(u).onDevice()[99999], 0.0);
}

// S0-095
TEST_F(SyncTable, NormalUseNeedsNoCalls) {
  Storage s = full<double>({6}, 1.0, softwareManaged), v = empty<double>({6}, softwareManaged);
  s.set({2}, 5.0);
  v[whole] = 2.0 * Field(s);
  s[{I(0, 3)}] = Field(v) + 1.0;
  s.write<double>()(5) = -1.0;
  v[whole] = Field(s) + Field(v);
  EXPECT_THAT(valuesOf(v), ElementsAre(5, 5, 21, 3, 3, 1));
}
