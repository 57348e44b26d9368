//===- Storage.h - Memory with named dimensions and a halo ------*- C++ -*-===//
//
// Storages, and how they are written: `v[interior] = f`. How they are made is
// in Creation.h.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_STORAGE_H
#define GTJIT_STORAGE_H

#include "gtjit/Field.h"
#include "gtjit/HostView.h"
#include "gtjit/StorageOptions.h"
#include "gtjit/Text.h"

namespace [[gnu::visibility("default")]] gtjit {

/// Which memory a storage has, and who keeps it in step (docs/Devices.md).
enum class StorageKind : std::uint8_t {
  CPU,                ///< on the host
  SoftwareManagedGPU, ///< on the host and on the device, in step by this library
  CudaManagedGPU,     ///< one, which host and device reach, in step by CUDA
  GPU,                ///< on the device
};

namespace detail {
struct StorageState;
void retain(StorageState *state) noexcept;
void release(StorageState *state) noexcept;
/// The elements with their dimensions in the storage's order, or in this one.
HostMemory accessHost(const Storage &storage, DType type, bool writes, SourceLine line);
HostMemory accessHost(const Storage &storage, DType type, bool writes, Items<Dimension> order,
                      SourceLine line);
void requireKind(const Storage &storage, StorageKind kind, SourceLine line);
SyncState syncStateOf(const Storage &storage, SourceLine line);
/// The element at a buffer index, valid until the storage is written.
const void *elementOf(const Storage &storage, DType type, detail::Items<std::int64_t> index,
                      SourceLine line);
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

/// Facts about a storage's memory, as NumPy tells them.
struct StorageFlags {
  bool c_contiguous = false; ///< dense, the last dimension fastest
  bool f_contiguous = false; ///< dense, the first dimension fastest
  bool owndata = false;      ///< the library's memory, not somebody else's
  bool writeable = true;     ///< not read-only, and every point has its own element
  bool aligned = true;       ///< elements at multiples of their size, always
  bool onHost = true;        ///< false: there is no memory there, and all others are false
  /// Whether there are flags: `onHost`.
  explicit operator bool() const { return onHost; }
};

/// Several indices of one dimension, in an entry of Storage::set() and take().
struct Indices {
  detail::Sequence<std::int64_t> list;
  Indices(std::initializer_list<detail::AnyInteger> indices) : list(detail::Integers(indices)) {}
  explicit Indices(detail::Items<std::int64_t> indices) : list(indices) {}
};

/// One entry of what Storage::set() writes and take() reads: an entry of a slice, or indices.
struct KeyItem : RelativeItem {
  detail::Sequence<std::int64_t> indices;
  bool isList = false;
  using RelativeItem::RelativeItem;
  KeyItem(Indices several) : RelativeItem(Slice()), indices(several.list), isList(true) {}
};

namespace detail {
/// How storages and their parts are read as fields.
template <class Own> class ReadAsField {
public:
  [[nodiscard]] Field operator()(Shift shift, SourceLine line = SourceLine::here()) const {
    return field(line)(shift, line);
  }
  template <std::same_as<Shift>... More>
  [[nodiscard]] Field operator()(ShiftAt first, Shift second, More... more) const {
    return field(first.line)(first, second, more...);
  }
  [[nodiscard]] Field operator()(Items<Shift> shifts, SourceLine line = SourceLine::here()) const {
    return field(line)(shifts, line);
  }
  [[nodiscard]] Field operator()(NamedIndex index, SourceLine line = SourceLine::here()) const {
    return field(line)(index, line);
  }
  [[nodiscard]] NeighborList operator()(std::initializer_list<Shift> shifts,
                                        SourceLine line = SourceLine::here()) const;
  [[nodiscard]] NeighborList operator()(std::initializer_list<HalfShift> shifts,
                                        SourceLine line = SourceLine::here()) const;
  [[nodiscard]] NeighborList operator()(std::initializer_list<Connectivity> tables,
                                        SourceLine line = SourceLine::here()) const;
  [[nodiscard]] Field operator()(const HalfShift &shift,
                                 SourceLine line = SourceLine::here()) const;
  [[nodiscard]] Field operator()(const Connectivity &table,
                                 SourceLine line = SourceLine::here()) const {
    return field(line)(table, line);
  }
  [[nodiscard]] Field remap(const Connectivity &table, SourceLine line = SourceLine::here()) const {
    return field(line)(table, line);
  }
  template <std::convertible_to<IndexMap>... More>
  [[nodiscard]] Field operator()(const IndexMap &first, const IndexMap &second,
                                 const More &...more) const {
    return field()(first, second, more...);
  }
  [[nodiscard]] Field operator()(const DynamicShift &shift,
                                 SourceLine line = SourceLine::here()) const {
    return field(line)(shift, line);
  }
  [[nodiscard]] Field operator()(const FieldIndex &index) const;
  template <std::same_as<FieldIndex> Index> [[nodiscard]] Field at(const Index &index) const {
    return (*this)(index);
  }
  template <class = void> [[nodiscard]] Field at(const FieldIndices &indices) const;
  template <std::integral First, class... More>
  void operator()(First, const More &...) const = delete; // u(I + 1, J - 1), u[{I(3), J(4)}]
  template <class T> T item(SourceLine line = SourceLine::here()) const {
    return field(line).template item<T>(line);
  }
  [[nodiscard]] Field field(SourceLine line = SourceLine::here()) const {
    return Field(static_cast<const Own &>(*this), line);
  }
};
} // namespace detail

/// Of Storage::host_to_device() and device_to_host().
struct CopyOptions {
  bool force = false;
};

class ArrayData; // gtjit/Creation.h

/// Memory: an MLIR strided memref descriptor with element type, dimensions,
/// domain and halo. A handle; copies and `=` share the memory. Converts to
/// Field wherever a field is read.
class Storage : public detail::ReadAsField<Storage> {
public:
  /// No storage; every use but assignment throws ValueError.
  Storage() = default;
  explicit Storage(detail::Ref<detail::StorageState> shared)
      : state(static_cast<detail::Ref<detail::StorageState> &&>(shared)) {}

