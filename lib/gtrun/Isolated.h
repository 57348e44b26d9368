//===- Isolated.h - Work that may crash, in another process -----*- C++ -*-===//
//
// libnetcdf and libhdf5 trust the files that they read: some damaged ones make
// them crash or never end. What they do with a user's file happens in a child
// process with a limited time.
//
//===----------------------------------------------------------------------===//
#ifndef GTRUN_ISOLATED_H
#define GTRUN_ISOLATED_H

#include <cstdint>
#include <functional>
#include <string>

namespace gtrun {

/// The bytes that `work` gives, called in a child process that reads and writes
/// about `bytes`. Throws Fault with the message of what it throws, or that says of
/// `what` that it is damaged, if the child ends in another way or takes a second
/// more for every 20 MB than it should.
std::string isolated(const std::string &what, std::uintmax_t bytes,
                     const std::function<std::string()> &work);

} // namespace gtrun

#endif // GTRUN_ISOLATED_H
