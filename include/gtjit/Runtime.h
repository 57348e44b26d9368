//===- Runtime.h - Where fields are evaluated -------------------*- C++ -*-===//
//
// A runtime owns what evaluation needs: threads, memory, kernel cache and
// compiler. A host application gives its own threads and memory here.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_RUNTIME_H
#define GTJIT_RUNTIME_H

#include "gtjit/Check.h"
#include "gtjit/Creation.h"
#include "gtjit/Functions.h"
#include "gtjit/MachineCosts.h"
#include "gtjit/Text.h"
#include "gtjit/detail/Nested.h"

namespace [[gnu::visibility("default")]] gtjit {

class Program;           // gtjit/Program.h
struct ProgramParameter; // gtjit/Program.h

/// Runs a kernel's tiles. `run` calls body(context, first, last) with ranges
/// that cover [0, count) once, from any threads, and returns when all are
/// done. It may be called from several threads at once.
class Executor {
public:
  using Body = void (*)(void *context, std::int64_t first, std::int64_t last);
  virtual ~Executor() = default;
  virtual void run(std::int64_t count, Body body, void *context) = 0;
  /// How many ranges run at the same time.
  virtual int threads() const = 0;
};

/// Gives memory to storages and temporaries. Thread-safe.
class Allocator {
public:
  virtual ~Allocator() = default;
  /// `bytes` at a multiple of 64; null if there is none.
  virtual void *allocate(std::size_t bytes) = 0;
  virtual void deallocate(void *pointer, std::size_t bytes) = 0;
};

/// Memory of the host application.
struct Workspace {
  void *memory = nullptr;
  std::size_t bytes = 0;
};

/// How a runtime works. Defaults come from the environment (GTJIT_THREADS,
/// GTJIT_REFERENCE, GTJIT_DUMP, GTJIT_LOG, GTJIT_CHECK, GTJIT_DEBUG, GTJIT_PERF,
/// GTJIT_PROFILE, GTJIT_TRACE, GTJIT_CPU, GTJIT_DEVICE, GTJIT_CACHE, GTJIT_CACHE_DIR,
/// GTJIT_CACHE_SIZE, GTJIT_CONTRACT, GTJIT_TIERED).
struct RuntimeOptions {
  /// The host application's threads; must outlive the runtime. Null: OpenMP.
  Executor *executor = nullptr;
  /// The host application's memory; must outlive the runtime and every
  /// storage made with it. Null: the library's pool.
  Allocator *allocator = nullptr;
  /// Where kernels keep what only they see, temporaries and scratch memory that threads share; must
  /// outlive the runtime, its storages and its programs. What it has no room for comes from the
  /// allocator: RuntimeCounters::workspaceBytes tells how much is needed.
  Workspace workspace = {};
  /// OpenMP threads; 0: GTJIT_THREADS, else OpenMP's own number.
  int threads = 0;
  /// Evaluate by the reference evaluator, without a compiler.
  bool reference = false;
  /// Values that stop an evaluation. A CheckScope comes first.
  Check check = Check::Default;
  /// Folder that receives the IR after each stage of every compilation.
  std::string_view dump = {};
  /// Kernels have names and lines of this program in gdb, from the first one
  /// compiled on. GTJIT_DEBUG=1 holds for every runtime.
  bool debugInfo = false;
  /// Kernels have names in perf: a line each in /tmp/perf-PID.map. GTJIT_PERF=1
  /// holds for every runtime.
  bool perfMap = false;
  /// Counts runs, times and bytes of kernels for profile(). GTJIT_PROFILE=1, or
  /// =FILE, does so for every runtime and writes the text to standard error, or
  /// the file, in the end.
  bool profile = false;
  /// A file that tells what ran when, written whole when the last runtime with this file ends:
  /// evaluations, copies, the compiler's stages, transfers and kernels of a device, for
  /// chrome://tracing and Perfetto (docs/Debugging.md). `%p` in it stands for the process's
  /// number. Empty: GTJIT_TRACE.
  std::string_view trace = {};
  /// Fuses products that are added, in what is written with fields of this runtime: see
  /// ContractScope. GTJIT_CONTRACT=1 does so for every runtime.
  bool contract = false;
  /// Operations in a row that a field may wait with. One with more is evaluated when it is written,
  /// on all of its domain, so that a loop in which nobody asks for values does not grow; the log
  /// tells. Not one that is infinite in a dimension. A concatenation counts as 32. 0: any number.
  std::int64_t graphDepth = 16384;
  /// Points of a kernel below which it stays on the calling thread; accordingly fewer of one with
  /// more than ten operations at each, a quarter of one beside a kernel that has as many, and a
  /// thirty-second of one that reads what threads have written.
  std::int64_t smallDomain = 65536;
  /// Bytes of memory beyond which a kernel writes its results past the caches,
  /// since they would be gone before anybody read them there; and what a model
  /// of the caches holds, which tells it of kernels with less. 0: what this
  /// process can count on of the machine's last-level cache, all of it but at
  /// most 32 MiB for each processor that it may use.
  std::int64_t cacheBytes = 0;
  /// What operations take on this machine, which decides what kernels compute again and what they
  /// keep; never a result. What is not said is what `gt-run --calibrate` has measured on this CPU
  /// and kept beside the disk cache; else what the library knows of CPUs of its kind. Not
  /// for code that is for a level of x86-64, see `cpu`, or for a device.
  MachineCosts costs = {};
  /// Bytes of compiled code that the runtime keeps for evaluations to come; what
  /// was not used for longest goes first. Kernels that run and those of programs'
  /// calls stay, and so does the last one compiled.
  std::int64_t codeBytes = std::int64_t(256) << 20;
  /// Keeps kernels on disk for other processes and later runs (docs/Caching.md);
  /// not those with `debugInfo` or of a `dump`. GTJIT_CACHE=0: never.
  bool diskCache = true;
  /// The folder, which nobody else may write to. Empty: GTJIT_CACHE_DIR, else gtjit
  /// in XDG_CACHE_HOME or ~/.cache.
  std::string_view diskCacheFolder = {};
  /// Bytes that they take, about; what was not used for longest goes first. 0:
  /// GTJIT_CACHE_SIZE, else 512 MiB.
  std::int64_t diskCacheBytes = 0;
  /// Tile extents, slowest dimension last; empty: chosen per kernel. For
  /// tests; never changes results.
  detail::Sequence<std::int64_t> tile = {};
  /// The CPU that kernels are made for: "x86-64", "x86-64-v2", "x86-64-v3" or
  /// "x86-64-v4", of which this machine has all; empty: this machine. Results
  /// are the same; files of saved programs run on every CPU of that level.
  std::string_view cpu = {};
  /// Where kernels run: "cuda", the first GPU of NVIDIA's driver; "auto", there if
  /// there is one, else on processors, and GTJIT_LOG tells why; "emulated", a
  /// device of this library's own that is for tests; or empty: on processors.
  /// Results are the same (docs/Devices.md).
  std::string_view device = {};
  /// A stream of the host application's on that device, a CUstream (cudaStream_t) of the
  /// device's primary context: the runtime's work goes there, in order with the application's
  /// own, which neither side has to wait for. Must live until the runtime's handle ends. Null:
  /// a stream of the runtime's own.
  void *stream = nullptr;
  /// How many points a thread of a device runs, of the last loop of a stencil but one and of the
  /// last: powers of two up to 16. Such neighbours share what they read and compute. Both 0:
  /// chosen for each kernel.
  std::uint32_t threadRows = 0, threadColumns = 0;
  /// A call of a program with a storage that has no memory where the program runs is an error,
  /// NoSuchBufferError, instead of a copy there and back.
  bool strictDevice = false;
  /// LLVM's stock code generation instead of the hand-picked passes.
  bool stockCodegen = false;
  /// A kernel that is new runs on code that is made sooner, in 0.7 of the time, while a thread of
  /// the lowest priority makes the optimised code, which comes in its place; results are the
  /// same (docs/Runtime.md). On processors; not with `debugInfo` or a `dump`. GTJIT_TIERED=1
  /// does so for every runtime.
  bool tiered = false;
  /// The preset of storages that are made from a domain.
  std::string_view preset = "cpu";
  /// Opens the compiler in a background thread when the runtime is made, so
  /// that the first evaluation does not wait for it: 30 ms once a process. The
  /// process must not fork, and may have to wait to exit, for that long; so
  /// the default is to open it at the first kernel that is not in the cache.
  bool openCompilerEarly = false;
};

/// Counters since the runtime was made, and what it holds.
struct RuntimeCounters {
  std::int64_t allocations = 0;      ///< blocks taken from the allocator
  std::int64_t reuses = 0;           ///< blocks taken from the pool
  std::int64_t bytesAllocated = 0;   ///< by `allocations`
  std::int64_t bytesCopied = 0;      ///< by copy-on-write, snapshots and halo fills
  std::int64_t copies = 0;           ///< copy-on-write copies and snapshots
  std::int64_t kernels = 0;          ///< kernels run
  std::int64_t chained = 0;          ///< of these, the ones that ran slab by slab in a chain
  std::int64_t streamed = 0;         ///< likewise, that wrote their results past the caches
  std::int64_t evaluations = 0;      ///< graphs evaluated
  std::int64_t compiles = 0;         ///< compiler calls
  std::int64_t cacheHits = 0;        ///< evaluations that found their image
  std::int64_t diskHits = 0;         ///< images found on disk
  std::int64_t replacements = 0;     ///< images in whose place optimised ones came (`tiered`)
  std::int64_t deepFields = 0;       ///< fields evaluated because of RuntimeOptions::graphDepth
  std::int64_t tableScans = 0;       ///< inverse images of tables that were searched for
  std::int64_t bytesToDevice = 0;    ///< of storages, copied there for kernels
  std::int64_t bytesFromDevice = 0;  ///< of storages, copied back for the host
  std::int64_t copiesToDevice = 0;   ///< that these bytes went in
  std::int64_t copiesFromDevice = 0; ///< likewise
  std::int64_t deviceWaits = 0;      ///< waits of the host for the device
  std::int64_t evictions = 0;        ///< images that went because of RuntimeOptions::codeBytes
  std::int64_t workspaceBytes = 0;   ///< most that temporaries and shared scratch memory of kernels
                                     ///< have taken at a time, in the workspace or elsewhere
  std::int64_t codeBytes = 0;        ///< of images that are kept at the moment
  std::int64_t codeMaps = 0;         ///< memory maps of all images of the process at the moment
};

/// An evaluation context. Storages remember theirs; mixing two in one
/// expression throws ValueError. Thread-safe.
class Runtime {
public:
  Runtime() : Runtime(RuntimeOptions{}, SourceLine{}) {}
  /// Throws ValueError for options, or GTJIT_ variables, that have no meaning.
  explicit Runtime(const RuntimeOptions &options, SourceLine line = SourceLine::here());
  /// Storages and fields may outlive the runtime's handle.
  ~Runtime();
  Runtime(const Runtime &) = delete;
  Runtime &operator=(const Runtime &) = delete;

