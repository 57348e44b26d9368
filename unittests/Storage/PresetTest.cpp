//===- PresetTest.cpp - Names for layouts and alignments ------------------===//
//
// The table of presets, what they say for every order of dimensions, and how
// they meet explicit parameters.
//
//===----------------------------------------------------------------------===//

#include "../ExpectError.h"
#include "StorageValues.h"
#include "gtjit/Runtime.h"

using namespace gtjit;
using namespace gtjit::test;

namespace {

Storage made(const char *preset, const char *axes, Sizes shape) {
  return storage({.shape = detail::Sequence<std::int64_t>(std::span<const std::int64_t>(shape)),
                  .dims = axes,
                  .preset = preset,
                  .alignment = 1,
                  .device = nullptr});
}

/// Ranks of the strides of a storage with three points in every dimension.
Sizes ranks(const char *preset, const char *axes) {
  Sizes strides = list(made(preset, axes, Sizes(std::string_view(axes).size(), 3)).strides());
  Sizes result;
  for (std::int64_t stride : strides) {
    result.push_back(0);
    for (std::int64_t other : strides)
      result.back() += other > stride;
  }
  return result;
}

// S0-048, S0-048a to h, S0-049, S1-080a to b
TEST(Preset, GivesTheLayoutsOfTheDraft) {
  auto ijk = [](const char *preset) { return list(made(preset, "IJK", {10, 20, 30}).strides()); };
  auto kji = [](const char *preset) { return list(made(preset, "KJI", {30, 20, 10}).strides()); };
  EXPECT_EQ(ijk("F"), (Sizes{8, 80, 1600}));
  EXPECT_EQ(ijk("C"), (Sizes{4800, 240, 8}));
  EXPECT_EQ(ijk("gtx86"), (Sizes{4800, 240, 8}));
  EXPECT_EQ(ijk("gtcuda"), (Sizes{8, 80, 1600}));
  EXPECT_EQ(kji("F"), (Sizes{8, 240, 4800}));
  EXPECT_EQ(kji("C"), (Sizes{1600, 80, 8}));
  EXPECT_EQ(kji("gtx86"), (Sizes{8, 240, 4800}));
  EXPECT_EQ(kji("gtcuda"), (Sizes{1600, 80, 8}));
}

// S1-080, S1-080a to b, S1-081, S1-082
TEST(Preset, GivesTheRanksOfTheProposal) {
  EXPECT_EQ(ranks("F", "IJK"), (Sizes{2, 1, 0}));
  EXPECT_EQ(ranks("C", "IJK"), (Sizes{0, 1, 2}));
  EXPECT_EQ(ranks("gtx86", "IJK"), (Sizes{0, 1, 2}));
  EXPECT_EQ(ranks("gtcuda", "IJK"), (Sizes{2, 1, 0}));
  EXPECT_EQ(ranks("F", "KJI"), (Sizes{2, 1, 0}));
  EXPECT_EQ(ranks("C", "KJI"), (Sizes{0, 1, 2}));
  EXPECT_EQ(ranks("gtx86", "KJI"), (Sizes{2, 1, 0}));
  EXPECT_EQ(ranks("gtcuda", "KJI"), (Sizes{0, 1, 2}));
  EXPECT_EQ(ranks("gtx86", "JKI"), (Sizes{1, 2, 0}));
  EXPECT_EQ(ranks("gtx86", "IJ"), (Sizes{0, 1}));
  EXPECT_EQ(ranks("gtx86", "JI"), (Sizes{1, 0}));
  EXPECT_EQ(ranks("gtx86", "I01"), (Sizes{2, 0, 1}));
  EXPECT_EQ(ranks("gtx86", "JK01"), (Sizes{2, 3, 0, 1}));
  EXPECT_EQ(ranks("gtx86", "IJK01"), (Sizes{2, 3, 4, 0, 1}));
  EXPECT_EQ(ranks("gtx86", "0I1"), (Sizes{0, 2, 1}));
  EXPECT_EQ(ranks("gtcuda", "IJ"), (Sizes{1, 0}));
  EXPECT_EQ(ranks("gtcuda", "JI"), (Sizes{0, 1}));
  EXPECT_EQ(ranks("gtcuda", "I01"), (Sizes{2, 1, 0}));
  EXPECT_EQ(ranks("gtcuda", "IJK01"), (Sizes{4, 3, 2, 1, 0}));
  EXPECT_EQ(ranks("gtcuda", "01JK"), (Sizes{1, 0, 3, 2}));
  EXPECT_EQ(ranks("gtmc", "IJK"), (Sizes{0, 2, 1}));
}

// S0-036, S1-072
TEST(Preset, YieldsToWhatIsSaid) {
  EXPECT_EQ(list(empty({2, 3, 4}, {}, {.preset = "F"}).strides()), (Sizes{8, 16, 48}));
  EXPECT_EQ(list(empty({2, 3, 4}, {}, {.layout = "IJK", .preset = "F"}).strides()),
            (Sizes{96, 32, 8}));
  EXPECT_EQ(empty({2, 3, 4}, {}, {.preset = "gtmc"}).alignment(), 8);
  EXPECT_EQ(empty({2, 3, 4}, {}, {.preset = "gtmc", .alignment = 2}).alignment(), 2);
  EXPECT_ERROR(ValueError, empty({2, 3, 4}, {}, {.preset = "gtfpga"}),
               "expected a preset of 'cpu', 'C', 'F', 'gtx86', 'gtmc', 'gtcuda', 'numpy', "
               "'debug', got 'gtfpga'");
}

// S0-037
TEST(Preset, LeavesTheRestToTheNextSource) {
  for (const char *name : {"C", "F"}) {
    Preset preset = Runtime::current().preset(name);
    EXPECT_FALSE(preset.alignment.given());
    EXPECT_FALSE(preset.device.given());
    EXPECT_EQ(empty({2, 3, 4}, {}, {.preset = name}).alignment(), 1);
    EXPECT_EQ(empty({2, 3, 4}, {}, {.preset = name}).device(), "");
  }
  Storage aligned = empty({2, 3, 4}, {}, {.alignment = 4});
  EXPECT_EQ(empty_like(aligned, {.preset = "F"}).alignment(), 4);
}

// S0-038
TEST(Preset, TableIsThatOfTheDocumentsAndGrows) {
  struct Row {
    const char *name;
    std::int64_t alignment;
    const char *device;
  };
  Runtime runtime;
  for (Row row : {Row{"gtx86", 1, ""}, Row{"gtmc", 8, ""}, Row{"gtcuda", 32, "gpu"},
                  Row{"numpy", 1, ""}, Row{"debug", 1, ""}}) {
    Preset preset = runtime.preset(row.name);
    EXPECT_EQ(list(preset.alignment.entries()), Sizes{row.alignment}) << row.name;
    EXPECT_EQ(preset.device.value(), row.device) << row.name;
  }
  EXPECT_EQ(list(empty({2, 3, 4}, {}, {.preset = "numpy"}).strides()), (Sizes{96, 32, 8}));
  EXPECT_EQ(list(empty({2, 3, 4}, {}, {.preset = "debug"}).strides()), (Sizes{96, 32, 8}));
  runtime.registerPreset("mine", {.layout = "JKI", .alignment = 16});
  Storage u = empty({2, 3, 4}, {}, {.preset = "mine", .runtime = &runtime});
  EXPECT_EQ(list(u.strides()), (Sizes{8, 512, 128}));
  EXPECT_EQ(u.alignment(), 16);
  EXPECT_EQ(runtime.presetNames().size(), 9u);
  EXPECT_EQ(std::string_view(runtime.presetNames()[8]), "mine");
  EXPECT_ERROR(ValueError, runtime.registerPreset("mine", {}), "a preset 'mine' is there already");
  EXPECT_ERROR(ValueError, runtime.registerPreset("C", {}), "a preset 'C' is there already");
  EXPECT_ERROR(ValueError, runtime.registerPreset("", {}), "expected a name for a preset, got ''");
  EXPECT_ERROR(ValueError, empty({2}, {}, {.preset = "mine"}), // another runtime
               "expected a preset of 'cpu', 'C', 'F', 'gtx86', 'gtmc', 'gtcuda', 'numpy', "
               "'debug', got 'mine'");
}

TEST(Preset, OfARuntimeIsForStoragesMadeFromADomain) {
  Runtime runtime{{.preset = "gtx86"}};
  Domain domain{I(0, 2), J(0, 3), K(0, 4)};
  EXPECT_EQ(list(empty(domain, {}, {.runtime = &runtime}).strides()), (Sizes{96, 32, 8}));
  EXPECT_EQ(list(empty(domain).strides()), (Sizes{8, 64, 192}));
  EXPECT_EQ(empty({2}, {}, {.runtime = &runtime}).alignment(), 1);
}

// S0-039, S1-073, M-007
TEST(Preset, DeviceIsNoneOrGpu) {
  EXPECT_EQ(empty({2}, {}, {.device = nullptr}).device(), "");
  EXPECT_EQ(empty({2}).kind(), StorageKind::CPU);
  EXPECT_ERROR(ValueError, empty({2}, {}, {.device = "tpu"}),
               "expected the device 'gpu' or none, got 'tpu'");
  std::string reason = ": the runtime has none (RuntimeOptions::device, GTJIT_DEVICE)";
  EXPECT_ERROR(DeviceError, empty({2}, {}, {.device = "gpu"}), "there is no device 'gpu'" + reason);
  EXPECT_ERROR(DeviceError, empty({2}, {}, {.preset = "gtcuda"}),
               "there is no device 'gpu', which the preset 'gtcuda' asks for" + reason);
}

// S0-042, S1-078
TEST(Preset, ManagedHasNoEffectOnTheHost) {
  for (NameOrNone managed : {NameOrNone("gt4py"), NameOrNone("cuda"), NameOrNone(nullptr)})
    EXPECT_EQ(empty({2}, {}, {.managed = managed}).kind(), StorageKind::CPU);
  EXPECT_ERROR(ValueError, empty({2}, {}, {.managed = "foo"}),
               "expected managed to be 'gt4py', 'cuda' or none, got 'foo'");
}

// S1-005
TEST(Preset, OneProgramRunsWithEach) {
  Runtime runtime{{.reference = true}};
  Runtime::Scope scope(runtime);
  for (const char *preset : {"cpu", "C", "F", "gtx86", "gtmc", "numpy", "debug"}) {
    StorageOptions options{.halo = {{I, 1}}, .preset = preset};
    Storage u = full({I(0, 4), J(0, 3), K(0, 2)}, 2.0, F64, options), v = like(u);
    v[interior] = u(I + 1) * u(I - 1);
    EXPECT_EQ(v.item<double>({2, 1, 1}), 4.0) << preset;
  }
}

// S1-070
TEST(Preset, AlignedIndexDoesNotMoveTheDomain) {
  StorageOptions options{.halo = {1, 1}, .alignment = 8};
  Storage plain = empty({10, 20}, {}, options);
  options.aligned_index = {4, 5};
  Storage moved = empty({10, 20}, {}, options);
  EXPECT_EQ(plain.compute_domain(), moved.compute_domain());
  EXPECT_EQ(list(moved.aligned_index()), (Sizes{4, 5}));
}

// S0-033, S0-044 (open: default_parameters, gpu, managed=False), S0-066, S1-071
TEST(Preset, AlignmentHasTwoNamesAndOneMeaning) {
  Storage u = empty({10, 20}, {}, {.alignment_size = 64, .aligned_index = {1, 2}});
  EXPECT_EQ(u.alignment(), 64);
  EXPECT_EQ(list(u.aligned_index()), (Sizes{1, 2}));
  auto first = reinterpret_cast<std::uintptr_t>(u.read<double>().data());
  EXPECT_EQ((first + static_cast<std::uintptr_t>(u.strides()[0] + 2 * u.strides()[1])) % 512, 0u);
  EXPECT_EQ(empty({10, 20}, {}, {.alignment = {1, 8}}).alignment(), 8);
  EXPECT_ERROR(ValueError, empty({10, 20}, {}, {.alignment = {8, 1}}),
               "expected an alignment of 1 but in the contiguous dimension, got 8");
  EXPECT_ERROR(ValueError, empty({10, 20}, {}, {.alignment = {1, 1, 8}}),
               "expected an alignment for each of 2 dimensions, got 3");
  EXPECT_ERROR(ValueError, empty({3}, {}, {.alignment_size = 0}),
               "expected an alignment of at least 1 element, got 0");
  EXPECT_ERROR(ValueError, empty({3}, {}, {.alignment_size = -8}),
               "expected an alignment of at least 1 element, got -8");
  EXPECT_ERROR(TypeError, empty({3}, {}, {.alignment = 8, .alignment_size = 64}),
               "alignment and alignment_size are one parameter, got 8 and 64");
  static_assert(!std::is_convertible_v<double, Alignment>);
  alignas(128) double memory[20] = {};
  EXPECT_EQ(wrap(memory + 1, {3}, {.alignment_size = 8}).alignment(), 8);
  EXPECT_ERROR(LayoutError, wrap(memory + 1, {3}, {.alignment_size = 64}),
               "expected foreign memory whose aligned point lies at a multiple of 64 bytes");
}

} // namespace
