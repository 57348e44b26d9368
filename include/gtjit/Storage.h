//===- Storage.h - Memory with named dimensions and a halo ------*- C++ -*-===//
//
// Storages, how they are made, and how they are written: `v[interior] = f`.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_STORAGE_H
#define GTJIT_STORAGE_H

#include "gtjit/Field.h"
#include "gtjit/HostView.h"
#include "gtjit/KeepAlive.h"

namespace [[gnu::visibility("default")]] gtjit {

class Runtime;

namespace detail {
struct StorageState;
void retain(StorageState *state) noexcept;
void release(StorageState *state) noexcept;
HostMemory accessHost(const Storage &storage, DType type, bool writes, SourceLine line);
} // namespace detail

/// A number that becomes an element of any type: float to integer truncates
/// and saturates, NaN gives 0; integers wrap; to bool: different from zero. A
/// complex number becomes complex elements alone.
struct FillValue {
  enum class Kind : std::uint8_t { Integer, Unsigned, Real, Complex };
  Kind kind = Kind::Integer;
  std::int64_t integer = 0; ///< Unsigned: the bits
  double real = 0.0;
  double imaginary = 0.0;
  template <Number T> constexpr FillValue(T value) {
    if constexpr (std::integral<T>) {
      kind = static_cast<T>(-1) < T(0) ? Kind::Integer : Kind::Unsigned;
      integer = static_cast<std::int64_t>(value);
    } else {
      kind = Kind::Real;
      real = static_cast<double>(value);
    }
  }
  template <detail::ComplexNumber T>
  constexpr FillValue(const T &value)
      : kind(Kind::Complex), real(static_cast<double>(value.real())),
        imaginary(static_cast<double>(value.imag())) {}
};

/// Points that a dimension has before and after its compute range.
struct HaloWidth {
  std::int64_t lo = 0;
  std::int64_t hi = 0;
  constexpr HaloWidth() = default;
  constexpr HaloWidth(std::int64_t both) : lo(both), hi(both) {}
  constexpr HaloWidth(std::int64_t lo, std::int64_t hi) : lo(lo), hi(hi) {}
  friend constexpr bool operator==(const HaloWidth &, const HaloWidth &) = default;
};

/// Halo of a storage, by name `{{I, 2}, {J, {1, 2}}}` or, for storages made
/// from a shape, by position `{1, {2, 3}, 0}`.
class Halo {
public:
  struct Entry {
    const detail::DimensionTag *dim = nullptr; ///< null: by position
    HaloWidth width;
    Dimension dimension() const { return Dimension(dim); }
    Entry(Dimension dim, HaloWidth width) : dim(dim.identity()), width(width) {}
    Entry(Dimension dim, int width) : Entry(dim, HaloWidth(width)) {}
    Entry(HaloWidth width) : width(width) {}
    Entry(int both) : width(both) {}
    Entry(int lo, int hi) : width(lo, hi) {}
  };
  Halo() = default;
  Halo(std::initializer_list<Entry> entries) : list(entries) {}
  explicit Halo(std::span<const Entry> entries) : list(entries) {}
  const detail::Sequence<Entry> &entries() const { return list; }

private:
  detail::Sequence<Entry> list;
};

/// Rank of each dimension's stride in the order of the dimensions: 0 is the
/// largest stride. `c` and `fortran` fit every number of dimensions.
struct Layout {
  enum class Kind : std::uint8_t { Preset, C, F, Ranks };
  Kind kind = Kind::Preset;
  detail::Sequence<std::int64_t> ranks;
  Layout() = default;
  Layout(Kind kind) : kind(kind) {}
  Layout(std::initializer_list<std::int64_t> ranks) : kind(Kind::Ranks), ranks(ranks) {}
};
/// Last dimension contiguous.
inline const Layout cOrder{Layout::Kind::C};
/// First dimension contiguous.
inline const Layout fortran{Layout::Kind::F};

/// How a storage is made. What is not given comes from the preset.
struct StorageOptions {
  Halo halo = {};
  /// Dimensions of a storage made from a shape; default the first of I, J, K,
  /// then horizontal ones called D3, D4, ...
  detail::Sequence<Dimension> dims = {};
  Layout layout = {};
  /// Name of a preset: "cpu" (first horizontal dimension contiguous, then the
  /// others, vertical ones slowest; rows padded to 64 bytes, aligned at the
  /// first compute point), "C", "F" (neither). The default is "cpu" for
  /// storages made from a domain, "C" from a shape and for foreign memory.
  std::string_view preset = {};
  /// The point at `aligned_index` lies at a multiple of this many elements, and
  /// rows are padded to such a multiple; 1: neither; 0: what the preset says.
  std::int64_t alignment = 0;
  /// Buffer index of the aligned point; default the first compute point.
  detail::Sequence<std::int64_t> aligned_index = {};
  /// Byte strides of foreign memory, when they do not follow from the layout.
  detail::Sequence<std::int64_t> strides = {};
  /// Kept as long as the foreign memory is in use.
  KeepAlive keepAlive = {};
  Runtime *runtime = nullptr;
};

/// The whole of a storage, halo included.
struct Whole {};
/// The compute domain of a storage.
struct Interior {};
inline constexpr Whole whole;
inline constexpr Interior interior;

/// Memory: an MLIR strided memref descriptor with element type, dimensions,
/// domain and halo. A handle; copies and `=` share the memory. Converts to
/// Field wherever a field is read.
class Storage {
public:
  /// No storage; every use but assignment throws ValueError.
  Storage() = default;
  explicit Storage(detail::Ref<detail::StorageState> state)
      : state(static_cast<detail::Ref<detail::StorageState> &&>(state)) {}

