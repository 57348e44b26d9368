//===- StorageOptions.h - How a storage is made -----------------*- C++ -*-===//
//
// The parameters of storages: halo, dimensions, layout, alignment, and the
// presets that give what a program leaves out.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_STORAGEOPTIONS_H
#define GTJIT_STORAGEOPTIONS_H

#include "gtjit/DType.h"
#include "gtjit/Domain.h"
#include "gtjit/KeepAlive.h"
#include "gtjit/SyncState.h"

namespace [[gnu::visibility("default")]] gtjit {

class Runtime;

namespace detail {
/// An integer of any type, so that `{n * sizeof(double)}` is a list of such.
struct AnyInteger {
  std::int64_t value;
  constexpr AnyInteger(std::int64_t number) : value(number) {}
  template <std::integral T>
  constexpr AnyInteger(T number) : value(static_cast<std::int64_t>(number)) {}
  template <Fraction T> AnyInteger(T) = delete; // a number of points is an integer
};
/// A list of integers, `{8, n * sizeof(double)}`, one a dimension.
class Integers : public Sequence<std::int64_t> {
public:
  Integers() = default;
  Integers(std::initializer_list<AnyInteger> numbers) {
    for (AnyInteger number : numbers)
      push_back(number.value);
  }
  Integers(Items<std::int64_t> numbers) : Sequence(numbers) {}
  Integers(const Sequence<std::int64_t> &numbers) : Sequence(numbers) {}
};
} // namespace detail

/// Extents, halo included, in the order of the indices.
using Shape = std::initializer_list<detail::AnyInteger>;

/// A parameter that may be left out.
template <class T> class Optional {
public:
  constexpr Optional() = default;
  template <class U>
    requires std::convertible_to<U, T>
  constexpr Optional(U value) : held(static_cast<T>(value)), isGiven(true) {}
  constexpr bool given() const { return isGiven; }
  constexpr const T &value() const { return held; }

private:
  T held{};
  bool isGiven = false;
};

namespace detail {
/// Text of C; a null pointer is the empty text.
constexpr std::string_view textOf(const char *text) {
  return text ? std::string_view(text) : std::string_view();
}
} // namespace detail

/// An element type, or its name as NumPy spells it: F32, "f4", "float32".
/// Throws TypeError for a name that is none.
class ElementTypeName {
public:
  constexpr ElementTypeName() = default;
  constexpr ElementTypeName(DType elementType) : type(elementType) {}
  ElementTypeName(std::string_view name, SourceLine line = SourceLine::here())
      : type(dtypeFromName(name, line)) {}
  ElementTypeName(const char *name, SourceLine line = SourceLine::here())
      : ElementTypeName(detail::textOf(name), line) {}
  constexpr bool given() const { return type.given(); }
  constexpr DType value() const { return type.value(); }

private:
  Optional<DType> type;
};

/// Points that a dimension has before and after its compute range.
struct HaloWidth {
  std::int64_t lo = 0;
  std::int64_t hi = 0;
  constexpr HaloWidth() = default;
  constexpr HaloWidth(std::int64_t both) : lo(both), hi(both) {}
  constexpr HaloWidth(std::int64_t before, std::int64_t after) : lo(before), hi(after) {}
  template <std::integral T>
  constexpr HaloWidth(T both)
      : lo(static_cast<std::int64_t>(both)), hi(static_cast<std::int64_t>(both)) {}
  template <std::integral A, std::integral B>
  constexpr HaloWidth(A before, B after)
      : lo(static_cast<std::int64_t>(before)), hi(static_cast<std::int64_t>(after)) {}
  friend constexpr bool operator==(const HaloWidth &, const HaloWidth &) = default;
};

/// Halo of a storage, by name `{{I, 2}, {J, {1, 2}}}` or by position
/// `{1, {2, 3}, 0}`: an entry a dimension or, if the dimensions are some of I,
/// J, K, one for each of I, J, K.
class Halo {
public:
  struct Entry {
    const detail::DimensionTag *dim = nullptr; ///< null: by position
    HaloWidth width;
    Dimension dimension() const { return Dimension(dim); }
    Entry(Dimension named, HaloWidth points) : dim(named.identity()), width(points) {}
    Entry(Dimension named, int points) : Entry(named, HaloWidth(points)) {}
    template <std::integral T> Entry(Dimension named, T points) : Entry(named, HaloWidth(points)) {}
    Entry(HaloWidth points) : width(points) {}
    Entry(int both) : width(both) {}
    template <std::integral T> Entry(T both) : width(both) {}
    Entry(int lo, int hi) : width(lo, hi) {}
    template <std::integral A, std::integral B> Entry(A lo, B hi) : width(lo, hi) {}
  };
  Halo() = default;
  template <std::integral T> Halo(T) = delete; // one entry a dimension: {{I, 1}, {J, 1}}, {1, 1}
  Halo(std::initializer_list<Entry> entries) : list(entries) {}
  explicit Halo(detail::Items<Entry> entries) : list(entries) {}
  const detail::Sequence<Entry> &entries() const { return list; }

private:
  detail::Sequence<Entry> list;
};

/// Dimensions in the order of a storage's indices: `{I, J}`, `{"I", "J"}` or
/// "IJ". In text a letter I, J or K and a digit are a dimension each; names of
/// more letters are separated by commas, "Cell,K". A digit is a dimension
/// beyond space: "0" is Dimension("D0"). Throws ValueError for other text, and
/// for a dimension that is named twice.
class Axes {
public:
  Axes() = default;
  Axes(const Dims &dims, SourceLine line = SourceLine::here());
  Axes(std::initializer_list<Dimension> dims, SourceLine line = SourceLine::here())
      : Axes(Dims(dims), line) {}
  Axes(std::initializer_list<std::string_view> names, SourceLine line = SourceLine::here());
  Axes(std::string_view text, SourceLine line = SourceLine::here());
  Axes(const char *text, SourceLine line = SourceLine::here()) : Axes(detail::textOf(text), line) {}

