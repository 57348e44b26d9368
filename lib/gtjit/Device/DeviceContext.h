//===- DeviceContext.h - A device as one runtime uses it --------*- C++ -*-===//
//
// Context, stream, memory and code of one device behind a table of driver functions.
// Whatever the driver refuses becomes a DeviceError with its text. Knows neither graphs
// nor storages.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_DEVICE_DEVICECONTEXT_H
#define GTJIT_DEVICE_DEVICECONTEXT_H

#include "gtjit/Device/Driver.h"
#include "gtjit/Device/StreamTimes.h"
#include "gtjit/SourceLine.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace gtjit::detail {

class DeviceContext;

/// Memory of a device. Movable; keeps the context alive.
class DeviceMemory {
public:
  enum class Kind : std::uint8_t {
    Device,  ///< in the order of the context's stream
    Managed, ///< host and device reach it at one address, in step by the driver
  };
  DeviceMemory() = default;
  DeviceMemory(std::shared_ptr<DeviceContext> context, std::size_t bytes, SourceLine line,
               Kind kind = Kind::Device);
  DeviceMemory(DeviceMemory &&other) noexcept
      : context(std::move(other.context)), pointer(std::exchange(other.pointer, 0)),
        kind(other.kind) {}
  DeviceMemory &operator=(DeviceMemory &&other) noexcept {
    std::swap(context, other.context);
    std::swap(pointer, other.pointer);
    std::swap(kind, other.kind);
    return *this;
  }
  ~DeviceMemory();

  CUdeviceptr address() const { return pointer; }

private:
  std::shared_ptr<DeviceContext> context;
  CUdeviceptr pointer = 0;
  Kind kind = Kind::Device;
};

/// Code of a device. Keeps the context alive.
class DeviceModule {
public:
  /// `code`: PTX, or what DeviceContext::assemble made of it. Throws DeviceError for code that
  /// the driver refuses.
  DeviceModule(std::shared_ptr<DeviceContext> context, const void *code, SourceLine line);
  /// `kernels`: names of those that kernel() tells by their number.
  DeviceModule(std::shared_ptr<DeviceContext> context, const void *code, SourceLine line,
               std::span<const char *const> kernels);
  DeviceModule(const DeviceModule &) = delete;
  ~DeviceModule();

  CUfunction function(const char *name, SourceLine line) const;
  CUfunction kernel(std::size_t number) const { return functions[number]; }

private:
  std::shared_ptr<DeviceContext> context;
  CUmodule module = nullptr;
  std::vector<CUfunction> functions;
};

/// Blocks of a grid, and threads of a block.
struct LaunchShape {
  unsigned grid[3] = {1, 1, 1};
  unsigned block[3] = {1, 1, 1};
};

/// What threads of a kernel take of a device.
struct KernelUse {
  int registers = 0;    ///< of a thread; 0: the driver does not tell
  double occupancy = 0; ///< threads that run at a time, of those that could: 0 to 1

  /// "40 registers a thread, occupancy 75 %"; "use unknown".
  std::string text() const;
};

/// An attribute of a device; 0 for one that the driver does not tell.
int attributeOf(const Driver &driver, CUdevice device, int number);
/// Bytes a second between a device and its memory, by clock and width; 0 if the driver does not
/// tell.
double memorySpeedOf(const Driver &driver, CUdevice device);

/// One device with a stream, of its own or of the host application. What is asked for is done
/// in the stream's order, after the call has returned, and what goes wrong then is told by a
/// later one. Functions throw DeviceError, or MemoryError where the driver has no memory; in a Use
/// they are one thread's.
class DeviceContext : public std::enable_shared_from_this<DeviceContext> {
public:
  /// The device that `name` names: "cuda", the first of CUDA's driver, or "emulated", which
  /// is for tests. `stream`: a CUstream of the host application's; null: one of its own. Throws
  /// DeviceError with the reason if there is none.
  static std::shared_ptr<DeviceContext> open(std::string_view name, SourceLine line,
                                             void *stream = nullptr);
  ~DeviceContext();
  DeviceContext(const DeviceContext &) = delete;

  /// What code is made for, as LLVM calls it: "sm_90".
  const std::string &chip() const { return chipName; }
  /// What assembled code is for: "capability 9.0, driver 12040".
  const std::string &codeTarget() const { return codeTargetName; }
  /// The machine code of PTX, for codeTarget() alone; empty if the driver makes none. In a Use.
  std::vector<std::uint8_t> assemble(const char *ptx) const;

  /// The device's number in the driver's order.
  static constexpr int ordinal() { return 0; }
  /// What the driver calls the device.
  const std::string &name() const { return deviceName; }
  double memorySpeed() const { return memorySpeedOf(driver, device); }
  /// What a kernel takes in blocks of this shape; zeros if the driver does not tell. In a Use.
  KernelUse useOf(CUfunction function, const LaunchShape &shape) const;

  /// Makes the context the thread's own as long as it lives.
  class Use {
  public:
    Use(DeviceContext &context, SourceLine line);
    ~Use();
    Use(const Use &) = delete;

