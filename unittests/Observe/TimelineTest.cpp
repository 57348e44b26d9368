//===- TimelineTest.cpp - What ran when, for a viewer ---------------------===//
//
// Events of the host and of devices, and the life of the files. That the format is what
// viewers take, test/GtRun/trace.mlir checks.
//
//===----------------------------------------------------------------------===//
#include "../Backends.h"

#include "gtjit/Memory/RuntimeState.h"
#include "gtjit/Types/Timeline.h"
#include "gtjit/array.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace gtjit;
using namespace gtjit::detail;
using testing::HasSubstr;
using testing::Not;

namespace fs = std::filesystem;

namespace {

class TimelineTest : public testing::Test {
protected:
  TimelineTest() { fs::create_directories(folder); }
  ~TimelineTest() override { fs::remove_all(folder); }

  std::string file(const char *name) const { return (folder / name).string(); }
  static std::string textOf(const std::string &path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  static std::size_t count(const std::string &text, const std::string &pattern) {
    std::regex sought(pattern);
    return static_cast<std::size_t>(std::distance(
        std::sregex_iterator(text.begin(), text.end(), sought), std::sregex_iterator()));
  }
  /// When the first event of a name began on a line, in microseconds.
  static double startOf(const std::string &text, const std::string &name, int line) {
    std::smatch found;
    std::regex sought("\"name\":\"" + name + "\".*\"ts\":([0-9.]+).*" + at(line));
    EXPECT_TRUE(std::regex_search(text, found, sought)) << name << " in " << text;
    return found.empty() ? 0.0 : std::stod(found[1]);
  }
  static std::string at(int line) {
    return "\"line\":\"" + std::string(__FILE__) + ":" + std::to_string(line) + "\"";
  }

  // A process keeps the events of a file: each test has files of its own.
  fs::path folder =
      fs::temp_directory_path() / ("gtjit-timeline-" + std::to_string(::getpid()) + "-" +
                                   testing::UnitTest::GetInstance()->current_test_info()->name());
};

RuntimeOptions tracedTo(const std::string &path, const char *device = "") {
  RuntimeOptions options;
  options.threads = 1;
  options.device = device;
  options.trace = path;
  return options;
}

TEST_F(TimelineTest, HoldsEvaluationsAndKernelsWithTheirLines) {
  int line = 0;
  {
    Runtime runtime(tracedTo(file("a.json")));
    Runtime::Scope scope(runtime);
    Storage u = ones<double>({I(0, 10), J(0, 5)}), v = zeros<double>(u.domain());
    line = __LINE__ + 2;
    for (int n = 0; n < 4; ++n) // the last ones by the line's plan
      v[interior] = u * 2.0 + 1.0;
    EXPECT_FALSE(fs::exists(file("a.json")));
  }
  std::string text = textOf(file("a.json"));
  EXPECT_EQ(count(text, "\"evaluate\",\"cat\":\"host\".*" + at(line)), 4u) << text;
  EXPECT_EQ(count(text, "stencil_0\",\"cat\":\"host\".*" + at(line) + ",\"points\":50"), 4u)
      << text;
  EXPECT_EQ(count(text, "\"name\":\"host 1\""), 1u);
  EXPECT_EQ(count(text, "\"device"), 0u);
}

// S0-157
TEST_F(TimelineTest, ShowsThatMemoryIsTakenWhenAllElseIsKnown) {
  for (bool ofArrays : {false, true})
    for (const char *device : {"", "emulated"}) {
      SCOPED_TRACE(std::string(ofArrays ? "array " : "field ") + device);
      std::string path = file((std::to_string(ofArrays) + device + ".json").c_str());
      int line = 0;
      {
        Runtime runtime(tracedTo(path, device));
        Runtime::Scope scope(runtime);
        Storage u = ones<double>({I(0, 10)}), w = ones<double>({J(0, 7)});
        line = __LINE__ + 1;
        Storage sum = ofArrays ? (array::Array(u) + w).storage() : eval(u + w);
        EXPECT_EQ(sum.item<double>({9, 6}), 2.0);
      }
      std::string text = textOf(path);
      double known = startOf(text, "infer", line), taken = startOf(text, "allocate", line),
             begun = startOf(text, "evaluate", line), run = startOf(text, "run", line);
      EXPECT_LT(known, taken) << text;
      EXPECT_LT(taken, begun) << text;
      EXPECT_LT(begun, run) << text;
      EXPECT_EQ(count(text, "\"allocate\",\"cat\":\"host\".*" + at(line) + ",\"bytes\":"), 1u);
    }
}

TEST_F(TimelineTest, HoldsTheCopiesOfCopyOnWrite) {
  int line = 0;
  {
    Runtime runtime(tracedTo(file("a.json")));
    Runtime::Scope scope(runtime);
    Storage u = ones<double>({I(0, 10)});
    Field old = u + 1.0; // keeps the old values needed
    line = __LINE__ + 1;
    u[{I(0, 4)}] = 3.0;
  }
  EXPECT_EQ(count(textOf(file("a.json")), "\"copy on write\".*" + at(line) + ",\"bytes\":48"), 1u)
      << textOf(file("a.json"));
}

TEST_F(TimelineTest, HoldsWhatTheDeviceDid) {
  int stored = 0, read = 0;
  RuntimeCounters counters;
  {
    Runtime runtime(tracedTo(file("a.json"), "emulated"));
    Runtime::Scope scope(runtime);
    Storage u = ones<double>({I(0, 10)}), v = empty<double>({I(0, 10)});
    stored = __LINE__ + 1;
    v[whole] = u + 1.0;
    read = __LINE__ + 1;
    EXPECT_EQ(v.read<double>()(3), 2.0);
    counters = runtime.counters();
  }
  std::string text = textOf(file("a.json"));
  EXPECT_EQ(counters.copiesToDevice, 1);
  EXPECT_EQ(counters.copiesFromDevice, 1);
  EXPECT_EQ(count(text, "\"cat\":\"device\""), 3u) << text;
  EXPECT_EQ(count(text, "\"copy to device\".*" + at(stored) +
                            ",\"bytes\":" + std::to_string(counters.bytesToDevice)),
            1u)
      << text;
  EXPECT_EQ(count(text, "stencil_0\",\"cat\":\"device\".*" + at(stored) + ",\"points\":10"), 1u);
  EXPECT_EQ(count(text, "\"copy from device\".*" + at(read) + ",\"bytes\":80"), 1u) << text;
}

TEST_F(TimelineTest, HoldsWhatTheDeviceDoesWhenTheProcessEnds) {
  EXPECT_EXIT(
      {
        auto *runtime = new Runtime(tracedTo(file("a.json"), "emulated"));
        Runtime::Scope scope(*runtime);
        Storage v = empty<double>({I(0, 10)}, {.device = "gpu", .managed = nullptr});
        v[whole] = 1.0 + Field(v);
        std::exit(0);
      },
      testing::ExitedWithCode(0), "");
  EXPECT_EQ(count(textOf(file("a.json")), "stencil_0\",\"cat\":\"device\""), 1u);
}

TEST_F(TimelineTest, EveryCopyThatIsCountedIsThere) {
  RuntimeCounters counters;
  {
    Runtime runtime(tracedTo(file("a.json"), "emulated"));
    Runtime::Scope scope(runtime);
    std::vector<double> memory(12, 1.0);
    Storage foreign = runtime.wrap(memory.data(), {I(0, 6)}, {.strides = {16}});
    foreign[whole] = 5.0 * Field(foreign); // there and back, in one call
    Storage parts = ones<double>({I(0, 9)});
    parts[{I(1, 8)}] = Field(parts) + 1.0;
    Storage there = zeros<double>({I(0, 4), J(0, 3)}, {.device = "gpu", .managed = nullptr});
    there[{I(0, 2)}] = 2.0;
    Storage here = storage(there, {.device = nullptr}), back = storage(here, {.device = "gpu"});
    EXPECT_EQ(parts.read<double>()(2), 2.0);
    counters = runtime.counters();
  }
  std::string text = textOf(file("a.json"));
  std::int64_t to = 0, from = 0;
  std::regex copy("\"copy (to|from) device\".*\"bytes\":([0-9]+)");
  for (std::sregex_iterator it(text.begin(), text.end(), copy), end; it != end; ++it)
    ((*it)[1] == "to" ? to : from) += std::stoll((*it)[2]);
  EXPECT_EQ(to, counters.bytesToDevice) << text;
  EXPECT_EQ(from, counters.bytesFromDevice) << text;
  EXPECT_GT(to, 0);
  EXPECT_GT(from, 0);
}

TEST_F(TimelineTest, RuntimesOfAProcessShareAFile) {
  std::string path = file("a.json");
  auto evaluateOnce = [](Runtime &runtime) {
    Runtime::Scope scope(runtime);
    Storage v = zeros<double>({I(0, 10)});
    v[whole] = 1.0;
  };
  {
    Runtime first(tracedTo(path));
    {
      Runtime second(tracedTo(path));
      evaluateOnce(second);
    }
    EXPECT_FALSE(fs::exists(path)); // the first one still writes to it
    evaluateOnce(first);
  }
  EXPECT_EQ(count(textOf(path), "\"evaluate\""), 2u);
  Runtime later(tracedTo(path));
  std::thread other(evaluateOnce, std::ref(later));
  other.join();
  evaluateOnce(later);
  EXPECT_EQ(count(textOf(path), "\"evaluate\""), 2u);
  later.~Runtime();
  new (&later) Runtime(); // what the block's end destroys
  EXPECT_EQ(count(textOf(path), "\"evaluate\""), 4u);
}

TEST_F(TimelineTest, ThreadsHaveRowsOfTheirOwn) {
  std::shared_ptr<Timeline> timeline = Timeline::open("trace", file("a.json"), {});
  auto add = [&] {
    for (int n = 0; n < 1000; ++n)
      TimelineSpan span(timeline.get(), "work", {});
  };
  std::thread one(add), two(add);
  one.join();
  two.join();
  timeline = nullptr;
  std::string text = textOf(file("a.json"));
  EXPECT_EQ(count(text, "\"work\""), 2000u);
  EXPECT_EQ(count(text, "\"name\":\"host [0-9]+\""), count(text, "\"thread_name\""));
}

TEST_F(TimelineTest, AChildOfForkWritesItsOwnEventsToItsOwnFile) {
  std::string path = file("trace-%p.json");
  std::shared_ptr<Timeline> timeline = Timeline::open("trace", path, {});
  std::shared_ptr<Timeline> plain = Timeline::open("trace", file("plain.json"), {});
  timeline->add(Actor::Host, {"before"}, {}, {});
  plain->add(Actor::Host, {"before"}, {}, {});
  pid_t child = ::fork();
  if (child == 0) {
    timeline->add(Actor::Host, {"in child"}, {}, {});
    timeline.reset();
    plain.reset();
    ::_exit(0);
  }
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  EXPECT_FALSE(fs::exists(file("plain.json")));
  std::string ofChild = textOf(file(("trace-" + std::to_string(child) + ".json").c_str()));
  EXPECT_THAT(ofChild, HasSubstr("in child"));
  EXPECT_THAT(ofChild, Not(HasSubstr("before")));
  EXPECT_THAT(ofChild, HasSubstr("\"pid\":" + std::to_string(child)));
  timeline.reset();
  std::string own = textOf(file(("trace-" + std::to_string(::getpid()) + ".json").c_str()));
  EXPECT_THAT(own, HasSubstr("before"));
  EXPECT_THAT(own, Not(HasSubstr("in child")));
}

TEST_F(TimelineTest, NamesAreTextOfJson) {
  std::shared_ptr<Timeline> timeline = Timeline::open("trace", file("a.json"), {});
  timeline->add(Actor::Host, {"a \"b\" \\ \n \xc3\xa9 \xff \xc3"}, {}, {});
  timeline.reset();
  EXPECT_THAT(textOf(file("a.json")), HasSubstr("\"a \\\"b\\\" \\\\ \\u000a \xc3\xa9 ? ?\""));
}

TEST_F(TimelineTest, AFileThatCannotBeWrittenInTheEndIsTold) {
  std::string path = file("gone/a.json");
  fs::create_directories(folder / "gone");
  std::shared_ptr<Timeline> timeline = Timeline::open("trace", path, {});
  fs::remove_all(folder / "gone");
  testing::internal::CaptureStderr();
  timeline.reset();
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "gtjit: the trace could not be written to '" + path + "': No such file or directory\n");
}

TEST_F(TimelineTest, APlaceWhereNoFileCanBeIsAnErrorOfTheRuntime) {
  std::string path = file("none/a.json");
  try {
    Runtime runtime(tracedTo(path));
    FAIL() << "no error";
  } catch (const ValueError &error) {
    EXPECT_EQ(std::string(error.message()),
              "RuntimeOptions::trace: the trace cannot be written to '" + path +
                  "': No such file or directory");
  }
}

TEST_F(TimelineTest, IsOffUnlessAskedFor) {
  Runtime runtime;
  EXPECT_EQ(runtime.get().timeline, nullptr);
}

} // namespace