  /// False if the dimensions are left to the default; "" are no dimensions.
  bool given() const { return isGiven; }
  const Dimension *begin() const { return list.begin(); }
  const Dimension *end() const { return list.end(); }
  std::size_t size() const { return list.size(); }
  Dimension operator[](std::size_t n) const { return list[n]; }

private:
  detail::Sequence<Dimension> list;
  bool isGiven = false;
};

/// Ranks of I, J, K in this order, whatever the order of the indices.
struct LayoutMap {
  detail::Sequence<std::int64_t> ranks;
  LayoutMap(std::initializer_list<std::int64_t> byRank) : ranks(byRank) {}
};

/// The order of a storage's strides. One of
/// * the rank of each dimension's stride in the order of the indices, 0 the
///   largest: `{0, 2, 1}`;
/// * the names of the dimensions by decreasing stride: "KJI". All of I, J, K
///   are named, also those that the storage lacks, unless it has dimensions of
///   other names; what is not named is slower than what is;
/// * a `LayoutMap`;
/// * `cOrder`, `fortran`: by position, for every number of dimensions;
/// * a function without state of the dimensions that returns one of these.
struct Layout {
  enum class Kind : std::uint8_t { Preset, C, F, Ranks, Names, Map, Function };
  using Function = Layout (*)(const Dims &dims);

  Kind kind = Kind::Preset;
  detail::Sequence<std::int64_t> ranks; ///< Ranks, Map
  Axes names;                           ///< Names
  Function function = nullptr;          ///< Function