  template <class T>
    requires(std::same_as<T, Field> || Number<T>)
  void operator=(const T &) = delete; // a part is written: v[interior] = f, v[whole] = 1.0

  DType dtype(SourceLine line = SourceLine::here()) const;
  std::size_t ndim(SourceLine line = SourceLine::here()) const;
  Dims dims(SourceLine line = SourceLine::here()) const;
  Domain domain(SourceLine line = SourceLine::here()) const;
  Domain compute_domain(SourceLine line = SourceLine::here()) const;
  /// Extents in the order of dims(), halo included.
  detail::Sequence<std::int64_t> shape(SourceLine line = SourceLine::here()) const;
  /// Bytes between neighbours, in the order of dims().
  detail::Sequence<std::int64_t> strides(SourceLine line = SourceLine::here()) const;
  detail::Sequence<HaloWidth> halo(SourceLine line = SourceLine::here()) const;
  /// Changes what is halo and what is grid; no memory moves.
  /// Fields written before keep the halo that they saw. Throws ValueError as
  /// for making a storage.
  void setHalo(const Halo &halo, SourceLine line = SourceLine::here());
  detail::Sequence<std::int64_t> domain_shape(SourceLine line = SourceLine::here()) const;
  /// A view of the compute domain with no halo: index 0 of its host views is
  /// the first compute point. Coordinates are kept.
  [[nodiscard]] Storage domain_view(SourceLine line = SourceLine::here()) const;
  detail::Sequence<std::int64_t> aligned_index(SourceLine line = SourceLine::here()) const;
  std::int64_t alignment(SourceLine line = SourceLine::here()) const;
  /// Bytes of the elements, padding not counted.
  std::int64_t nbytes(SourceLine line = SourceLine::here()) const;
  /// The dimensions as text that `Axes` reads: "IJK".
  Text axes(SourceLine line = SourceLine::here()) const;
  StorageFlags flags(SourceLine line = SourceLine::here()) const;
  StorageKind kind(SourceLine line = SourceLine::here()) const;
  /// "gpu" if it has memory on a device, else empty.
  std::string_view device(SourceLine line = SourceLine::here()) const;
  bool gpu(SourceLine line = SourceLine::here()) const { return !device(line).empty(); }
  /// Of the storages in an expression the first one of the highest priority says where it is
  /// computed and what kind its values are: 11 for managed kinds, 10 for the others.
  int handler_priority(SourceLine line = SourceLine::here()) const;
  Runtime &runtime(SourceLine line = SourceLine::here()) const;

