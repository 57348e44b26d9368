//===- LanguageServerTest.cpp - Mutated documents in an editor ------------===//
//
// The language server in a process of its own, by its messages: whatever the
// document is, it answers and lives.
//
//===----------------------------------------------------------------------===//
#include "Mutation.h"
#include "Options.h"

#include <gtest/gtest.h>

#include <csignal>
#include <fcntl.h>
#include <llvm/Support/JSON.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace textfuzz;
using llvm::json::Object;
using llvm::json::Value;

namespace {

/// gt-lsp-server while it runs.
class Server {
public:
  Server();
  ~Server();
  Server(const Server &) = delete;
  bool notify(llvm::StringRef method, Value params) { return send(method, std::move(params), {}); }
  /// Whether the request is answered.
  bool request(llvm::StringRef method, Value params);
  /// Whether a notification of this method comes.
  bool await(llvm::StringRef method) {
    return receive([&](const Object &message) { return message.getString("method") == method; });
  }

private:
  bool send(llvm::StringRef method, Value params, std::optional<std::int64_t> id);
  template <class Wanted> bool receive(Wanted isWanted);
  std::string readMessage();

  pid_t child = -1;
  int to = -1, from = -1;
  std::int64_t requests = 0;
  std::string buffer;
};

} // namespace

Server::Server() {
  int in[2], out[2];
  EXPECT_EQ(::pipe2(in, O_CLOEXEC), 0);
  EXPECT_EQ(::pipe2(out, O_CLOEXEC), 0);
  child = ::fork();
  if (child == 0) {
    ::dup2(in[0], STDIN_FILENO);
    ::dup2(out[1], STDOUT_FILENO);
    ::dup2(::open("/dev/null", O_WRONLY), STDERR_FILENO);
    ::execl(LANGUAGE_SERVER, "gt-lsp-server", nullptr);
    ::_exit(127);
  }
  ::close(in[0]);
  ::close(out[1]);
  to = in[1];
  from = out[0];
  std::signal(SIGPIPE, SIG_IGN);
  EXPECT_TRUE(request("initialize", Object{{"capabilities", Object{}}}));
  EXPECT_TRUE(notify("initialized", Object{}));
}

Server::~Server() {
  ::close(to);
  ::close(from);
  ::waitpid(child, nullptr, 0);
}

bool Server::send(llvm::StringRef method, Value params, std::optional<std::int64_t> id) {
  Object message{{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}};
  if (id)
    message["id"] = *id;
  std::string body;
  llvm::raw_string_ostream(body) << Value(std::move(message));
  std::string text = "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  for (std::size_t at = 0; at < text.size();) {
    ssize_t count = ::write(to, text.data() + at, text.size() - at);
    if (count < 0)
      return false;
    at += static_cast<std::size_t>(count);
  }
  return true;
}

/// The body of the next message; empty if the server has closed its output.
std::string Server::readMessage() {
  std::size_t header = 0, size = 0;
  while (true) {
    header = buffer.find("\r\n\r\n");
    std::size_t length = buffer.find("Content-Length: ");
    if (header != buffer.npos && length < header) {
      size = std::stoul(buffer.substr(length + 16));
      if (buffer.size() >= header + 4 + size)
        break;
    }
    char bytes[1 << 14];
    ssize_t count = ::read(from, bytes, sizeof(bytes));
    if (count <= 0)
      return {};
    buffer.append(bytes, static_cast<std::size_t>(count));
  }
  std::string body = buffer.substr(header + 4, size);
  buffer.erase(0, header + 4 + size);
  return body;
}

template <class Wanted> bool Server::receive(Wanted isWanted) {
  while (true) {
    std::string body = readMessage();
    if (body.empty())
      return false;
    auto message = llvm::json::parse(body);
    if (!message) {
      llvm::consumeError(message.takeError());
      return false;
    }
    if (const Object *object = message->getAsObject(); object && isWanted(*object))
      return true;
  }
}

bool Server::request(llvm::StringRef method, Value params) {
  std::int64_t id = ++requests;
  return send(method, std::move(params), id) &&
         receive([&](const Object &message) { return message.getInteger("id") == id; });
}

/// Opens a document, asks what an editor asks, changes it, closes it.
static bool edit(Server &server, const std::string &text, const std::string &changed,
                 std::int64_t number, Random random) {
  auto document = [] { return Object{{"uri", "file:///work/fuzz.mlir"}}; };
  Object opened = document();
  opened["languageId"] = "mlir";
  opened["version"] = number;
  opened["text"] = llvm::json::fixUTF8(text);
  if (!server.notify("textDocument/didOpen", Object{{"textDocument", std::move(opened)}}) ||
      !server.await("textDocument/publishDiagnostics"))
    return false;
  for (llvm::StringRef what : {"hover", "definition", "references", "completion"}) {
    Object place{{"line", static_cast<std::int64_t>(random.below(20))},
                 {"character", static_cast<std::int64_t>(random.below(60))}};
    Object params{{"textDocument", document()}, {"position", std::move(place)}};
    params["context"] = Object{{"includeDeclaration", true}, {"triggerKind", 1}};
    if (!server.request(("textDocument/" + what).str(), std::move(params)))
      return false;
  }
  Object version = document();
  version["version"] = number + 1;
  llvm::json::Array changes{Object{{"text", llvm::json::fixUTF8(changed)}}};
  return server.notify("textDocument/didChange", Object{{"textDocument", std::move(version)},
                                                        {"contentChanges", std::move(changes)}}) &&
         server.await("textDocument/publishDiagnostics") &&
         server.request("textDocument/documentSymbol", Object{{"textDocument", document()}}) &&
         server.notify("textDocument/didClose", Object{{"textDocument", document()}}) &&
         server.await("textDocument/publishDiagnostics");
}

TEST(TextFuzz, TheLanguageServerLives) {
  auto server = std::make_unique<Server>();
  forEachProgram(250, [&](std::int64_t n) {
    std::string text = mutatedProgram(options().seed, n, corpus().all);
    std::string changed = mutatedProgram(~options().seed, n, corpus().all);
    bool lives = edit(*server, text, changed, n, choicesFor(options().seed + 1, n));
    EXPECT_TRUE(lives) << "the server ended at program " << n << " of seed " << options().seed
                       << "\n"
                       << text << "then\n"
                       << changed;
    if (!lives || n % 500 == 499)
      server = std::make_unique<Server>();
  });
}
