//===- main.cpp - Diffusing the orography of Europe -----------------------===//
//
// Reads a surface height, smooths it by many steps of flux-limited fourth-order
// diffusion, proves that the result is what the reference evaluator gives, and
// writes netCDF and maps: before, after and difference.
//
//===----------------------------------------------------------------------===//
#include "Diffusion.h"
#include "Relief.h"
#include "SurfaceHeight.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <iomanip>
#include <iostream>
#include <sstream>

using namespace orography;

namespace {

struct Options {
  std::string input = "/usr/share/ncarg/data/nug/HSURF_regional_model_0.11deg.nc";
  std::string variable;
  std::string output = "orography";
  std::string device;
  int steps = 400;
  double alpha = 0.02;
  bool compareWithReference = true;
};

void addOptions(CLI::App &app, Options &options) {
  app.add_option("-i,--input", options.input, "netCDF file with a surface height")
      ->capture_default_str();
  app.add_option("-v,--variable", options.variable,
                 "its name; default: the variable with the standard_name surface_altitude");
  app.add_option("-n,--steps", options.steps, "steps of diffusion")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  app.add_option("-a,--alpha", options.alpha, "strength of a step, stable up to 1/32")
      ->check(CLI::Range(1e-9, 1.0 / 32))
      ->capture_default_str();
  app.add_option("-o,--output", options.output, "folder for the results")->capture_default_str();
  app.add_option("-d,--device", options.device,
                 "where kernels run: cuda, or emulated for a try; default: on processors");
  app.add_flag("!--no-reference", options.compareWithReference,
               "leave out the comparison with the reference evaluator");
}

/// A bar that grows as steps are made; ends its line when it is full.
class ProgressBar {
public:
  ProgressBar(const char *label, int steps) : steps(steps) {
    std::cout << label << " [" << std::flush;
  }
  void advance() {
    constexpr int width = 50;
    for (++done; drawn < width * done / steps; ++drawn)
      std::cout << '#' << std::flush;
    if (done == steps)
      std::cout << "] " << steps << " steps\n";
  }

private:
  int steps, done = 0, drawn = 0;
};

double milliseconds(std::chrono::steady_clock::duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

struct Outcome {
  std::vector<double> values;
  std::vector<double> stepTimes; ///< milliseconds
  std::vector<double> variances; ///< before the first step and after each
};

/// Kernels, where intermediates live, and what compiling took by stage.
void printExplanation(const gtjit::Field &step) {
  std::istringstream text(gtjit::explain(step).c_str());
  std::cout << "what a step runs:\n";
  for (std::string line; std::getline(text, line) && !line.starts_with("last evaluation");)
    std::cout << "  " << line << '\n';
}

Outcome diffuse(gtjit::Runtime &runtime, const SurfaceHeight &height, const Options &options) {
  Diffusion diffusion(runtime, height, options.alpha);
  Outcome outcome;
  outcome.variances.push_back(diffusion.variance());
  ProgressBar bar("diffusing", options.steps);
  for (int n = 0; n < options.steps; ++n) {
    auto start = std::chrono::steady_clock::now();
    diffusion.step();
    outcome.stepTimes.push_back(milliseconds(std::chrono::steady_clock::now() - start));
    outcome.variances.push_back(diffusion.variance());
    bar.advance();
  }
  outcome.values = diffusion.values();
  printExplanation(diffusion.next());
  return outcome;
}

void reportSpeed(const Outcome &outcome, const SurfaceHeight &height,
                 const gtjit::RuntimeCounters &count) {
  std::vector<double> times = outcome.stepTimes;
  const double first = times.front();
  std::sort(times.begin(), times.end());
  const double median = times[times.size() / 2];
  const double bytes = 2.0 * sizeof(double) * static_cast<double>(height.values.size());
  std::cout << std::fixed << std::setprecision(3) << "first step " << first
            << " ms, compilation included; then " << median << " ms a step (median, least "
            << times.front() << "), boundaries included: " << std::setprecision(1)
            << bytes / median / 1e6 << " GB/s of height read and written (at best "
            << bytes / times.front() / 1e6 << ")\n"
            << count.compiles << " kernels compiled for " << count.evaluations << " evaluations, "
            << count.copies << " copies, " << count.allocations << " allocations\n";
}

/// True if the variance is less after every step than before it.
bool reportVariance(const std::vector<double> &variances) {
  for (std::size_t n = 1; n < variances.size(); ++n)
    if (!(variances[n] < variances[n - 1])) {
      std::cout << "ERROR: the variance rose in step " << n << '\n';
      return false;
    }
  std::cout << std::setprecision(1) << "variance fell at every step, from " << variances.front()
            << " to " << variances.back() << " m2\n";
  return true;
}

bool equalsReference(const Outcome &outcome, const SurfaceHeight &height, const Options &options) {
  gtjit::Runtime runtime({.reference = true});
  auto start = std::chrono::steady_clock::now();
  Diffusion diffusion(runtime, height, options.alpha);
  ProgressBar bar("reference", options.steps);
  for (int n = 0; n < options.steps; ++n) {
    diffusion.step();
    bar.advance();
  }
  const std::vector<double> expected = diffusion.values();
  bool equal =
      std::memcmp(expected.data(), outcome.values.data(), expected.size() * sizeof(double)) == 0;
  std::cout << (equal ? "the field equals the reference evaluator's bit for bit"
                      : "ERROR: the field differs from the reference evaluator's")
            << std::setprecision(1) << " ("
            << milliseconds(std::chrono::steady_clock::now() - start) / 1e3
            << " s without a compiler)\n";
  return equal;
}

std::string rangeText(const char *what, const std::vector<double> &values) {
  auto [least, greatest] = std::minmax_element(values.begin(), values.end());
  std::ostringstream text;
  text << std::fixed << std::setprecision(0) << what << ' ' << *least << " to " << *greatest
       << " m";
  return text.str();
}

void writeResults(const SurfaceHeight &height, const std::vector<double> &after,
                  const Options &options) {
  const std::filesystem::path folder = options.output;
  std::filesystem::create_directories(folder);
  std::ostringstream how;
  how << options.steps
      << " steps of flux-limited fourth-order diffusion, alpha = " << options.alpha;
  writeSurfaceHeight(folder / "diffused.nc", options.input, height, after,
                     "gtjit orography_diffusion: " + how.str());
  std::vector<double> change(after.size());
  std::transform(after.begin(), after.end(), height.values.begin(), change.begin(), std::minus<>());
  std::string name = height.longName;
  name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
  std::ostringstream points;
  points << ", " << height.nx << " x " << height.ny << " points";
  ReliefMap map(height);
  map.drawHeights(folder / "before.png", height.values, name,
                  rangeText("as read:", height.values) + points.str());
  map.drawHeights(folder / "after.png", after, name + ", smoothed",
                  rangeText((how.str() + ":").c_str(), after));
  map.drawDifference(folder / "difference.png", change, "Change of the " + height.longName,
                     rangeText((how.str() + ":").c_str(), change));
  std::cout << "wrote diffused.nc, before.png, after.png and difference.png in " << folder.string()
            << '\n';
}

int run(const Options &options) {
  SurfaceHeight height = readSurfaceHeight(options.input, options.variable);
  std::cout << height.longName << " on " << height.nx << " x " << height.ny << " points from "
            << options.input;
  if (height.missingCount > 0)
    std::cout << ", " << height.missingCount << " points without a value";
  std::cout << '\n';
  gtjit::Runtime runtime({.device = options.device});
  Outcome outcome = diffuse(runtime, height, options);
  reportSpeed(outcome, height, runtime.counters());
  bool good = reportVariance(outcome.variances);
  if (options.compareWithReference)
    good = equalsReference(outcome, height, options) && good;
  writeResults(height, outcome.values, options);
  return good ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  CLI::App app("Smooths the orography of Europe with a stencil that is compiled while it runs.");
  addOptions(app, options);
  try {
    app.parse(argc, argv);
    return run(options);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? 0 : 1;
  } catch (const std::exception &error) {
    std::cerr << "error: " << error.what() << '\n';
    return 1;
  }
}