  private:
    DeviceContext &context;
    std::unique_lock<std::recursive_mutex> lock;
  };

  /// What the driver's memory begins at a multiple of.
  static constexpr std::size_t kAlignment = 256;

  /// Memory of the host that stays where it is, so that copies need no staging; null if there is
  /// none. In a Use.
  void *allocatePinned(std::size_t bytes) noexcept;
  void freePinned(void *memory) noexcept { (void)driver.cuMemFreeHost(memory); }

  /// The host's memory must stay as it is until the stream has read it, and for a download is
  /// written when the stream comes to it.
  void upload(CUdeviceptr to, const void *from, std::size_t bytes, SourceLine line);
  void download(void *to, CUdeviceptr from, std::size_t bytes, SourceLine line);
  /// From memory of the device to other memory of it.
  void copy(CUdeviceptr to, CUdeviceptr from, std::size_t bytes, SourceLine line);
  /// Makes all bytes zero.
  void clear(CUdeviceptr memory, std::size_t bytes, SourceLine line);
  /// Starts a kernel, whose one argument is the block of `words`.
  /// If it fails, later, the error tells the line, or that it is one of several.
  void launch(CUfunction function, const LaunchShape &shape, std::span<std::uint64_t> words,
              SourceLine line);

  /// Waits until all that was asked for is done; at once if nothing was since the last wait.
  void wait(SourceLine line);
  /// The same for those who cannot throw: the next wait tells what went wrong.
  void settle() noexcept;
  /// How often somebody waited for the device.
  std::int64_t waits() const { return waitCount.load(std::memory_order_relaxed); }

  /// A place in the stream's work.
  struct Mark {
    CUevent event = nullptr; ///< null: there is none
    std::uint64_t round = 0; ///< which wait for all comes next
  };
  /// Moves a mark behind all that was asked for; false, and no mark, if the driver makes none.
  bool set(Mark &mark);
  /// Waits until the stream has come to the mark, if there is one, and takes it away.
  void waitFor(Mark &mark, SourceLine line);
  /// The same for those who cannot throw.
  void settle(Mark &mark) noexcept;

  /// What is asked for from then on is done behind what `other`, a stream of somebody else's on
  /// the device, has been given; without a wait of the host. In a Use.
  void follow(CUstream other, SourceLine line);
  /// What `other` is given from then on is done behind what was asked for. In a Use.
  void precede(CUstream other, SourceLine line);

  /// Whether the stream is the host application's, whose own work in it needs no wait.
  bool usesHostStream() const { return !ownsStream; }
  /// Goes on with a stream of its own: the host application's need not live longer. What was
  /// asked for is done then.
  void leaveHostStream() noexcept;
  /// Whether the host must not touch managed memory while kernels run, whatever they use, and
  /// there is some.
  bool mustIdleForHost() const { return mustIdle; }

  /// Between the making and the end of the object the stream is given work; when that ran is
  /// told by the wait that follows. Does nothing without somebody to tell.
  class Timing {
  public:
    Timing(DeviceContext &context, StreamTimes::Told told);
    ~Timing();
    Timing(const Timing &) = delete;

  private:
    DeviceContext *context; ///< null: nobody is told
  };

private:
  friend class DeviceMemory;
  friend class DeviceModule;
  explicit DeviceContext(const Driver &table, CUstream given)
      : driver(table), stream(given), ownsStream(!given), times(table) {}
  void requireDevice(std::string_view wanted, SourceLine line);
  void start(std::string_view wanted, SourceLine line);
  void makeStream(SourceLine line);
  /// Throws DeviceError, "copying to the device: ...", unless `result` is success; MemoryError if
  /// it is for want of memory.
  void check(CUresult result, const char *what, SourceLine line);
  std::string textOf(CUresult result, const char *what) const;
  void noteStarted(SourceLine line);
  [[noreturn]] void throwOfStarted(const std::string &message, SourceLine line);
  void order(CUstream first, CUstream second, SourceLine line);
  CUresult finish() noexcept;
  CUresult pass(Mark &mark) noexcept;

  const Driver &driver;
  std::string chipName, codeTargetName, deviceName;
  CUdevice device = 0;
  CUcontext context = nullptr;
  CUstream stream;
  bool ownsStream;
  bool isBusy = false;             ///< something was asked for since the last wait
  bool isConcurrent = true;        ///< the host may touch managed memory while kernels run
  bool mustIdle = false;           ///< it may not, and there is some
  std::uint64_t round = 0;         ///< waits for all that succeeded
  CUresult kept = 0;               ///< of a wait that could not throw
  std::vector<SourceLine> started; ///< lines of kernels since the last wait, each once
  bool startedMore = false;        ///< than `started` has room for
  std::atomic<std::int64_t> waitCount{0};
  StreamTimes times;
  std::recursive_mutex mutex; ///< of Use
};

} // namespace gtjit::detail

#endif // GTJIT_DEVICE_DEVICECONTEXT_H