  using ReadAsField::at;
  [[nodiscard]] FieldPart at(const Region &region, SourceLine line = SourceLine::here()) const;
  [[nodiscard]] FieldPart rel(std::initializer_list<RelativeItem> items,
                              SourceLine line = SourceLine::here()) const;
  [[nodiscard]] ReorderedField at_dims(const Dims &dims,
                                       SourceLine line = SourceLine::here()) const {
    return field(line).at_dims(dims, line);
  }
  using ReadAsField::item;
  /// The value at a buffer index, from the end if negative. Throws IndexError
  /// for a wrong number of entries, IndexOutOfBounds, DTypeError.
  template <class T>
  T item(std::initializer_list<std::int64_t> index, SourceLine line = SourceLine::here()) const {
    return *static_cast<const T *>(detail::elementOf(*this, dtypeOf<T>, index, line));
  }

  /// A part to be written or read; one argument, regions are braced.
  StorageRegion operator[](detail::AtLine<Whole> part) const;
  StorageRegion operator[](detail::AtLine<Interior> part) const;
  StorageRegion operator[](const Region &region) const;
  template <std::integral N> void operator[](N) const = delete; // u[{I(3), J(4)}]
  void operator[](Shift) const = delete;                        // u(I + 1)

  /// A view of a region that shares the memory; its halo is what is left of
  /// this storage's halo inside it.
  [[nodiscard]] Storage view(const Region &region, SourceLine line = SourceLine::here()) const;

  /// A view by buffer index, as NumPy slices: an index takes its dimension
  /// away, ranges are clipped, steps may be negative. Dimensions without an
  /// entry are whole. A dimension with another step than 1 has coordinates
  /// from 0. Throws IndexError, IndexOutOfBounds, ValueError for a step of 0.
  [[nodiscard]] Storage slice(std::initializer_list<RelativeItem> items,
                              SourceLine line = SourceLine::here()) const;
  /// A view with coordinates of its own: those of the first element in the
  /// named dimensions; the others keep theirs.
  [[nodiscard]] Storage rebased(std::initializer_list<NamedIndex> origin,
                                SourceLine line = SourceLine::here()) const;
  /// A view with another order of dimensions: positions in dims(), from the
  /// end if negative; none: reversed. Throws ValueError if they are no
  /// permutation.
  [[nodiscard]] Storage transpose(std::initializer_list<std::int64_t> order = {},
                                  SourceLine line = SourceLine::here()) const;
  [[nodiscard]] Storage transpose(const Dims &order, SourceLine line = SourceLine::here()) const;
  /// Fresh memory with the same parameters and values; dense if this is a view.
  [[nodiscard]] Storage copy(SourceLine line = SourceLine::here()) const;

  /// Writes `value` to what slice() selects. A storage's elements go by buffer
  /// index in dimensions of the same name: there it has as many points as the
  /// target or one; the others it lacks. Lists of indices have one length, go
  /// together, and the last of several writes to a point counts. Throws
  /// ValueError, IndexError, IndexOutOfBounds before any effect.
  void set(std::initializer_list<KeyItem> items, const Storage &value,
           SourceLine line = SourceLine::here()) const {
    setItems({items.begin(), items.size()}, &value, Arg(0, line));
  }
  template <Number T>
  void set(std::initializer_list<KeyItem> items, T value,
           SourceLine line = SourceLine::here()) const {
    setItems({items.begin(), items.size()}, nullptr, Arg(value, line));
  }
  /// Writes a number where `mask`, a bool storage of any of the dimensions, is
  /// true.
  template <Number T>
  void set(const Storage &mask, T value, SourceLine line = SourceLine::here()) const {
    setWhere(mask, Arg(value, line));
  }

