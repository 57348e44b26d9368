//===- HaloPass.h - All halos of an array in one pass -----------*- C++ -*-===//
//
// How halos are filled: the array is cut along its slowest dimension into
// slabs, and each slab gets all of its halos, in the order of the arguments,
// while its lines are in the cache. Slabs in the halo of that dimension take
// only compute points of others, so that slabs do not wait for each other.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_STORAGE_HALOPASS_H
#define GTJIT_STORAGE_HALOPASS_H

#include "gtjit/Memory/Memory.h"
#include "gtjit/Storage/Constant.h"

#include <span>

namespace gtjit::detail {

class HaloPass {
public:
  /// `first`: the first point of the view, no two points of which are one
  /// element; `halo`: per dimension.
  HaloPass(std::byte *first, const ArrayView &view, std::span<const HaloWidth> halo);

  /// The next argument of fillHalo, which fills dimension number `axis` as none before; the
  /// compute range has the points that it needs.
  void add(const HaloFill &fill, std::size_t axis);

  /// Fills the halos, by the runtime's threads where that is worth it, and counts the bytes.
  void run(Runtime::State &runtime);

private:
  static constexpr std::size_t kNone = ~std::size_t{0};
  /// Points along an axis, numbered from the first of the view on.
  struct Points {
    std::int64_t lo;
    std::int64_t hi;
    std::int64_t size() const { return hi - lo; }
    Points operator&(Points other) const;
  };
  struct Axis {
    std::int64_t stride; ///< bytes
    std::int64_t extent;
    HaloWidth halo;
    std::size_t fill = kNone; ///< the argument that fills it

    Points all() const { return {0, extent}; }
    Points inner() const { return {halo.lo, extent - halo.hi}; }
    Points below() const { return {0, halo.lo}; }
    Points above() const { return {extent - halo.hi, extent}; }
    /// The compute point that gives the halo point `point` its value.
    std::int64_t sourceOf(std::int64_t point, HaloFill::Kind kind) const;
  };
  struct Fill {
    HaloFill::Kind kind;
    std::size_t axis;
    ElementBytes element; ///< of a constant
  };
  using Area = Sequence<Points, 6>; ///< per axis

  void plan(const Runtime::State &runtime);
  bool isSmall(const Runtime::State &runtime) const;
  std::int64_t bytes() const;
  Area areaOf(std::size_t fill) const;
  Area areaOfSlowHalo() const;
  std::int64_t slabAt(std::int64_t points) const;
  void runPart(std::int64_t part) const;
  void fillSlowHalo(Points slabs) const;
  void fillSides(std::size_t fill, Area area) const;
  void fillBox(const Fill &fill, const Area &area, std::int64_t otherSide) const;

  std::byte *first;
  DType dtype;
  Sequence<Axis, 6> axes;
  Sequence<Fill, 4> fills;
  // What plan() finds:
  std::size_t slow = 0;         ///< the axis that is cut
  std::int64_t pointsInner = 0; ///< that are written in a slab
  std::int64_t pointsOuter = 0; ///< and in one of the slow axis' halo besides
  std::int64_t points = 0;      ///< in all
  std::int64_t parts = 1;
};

} // namespace gtjit::detail

#endif // GTJIT_STORAGE_HALOPASS_H
