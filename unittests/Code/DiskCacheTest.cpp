//===- DiskCacheTest.cpp - Images kept for other processes ----------------===//
//
// The cache alone, with images made by hand: what may be read, what is left of
// writes that fail, who makes a key, what goes when there is too much.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Code/DiskCache.h"
#include "gtjit/Code/CodeFormat.h"
#include "gtjit/Code/DiskEntry.h"
#include "gtjit/Code/DiskUsage.h"
#include "gtjit/Types/SealedBytes.h"

#include "../TestImage.h"
#include "CacheFolderFixture.h"

#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>

using namespace gtjit;
using namespace gtjit::detail;
using testing::HasSubstr;

namespace {

constexpr std::int64_t kPlenty = std::int64_t(1) << 30;

std::vector<std::uint8_t> someImage(std::size_t bytes = 1) {
  TestImage image;
  image.code.assign(bytes, 0xc3);
  return image.bytes();
}

class DiskCacheTest : public CacheFolderFixture {
protected:
  std::unique_ptr<DiskCache> cacheOf(std::int64_t limit = kPlenty) const {
    return std::make_unique<DiskCache>(folder, limit);
  }
  static bool has(DiskCache &cache, const std::string &key) {
    return cache.claim(key, {}).image != nullptr;
  }
  static void keep(DiskCache &cache, const std::string &key, std::size_t bytes = 1) {
    cache.keep(cache.claim(key, {}), someImage(bytes));
  }
  /// The one entry of the folder.
  std::string onlyEntry() const {
    std::vector<DiskFile> files = diskFiles(folder);
    EXPECT_EQ(files.size(), 1u);
    return files.empty() ? "" : files[0].path;
  }
  static void setTime(const std::string &path, std::time_t time) {
    timespec times[2] = {{time, 0}, {time, 0}};
    ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
  }
};

} // namespace

TEST_F(DiskCacheTest, oneCacheFindsWhatAnotherKept) {
  keep(*cacheOf(), "key");
  auto other = cacheOf();
  auto claim = other->claim("key", {});
  ASSERT_TRUE(claim.image);
  EXPECT_EQ(claim.image->view().code()[0], 0xc3);
  EXPECT_FALSE(has(*other, "another key"));
  EXPECT_EQ(mode(folder), 0700);
  EXPECT_EQ(mode(onlyEntry()), 0600);
}

TEST_F(DiskCacheTest, whatIsDamagedIsMadeAnew) {
  auto cache = cacheOf();
  keep(*cache, "key");
  const std::string path = onlyEntry();
  const std::vector<std::uint8_t> whole = readOwnFile(path).bytes;
  auto expectMadeAnew = [&](const std::vector<std::uint8_t> &bytes, std::size_t what) {
    ASSERT_TRUE(writeWholeFile(path, bytes));
    ASSERT_FALSE(has(*cache, "key")) << what;
    ASSERT_FALSE(exists(path)) << "it is removed: " << what;
  };
  for (std::size_t size = 1; size < whole.size(); size += 97) // truncated
    expectMadeAnew({whole.begin(), whole.begin() + std::ptrdiff_t(size)}, size);
  for (std::size_t bit = 0; bit < 8 * whole.size(); bit += bit < 1024 ? 1 : 509) { // flipped
    std::vector<std::uint8_t> damaged = whole;
    damaged[bit / 8] ^= std::uint8_t(1u << bit % 8);
    expectMadeAnew(damaged, bit);
  }
  expectMadeAnew(std::vector<std::uint8_t>(5000, 'x'), 0); // foreign
  expectMadeAnew(someImage(), 1);
  ASSERT_TRUE(writeWholeFile(path, whole));
  EXPECT_TRUE(has(*cache, "key"));
}

TEST_F(DiskCacheTest, anEntryUnderTheNameOfAnotherKeyIsNotUsed) {
  auto cache = cacheOf();
  keep(*cache, "key");
  const std::string path = onlyEntry();
  std::vector<std::uint8_t> bytes = readOwnFile(path).bytes;
  ::unlink(path.c_str());
  keep(*cache, "another");
  ASSERT_TRUE(writeWholeFile(onlyEntry(), bytes));
  EXPECT_FALSE(has(*cache, "another"));
}

