//===- EmulatedLinks.cpp - Machine code of the emulated device ------------===//
//
// The text of PTX behind the version that took it: no other driver takes such code.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Device/Emulated/EmulatedDevice.h"
#include "gtjit/Device/Emulated/EmulatedDriver.h"

#include <charconv>
#include <cstring>

namespace gtjit::detail {

using namespace emulated;

static constexpr int kInputPtx = 1;
static constexpr char kMagic[] = "emulated code, driver ";
static constexpr std::size_t kMagicLength = sizeof(kMagic) - 1;

const char *emulated::textOf(const Device &on, const void *image) {
  auto text = static_cast<const char *>(image);
  if (std::strncmp(text, kMagic, kMagicLength) != 0)
    return text;
  const char *number = text + kMagicLength, *end = number + std::strcspn(number, "\n");
  int version = 0;
  (void)std::from_chars(number, end, version);
  if (version != on.version || *end == 0)
    throw ptx::Fault{kNoBinary, "the code is of the driver " + std::string(number, end)};
  return end + 1;
}

CUresult emulated::cuLinkCreate_v2(unsigned, int *, void **, CUlinkState *link) {
  return inContext([&](Device &on) {
    *link = *on.links.insert(new CUlinkState_st).first;
    return kSuccess;
  });
}

CUresult emulated::cuLinkAddData_v2(CUlinkState link, int type, void *data, std::size_t bytes,
                                    const char *, unsigned, int *, void **) {
  return inContext([&](Device &on) -> CUresult {
    if (!on.links.contains(link))
      return fail(kInvalidHandle, "no such link");
    auto text = static_cast<const char *>(data);
    if (type != kInputPtx || bytes == 0 || text[bytes - 1] != 0 || !link->code.empty())
      return fail(kInvalidValue, "a link takes one text of PTX, which a zero ends");
    std::string start = kMagic + std::to_string(on.version) + "\n";
    link->code.assign(start.begin(), start.end());
    link->code.insert(link->code.end(), text, text + bytes);
    return kSuccess;
  });
}

CUresult emulated::cuLinkComplete(CUlinkState link, void **code, std::size_t *bytes) {
  return inContext([&](Device &on) -> CUresult {
    if (!on.links.contains(link) || link->code.empty())
      return fail(kInvalidHandle, "no such link, or one of nothing");
    *code = link->code.data();
    *bytes = link->code.size();
    ++on.completedLinks;
    return kSuccess;
  });
}

CUresult emulated::cuLinkDestroy(CUlinkState link) {
  return inContext([&](Device &on) -> CUresult {
    if (on.links.erase(link) == 0)
      return fail(kInvalidHandle, "no such link");
    delete link;
    return kSuccess;
  });
}

std::size_t emulatedLinks() {
  std::lock_guard lock(device().mutex);
  return device().completedLinks;
}

} // namespace gtjit::detail
