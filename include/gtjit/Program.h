//===- Program.h - A computation that is traced once ------------*- C++ -*-===//
//
// A program is what a callable of fields computes: traced once, replayed for
// storages of the same types and dimensions, saved to a file that runs without
// a compiler. The C API and Fortran call programs through Program::call.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_PROGRAM_H
#define GTJIT_PROGRAM_H

#include "gtjit/CallError.h"
#include "gtjit/Runtime.h"
#include "gtjit/detail/Nested.h"

#include <utility>

namespace [[gnu::visibility("default")]] gtjit {

/// An argument that a program takes, as `arg` makes it. A parameter without
/// dimensions takes a number or a storage without dimensions; it has its type
/// as such a field has, so f32 fields need an F32 parameter.
struct ProgramParameter {
  DType dtype;
  Dims dims;
  std::string_view name; ///< for messages; lives until compile has returned
  SourceLine line;
};
/// A parameter: `arg(F64, {I, J, K})` for fields of any size, halo and stride
/// order, `arg(F64)` for a scalar.
[[nodiscard]] ProgramParameter arg(DType dtype, const Dims &dims = {}, std::string_view name = {},
                                   SourceLine line = SourceLine::here());

/// Where a program writes a result: `out(v)` is v's compute domain, `out(v[...])`
/// a part. Refers to the storage, which must outlive the call.
struct ProgramOutput {
  const Storage *storage;
  const StorageRegion *region; ///< null: the compute domain of `storage`
  SourceLine line;
};
[[nodiscard]] inline ProgramOutput out(const Storage &storage,
                                       SourceLine line = SourceLine::here()) {
  return {&storage, nullptr, line};
}
[[nodiscard]] inline ProgramOutput out(const StorageRegion &region,
                                       SourceLine line = SourceLine::here()) {
  return {&region.storage(), &region, line};
}

/// One argument of a call. Refers to storages, regions and fields, which must
/// outlive the call.
class ProgramArgument {
public:
  enum class Kind : std::uint8_t {
    Output,
    Storage,
    Region,
    Field,
    Boolean,
    Integer,
    Unsigned,
    Real
  };
  /// The number 0.
  ProgramArgument() : what(Kind::Integer) {}
  ProgramArgument(const ProgramOutput &output) : what(Kind::Output), result(output) {}
  ProgramArgument(const Storage &storage) : what(Kind::Storage), memory(&storage) {}
  ProgramArgument(const StorageRegion &region) : what(Kind::Region), part(&region) {}
  ProgramArgument(const Field &field) : what(Kind::Field), pending(&field) {}
  template <Number T> ProgramArgument(T value) {
    if constexpr (std::same_as<T, bool>)
      what = Kind::Boolean, integer = value;
    else if constexpr (std::integral<T>)
      what = std::signed_integral<T> ? Kind::Integer : Kind::Unsigned,
      integer = static_cast<std::int64_t>(value);
    else
      what = Kind::Real, real = static_cast<double>(value);
  }