TEST_F(DiskCacheTest, filesThatOthersMayWriteAreNotRead) {
  auto cache = cacheOf();
  keep(*cache, "key");
  const std::string path = onlyEntry();
  for (mode_t open : {0620, 0602}) {
    ::chmod(path.c_str(), open);
    EXPECT_FALSE(has(*cache, "key")) << std::oct << open;
  }
  ::chmod(path.c_str(), 0600);
  EXPECT_TRUE(has(*cache, "key"));
  ASSERT_EQ(std::rename(path.c_str(), (folder + "/elsewhere").c_str()), 0);
  ASSERT_EQ(::symlink((folder + "/elsewhere").c_str(), path.c_str()), 0);
  EXPECT_FALSE(has(*cache, "key")) << "a link";
}

TEST_F(DiskCacheTest, foldersThatOthersMayWriteAreNotUsed) {
  keep(*cacheOf(), "key");
  ASSERT_TRUE(has(*cacheOf(), "key"));
  for (mode_t open : {0770, 0707, 01777}) {
    ::chmod(folder.c_str(), open);
    EXPECT_FALSE(has(*cacheOf(), "key")) << std::oct << open;
    EXPECT_EQ(cacheOf()->describe(), "off: others may write to '" + folder + "'");
  }
  ::chmod(folder.c_str(), 0700);
  ::chmod(base.c_str(), 0777);
  EXPECT_FALSE(has(*cacheOf(), "key")) << "the folder above lets others replace it";
  ::chmod(base.c_str(), 01777); // as /tmp
  EXPECT_TRUE(has(*cacheOf(), "key"));
  if (::geteuid() == 0) {
    ASSERT_EQ(::chown(folder.c_str(), 65534, 65534), 0);
    EXPECT_EQ(cacheOf()->describe(), "off: '" + folder + "' belongs to another user");
  }
}

TEST_F(DiskCacheTest, aFileInTheFoldersPlaceTurnsItOff) {
  ASSERT_TRUE(writeWholeFile(folder, std::vector<std::uint8_t>(3)));
  EXPECT_THAT(cacheOf()->describe(), HasSubstr("off: '" + folder));
  EXPECT_FALSE(has(*cacheOf(), "key"));
}

TEST_F(DiskCacheTest, aReadOnlyFolderIsRead) {
  keep(*cacheOf(), "key");
  bool holds = inChild([&] {
    // As root every folder can be written.
    if (::geteuid() == 0 && (!give(folder, 65534) || ::chmod(base.c_str(), 0755) != 0 ||
                             ::setresuid(65534, 65534, 65534) != 0))
      return false;
    forEachPath(folder, [](const std::string &path) {
      ::chmod(path.c_str(), isFolder(path) ? 0500 : 0400);
    });
    auto cache = cacheOf();
    bool found = has(*cache, "key");
    keep(*cache, "other");
    return found && !has(*cache, "other") && diskFiles(folder).size() == 1;
  });
  EXPECT_TRUE(holds);
}

TEST_F(DiskCacheTest, aFullDiskLeavesNoTrace) {
  keep(*cacheOf(), "key");
  bool holds = inChild([&] {
    auto cache = cacheOf();
    (void)has(*cache, "key"); // opened
    ::signal(SIGXFSZ, SIG_IGN);
    rlimit most{3000, 3000};
    ::setrlimit(RLIMIT_FSIZE, &most);
    keep(*cache, "other");
    int files = 0;
    forEachPath(folder,
                [&](const std::string &path) { files += path.find(".part-") != path.npos; });
    return files == 0 && !has(*cache, "other") && has(*cache, "key");
  });
  EXPECT_TRUE(holds);
}

TEST_F(DiskCacheTest, aProcessThatIsKilledWhileItWritesDamagesNothing) {
  keep(*cacheOf(), "key");
  for (int round = 0; round < 8; ++round) {
    pid_t child = ::fork();
    if (child == 0) {
      auto cache = cacheOf();
      for (int n = 0;; ++n)
        keep(*cache, std::to_string(n % 3), 400000);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5 + 3 * round));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    for (const DiskFile &file : diskFiles(folder)) {
      std::string kernels;
      EXPECT_EQ(checkDiskFile(file, kernels), "");
    }
    EXPECT_TRUE(has(*cacheOf(), "key"));
    (void)has(*cacheOf(), "0"); // its lock is gone with it: nobody waits
  }
}