  /// A storage of its own, of the same kind and type, with the values of what slice() selects, as
  /// NumPy's lists of indices do. Lists have one length and go together, as in set(): the dimension
  /// of the first one has as many points, from 0, those of the others are taken away. No halo.
  /// Throws IndexError, IndexOutOfBounds.
  [[nodiscard]] Storage take(std::initializer_list<KeyItem> items,
                             SourceLine line = SourceLine::here()) const;
  /// The values where `mask`, a bool storage with the same dimensions and points, is true: on one
  /// dimension, the first of dims(), in the order of dims(), the last one fastest. They go by the
  /// host. Throws DTypeError, ValueError.
  [[nodiscard]] Storage take(const Storage &mask, SourceLine line = SourceLine::here()) const;

  /// Values for the host, indexed from 0 in the order of dims(), halo
  /// included. Throws DTypeError if T is not the element type, NoSuchBufferError
  /// for memory on the device alone. Fields that still read this storage keep
  /// their values when write() gives a view; throws ValueError for a storage
  /// that is read-only.
  template <class T>
  [[nodiscard]] HostView<const T> read(SourceLine line = SourceLine::here()) const {
    return HostView<const T>(detail::accessHost(*this, dtypeOf<T>, false, line));
  }
  template <class T> [[nodiscard]] HostView<T> write(SourceLine line = SourceLine::here()) {
    return HostView<T>(detail::accessHost(*this, dtypeOf<T>, true, line));
  }
  /// The same with the indices in an order of the caller's: u.read<double>(I, J)
  /// is indexed by I, then J, whatever the order of dims(). Throws ValueError
  /// unless all dimensions are named once.
  template <class T, std::same_as<Dimension>... More>
  [[nodiscard]] HostView<const T> read(detail::DimensionAt first, More... more) const {
    const Dimension order[] = {first.dim, more...};
    return HostView<const T>(detail::accessHost(*this, dtypeOf<T>, false, order, first.line));
  }
  template <class T, std::same_as<Dimension>... More>
  [[nodiscard]] HostView<T> write(detail::DimensionAt first, More... more) {
    const Dimension order[] = {first.dim, more...};
    return HostView<T>(detail::accessHost(*this, dtypeOf<T>, true, order, first.line));
  }
  /// Address of the first element on the host; pins the memory: it is never moved again. Null
  /// for memory on the device alone. What is read-only must not be written through it.
  void *data(SourceLine line = SourceLine::here()) const;
  /// The same on the device; null for memory on the host alone.
  void *device_data(SourceLine line = SourceLine::here()) const;
  /// What data() and device_data() point to, with extents and strides, for as_storage() and
  /// other libraries. Throw NoSuchBufferError where there is no such memory.
  ArrayData host_view(SourceLine line = SourceLine::here()) const;
  ArrayData device_view(SourceLine line = SourceLine::here()) const;
  /// That of the device if it has memory there, else that of the host.
  ArrayData to_ndarray(SourceLine line = SourceLine::here()) const;
  /// Tells that the memory was written through data().
  void touch(SourceLine line = SourceLine::here());

  // Needed only where data() or device_data() are kept and written through: all else keeps host
  // and device in step by itself. On storages that are not software-managed without effect but
  // that of touch().

  /// Tells that the memory was written through data(), or device_data(): it is copied before
  /// the next access on the other side. What that side alone had is lost.
  void set_host_modified(SourceLine line = SourceLine::here());
  void set_device_modified(SourceLine line = SourceLine::here());
  /// Tells that both have the same values.
  void set_synchronized(SourceLine line = SourceLine::here());
  /// Copies, if the host has values that the device lacks; forced, in any case: then what the
  /// device alone had is lost.
  void host_to_device(CopyOptions options = {}, SourceLine line = SourceLine::here());
  /// The other way round.
  void device_to_host(CopyOptions options = {}, SourceLine line = SourceLine::here());
  /// Copies in the direction in which something is new.
  void synchronize(SourceLine line = SourceLine::here());