  Kind kind() const { return what; }
  const ProgramOutput &output() const { return result; }
  const Storage &storage() const { return *memory; }
  const StorageRegion &region() const { return *part; }
  const Field &field() const { return *pending; }
  std::int64_t integerValue() const { return integer; } ///< of Boolean, Integer and Unsigned
  double realValue() const { return real; }

private:
  Kind what;
  union {
    ProgramOutput result;
    const Storage *memory;
    const StorageRegion *part;
    const Field *pending;
    std::int64_t integer = 0;
    double real;
  };
};

/// What a program takes or gives.
struct ProgramVariable {
  enum class Kind : std::uint8_t { Field, Scalar };
  Kind kind; ///< Scalar: it has no dimensions
  DType dtype;
  Dims dims;
  std::string_view name; ///< empty if it has none; lives as long as the program
};

/// What a saved program has beside its recipe.
struct SaveOptions {
  /// What its kernels are for: levels of x86-64 as in RuntimeOptions::cpu and GPUs by
  /// compute capability, "sm_90" (those that are no older run it), of which this machine
  /// need not have any, and "native", the CPU that the program's runtime compiles for and
  /// its device if it has one. Empty: that alone.
  detail::Sequence<std::string_view> targets = {};
};

/// How a saved program is read.
struct LoadOptions {
  /// Functions that it calls and that nobody has made known by `external` or
  /// `registerExternal` are those of the process's libraries with their symbols. Nothing
  /// can tell whether they have the prototypes that the program says.
  bool processSymbols = false;
};

/// Success, or what went wrong, without an exception.
class [[nodiscard]] Status {
public:
  Status() = default;
  explicit Status(const Error &error) noexcept;
  Status(const Status &other) noexcept;
  Status(Status &&other) noexcept : error(other.error), outOfMemory(other.outOfMemory) {
    other.error = nullptr;
  }
  Status &operator=(Status other) noexcept {
    std::swap(error, other.error);
    std::swap(outOfMemory, other.outOfMemory);
    return *this;
  }
  ~Status();
  /// True if all went well.
  explicit operator bool() const noexcept { return !error && !outOfMemory; }
  ErrorCode code() const noexcept;
  /// The whole text, as Error::what() has it; empty after success.
  const char *message() const noexcept;
  /// Where functions of the host have failed, as CallError tells it; no points if they have not.
  std::size_t failedCount() const noexcept;
  detail::Items<FailedPoint> failed() const noexcept;
  /// The status of the exception that is being handled; `line` is for one that
  /// is no Error.
  static Status ofException(SourceLine line = SourceLine::here()) noexcept;

private:
  const Error *error = nullptr;
  bool outOfMemory = false; ///< for the error's text itself, too
};

namespace detail {
struct ProgramState;
void retain(ProgramState *state) noexcept;
void release(ProgramState *state) noexcept;
} // namespace detail

/// A traced computation. A handle; copies share the program. Calls from
/// several threads run side by side.
class Program {
public:
  /// No program; every use but assignment throws ValueError.
  Program() = default;
  explicit Program(detail::Ref<detail::ProgramState> shared)
      : state(static_cast<detail::Ref<detail::ProgramState> &&>(shared)) {}

  /// Computes: `step(out(v), u, alpha)`. Outputs in the order of the callable's
  /// results, arguments in that of its parameters; either may be in tuples, pairs
  /// and arrays, which count as what is in them. All values are read before any
  /// is written. Throws, before any effect, TypeError for other types or
  /// dimensions than were compiled, DomainError where an argument is too small
  /// for what is written, ValueError for another number of arguments or a
  /// storage of another runtime.
  template <class First, class... Arguments>
    requires(detail::nests<First, ProgramOutput> &&
             (detail::nests<Arguments, ProgramArgument> && ...))
  void operator()(const First &first, const Arguments &...more) const {
    detail::Flat<ProgramArgument, First, Arguments...> all(first, more...);
    call(all.values, all.values[0].output().line);
  }
  template <class First, class... Arguments>
    requires(!detail::nests<First, ProgramOutput>)
  void operator()(const First &, const Arguments &...) const = delete; // step(out(v), u)
  /// The same without exceptions.
  template <class First, class... Arguments>
    requires(detail::nests<First, ProgramOutput> &&
             (detail::nests<Arguments, ProgramArgument> && ...))
  Status tryCall(const First &first, const Arguments &...more) const noexcept {
    detail::Flat<ProgramArgument, First, Arguments...> all(first, more...);
    return tryCall(detail::Items<ProgramArgument>(all.values), all.values[0].output().line);
  }
  void call(detail::Items<ProgramArgument> arguments, SourceLine line = SourceLine::here()) const;
  Status tryCall(detail::Items<ProgramArgument> arguments,
                 SourceLine line = SourceLine::here()) const noexcept;

  /// Writes the program with its kernels to a file that `load` starts from
  /// without a compiler: kernels for any strides, for the usual stride orders,
  /// and, for the runtime's own CPU, for all calls that were made. The file,
  /// behind links, is replaced whole or not at all. Throws CompileError, and,
  /// before anything is compiled, ValueError for a CPU that is none and
  /// RuntimeError for a device or a pipe.
  void save(std::string_view path, SourceLine line = SourceLine::here()) const {
    save(path, SaveOptions(), line);
  }
  void save(std::string_view path, const SaveOptions &options,
            SourceLine line = SourceLine::here()) const;
  /// The program in a file. Where it has no kernel for the strides of a call, one
  /// is compiled if there is a compiler, else the kernel for any strides runs.
  /// Of the CPUs that the file has kernels for it takes the one with the most
  /// features that this machine has. Throws RuntimeError for a file that is
  /// damaged, of another version, has kernels for none that this machine runs, or
  /// calls a function that is not known here or has another prototype.
  [[nodiscard]] static Program load(std::string_view path, SourceLine line = SourceLine::here());
  [[nodiscard]] static Program load(std::string_view path, Runtime &runtime,
                                    SourceLine line = SourceLine::here());
  [[nodiscard]] static Program load(std::string_view path, Runtime &runtime,
                                    const LoadOptions &options,
                                    SourceLine line = SourceLine::here());

