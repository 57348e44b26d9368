//===- ExpectError.h - Errors in tests, to the letter -----------*- C++ -*-===//
//
// Checks the exact class and the message of an error.
//
//===----------------------------------------------------------------------===//
#ifndef GTJIT_UNITTESTS_EXPECTERROR_H
#define GTJIT_UNITTESTS_EXPECTERROR_H

#include "gtjit/Error.h"

#include <gtest/gtest.h>
#include <string>
#include <typeinfo>

/// The message of the error of exactly class `E` that `run` throws; a failure
/// of the test if it throws another or none.
template <class E, class Run> std::string messageOf(Run run) {
  try {
    run();
  } catch (const gtjit::Error &error) {
    EXPECT_EQ(typeid(error).name(), typeid(E).name()) << error.what();
    return std::string(error.message());
  }
  ADD_FAILURE() << "expected an error, got none";
  return {};
}

/// The message of the error of class `E` that `run` throws, whose place is a line of the file that
/// calls this; "nothing" if it throws none.
template <class E, class Run>
std::string messageAt(unsigned line, Run run, gtjit::SourceLine here = gtjit::SourceLine::here()) {
  try {
    run();
  } catch (const E &error) {
    EXPECT_EQ(error.line().line, line) << error.what();
    EXPECT_STREQ(error.line().file, here.file);
    return std::string(error.message());
  }
  return "nothing";
}

/// EXPECT_ERROR(ValueError, expression, "the message").
#define EXPECT_ERROR(CLASS, EXPRESSION, MESSAGE)                                                   \
  EXPECT_EQ(messageOf<gtjit::CLASS>([&] { (void)(EXPRESSION); }), MESSAGE)

#endif // GTJIT_UNITTESTS_EXPECTERROR_H
