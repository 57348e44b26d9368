//===- DeviceCodeTest.cpp - Code of a device on disk ----------------------===//
//
// What the driver makes of PTX is kept for the next process, and for no other driver.
//
//===----------------------------------------------------------------------===//
#include "../Code/CacheFolderFixture.h"
#include "EmulatedRuntime.h"

#include "gtjit/Code/DiskCache.h"
#include "gtjit/Code/DiskUsage.h"
#include "gtjit/Device/Emulated/EmulatedDriver.h"

#include <cstdlib>
#include <fstream>

using namespace gtjit;
using namespace gtjit::test;

namespace {

class DeviceCode : public CacheFolderFixture {
protected:
  void SetUp() override {
    CacheFolderFixture::SetUp();
    ::setenv("GTJIT_CACHE", "1", 1);
  }
  void TearDown() override {
    ::setenv("GTJIT_CACHE", "0", 1);
    detail::setEmulatedVersion(12000);
    CacheFolderFixture::TearDown();
  }

  /// How often the driver makes code for an evaluation in a runtime of its own.
  std::size_t linksOfRun() const {
    std::size_t before = detail::emulatedLinks();
    RuntimeOptions options = onEmulatedDevice();
    options.diskCacheFolder = folder;
    Runtime runtime(options);
    Runtime::Scope scope(runtime);
    Storage u = ones<double>({I(0, 8)}, unmanaged), v = ones<double>({I(0, 8)}, unmanaged);
    v[whole] = Field(u) * 3.0 + 1.0;
    EXPECT_EQ(valuesOf(v)[7], 4.0);
    return detail::emulatedLinks() - before;
  }

  /// The files with such code, and what gt-cache says of each.
  std::vector<std::string> codeFiles() const {
    std::vector<std::string> paths;
    for (const detail::DiskFile &file : detail::diskFiles(folder)) {
      std::string kernels;
      EXPECT_EQ(detail::checkDiskFile(file, kernels), "");
      if (kernels.starts_with("code for "))
        paths.push_back(file.path);
      if (kernels.starts_with("code for "))
        EXPECT_THAT(kernels, testing::StartsWith("code for capability 9.0, driver 1"));
    }
    return paths;
  }
};

} // namespace

TEST_F(DeviceCode, IsMadeOnceAndRead) {
  EXPECT_EQ(linksOfRun(), 1u);
  EXPECT_EQ(linksOfRun(), 0u);
  EXPECT_EQ(codeFiles().size(), 1u);
}

TEST_F(DeviceCode, OfAnotherDriverIsNotTaken) {
  EXPECT_EQ(linksOfRun(), 1u);
  detail::setEmulatedVersion(12010);
  EXPECT_EQ(linksOfRun(), 1u);
  EXPECT_EQ(linksOfRun(), 0u);
  detail::setEmulatedVersion(12000);
  EXPECT_EQ(linksOfRun(), 0u);
  EXPECT_EQ(codeFiles().size(), 2u);
}

TEST_F(DeviceCode, ThatIsDamagedIsMadeAnew) {
  EXPECT_EQ(linksOfRun(), 1u);
  std::vector<std::string> files = codeFiles();
  ASSERT_EQ(files.size(), 1u);
  std::fstream(files[0], std::ios::in | std::ios::out | std::ios::binary).seekp(200).put('?');
  EXPECT_EQ(linksOfRun(), 1u);
  EXPECT_EQ(linksOfRun(), 0u);
  std::filesystem::resize_file(files[0], 100);
  EXPECT_EQ(linksOfRun(), 1u);
}

TEST_F(DeviceCode, ThatTheDriverRefusesIsMadeAnew) {
  EXPECT_EQ(linksOfRun(), 1u);
  detail::DiskCache disk(folder, 1 << 20);
  // Whole and under its key, but not what the driver made.
  std::string path = codeFiles().at(0), bytes;
  {
    std::ifstream file(path, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(file), {});
  }
  std::size_t at = bytes.find("device code\n");
  ASSERT_NE(at, std::string::npos);
  std::string key = bytes.substr(at, bytes.find(" bytes", at) + 6 - at);
  std::string other = "emulated code, driver 7\nnothing";
  disk.keepBytes(key, {reinterpret_cast<const std::uint8_t *>(other.data()), other.size() + 1});
  EXPECT_EQ(linksOfRun(), 1u);
  EXPECT_EQ(linksOfRun(), 0u);
}

TEST_F(DeviceCode, IsNotKeptWithoutAFolder) {
  ::setenv("GTJIT_CACHE", "0", 1);
  EXPECT_EQ(linksOfRun(), 0u); // the driver takes the PTX itself
  EXPECT_FALSE(exists(folder));
}
