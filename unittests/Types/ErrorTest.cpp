//===- ErrorTest.cpp - The text of errors ---------------------------------===//
//
// Errors print as a compiler's, keep notes, and are cheap to copy.
//
//===----------------------------------------------------------------------===//

#include "gtjit/Error.h"

#include <gtest/gtest.h>
#include <string>
#include <type_traits>

using namespace gtjit;

namespace {

TEST(Error, PrintsAsACompilerDoes) {
  DomainError error({"model.cpp", 41, 7}, "storing to 'v' over I[0,256) needs 'u' over I[-2,259)");
  error.addNote({"model.cpp", 17, 3}, "'u(I + 3)' reads 3 points beyond");
  error.addNote({}, "give 'u' a halo of (2,3) in I");
  EXPECT_STREQ(error.what(),
               "model.cpp:41: error: storing to 'v' over I[0,256) needs 'u' over I[-2,259)\n"
               "model.cpp:17: note: 'u(I + 3)' reads 3 points beyond\n"
               "note: give 'u' a halo of (2,3) in I");
  EXPECT_EQ(error.message(), "storing to 'v' over I[0,256) needs 'u' over I[-2,259)");
  EXPECT_EQ(error.line().line, 41u);
  EXPECT_EQ(error.noteCount(), 2u);
  EXPECT_EQ(error.note(1), "give 'u' a halo of (2,3) in I");
  EXPECT_EQ(error.note(2), "");
}

TEST(Error, WithoutALinePrintsNoPlace) {
  EXPECT_STREQ(ValueError({}, "expected one").what(), "error: expected one");
}

TEST(Error, CopiesShareTheTextUntilOneGetsANote) {
  ValueError error({"a.cpp", 1, 1}, "message");
  ValueError copy = error;
  EXPECT_EQ(copy.what(), error.what());
  copy.addNote({}, "more");
  EXPECT_STREQ(error.what(), "a.cpp:1: error: message");
  EXPECT_STREQ(copy.what(), "a.cpp:1: error: message\nnote: more");
  error = copy;
  EXPECT_STREQ(error.what(), copy.what());
  ValueError &self = error;
  error = self;
  EXPECT_STREQ(error.what(), copy.what());
}

static_assert(std::is_nothrow_copy_constructible_v<DomainError> &&
              std::is_nothrow_copy_assignable_v<DomainError>);

/// Whether a handler of `Base` takes what is thrown as `Thrown`, and says the same.
template <class Base, class Thrown> bool isCaughtAs() {
  try {
    throw Thrown({"model.cpp", 3, 1}, "the message");
  } catch (const Base &error) {
    return error.what() == std::string("model.cpp:3: error: the message");
  } catch (...) {
    return false;
  }
}
/// As a handler of its own class, of the library, of the standard and of all.
template <class Thrown, class Standard> bool isStandard() {
  return isCaughtAs<Thrown, Thrown>() && isCaughtAs<Error, Thrown>() &&
         isCaughtAs<Standard, Thrown>() && isCaughtAs<std::exception, Thrown>() &&
         std::is_nothrow_copy_constructible_v<Thrown>;
}

TEST(Error, IsAlsoTheStandardsExceptionOfItsKind) {
  EXPECT_TRUE((isStandard<TypeError, std::invalid_argument>()));
  EXPECT_TRUE((isStandard<DTypeError, std::invalid_argument>()));
  EXPECT_TRUE((isStandard<ValueError, std::invalid_argument>()));
  EXPECT_TRUE((isStandard<LayoutError, std::invalid_argument>()));
  EXPECT_TRUE((isStandard<NonContiguousDomain, std::invalid_argument>()));
  EXPECT_TRUE((isStandard<IndexError, std::out_of_range>()));
  EXPECT_TRUE((isStandard<DomainError, std::out_of_range>()));
  EXPECT_TRUE((isStandard<IndexOutOfBounds, std::out_of_range>()));
  EXPECT_TRUE((isStandard<KeyError, std::out_of_range>()));
  EXPECT_TRUE((isStandard<MemoryError, std::bad_alloc>()));
  EXPECT_TRUE((isStandard<RuntimeError, std::runtime_error>()));
  EXPECT_TRUE((isStandard<DeviceError, std::runtime_error>()));
  EXPECT_TRUE((isStandard<CompileError, std::runtime_error>()));
  EXPECT_TRUE((isStandard<FloatingPointError, std::runtime_error>()));
  EXPECT_TRUE((isStandard<NotImplementedError, std::runtime_error>()));
}

TEST(Error, NamesLinesOfFilesThatAreKnownAtRunTime) {
  SourceLine first, second;
  {
    std::string file = "model.py"; // gone when the error is printed
    first = SourceLine::of(file, 12), second = SourceLine::of(file, 40, 3);
    file = "xxxxxxxx";
  }
  EXPECT_STREQ(ValueError(first, "a").what(), "model.py:12: error: a");
  EXPECT_EQ(first.file, second.file) << "the name is kept once";
  EXPECT_EQ(second.column, 3u);
  EXPECT_NE(first.file, SourceLine::of("other.py", 1).file);
}

template <class Derived, class Base> constexpr bool isA = std::is_base_of_v<Base, Derived>;
static_assert(isA<IndexOutOfBounds, DomainError> && isA<DomainError, IndexError> &&
              isA<DTypeError, TypeError> && isA<LayoutError, ValueError> &&
              isA<NonContiguousDomain, ValueError> && isA<DeviceError, RuntimeError> &&
              isA<CompileError, RuntimeError> && isA<KeyError, Error> && isA<MemoryError, Error> &&
              isA<NotImplementedError, Error>);

TEST(Error, KnowsItsCodeWhateverItIsCaughtAs) {
  try {
    throw IndexOutOfBounds({}, "message");
  } catch (const IndexError &error) {
    EXPECT_EQ(error.code(), ErrorCode::IndexOutOfBounds);
  }
  EXPECT_EQ(TypeError({}, "").code(), ErrorCode::Type);
  EXPECT_EQ(DTypeError({}, "").code(), ErrorCode::DType);
  EXPECT_EQ(ValueError({}, "").code(), ErrorCode::Value);
  EXPECT_EQ(LayoutError({}, "").code(), ErrorCode::Layout);
  EXPECT_EQ(NonContiguousDomain({}, "").code(), ErrorCode::NonContiguousDomain);
  EXPECT_EQ(IndexError({}, "").code(), ErrorCode::Index);
  EXPECT_EQ(DomainError({}, "").code(), ErrorCode::Domain);
  EXPECT_EQ(KeyError({}, "").code(), ErrorCode::Key);
  EXPECT_EQ(MemoryError({}, "").code(), ErrorCode::Memory);
  EXPECT_EQ(RuntimeError({}, "").code(), ErrorCode::Runtime);
  EXPECT_EQ(DeviceError({}, "").code(), ErrorCode::Device);
  EXPECT_EQ(CompileError({}, "").code(), ErrorCode::Compile);
  EXPECT_EQ(NotImplementedError({}, "").code(), ErrorCode::NotImplemented);
}

} // namespace
