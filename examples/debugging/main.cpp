//===- main.cpp - The programs of docs/Debugging.md -----------------------===//
//
// Every listing of that page stands here and is run, and every output there is
// what this prints. A function a section; without an argument all of them run.
//
//===----------------------------------------------------------------------===//
#include <gtjit/gtjit.h>

#include <iostream>

using namespace gtjit;

// listing: cloudiness
Field saturation(Field t) { return 6.112 * exp(17.67 * (t - 273.15) / (t - 29.65)); }

Field cloudiness(Field t, Field q, Field p) {
  Field vapour = p * q / (0.622 + 0.378 * q);
  Field humidity = vapour / saturation(t);
  return where(humidity > 0.8, sqrt(humidity - 0.8), 0.0);
}
// end listing

static void check() {
  Storage t = full<double>({I(0, 64), J(0, 32)}, 280.0).named("t");
  Storage q = full<double>(t.domain(), 0.005).named("q");
  Storage p = full<double>(t.domain(), 1000.0).named("p");
  Storage cover = zeros<double>(t.domain());
  // listing: check
  t[{I(12), J(7)}] = 29.65; // a sensor that gave no temperature
  try {
    CheckScope checked(Check::NaN);
    cover[interior] = cloudiness(t, q, p);
  } catch (const FloatingPointError &error) {
    std::cout << error.what() << '\n';
  }
  // end listing
}

static void checkInput() {
  Storage u = zeros<double>({I(0, 64)}, {.halo = {{I, 1}}}).named("u");
  Storage dudx = zeros<double>({I(0, 64)});
  u.write<double>()(0) = 0.0 / 0.0; // the halo, at I=-1
  try {
    CheckScope checked(Check::NaN);
    dudx[interior] = 0.5 * (u(I + 1) - u(I - 1));
  } catch (const FloatingPointError &error) {
    std::cout << error.what() << '\n';
  }
}

static void probing() {
  Storage t = full<double>({I(0, 64), J(0, 32)}, 300.0).named("t");
  Field es = saturation(t);
  // listing: probe
  std::cout << probe(es, {I(3), J(4)});
  double value = probe(es, {I(3), J(4)}).item<double>();
  std::cout << "es(3, 4) = " << value << '\n';
  // end listing
}

static void profiling() {
  // listing: profile
  Runtime runtime{{.threads = 1, .profile = true}};
  Runtime::Scope scope(runtime);
  // end listing
  Storage t = full<double>({I(0, 64), J(0, 32)}, 300.0).named("t"), es = zeros<double>(t.domain());
  Storage single = full<float>(t.domain(), 300.0f).named("single");
  for (int n = 0; n < 100; ++n)
    es[interior] = saturation(t);
  Storage esf = eval(saturation(single));
  std::cout << runtime.profile();
}

/// What the debugger's session on the page stops in.
static void stencil() {
  Storage u = ones<double>({I(0, 64)}, {.halo = {{I, 1}}}), v = zeros<double>({I(0, 64)});
  Field twice = u(I + 1) + u(I - 1);
  v[interior] = twice - 2.0 * u;
  std::cout << "v is 0 everywhere: " << (max(abs(v)).item<double>() == 0.0 ? "yes" : "no") << '\n';
}

int main(int count, char **names) {
  struct Section {
    std::string_view name;
    void (*run)();
  };
  for (Section section : {Section{"check", check},
                          {"input", checkInput},
                          {"probe", probing},
                          {"profile", profiling},
                          {"stencil", stencil}})
    if (count < 2 || section.name == names[1])
      section.run();
}