  Layout() = default;
  Layout(Kind which) : kind(which) {}
  Layout(std::initializer_list<std::int64_t> byRank) : kind(Kind::Ranks), ranks(byRank) {}
  Layout(LayoutMap map) : kind(Kind::Map), ranks(map.ranks) {}
  Layout(std::string_view letters, SourceLine line = SourceLine::here())
      : kind(Kind::Names), names(letters, line) {}
  Layout(const char *letters, SourceLine line = SourceLine::here())
      : Layout(detail::textOf(letters), line) {}
  template <std::convertible_to<Function> F>
  Layout(F choose) : kind(Kind::Function), function(choose) {}
};
/// Last dimension contiguous.
inline const Layout cOrder{Layout::Kind::C};
/// First dimension contiguous.
inline const Layout fortran{Layout::Kind::F};

/// The point at `aligned_index` lies at a multiple of this many elements, and
/// rows of the contiguous dimension are padded to such a multiple; 1: neither.
/// Of one number a dimension all but the contiguous dimension's are 1.
class Alignment {
public:
  Alignment() = default;
  template <std::integral T> Alignment(T elements) { list.push_back(elements); }
  Alignment(std::initializer_list<detail::AnyInteger> elements) : list(elements) {}
  bool given() const { return !list.empty(); }
  const detail::Sequence<std::int64_t> &entries() const { return list; }

private:
  detail::Integers list;
};

/// A name, or nullptr for none. Refers to the text that it is made from.
class NameOrNone {
public:
  constexpr NameOrNone() = default;
  constexpr NameOrNone(std::nullptr_t) : isGiven(true) {}
  constexpr NameOrNone(std::string_view name) : text(name), isGiven(true) {}
  constexpr NameOrNone(const char *name) : NameOrNone(detail::textOf(name)) {}
  constexpr bool given() const { return isGiven; }
  constexpr std::string_view value() const { return text; }

private:
  std::string_view text;
  bool isGiven = false;
};

/// What a name stands for in `StorageOptions::preset`. What it does not say
/// comes from the data or is the default.
struct Preset {
  Layout layout = {};
  Alignment alignment = {};
  /// The boundary in bytes instead of elements.
  Optional<std::int64_t> alignmentBytes = {};
  NameOrNone device = {};
};

/// An option that has another name here: giving it is a TypeError that tells
/// which.
class RenamedOption {
public:
  constexpr RenamedOption() = default;
  template <class T> constexpr RenamedOption(const T &) : isGiven(true) {}
  constexpr RenamedOption(std::initializer_list<std::int64_t>) : isGiven(true) {}
  constexpr bool given() const { return isGiven; }

private:
  bool isGiven = false;
};

/// How a storage is made. What is not given comes from the preset that is
/// named here, else from the data, if it is made from some, else from the
/// default.
struct StorageOptions {
  /// Extents, halo included, where no argument gives them.
  detail::Integers shape = {};
  /// Where no argument gives it: the data's, else f64.
  ElementTypeName dtype = {};
  Halo halo = {};
  /// Of a storage made from a shape; default the first of I, J, K, then D0,
  /// D1, ...
  Axes dims = {};
  Layout layout = {};
  /// A name that Runtime::registerPreset() knows. The default is
  /// RuntimeOptions::preset for storages made from a domain, "C" for others.
  std::string_view preset = {};
  Alignment alignment = {};
  /// The same parameter under the name of a source document. Memory that is
  /// wrapped is checked for a multiple of this many bytes.
  Optional<std::int64_t> alignment_size = {};
  /// Buffer index of the aligned point; default the first compute point.
  detail::Integers aligned_index = {};
  /// That nothing reads soon what kernels write, as OpenMP's clause says of variables: it goes past
  /// the caches where it leaves the processors' own ones in any case and that takes less time, but
  /// for fields that are put together of parts. Storages like this one have it, too. No effect on
  /// results.
  bool nontemporal = false;
  /// nullptr, or "gpu".
  NameOrNone device = {};
  /// "gt4py", this library, "cuda", CUDA, or nullptr, nobody: who keeps host and
  /// device in step. No effect on storages without a device; default "gt4py".
  NameOrNone managed = {};
  /// For as_storage() of memory on both sides: which is current. Default: both, or the one
  /// that is given. No effect but on software-managed storages.
  SyncState sync_state = {};
  /// For wrap(): memory of the device, laid out as that of the host, which a software-managed
  /// storage takes as its own.
  void *device_data = nullptr;
  /// For storage(): false makes it as_storage().
  bool copy = true;
  /// For wrap(): byte strides, when they do not follow from the layout.
  detail::Integers strides = {};
  /// Kept as long as the foreign memory is in use.
  KeepAlive keepAlive = {};
  Runtime *runtime = nullptr;
  RenamedOption backend = {};        ///< preset
  RenamedOption default_origin = {}; ///< halo and aligned_index
};

} // namespace gtjit

#endif // GTJIT_STORAGEOPTIONS_H
