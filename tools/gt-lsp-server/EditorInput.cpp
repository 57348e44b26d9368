//===- EditorInput.cpp - What the editor sends, made safe -------*- C++ -*-===//
//
// A thread that copies messages from the editor into a pipe.
//
//===----------------------------------------------------------------------===//
#include "EditorInput.h"

#include "gtcompiler/Dialect/GT/IR/SourceText.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/JSON.h"

#include <algorithm>
#include <cerrno>
#include <thread>
#include <unistd.h>

using namespace mlir;

/// Longest message that is taken apart; longer ones are none.
static constexpr std::size_t kLongestMessage = std::size_t(1) << 30;

namespace {

/// Copies messages until the editor's end.
class EditorInput {
public:
  EditorInput(DialectRegistry &registry, int editor, int server)
      : context(registry, MLIRContext::Threading::DISABLED), from(editor), to(server) {
    context.allowUnregisteredDialects();
  }
  ~EditorInput() { ::close(to); }
  void run();

private:
  bool readMore();
  bool send(StringRef bytes);
  bool passMessage();
  std::string safeMessage(StringRef message);
  std::string safeDocument(StringRef text);
  bool hasDiagnostics(StringRef text);

  MLIRContext context;
  int from, to;
  std::string buffer; ///< read and not yet sent
};

} // namespace

bool EditorInput::readMore() {
  char bytes[1 << 16];
  ssize_t count = 0;
  do
    count = ::read(from, bytes, sizeof(bytes));
  while (count < 0 && errno == EINTR);
  if (count > 0)
    buffer.append(bytes, static_cast<std::size_t>(count));
  return count > 0;
}

bool EditorInput::send(StringRef bytes) {
  while (!bytes.empty()) {
    ssize_t count = ::write(to, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR)
      return false;
    bytes = bytes.drop_front(count > 0 ? static_cast<std::size_t>(count) : 0);
  }
  return true;
}

bool EditorInput::hasDiagnostics(StringRef text) {
  bool found = false;
  ScopedDiagnosticHandler note(&context, [&](Diagnostic &) {
    found = true;
    return success();
  });
  Block operations;
  ParserConfig config(&context);
  return failed(parseSourceString(text, &operations, config)) || found;
}

std::string EditorInput::safeDocument(StringRef text) {
  if (auto place = gtcompiler::findUnreadable(text, /*allowsLoneSigns=*/true))
    text = text.take_front(*place);
  SmallVector<StringRef> parts; // each is a document of its own for the server
  text.split(parts, "// -----");
  bool isWrong = llvm::any_of(parts, [&](StringRef part) { return hasDiagnostics(part); });
  std::string result = text.str();
  if (isWrong)
    result = gtcompiler::withFirstResults(gtcompiler::withoutLocations(text));
  std::replace(result.begin(), result.end(), '\r', ' '); // a diagnostic behind one has no place
  return result;
}

/// Documents are opened with a text and changed by a list of one new text.
std::string EditorInput::safeMessage(StringRef message) {
  auto parsed = llvm::json::parse(message);
  if (!parsed) {
    llvm::consumeError(parsed.takeError());
    return message.str();
  }
  llvm::json::Object *root = parsed->getAsObject();
  llvm::json::Object *params = root ? root->getObject("params") : nullptr;
  if (!params)
    return message.str();
  auto replaceText = [&](llvm::json::Object *document) {
    if (auto text = document ? document->getString("text") : std::nullopt)
      (*document)["text"] = llvm::json::fixUTF8(safeDocument(*text));
  };
  replaceText(params->getObject("textDocument"));
  if (llvm::json::Array *changes = params->getArray("contentChanges"))
    for (llvm::json::Value &change : *changes)
      replaceText(change.getAsObject());
  std::string text;
  llvm::raw_string_ostream(text) << *parsed;
  return text;
}

/// One message, once it is there; false if what is there begins none.
bool EditorInput::passMessage() {
  std::size_t header = std::string::npos, size = 0;
  while ((header = buffer.find("\r\n\r\n")) == std::string::npos)
    if (buffer.size() > 4096 || !readMore())
      return false;
  bool hasSize = false;
  SmallVector<StringRef> lines;
  StringRef(buffer).take_front(header).split(lines, "\r\n");
  for (StringRef line : lines)
    if (line.consume_front_insensitive("Content-Length:"))
      hasSize = !line.trim().getAsInteger(10, size) && size < kLongestMessage;
  if (!hasSize)
    return false;
  while (buffer.size() < header + 4 + size)
    if (!readMore())
      return false;
  std::string message = safeMessage(StringRef(buffer).substr(header + 4, size));
  buffer.erase(0, header + 4 + size);
  return send("Content-Length: " + std::to_string(message.size()) + "\r\n\r\n" + message);
}

/// What is no message is the server's to complain about.
void EditorInput::run() {
  while (passMessage()) {
  }
  do {
    if (!send(buffer))
      return;
    buffer.clear();
  } while (readMore());
}

bool filterEditorInput(DialectRegistry &registry) {
  int ends[2], editor = ::dup(STDIN_FILENO);
  if (editor < 0 || ::pipe(ends) != 0 || ::dup2(ends[0], STDIN_FILENO) < 0)
    return false;
  ::close(ends[0]);
  std::thread([&registry, editor, server = ends[1]] {
    EditorInput(registry, editor, server).run();
  }).detach(); // waits for the editor when the process ends
  return true;
}
