//===- Creation.h - Making storages -----------------------------*- C++ -*-===//
//
// Fresh memory, foreign memory, and copies of arrays as storages.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_CREATION_H
#define GTJIT_CREATION_H

#include "gtjit/Storage.h"

namespace [[gnu::visibility("default")]] gtjit {

// Making storages. From a domain the ranges are the compute domain and the
// halo lies outside; from a shape the halo is included and index 0 is the
// first compute point. Throw ValueError, LayoutError, MemoryError.
[[nodiscard]] Storage empty(const Domain &domain, ElementTypeName type = {},
                            const StorageOptions &options = {},
                            SourceLine line = SourceLine::here());
[[nodiscard]] Storage empty(Shape shape, ElementTypeName type = {},
                            const StorageOptions &options = {},
                            SourceLine line = SourceLine::here());
[[nodiscard]] Storage zeros(const Domain &domain, ElementTypeName type = {},
                            const StorageOptions &options = {},
                            SourceLine line = SourceLine::here());
[[nodiscard]] Storage zeros(Shape shape, ElementTypeName type = {},
                            const StorageOptions &options = {},
                            SourceLine line = SourceLine::here());
[[nodiscard]] Storage ones(const Domain &domain, ElementTypeName type = {},
                           const StorageOptions &options = {},
                           SourceLine line = SourceLine::here());
[[nodiscard]] Storage ones(Shape shape, ElementTypeName type = {},
                           const StorageOptions &options = {},
                           SourceLine line = SourceLine::here());
[[nodiscard]] Storage full(const Domain &domain, FillValue value, ElementTypeName type = {},
                           const StorageOptions &options = {},
                           SourceLine line = SourceLine::here());
[[nodiscard]] Storage full(Shape shape, FillValue value, ElementTypeName type = {},
                           const StorageOptions &options = {},
                           SourceLine line = SourceLine::here());
/// A new storage with everything that the options do not say from `storage`:
/// type, domain, halo, layout, alignment. The memory of a view's is dense. The
/// shape cannot be given: TypeError.
[[nodiscard]] Storage empty_like(const Storage &storage, const StorageOptions &options = {},
                                 SourceLine line = SourceLine::here());
[[nodiscard]] Storage zeros_like(const Storage &storage, const StorageOptions &options = {},
                                 SourceLine line = SourceLine::here());
[[nodiscard]] Storage ones_like(const Storage &storage, const StorageOptions &options = {},
                                SourceLine line = SourceLine::here());
[[nodiscard]] Storage full_like(const Storage &storage, FillValue value,
                                const StorageOptions &options = {},
                                SourceLine line = SourceLine::here());
[[nodiscard]] inline Storage like(const Storage &storage, SourceLine line = SourceLine::here()) {
  return empty_like(storage, {}, line);
}

/// The same with the element type as template argument: zeros<double>(...).
template <class T>
[[nodiscard]] Storage empty(const Domain &domain, const StorageOptions &options = {},
                            SourceLine line = SourceLine::here()) {
  return empty(domain, dtypeOf<T>, options, line);
}
template <class T>
[[nodiscard]] Storage zeros(const Domain &domain, const StorageOptions &options = {},
                            SourceLine line = SourceLine::here()) {
  return zeros(domain, dtypeOf<T>, options, line);
}
template <class T>
[[nodiscard]] Storage ones(const Domain &domain, const StorageOptions &options = {},
                           SourceLine line = SourceLine::here()) {
  return ones(domain, dtypeOf<T>, options, line);
}
template <class T>
[[nodiscard]] Storage full(const Domain &domain, std::type_identity_t<T> value,
                           const StorageOptions &options = {},
                           SourceLine line = SourceLine::here()) {
  return full(domain, FillValue(value), dtypeOf<T>, options, line);
}
template <class T>
[[nodiscard]] Storage empty(Shape shape, const StorageOptions &options = {},
                            SourceLine line = SourceLine::here()) {
  return empty(shape, dtypeOf<T>, options, line);
}
template <class T>
[[nodiscard]] Storage zeros(Shape shape, const StorageOptions &options = {},
                            SourceLine line = SourceLine::here()) {
  return zeros(shape, dtypeOf<T>, options, line);
}
template <class T>
[[nodiscard]] Storage ones(Shape shape, const StorageOptions &options = {},
                           SourceLine line = SourceLine::here()) {
  return ones(shape, dtypeOf<T>, options, line);
}
template <class T>
[[nodiscard]] Storage full(Shape shape, std::type_identity_t<T> value,
                           const StorageOptions &options = {},
                           SourceLine line = SourceLine::here()) {
  return full(shape, FillValue(value), dtypeOf<T>, options, line);
}

namespace detail {
inline void *untyped(void *data) { return data; }
inline const void *untyped(const void *data) { return data; }
} // namespace detail

/// Foreign memory as a storage, without a copy. `data` is the first element,
/// halo included; `domain` is the compute domain. C order without padding,
/// unless the options say otherwise. The memory is pinned: it is written in
/// place, and never freed. With `.device = "gpu", .managed = nullptr` it is an
/// address of the device; a software-managed storage has `.device_data` there,
/// else memory of its own. Throws ValueError for a null pointer to elements,
/// LayoutError for strides or addresses that are no multiples of the element.
/// Around constants the storage is read-only: whatever would write it throws
/// ValueError, before any effect.
[[nodiscard]] Storage wrap(void *data, DType type, const Domain &domain,
                           const StorageOptions &options = {},
                           SourceLine line = SourceLine::here());
[[nodiscard]] Storage wrap(void *data, DType type, Shape shape, const StorageOptions &options = {},
                           SourceLine line = SourceLine::here());
[[nodiscard]] Storage wrap(const void *data, DType type, const Domain &domain,
                           const StorageOptions &options = {},
                           SourceLine line = SourceLine::here());
[[nodiscard]] Storage wrap(const void *data, DType type, Shape shape,
                           const StorageOptions &options = {},
                           SourceLine line = SourceLine::here());
template <class T>
[[nodiscard]] Storage wrap(T *data, const Domain &domain, const StorageOptions &options = {},
                           SourceLine line = SourceLine::here()) {
  return wrap(detail::untyped(data), dtypeOf<std::remove_const_t<T>>, domain, options, line);
}
template <class T>
[[nodiscard]] Storage wrap(T *data, Shape shape, const StorageOptions &options = {},
                           SourceLine line = SourceLine::here()) {
  return wrap(detail::untyped(data), dtypeOf<std::remove_const_t<T>>, shape, options, line);
}

/// Extents of an array, at least one. Not a list, which g++ 12 would also make
/// of options in braces.
class Extents {
public:
  template <std::integral... T>
    requires(sizeof...(T) > 0)
  Extents(T... extents) : list{static_cast<std::int64_t>(extents)...} {}
  explicit Extents(detail::Items<std::int64_t> extents) : list(extents) {}
  operator detail::Items<std::int64_t>() const { return list; }

private:
  detail::Sequence<std::int64_t> list;
};

/// An array of somebody: what as_storage() and storage() are made from. An
/// address, a type, extents and byte strides, and for a storage its dimensions,
/// halo and alignment. Arrays of constants are read-only.
class ArrayData {
public:
  /// C order, unless byte strides are given.
  template <class T>
  ArrayData(T *data, const Extents &shape, std::initializer_list<detail::AnyInteger> strides = {})
      : ArrayData(const_cast<std::remove_const_t<T> *>(data), dtypeOf<std::remove_const_t<T>>,
                  shape, detail::Integers(strides), std::is_const_v<T>) {}
  /// C order if `strides` are empty. Elements of `data` must not be written if
  /// `readOnly`.
  ArrayData(void *data, DType elementType, detail::Items<std::int64_t> shape,
            detail::Items<std::int64_t> strides, bool readOnly = false)
      : address(data), type(elementType), extents(shape), steps(strides), constant(readOnly) {}
  /// An array of C++, of any number of dimensions.
  template <class T, std::size_t N> ArrayData(T (&array)[N]) : type(F64) { addExtents(array); }
  /// A vector, span or anything else with data() and size(). It must outlive
  /// a storage that wraps it.
  template <class Range>
    requires requires(Range &range) {
      dtypeOf<std::remove_cvref_t<decltype(*range.data())>>;
      range.size();
    }
  ArrayData(Range &&range) : ArrayData(range.data(), Extents(range.size())) {}
  /// A host view, which is kept.
  template <class T>
  ArrayData(const HostView<T> &view)
      : ArrayData(view.data(), Extents(detail::Items<std::int64_t>())) {
    for (std::size_t d = 0; d < view.ndim(); ++d) {
      extents.push_back(view.shape()[d]);
      steps.push_back(view.strides()[d] * static_cast<std::int64_t>(sizeof(T)));
    }
    owner = view;
  }
  /// Memory of the runtime's device: `data` is an address there.
  template <class T>
  static ArrayData onDevice(T *data, const Extents &shape,
                            std::initializer_list<detail::AnyInteger> strides = {}) {
    return ArrayData(data, shape, strides).onDevice();
  }
  [[nodiscard]] ArrayData onDevice() const {
    ArrayData result = *this;
    result.ofDevice = true;
    return result;
  }
  bool isOnDevice() const { return ofDevice; }
  /// The same array, which has an owner that is kept.
  [[nodiscard]] ArrayData keptBy(KeepAlive keeper) const {
    ArrayData result = *this;
    result.owner = keeper;
    return result;
  }
  /// A storage, with everything that it knows of itself.
  ArrayData(const Storage &storage) : type(F64), source(storage) {}

