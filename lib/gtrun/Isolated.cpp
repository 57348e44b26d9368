//===- Isolated.cpp - Work that may crash, in another process -------------===//
//
// A fork and a pipe. The first byte tells whether what follows is the result or
// a message; without it the child has crashed.
//
//===----------------------------------------------------------------------===//
#include "gtrun/Isolated.h"

#include "gtrun/Fault.h"

#include "gtjit/Error.h"

#include <cerrno>
#include <cstring>
#include <new>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace gtrun {

static constexpr char kResult = 'r', kMessage = 'm';

static bool writeAll(int pipe, const std::string &bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    ssize_t written = ::write(pipe, bytes.data() + at, bytes.size() - at);
    if (written < 0 && errno != EINTR)
      return false;
    at += written > 0 ? static_cast<std::size_t>(written) : 0;
  }
  return true;
}

static std::string readAll(int pipe) {
  std::string bytes;
  char buffer[1 << 16];
  while (true) {
    ssize_t count = ::read(pipe, buffer, sizeof(buffer));
    if (count > 0)
      bytes.append(buffer, static_cast<std::size_t>(count));
    else if (count == 0 || errno != EINTR)
      return bytes;
  }
}

/// Runs in the child; never returns.
[[noreturn]] static void workInChild(int pipe, rlim_t seconds,
                                     const std::function<std::string()> &work) {
  rlimit none{0, 0}, time{seconds, seconds + 1};
  ::setrlimit(RLIMIT_CORE, &none);
  ::setrlimit(RLIMIT_CPU, &time);
  std::string answer;
  try {
    answer = kResult + work();
  } catch (const gtjit::Error &error) {
    answer = kMessage + std::string(error.message());
  } catch (const std::bad_alloc &) {
    answer = std::string(1, kMessage) + "there is not enough memory";
  } catch (const std::exception &error) {
    answer = std::string(1, kMessage) + error.what();
  }
  ::_exit(writeAll(pipe, answer) ? 0 : 1);
}

std::string isolated(const std::string &what, std::uintmax_t bytes,
                     const std::function<std::string()> &work) {
  int ends[2];
  if (::pipe(ends) != 0)
    throw Fault(what + ": cannot be read: " + std::strerror(errno));
  pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    workInChild(ends[1], 2 + static_cast<rlim_t>(bytes / 20'000'000), work);
  }
  int error = errno;
  ::close(ends[1]);
  std::string answer = child > 0 ? readAll(ends[0]) : std::string();
  ::close(ends[0]);
  if (child < 0)
    throw Fault(what + ": cannot be read: " + std::strerror(error));
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (answer.empty() || status != 0)
    throw Fault(what + ": it is damaged: the netCDF library crashes on it or does not end");
  if (answer.front() == kMessage)
    throw Fault(answer.substr(1));
  answer.erase(0, 1);
  return answer;
}

} // namespace gtrun
