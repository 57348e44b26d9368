//===- Main.cpp - Reads the options, runs the tests -----------------------===//

#include "Options.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <unistd.h>

using namespace textfuzz;

static volatile std::int64_t playing = -1;
static char testName[120];

Options &textfuzz::options() {
  static Options instance;
  return instance;
}

void textfuzz::tellAndEnd(const char *what) {
  char text[400];
  int size = std::snprintf(
      text, sizeof(text),
      "%s\nto repeat: TextFuzzTests --gtest_filter=%s --seed %llu --only %lld\n", what, testName,
      static_cast<unsigned long long>(options().seed), static_cast<long long>(playing));
  (void)!write(STDERR_FILENO, text, static_cast<std::size_t>(size));
  _exit(1);
}

void textfuzz::nameProgramOfCrashes(std::int64_t number) {
  playing = number;
  if (const auto *test = testing::UnitTest::GetInstance()->current_test_info())
    std::snprintf(testName, sizeof(testName), "%s.%s", test->test_suite_name(), test->name());
  ::alarm(number < 0 ? 0 : 60);
}

static void onSignal(int signal) {
  tellAndEnd(signal == SIGALRM ? "the program takes more than a minute" : strsignal(signal));
}

/// On a stack of its own, since the stack's end is what may have been reached.
static void watchSignals() {
  static char stack[1 << 16];
  stack_t alternative{};
  alternative.ss_sp = stack;
  alternative.ss_size = sizeof(stack);
  sigaltstack(&alternative, nullptr);
  struct sigaction action = {};
  action.sa_handler = onSignal;
  action.sa_flags = SA_ONSTACK;
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM})
    sigaction(signal, &action, nullptr);
}

int main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv);
  for (int n = 1; n + 1 < argc; n += 2) {
    std::string_view option = argv[n];
    long long value = std::atoll(argv[n + 1]);
    if (option == "--programs")
      options().programs = value;
    else if (option == "--seed")
      options().seed = static_cast<std::uint64_t>(value);
    else if (option == "--first")
      options().first = value;
    else if (option == "--only")
      options().only = value;
  }
  watchSignals();
  return RUN_ALL_TESTS();
}