  /// This storage under a name for messages; all its handles have it.
  Storage named(std::string_view name, SourceLine line = SourceLine::here()) const;
  std::string_view name(SourceLine line = SourceLine::here()) const;

  detail::StorageState *get() const { return state.get(); }

private:
  void setItems(detail::Items<KeyItem> items, const Storage *value, Arg number) const;
  void setWhere(const Storage &mask, Arg value) const;

  detail::Ref<detail::StorageState> state;
};

/// A storage of one kind, for functions that ask for one.
template <StorageKind Kind> class StorageOf : public Storage {
public:
  /// Throws ValueError for an empty handle, TypeError for a storage of another kind.
  explicit StorageOf(const Storage &storage, SourceLine line = SourceLine::here())
      : Storage(storage) {
    detail::requireKind(*this, Kind, line);
  }
  /// Which side is current; all views of the storage share it.
  SyncState sync_state(SourceLine line = SourceLine::here()) const
    requires(Kind == StorageKind::SoftwareManagedGPU)
  {
    return detail::syncStateOf(*this, line);
  }
};
using CPUStorage = StorageOf<StorageKind::CPU>;
using SoftwareManagedGPUStorage = StorageOf<StorageKind::SoftwareManagedGPU>;
using GT4PySyncedGPUStorage = SoftwareManagedGPUStorage;
using CudaManagedGPUStorage = StorageOf<StorageKind::CudaManagedGPU>;
using CUDAManagedGPUStorage = CudaManagedGPUStorage;
using CUDASyncedGPUStorage = CudaManagedGPUStorage;
using GPUStorage = StorageOf<StorageKind::GPU>;

/// Exchanges what two handles refer to.
inline void swap(Storage &a, Storage &b) noexcept {
  Storage old = a;
  a = b;
  b = old;
}

/// A part of a storage, as `v[...]` returns it. Assigning writes values: the
/// field must cover the part, is broadcast by dimension name and must have no
/// dimension that the storage lacks. Throws DomainError, TypeError, ValueError.
/// Read, it is a field on the part: u[{I(3), J(4)}].item<double>().
class StorageRegion : public detail::ReadAsField<StorageRegion> {
public:
  StorageRegion(Storage storage, Domain domain, detail::Sequence<NamedIndex> indices,
                SourceLine line)
      : target(static_cast<Storage &&>(storage)), part(static_cast<Domain &&>(domain)),
        taken(static_cast<detail::Sequence<NamedIndex> &&>(indices)), origin(line) {}
  StorageRegion(const StorageRegion &) = default;
  StorageRegion(StorageRegion &&) = default;
  const StorageRegion &operator=(Arg value) const;
  /// Copies values, as from any field.
  StorageRegion &operator=(const StorageRegion &other);

  const Storage &storage() const { return target; }
  /// The part in the dimensions that were not selected by index.
  const Domain &domain() const { return part; }
  /// Coordinates of dimensions that were selected by index.
  const detail::Sequence<NamedIndex> &indices() const { return taken; }
  /// Where it is written.
  SourceLine line() const { return origin; }

private:
  Storage target;
  Domain part;
  detail::Sequence<NamedIndex> taken;
  SourceLine origin;
};

/// One of the assignments of update(): a storage's compute domain, or a part.
struct Update {
  StorageRegion target;
  mutable Arg value; ///< taken out by update()
  Update(const Storage &storage, Arg given)
      : target(storage[{interior, given.line}]), value(static_cast<Arg &&>(given)) {}
  Update(const StorageRegion &region, Arg given)
      : target(region), value(static_cast<Arg &&>(given)) {}
  Update(const Update &) = default;
  Update(Update &&) = default;
  /// Becomes the other assignment, and makes neither: no storage is written.
  Update &operator=(Update other) noexcept;
};
/// Makes all assignments at once: every value is read before any is written.
void update(detail::Items<Update> updates);

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
void fillHalo(const Storage &storage, detail::Items<HaloFill> fills);
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
