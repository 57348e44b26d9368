//===- HandleTest.cpp - The public headers' own containers ----------------===//
//
// Sequence, Text and KeepAlive, which stand in for standard ones.
//
//===----------------------------------------------------------------------===//

#include "gtjit/KeepAlive.h"
#include "gtjit/Text.h"
#include "gtjit/detail/Sequence.h"

#include <gtest/gtest.h>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

using namespace gtjit;

namespace {

template <std::size_t Inline> void exerciseSequence() {
  using Strings = detail::Sequence<std::string, Inline>;
  Strings strings = {"a", "b"};
  for (int i = 0; i < 10; ++i)
    strings.push_back(strings[0]);
  EXPECT_EQ(strings.size(), 12u);
  Strings copy = strings;
  EXPECT_TRUE(copy == strings);
  copy.erase(1);
  EXPECT_EQ(copy.size(), 11u);
  EXPECT_EQ(copy[0], "a");
  EXPECT_FALSE(copy == strings);
  Strings moved = std::move(copy);
  EXPECT_EQ(moved.back(), "a");
  EXPECT_TRUE(copy.empty());
  moved.swap(strings);
  EXPECT_EQ(strings.size(), 11u);
  moved = strings;
  Strings &self = moved;
  moved = self;
  EXPECT_TRUE(moved == strings);
  moved.clear();
  EXPECT_TRUE(moved.empty() && moved.begin() == moved.end());
  Strings few = {"x"};
  strings = std::move(few);
  EXPECT_EQ(strings[0], "x");
}

TEST(Sequence, GrowsCopiesAndMoves) {
  exerciseSequence<0>();
  exerciseSequence<3>();
  exerciseSequence<16>();
}

TEST(Text, OwnsItsCharacters) {
  std::string source = "some text";
  Text text{source};
  source = "other";
  EXPECT_EQ(std::string_view(text), "some text");
  EXPECT_STREQ(text.c_str(), "some text");
  EXPECT_EQ(std::string_view(Text()), "");
  std::ostringstream out;
  out << text;
  EXPECT_EQ(out.str(), "some text");
}

TEST(Text, IsEmptyAfterAMove) {
  Text text(std::string_view("some text")), other = std::move(text);
  EXPECT_EQ(std::string_view(text), "");
  EXPECT_STREQ(text.c_str(), "");
  text = other;
  EXPECT_EQ(std::string_view(text), "some text");
}

TEST(KeepAlive, DestroysTheOwnerWithTheLastHandle) {
  auto owner = std::make_shared<int>(7);
  std::weak_ptr<int> watch = owner;
  {
    KeepAlive handle = std::move(owner);
    KeepAlive copy = handle;
    handle = KeepAlive();
    EXPECT_FALSE(watch.expired());
    EXPECT_TRUE(static_cast<bool>(copy));
    KeepAlive &self = copy;
    copy = self;
    EXPECT_FALSE(watch.expired());
  }
  EXPECT_TRUE(watch.expired());
}

TEST(KeepAlive, IsSharedBetweenThreads) {
  auto owner = std::make_shared<int>(7);
  std::weak_ptr<int> watch = owner;
  KeepAlive handle = std::move(owner);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([handle] {
      for (int i = 0; i < 1000; ++i)
        KeepAlive copy = handle;
    });
  handle = KeepAlive();
  for (std::thread &thread : threads)
    thread.join();
  threads.clear();
  EXPECT_TRUE(watch.expired());
}

} // namespace