  void *data() const { return address; }
  DType dtype() const { return type; }
  const detail::Sequence<std::int64_t> &shape() const { return extents; }
  const detail::Sequence<std::int64_t> &strides() const { return steps; }
  bool readOnly() const { return constant; }
  const KeepAlive &keepAlive() const { return owner; }
  /// The storage, if it is one; nothing else is set then.
  const Storage &storage() const { return source; }

private:
  template <class T> void addExtents(T &array) {
    if constexpr (std::is_array_v<T>) {
      extents.push_back(static_cast<std::int64_t>(std::extent_v<T>));
      addExtents(array[0]);
    } else {
      address = const_cast<std::remove_const_t<T> *>(&array);
      type = dtypeOf<std::remove_const_t<T>>;
      constant = std::is_const_v<T>;
    }
  }

  void *address = nullptr;
  DType type;
  detail::Sequence<std::int64_t> extents;
  detail::Sequence<std::int64_t> steps;
  bool constant = false;
  bool ofDevice = false;
  KeepAlive owner;
  Storage source;
};

/// A storage around the array, without a copy; what the options say is
/// checked. A storage shares its memory. Throws ValueError for another shape,
/// DTypeError for another type, LayoutError where strides are not in the order
/// of the layout or the aligned point does not lie at a multiple of the
/// alignment.
[[nodiscard]] Storage as_storage(const ArrayData &data, const StorageOptions &options = {},
                                 SourceLine line = SourceLine::here());
template <class T>
[[nodiscard]] Storage as_storage(T *data, const Extents &shape, const StorageOptions &options = {},
                                 SourceLine line = SourceLine::here()) {
  return as_storage(ArrayData(data, shape), options, line);
}
/// The same around memory of the host and of the device, both with all values unless
/// `options.sync_state` says otherwise. Memory that came from a storage keeps its state: give
/// that storage's. Throws ValueError if they differ in extents or strides.
[[nodiscard]] Storage as_storage(const ArrayData &data, const ArrayData &device_data,
                                 const StorageOptions &options = {},
                                 SourceLine line = SourceLine::here());
/// A storage with the values of the array, converted as astype() converts. Its
/// parameters come from the options, the preset that they name, the array, the
/// default. With `.copy = false` the same as as_storage(). Throws ValueError
/// for another shape than the array's.
[[nodiscard]] Storage storage(const ArrayData &data, const StorageOptions &options = {},
                              SourceLine line = SourceLine::here());
/// With the values of an array that is on the host and on the device.
[[nodiscard]] Storage storage(const ArrayData &data, const ArrayData &device_data,
                              const StorageOptions &options = {},
                              SourceLine line = SourceLine::here());
template <class T>
[[nodiscard]] Storage storage(T *data, const Extents &shape, const StorageOptions &options = {},
                              SourceLine line = SourceLine::here()) {
  return storage(ArrayData(data, shape), options, line);
}
/// Without an array: values are undefined, the options give the shape. Throws
/// ValueError if they do not.
[[nodiscard]] Storage storage(const StorageOptions &options = {},
                              SourceLine line = SourceLine::here());
/// Filled with a number.
[[nodiscard]] Storage storage(FillValue value, const StorageOptions &options,
                              SourceLine line = SourceLine::here());

} // namespace gtjit

#endif // GTJIT_CREATION_H
