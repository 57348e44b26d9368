//===- TruncatedIndexTest.cpp - Indices that are truncated floats ---------===//
//
// Whether `astype(x, I32)`, `astype(floor(x), I32)` and what lies so far from a coordinate are in
// a field is told from the floats: at its ends, of floats beyond all integers, and of NaN.
//
//===----------------------------------------------------------------------===//
#include "Meshes.h"

#include <cmath>
#include <functional>
#include <limits>

using namespace gtjit;
using namespace gtjit::mesh;

namespace {

class TruncatedIndex : public OnEveryBackend {
protected:
  static constexpr std::int64_t kPoints = 37, kPlace = 21;

  /// Saturated; 0 of NaN.
  static std::int64_t truncated(double value, DType type) {
    double most = type == I32 ? 0x1p31 : 0x1p63;
    if (std::isnan(value))
      return 0;
    if (value >= most)
      return type == I32 ? INT32_MAX : INT64_MAX;
    return value < -most ? (type == I32 ? INT32_MIN : INT64_MIN) : static_cast<std::int64_t>(value);
  }

  /// An index, and how far from it the coordinate is that is added.
  struct Form {
    std::function<Field(const Field &x, DType type)> index;
    bool isFloored;
    bool isFromPoint;
  };
  static std::vector<Form> forms() {
    auto here = [](DType type) { return astype(gtjit::index(I), type); };
    return {
        {[](const Field &x, DType type) { return astype(x, type); }, false, false},
        {[](const Field &x, DType type) { return astype(floor(x), type); }, true, false},
        {[=](const Field &x, DType type) { return astype(x, type) + here(type); }, false, true},
        {[](const Field &x, DType type) { return astype(floor(x), type) + gtjit::index(I); }, true,
         true},
        {[=](const Field &x, DType type) { return here(type) + astype(floor(x), type); }, true,
         true},
    };
  }

  /// Reads `u` where one point's float is `value`, those of others lie inside.
  template <class T>
  static void expectRead(const Storage &u, const Form &form, DType type, T value) {
    Range range = u.domain()[I];
    Storage x = empty<T>({I(0, kPoints)}), out = zeros<double>({I(0, kPoints)});
    x[whole] = range.contains(0) ? 0.0 : static_cast<double>(range.lo());
    x.write<T>()(kPlace) = value;
    std::int64_t read = truncated(form.isFloored ? std::floor(value) : value, type);
    bool isInside =
        !__builtin_add_overflow(read, form.isFromPoint ? kPlace : 0, &read) && range.contains(read);
    SCOPED_TRACE(testing::Message() << value << " in " << range.lo() << ".." << range.hi()
                                    << (form.isFloored ? " floored" : "")
                                    << (form.isFromPoint ? " from the point" : ""));
    Field at = u.at({I(form.index(x, type))});
    if (isInside) {
      out[whole] = at;
      EXPECT_EQ(out.read<double>()(kPlace), static_cast<double>(read));
    } else {
      EXPECT_THROW(out[whole] = at, IndexOutOfBounds);
      EXPECT_EQ(out.read<double>()(kPlace), 0);
    }
  }

  template <class T> static void expectAll(Range range) {
    Storage u = empty<double>({I(range)});
    u[whole] = astype(gtjit::index(I), F64);
    std::vector<T> values = {T(-0.0), std::numeric_limits<T>::quiet_NaN()};
    constexpr T infinity = std::numeric_limits<T>::infinity();
    for (T far : {infinity, T(1e30), T(0x1p31), T(0x1p32), T(0x1p63), T(4e9)})
      values.insert(values.end(), {far, -far});
    for (std::int64_t end : {range.lo(), range.hi(), range.lo() - kPlace, range.hi() - kPlace})
      for (int away = -1; away <= 1; ++away) {
        T whole = T(end + away);
        values.insert(values.end(), {whole, whole + T(0.5), std::nextafter(whole, infinity),
                                     std::nextafter(whole, -infinity)});
      }
    for (const Form &form : forms())
      for (DType type : {I32, I64})
        for (T value : values)
          expectRead<T>(u, form, type, value);
  }
};
GTJIT_ON_EVERY_BACKEND(TruncatedIndex);

TEST_P(TruncatedIndex, OfDoublesIsReadOrRefused) {
  expectAll<double>(Range(-3, 40));
  expectAll<double>(Range(0, 37));
  expectAll<double>(Range(2, 39)); // not all points lie in it, nor does 0
}

TEST_P(TruncatedIndex, OfFloatsIsReadOrRefused) {
  expectAll<float>(Range(-3, 40));
  expectAll<float>(Range(0, 37));
  expectAll<float>(Range(2, 39));
}

// What a plan or a program looks at are the numbers of the call.
TEST_P(TruncatedIndex, IsToldOfTheNumbersOfEachCall) {
  Storage u = zeros<double>({I(0, 40)}), x = zeros<double>({I(0, kPoints)}), out = like(x);
  u[whole] = astype(gtjit::index(I), F64);
  auto moved = [&](double by) {
    out[whole] = u.at({I(astype(floor(x + by), I32) + astype(gtjit::index(I), I32))});
  };
  Program program = runtime.compile(
      [&](const Field &field, const Field &by) {
        return u.at({I(astype(floor(field + by), I32) + astype(gtjit::index(I), I32))});
      },
      arg(F64, {I}, "x"), arg(F64, {}, "by"));
  for (double by : {0.0, 1.5, 3.0, 2.5, 4.0, 3.5, -1.0, 0.5}) {
    SCOPED_TRACE(by);
    std::int64_t least = static_cast<std::int64_t>(std::floor(by));
    if (least < 0 || least + kPoints > 40) {
      EXPECT_THROW(moved(by), IndexOutOfBounds);
      EXPECT_THROW(program(gtjit::out(out), x, by), IndexOutOfBounds);
      continue;
    }
    moved(by);
    EXPECT_EQ(out.read<double>()(5), double(5 + least));
    out[whole] = 0.0;
    program(gtjit::out(out), x, by);
    EXPECT_EQ(out.read<double>()(5), double(5 + least));
  }
}

// Ends that floats do not tell from their neighbours.
TEST_P(TruncatedIndex, FarFromZeroIsReadOrRefused) {
  constexpr std::int64_t far = (std::int64_t(1) << 24) + 1;
  Storage u = zeros<double>({I(far, far + 8)}), x = zeros<float>({J(0, 20)});
  x[whole] = double(far + 1); // which is even
  EXPECT_EQ(sum(u.at({I(astype(x, I32))})).item<double>(), 0);
  x.write<float>()(3) = float(far - 1);
  EXPECT_THROW(eval(u.at({I(astype(x, I32))})), IndexOutOfBounds);
}

} // namespace