  DType dtype() const;
  std::size_t ndim() const;
  Dims dims() const;
  Domain domain() const;
  Domain compute_domain() const;
  /// Extents in the order of dims(), halo included.
  detail::Sequence<std::int64_t> shape() const;
  /// Bytes between neighbours, in the order of dims().
  detail::Sequence<std::int64_t> strides() const;
  detail::Sequence<HaloWidth> halo() const;
  /// Changes what is halo and what is grid; no memory moves.
  /// Fields written before keep the halo that they saw. Throws ValueError as
  /// for making a storage.
  void setHalo(const Halo &halo, SourceLine line = SourceLine::here());
  detail::Sequence<std::int64_t> domain_shape() const;
  /// A view of the compute domain with no halo: index 0 of its host views is
  /// the first compute point. Coordinates are kept.
  Storage domain_view() const;
  detail::Sequence<std::int64_t> aligned_index() const;
  std::int64_t alignment() const;
  /// Bytes of the elements, padding not counted.
  std::int64_t nbytes() const;
  Runtime &runtime() const;

  /// Reading as a field.
  Field operator()(Shift shift, SourceLine line = SourceLine::here()) const;
  Field operator()(Shift first, Shift second, SourceLine line = SourceLine::here()) const;
  Field operator()(Shift first, Shift second, Shift third,
                   SourceLine line = SourceLine::here()) const;
  Field at(const Region &region, SourceLine line = SourceLine::here()) const;
  Field rel(std::initializer_list<RelativeItem> items, SourceLine line = SourceLine::here()) const;
  Field field(SourceLine line = SourceLine::here()) const { return Field(*this, line); }
  template <class T> T item(SourceLine line = SourceLine::here()) const {
    return Field(*this, line).template item<T>(line);
  }

  /// A part to be written or read; one argument, regions are braced.
  StorageRegion operator[](Whole) const;
  StorageRegion operator[](Interior) const;
  StorageRegion operator[](const Region &region) const;

  /// A view of a region that shares the memory; its halo is what is left of
  /// this storage's halo inside it.
  Storage view(const Region &region, SourceLine line = SourceLine::here()) const;

  /// Values for the host, indexed from 0 in the order of dims(), halo
  /// included. Throws DTypeError if T is not the element type. Fields that
  /// still read this storage keep their values when write() gives a view.
  template <class T> HostView<const T> read(SourceLine line = SourceLine::here()) const {
    return HostView<const T>(detail::accessHost(*this, dtypeOf<T>, false, line));
  }
  template <class T> HostView<T> write(SourceLine line = SourceLine::here()) {
    return HostView<T>(detail::accessHost(*this, dtypeOf<T>, true, line));
  }
  /// Address of the first element; pins the memory: it is never moved again.
  void *data(SourceLine line = SourceLine::here()) const;
  /// Tells that the memory was written through a raw pointer.
  void touch(SourceLine line = SourceLine::here());