TEST_F(DiskCacheTest, draftsOfKilledProcessesGoAfterAnHour) {
  auto cache = cacheOf();
  keep(*cache, "key");
  const std::string part = onlyEntry().substr(0, onlyEntry().rfind('/'));
  const std::string name = part.substr(part.rfind('/') + 1) + "/00000000000000000000000000000000";
  for (std::time_t age : {10, 4000, -4000}) {
    std::string draft = part + "/x.part-1-1";
    std::FILE *file = std::fopen(draft.c_str(), "w");
    ASSERT_TRUE(file);
    std::fclose(file);
    setTime(draft, std::time(nullptr) - age);
    evictAfter(folder, name, kPlenty);
    EXPECT_EQ(exists(draft), age == 10) << age;
  }
  EXPECT_TRUE(has(*cache, "key"));
}

TEST_F(DiskCacheTest, oneOfManyProcessesMakesAKey) {
  constexpr int kProcesses = 32;
  (void)has(*cacheOf(), "warm"); // the compiler's libraries are known
  int start[2], made[2];
  ASSERT_EQ(::pipe(start), 0);
  ASSERT_EQ(::pipe(made), 0);
  for (int n = 0; n < kProcesses; ++n)
    if (::fork() == 0) {
      ::alarm(60);
      ::close(start[1]);
      char byte;
      (void)!::read(start[0], &byte, 1); // until all are there
      auto cache = cacheOf();
      auto claim = cache->claim("key", {});
      if (!claim.image) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20)); // a compilation
        cache->keep(claim, someImage());
        (void)!::write(made[1], "m", 1);
      }
      ::_exit(0);
    }
  ::close(start[0]);
  ::close(start[1]);
  ::close(made[1]);
  for (int n = 0; n < kProcesses; ++n) {
    int status = 1;
    ::wait(&status);
    EXPECT_EQ(status, 0);
  }
  char bytes[kProcesses];
  EXPECT_EQ(::read(made[0], bytes, sizeof(bytes)), 1) << "made once";
  ::close(made[0]);
}

TEST_F(DiskCacheTest, whatWasNotUsedForLongestGoesFirst) {
  constexpr std::int64_t kLimit = 64 * 100000; // ten entries of 10,000 bytes a part
  auto cache = cacheOf(kLimit);
  (void)has(*cache, "warm");
  std::time_t now = std::time(nullptr);
  const std::vector<std::uint8_t> image = someImage();
  // Of many keys those of one part.
  std::vector<std::string> paths;
  for (int n = 0; paths.size() < 40; ++n) {
    std::string key = "key " + std::to_string(n), name = entryName(key);
    if (!name.starts_with("00/"))
      continue;
    std::string path = folder + "/" + name;
    ASSERT_TRUE(writeWholeFile(path, encodeEntry(key, image)));
    paths.push_back(path);
    setTime(path, now - 1000 + std::time_t(paths.size()));
  }
  setTime(paths[20], now);           // used since
  setTime(paths[39], now + 1000000); // before the clock was set back
  std::int64_t each = diskFiles(folder)[0].bytes;
  evictAfter(folder, "00/00000000000000000000000000000000", kLimit);
  auto kept = std::size_t(kLimit / 64 / each);
  ASSERT_GE(kept, 3u);
  for (std::size_t n = 0; n < paths.size(); ++n) {
    bool isKept = n == 20 || (n < 39 && n >= 39 - (kept - 1));
    EXPECT_EQ(exists(paths[n]), isKept) << n << " of " << kept;
  }
}

TEST_F(DiskCacheTest, clocksThatJumpHideNothing) {
  auto cache = cacheOf();
  keep(*cache, "key");
  const std::string path = onlyEntry();
  std::time_t now = std::time(nullptr);
  for (std::time_t time : {std::time_t(0), now + 100000000, now - 100000}) {
    setTime(path, time);
    EXPECT_TRUE(has(*cache, "key"));
    EXPECT_LE(std::abs(readOwnFile(path).lastUse - now), 60) << "its use was noted";
  }
  setTime(path, now - 100);
  EXPECT_TRUE(has(*cache, "key"));
  EXPECT_EQ(readOwnFile(path).lastUse, now - 100) << "not at every use";
}