  /// The innermost Scope of this thread, else the process's default.
  static Runtime &current();

  /// Makes a runtime the current one of this thread for a block.
  class Scope {
  public:
    explicit Scope(Runtime &runtime);
    ~Scope();
    Scope(const Scope &) = delete;

  private:
    Runtime *previous;
  };

  /// Returns when all is done that was asked for on the device; at once on processors.
  /// Evaluations return before (docs/Devices.md). Throws DeviceError for what went wrong, at the
  /// line where it was asked for.
  void wait(SourceLine line = SourceLine::here());
  /// Returns when no optimised code is being made in the background (RuntimeOptions::tiered):
  /// evaluations from now on run on it.
  void waitForCode();
  RuntimeCounters counters() const;
  [[nodiscard]] Storage wrap(void *data, DType type, const Domain &domain,
                             StorageOptions options = {}, SourceLine line = SourceLine::here());
  [[nodiscard]] Storage wrap(const void *data, DType type, const Domain &domain,
                             StorageOptions options = {}, SourceLine line = SourceLine::here());
  template <class T>
  [[nodiscard]] Storage wrap(T *data, const Domain &domain, const StorageOptions &options = {},
                             SourceLine line = SourceLine::here()) {
    return wrap(detail::untyped(data), dtypeOf<std::remove_const_t<T>>, domain, options, line);
  }
  /// Runs `callable` once on fields without values and returns what it does as
  /// a program: compile(f, arg(F64, {I, J}), arg(F64)). A tuple, pair or array of
  /// parameters is one of fields in the callable. It returns a field, or several in
  /// arrays, vectors and tuples, nested as one likes. Throws what the callable throws
  /// and ValueError where it asks for values or domains (docs/Programs.md).
  template <class Callable, class First, class... More>
    requires(detail::nests<First, ProgramParameter> &&
             (detail::nests<More, ProgramParameter> && ...))
  [[nodiscard]] Program compile(Callable &&callable, const First &first, const More &...more);
  template <class Callable, std::size_t Count>
  [[nodiscard]] Program compile(Callable &&callable, const ProgramParameter (&parameters)[Count],
                                SourceLine line = SourceLine::here());
  template <class Callable>
  [[nodiscard]] Program compile(Callable &&callable, SourceLine line = SourceLine::here());
  /// Makes `name` a preset of this runtime. Throws ValueError for a name that
  /// is there. What the library has: presetNames().
  void registerPreset(std::string_view name, const Preset &preset,
                      SourceLine line = SourceLine::here());
  /// Throws ValueError, with the known names, for one that is not there.
  Preset preset(std::string_view name, SourceLine line = SourceLine::here()) const;
  /// The names of all presets, the library's own first.
  detail::Sequence<Text> presetNames() const;
  /// What RuntimeOptions::profile has counted: for each evaluation its kernels
  /// with runs, time, bytes and their share of the memory's speed, registers and occupancy on a
  /// device; hits, misses with their reason, compile time by stage; copies to a device and back.
  [[nodiscard]] Text profile() const;
  /// Forgets all compiled kernels but those that came with a loaded program.
  void clearCache();

  struct State;
  State &get() const { return *state; }

private:
  State *state;
};

/// What evaluating the field does or did: kernels, where each intermediate
/// lives and why, bytes and flops, cache hit or compilation with its
/// milliseconds by stage, and the copies that writes forced. Compiles the
/// field if need be, evaluates nothing.
[[nodiscard]] Text explain(Arg field);
/// What assignments that are made at once would do: the same, and whether each storage is written
/// in place or gets around those who read its memory, with the reason. Writes nothing; takes the
/// values, as update() does, and throws as it does. `explain({{v[interior], f}, {w, g}})`.
[[nodiscard]] Text explain(detail::Items<Update> updates);
/// The field's graph as text of the gt dialect.
[[nodiscard]] Text print(Arg field);

} // namespace gtjit

#endif // GTJIT_RUNTIME_H
