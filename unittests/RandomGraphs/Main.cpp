//===- Main.cpp - Reads the options, runs the tests -----------------------===//

#include "Options.h"
#include "PlantedFaultTest.h"
#include "Transcript.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <string_view>

using namespace gtjit::randomgraphs;

Options &gtjit::randomgraphs::options() {
  static Options instance;
  return instance;
}

int main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv);
  for (int n = 1; n < argc; n += 2) {
    std::string_view option = argv[n];
    const char *value = n + 1 < argc ? argv[n + 1] : "";
    if (option == "--graphs" && *value)
      options().graphs = std::atoll(value);
    else if (option == "--seed" && *value)
      options().seed = static_cast<std::uint64_t>(std::atoll(value));
    else if (option == "--only" && *value)
      options().only = std::atoll(value);
    else if (option == "--fault" && *value)
      options().fault = value;
    else if (option == "--compiler" && *value)
      options().compiles = std::atoll(value) != 0;
    else if (option == "--transcript" && *value)
      options().transcript = value;
    else if (option == "--max-failures" && *value)
      options().maxFailures = std::atoll(value);
    else {
      std::cerr << "usage: RandomGraphTests [--graphs N] [--seed S] [--only N] [--compiler 0] "
                   "[--fault NAME] "
                   "[--max-failures N] [--transcript FILE]\n";
      return 2;
    }
  }
  if (!options().transcript.empty())
    return writeTranscripts(options());
  if (!options().fault.empty())
    registerPlantedFault();
  return RUN_ALL_TESTS();
}