TEST_F(DiskCacheTest, isCheckedAndCleared) {
  auto cache = cacheOf();
  keep(*cache, "a");
  keep(*cache, "b", 100000);
  std::vector<DiskFile> files = diskFiles(folder);
  ASSERT_EQ(files.size(), 2u);
  std::string kernels;
  for (const DiskFile &file : files)
    EXPECT_EQ(checkDiskFile(file, kernels), "");
  ASSERT_EQ(::truncate(files[0].path.c_str(), 100), 0);
  EXPECT_EQ(checkDiskFile(files[0], kernels), "it is not whole");
  EXPECT_EQ(clearDisk(folder), 2);
  EXPECT_TRUE(diskFiles(folder).empty());
}

TEST_F(DiskCacheTest, itIsToldWhyAFileIsNoEntry) {
  std::string kernels;
  auto faultOf = [&](const std::string &name, const std::vector<std::uint8_t> &bytes) {
    DiskFile file{folder + "/" + name};
    EXPECT_TRUE(bytes.empty() || writeWholeFile(file.path, bytes));
    return checkDiskFile(file, kernels);
  };
  const std::string name = entryName("key");
  const std::vector<std::uint8_t> whole = encodeEntry("key", someImage());
  (void)has(*cacheOf(), "key"); // makes the folder
  keep(*cacheOf(), "key");
  EXPECT_EQ(faultOf(name, whole), "");
  EXPECT_EQ(faultOf("gone", {}), "it is gone, or another user may have written it");
  EXPECT_EQ(faultOf(name, std::vector<std::uint8_t>(5000, 'x')), "it is no kernel of gtjit");
  std::vector<std::uint8_t> damaged = whole;
  damaged.back() ^= 1;
  EXPECT_EQ(faultOf(name, damaged), "it is damaged: its checksum is wrong");
  auto sealed = [](std::uint64_t layout) {
    ByteWriter to;
    beginSealed(to);
    to.raw("\xff\xff\xff\xff\xff\xff\xff\x7f", 8); // a key of so many bytes
    sealBytes(to.bytes, "gtentry", codeFormat(layout));
    return to.bytes;
  };
  EXPECT_EQ(faultOf(name, sealed(99)), "it is another version's");
  EXPECT_EQ(faultOf(name, sealed(1)), "its contents are not those of a kernel");
  std::string other = entryName("another"), why;
  std::filesystem::create_directories(folder + "/" + other.substr(0, other.find('/')));
  EXPECT_EQ(faultOf(other, whole), "it lies under the name of another key");
  EXPECT_TRUE(decodeEntry(whole, "another", why).empty());
  EXPECT_EQ(why, "it is the kernel of another key");
}

TEST_F(DiskCacheTest, theCompilersBuildsAreRememberedUntilTheyChange) {
  (void)has(*cacheOf(), "key");
  std::string record;
  forEachPath(folder, [&](const std::string &path) {
    if (path.find("/compiler-") != path.npos)
      record = path;
  });
  ASSERT_FALSE(record.empty());
  FileBytes file = readOwnFile(record);
  std::string text(file.bytes.begin(), file.bytes.end());
  EXPECT_THAT(text, HasSubstr("libgtjit-compiler.so\n"));
  for (const char *library : {"libLLVM", "libMLIR"}) // or they are part of the compiler's
    EXPECT_EQ(text.find(library) != text.npos, isLoaded(library)) << library;
  keep(*cacheOf(), "key");
  // Whatever it says that is not so is found out anew, and the same.
  for (std::string damaged : {std::string(), text.substr(0, text.size() / 2), "x" + text,
                              text.substr(0, text.rfind("end")), std::string("\0\n", 2)}) {
    ASSERT_TRUE(writeWholeFile(
        record, {reinterpret_cast<const std::uint8_t *>(damaged.data()), damaged.size()}));
    EXPECT_TRUE(has(*cacheOf(), "key"));
    FileBytes now = readOwnFile(record);
    EXPECT_EQ(std::string(now.bytes.begin(), now.bytes.end()), text);
  }
}
