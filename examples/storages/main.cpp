//===- main.cpp - Making, wrapping, viewing and writing storages ----------===//
//
// The listings of docs/Storage.md. Prints what they make.
//
//===----------------------------------------------------------------------===//
#include <gtjit/gtjit.h>

#include <iostream>
#include <vector>

using namespace gtjit;

namespace {

template <class T> std::ostream &operator<<(std::ostream &out, const detail::Sequence<T> &list) {
  const char *separator = "(";
  for (const T &entry : list) {
    out << separator << entry;
    separator = ", ";
  }
  return out << (list.empty() ? "()" : ")");
}

void tell(const char *name, const Storage &storage) {
  std::cout << name << ": " << storage.axes() << ' ' << storage.shape() << ", strides "
            << storage.strides() << ", aligned to " << storage.alignment() << '\n';
}

void making() {
  // listing: making
  Storage u = zeros<double>({I(0, 256), J(0, 256), K(0, 80)}, {.halo = {{I, 2}, {J, 2}}});
  Storage v = zeros({260, 260, 80}, F64, {.halo = {2, 2, 0}, .preset = "gtx86"});
  Storage w = empty({80, 260, 5}, "f4", {.dims = "KI0", .layout = "KJI0", .alignment = 16});
  Storage x = ones_like(v, {.dtype = F32, .layout = fortran});
  // end listing
  tell("u", u);
  tell("v", v);
  tell("w", w);
  tell("x", x);
}

void presets() {
  // listing: presets
  Runtime runtime{{.preset = "columns"}}; // of storages that are made from a domain
  runtime.registerPreset("columns", {.layout = "JIK", .alignment = 8});
  Storage t = zeros<double>({I(0, 10), J(0, 20), K(0, 30)}, {.runtime = &runtime});
  // end listing
  tell("t", t);
}

void arrays() {
  // listing: arrays
  std::vector<double> memory(24, 1.0);
  Storage shared = as_storage(ArrayData(memory.data(), {2, 3, 4}), {.layout = "IJK"}); // checked
  Storage copied = storage(ArrayData(memory.data(), {2, 3, 4}), {.dtype = F32, .preset = "F"});
  shared.set({1, 2, 3}, 7.0);
  // end listing
  tell("shared", shared);
  tell("copied", copied);
  std::cout << "memory[23] is " << memory[23] << ", copied has " << copied.item<float>({1, 2, 3})
            << '\n';
}

void views() {
  // listing: views
  Storage s = zeros({6, 8, 5});
  Storage level = s.slice({Slice(), Slice(), 0});                  // I, J
  Storage second = s.slice({ellipsis, {0, 5, 2}});                 // K: 0, 2, 4
  Storage turned = s.transpose();                                  // K, J, I
  s.set({Slice(), {3, 5}, 0}, full({2}, 2.0, F64, {.dims = "J"})); // replicated along I
  s.set({Indices{0, 5}}, 1.0);
  // end listing
  tell("level", level);
  tell("second", second);
  tell("turned", turned);
  std::cout << "level sums up to " << sum(level).item<double>() << '\n';
}

} // namespace

int main() {
  making();
  presets();
  arrays();
  views();
}
