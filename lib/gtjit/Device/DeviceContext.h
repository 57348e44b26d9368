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
  /// Throws DeviceError for PTX that the driver refuses.
  DeviceModule(std::shared_ptr<DeviceContext> context, const char *ptx, SourceLine line);
  DeviceModule(const DeviceModule &) = delete;
  ~DeviceModule();

  CUfunction function(const char *name, SourceLine line) const;

private:
  std::shared_ptr<DeviceContext> context;
  CUmodule module = nullptr;
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

/// One device with a stream of its own. Functions throw DeviceError, those that take memory
/// MemoryError; between `lock` and its end they are one thread's.
class DeviceContext : public std::enable_shared_from_this<DeviceContext> {
public:
  /// The device that `name` names: "cuda", the first of CUDA's driver, or "emulated", which
  /// is for tests. Throws DeviceError with the reason if there is none.
  static std::shared_ptr<DeviceContext> open(std::string_view name, SourceLine line);
  ~DeviceContext();
  DeviceContext(const DeviceContext &) = delete;

  /// What code is made for, as LLVM calls it: "sm_90".
  const std::string &chip() const { return chipName; }

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

  void upload(CUdeviceptr to, const void *from, std::size_t bytes, SourceLine line);
  void download(void *to, CUdeviceptr from, std::size_t bytes, SourceLine line);
  /// From memory of the device to other memory of it.
  void copy(CUdeviceptr to, CUdeviceptr from, std::size_t bytes, SourceLine line);
  /// Makes all bytes zero.
  void clear(CUdeviceptr memory, std::size_t bytes, SourceLine line);
  /// Starts a kernel, whose one argument is the block of `words`.
  void launch(CUfunction function, const LaunchShape &shape, std::span<std::uint64_t> words,
              SourceLine line);
  /// Waits until all that was asked for is done.
  void wait(SourceLine line);

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
  explicit DeviceContext(const Driver &table) : driver(table), times(table) {}
  void start(SourceLine line);
  /// Throws DeviceError, "copying to the device: ...", unless `result` is success.
  void check(CUresult result, const char *what, SourceLine line) const;

  const Driver &driver;
  std::string chipName, deviceName;
  CUdevice device = 0;
  CUcontext context = nullptr;
  CUstream stream = nullptr;
  StreamTimes times;
  std::recursive_mutex mutex; ///< of Use
};

} // namespace gtjit::detail

#endif // GTJIT_DEVICE_DEVICECONTEXT_H
