//===- Fault.h - What is wrong with files and options -----------*- C++ -*-===//
//
// The one exception of gt-run's own code, and what is told without ending the
// run: messages of one line.
//
//===----------------------------------------------------------------------===//
#ifndef GTRUN_FAULT_H
#define GTRUN_FAULT_H

#include <stdexcept>
#include <string>

namespace gtrun {

/// Something that the user can mend; the message names the file or the option,
/// what was expected and what came.
class Fault : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Tells on standard error what the user may not have meant.
void note(const std::string &text);

} // namespace gtrun

#endif // GTRUN_FAULT_H