  std::size_t argumentCount(SourceLine line = SourceLine::here()) const;
  std::size_t outputCount(SourceLine line = SourceLine::here()) const;
  /// Throw IndexError for a number that is not there.
  ProgramVariable argument(std::size_t n, SourceLine line = SourceLine::here()) const;
  ProgramVariable output(std::size_t n, SourceLine line = SourceLine::here()) const;
  Runtime &runtime(SourceLine line = SourceLine::here()) const;
  /// Where calls run from now on: "gpu", the runtime's device, or nullptr, on processors. At
  /// first it is the runtime's device if it has one. Throws ValueError for another name,
  /// DeviceError for a device that is not there.
  void setDevice(NameOrNone device, SourceLine line = SourceLine::here());

  detail::ProgramState *get() const { return state.get(); }

private:
  detail::Ref<detail::ProgramState> state;
};

namespace detail {
/// One run of a callable on arguments that have no values. While it lasts, the
/// thread evaluates no field and reads and writes no storage.
class Trace {
public:
  Trace(Runtime &runtime, detail::Items<ProgramParameter> parameters, SourceLine line);
  ~Trace();
  Trace(const Trace &) = delete;
  Field argument(std::size_t n) const;
  void addResult(const Field &result);
  Program finish();

private:
  struct State;
  State *state;
};

/// A callable returns a field, or several in ranges and tuples of such.
template <class Result> void addResults(Trace &trace, const Result &result) {
  Nested<Result>::visit(result, [&](const auto &one) {
    if constexpr (std::is_convertible_v<decltype(one), Field>)
      trace.addResult(one);
    else
      for (const auto &inner : one)
        addResults(trace, inner);
  });
}

/// Calls with the n-th field for the n-th parameter, and tuples of fields for tuples.
template <class... Parameters, class Callable>
decltype(auto) callWithFields(Callable &callable, const Field *fields) {
  static_assert(std::is_invocable_v<Callable &, decltype(Nested<Parameters>::make(fields))...>,
                "compile: the callable takes a Field for each arg(...), and for a tuple a tuple");
  static_assert(!std::is_void_v<decltype(callable(Nested<Parameters>::make(fields)...))>,
                "compile: the callable returns a Field, or several in a tuple");
  std::size_t taken = 0;
  const Field *starts[] = {fields + std::exchange(taken, taken + Nested<Parameters>::count)...};
  return [&]<std::size_t... N>(std::index_sequence<N...>) {
    return callable(Nested<Parameters>::make(starts[N])...);
  }(std::index_sequence_for<Parameters...>());
}
} // namespace detail

template <class Callable, class First, class... More>
  requires(detail::nests<First, ProgramParameter> && (detail::nests<More, ProgramParameter> && ...))
Program Runtime::compile(Callable &&callable, const First &first, const More &...more) {
  detail::Flat<ProgramParameter, First, More...> all(first, more...);
  detail::Trace trace(*this, all.values, all.values[0].line);
  Field fields[all.count];
  for (std::size_t n = 0; n < all.count; ++n)
    fields[n] = trace.argument(n);
  detail::addResults(trace, detail::callWithFields<First, More...>(callable, fields));
  return trace.finish();
}
template <class Callable, std::size_t Count>
Program Runtime::compile(Callable &&callable, const ProgramParameter (&parameters)[Count],
                         SourceLine line) {
  detail::Trace trace(*this, parameters, line);
  [&]<std::size_t... N>(std::index_sequence<N...>) {
    detail::addResults(trace, callable(trace.argument(N)...));
  }(std::make_index_sequence<Count>());
  return trace.finish();
}
template <class Callable> Program Runtime::compile(Callable &&callable, SourceLine line) {
  detail::Trace trace(*this, {}, line);
  detail::addResults(trace, callable());
  return trace.finish();
}

} // namespace gtjit

#endif // GTJIT_PROGRAM_H