  /// This storage under a name for messages; all its handles have it.
  Storage named(std::string_view name) const;
  std::string_view name() const;

  detail::StorageState *get() const { return state.get(); }

private:
  detail::Ref<detail::StorageState> state;
};

/// Exchanges what two handles refer to.
inline void swap(Storage &a, Storage &b) noexcept {
  Storage old = a;
  a = b;
  b = old;
}

/// A part of a storage, as `v[...]` returns it. Assigning writes values: the
/// field must cover the part, is broadcast by dimension name and must have no
/// dimension that the storage lacks. Throws DomainError, TypeError.
class StorageRegion {
public:
  StorageRegion(Storage storage, Domain domain, detail::Sequence<NamedIndex> indices)
      : target(static_cast<Storage &&>(storage)), part(static_cast<Domain &&>(domain)),
        taken(static_cast<detail::Sequence<NamedIndex> &&>(indices)) {}
  StorageRegion(const StorageRegion &) = default;
  const StorageRegion &operator=(Arg value) const;
  /// Copies values, as from any field.
  StorageRegion &operator=(const StorageRegion &other);

  const Storage &storage() const { return target; }
  /// The part in the dimensions that were not selected by index.
  const Domain &domain() const { return part; }
  /// Coordinates of dimensions that were selected by index.
  const detail::Sequence<NamedIndex> &indices() const { return taken; }

private:
  Storage target;
  Domain part;
  detail::Sequence<NamedIndex> taken;
};

/// One of the assignments of update(): a storage's compute domain, or a part.
struct Update {
  StorageRegion target;
  mutable Arg value; ///< taken out by update()
  Update(const Storage &storage, Arg value)
      : target(storage[interior]), value(static_cast<Arg &&>(value)) {}
  Update(const StorageRegion &region, Arg value)
      : target(region), value(static_cast<Arg &&>(value)) {}
};
/// Makes all assignments at once: every value is read before any is written.
void update(std::initializer_list<Update> updates);

// Making storages. From a domain the ranges are the compute domain and the
// halo lies outside; from a shape the halo is included and index 0 is the
// first compute point. Throw ValueError, LayoutError, MemoryError.
using Shape = std::initializer_list<std::int64_t>;
Storage empty(const Domain &domain, DType type = F64, const StorageOptions &options = {},
              SourceLine line = SourceLine::here());
Storage empty(Shape shape, DType type = F64, const StorageOptions &options = {},
              SourceLine line = SourceLine::here());
Storage zeros(const Domain &domain, DType type = F64, const StorageOptions &options = {},
              SourceLine line = SourceLine::here());
Storage zeros(Shape shape, DType type = F64, const StorageOptions &options = {},
              SourceLine line = SourceLine::here());
Storage ones(const Domain &domain, DType type = F64, const StorageOptions &options = {},
             SourceLine line = SourceLine::here());
Storage ones(Shape shape, DType type = F64, const StorageOptions &options = {},
             SourceLine line = SourceLine::here());
Storage full(const Domain &domain, FillValue value, DType type = F64,
             const StorageOptions &options = {}, SourceLine line = SourceLine::here());
Storage full(Shape shape, FillValue value, DType type = F64, const StorageOptions &options = {},
             SourceLine line = SourceLine::here());
/// A new storage of the same type, domain, halo and layout, values undefined.
Storage like(const Storage &storage, SourceLine line = SourceLine::here());

/// The same with the element type as template argument: zeros<double>(...).
template <class T>
Storage empty(const Domain &domain, const StorageOptions &options = {},
              SourceLine line = SourceLine::here()) {
  return empty(domain, dtypeOf<T>, options, line);
}
template <class T>
Storage zeros(const Domain &domain, const StorageOptions &options = {},
              SourceLine line = SourceLine::here()) {
  return zeros(domain, dtypeOf<T>, options, line);
}
template <class T>
Storage ones(const Domain &domain, const StorageOptions &options = {},
             SourceLine line = SourceLine::here()) {
  return ones(domain, dtypeOf<T>, options, line);
}
template <class T>
Storage full(const Domain &domain, std::type_identity_t<T> value,
             const StorageOptions &options = {}, SourceLine line = SourceLine::here()) {
  return full(domain, FillValue(value), dtypeOf<T>, options, line);
}
template <class T>
Storage empty(Shape shape, const StorageOptions &options = {},
              SourceLine line = SourceLine::here()) {
  return empty(shape, dtypeOf<T>, options, line);
}
template <class T>
Storage zeros(Shape shape, const StorageOptions &options = {},
              SourceLine line = SourceLine::here()) {
  return zeros(shape, dtypeOf<T>, options, line);
}
template <class T>
Storage ones(Shape shape, const StorageOptions &options = {},
             SourceLine line = SourceLine::here()) {
  return ones(shape, dtypeOf<T>, options, line);
}
template <class T>
Storage full(Shape shape, std::type_identity_t<T> value, const StorageOptions &options = {},
             SourceLine line = SourceLine::here()) {
  return full(shape, FillValue(value), dtypeOf<T>, options, line);
}

/// Foreign memory as a storage, without a copy. `data` is the first element,
/// halo included; `domain` is the compute domain. C order without padding,
/// unless the options say otherwise. The memory is pinned: it is written in
/// place, and never freed. Throws ValueError for a null pointer to elements,
/// LayoutError for strides or addresses that are no multiples of the element.
Storage wrap(void *data, DType type, const Domain &domain, const StorageOptions &options = {},
             SourceLine line = SourceLine::here());
Storage wrap(void *data, DType type, Shape shape, const StorageOptions &options = {},
             SourceLine line = SourceLine::here());
template <class T>
Storage wrap(T *data, const Domain &domain, const StorageOptions &options = {},
             SourceLine line = SourceLine::here()) {
  return wrap(static_cast<void *>(data), dtypeOf<T>, domain, options, line);
}
template <class T>
Storage wrap(T *data, Shape shape, const StorageOptions &options = {},
             SourceLine line = SourceLine::here()) {
  return wrap(static_cast<void *>(data), dtypeOf<T>, shape, options, line);
}

/// What fillHalo puts into the halo of one dimension, and where that is written.
struct HaloFill {
  enum class Kind : std::uint8_t { Periodic, Mirror, Constant, Extend };
  Kind kind;
  Dimension dim;
  FillValue value;
  SourceLine line;
};
/// Values from the opposite end of the compute range.
inline HaloFill periodic(Dimension dim, SourceLine line = SourceLine::here()) {
  return {HaloFill::Kind::Periodic, dim, 0, line};
}
/// Values mirrored at the edge: the first halo point equals the first point.
inline HaloFill mirror(Dimension dim, SourceLine line = SourceLine::here()) {
  return {HaloFill::Kind::Mirror, dim, 0, line};
}
inline HaloFill constant(Dimension dim, FillValue value, SourceLine line = SourceLine::here()) {
  return {HaloFill::Kind::Constant, dim, value, line};
}
/// The value of the nearest compute point.
inline HaloFill extend(Dimension dim, SourceLine line = SourceLine::here()) {
  return {HaloFill::Kind::Extend, dim, 0, line};
}

namespace detail {
void fillHalo(const Storage &storage, std::span<const HaloFill> fills);
} // namespace detail
/// Fills the halo dimension by dimension in the order of the arguments, each
/// over the halos already filled, so that corners are defined; over the halos
/// of dimensions without an argument too. Fields that still read the storage
/// keep their values. Throws ValueError for a dimension that the storage lacks
/// or that is named twice, or a halo wider than the compute range that fills
/// it.
template <std::same_as<HaloFill>... Fills>
void fillHalo(const Storage &storage, const HaloFill &first, const Fills &...more) {
  const HaloFill all[] = {first, more...};
  detail::fillHalo(storage, all);
}

} // namespace gtjit

#endif // GTJIT_STORAGE_H
