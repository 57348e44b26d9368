"""Speaks LSP with a server over its standard input and output, and prints what
it says of a file: the diagnostics, and the hover text at a place. Asks for
completions there, too.

lsp_client.py <server> <file> <line> <column>     both from 0
"""
import json
import pathlib
import subprocess
import sys
import threading

# Seconds that a session may take, on a machine that does much else.
PATIENCE = 120


class Server:
    def __init__(self, command):
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL)
        watchdog = threading.Timer(PATIENCE, self.process.kill)
        watchdog.daemon = True
        watchdog.start()

    def send(self, method, params, number=None):
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if number is not None:
            message["id"] = number
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self, is_wanted):
        """The next message that is wanted; others are passed over."""
        while True:
            length = None
            while line := self.process.stdout.readline().strip():
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if length is None:
                sys.exit(f"the server closed its output, or was killed after {PATIENCE} s")
            message = json.loads(self.process.stdout.read(length))
            if is_wanted(message):
                return message


def main():
    command, file, line, column = sys.argv[1], pathlib.Path(sys.argv[2]), *map(int, sys.argv[3:5])
    server = Server(command)
    uri = file.resolve().as_uri()
    server.send("initialize", {"processId": None, "rootUri": None, "capabilities": {}}, 1)
    capabilities = server.receive(lambda m: m.get("id") == 1)["result"]["capabilities"]
    print("hover" if capabilities.get("hoverProvider") else "no hover")
    server.send("initialized", {})
    server.send("textDocument/didOpen", {"textDocument": {
        "uri": uri, "languageId": "mlir", "version": 1, "text": file.read_bytes().decode()}})
    found = server.receive(lambda m: m.get("method") == "textDocument/publishDiagnostics")
    for diagnostic in found["params"]["diagnostics"]:
        print(f"line {diagnostic['range']['start']['line'] + 1}: {diagnostic['message']}")
    server.send("textDocument/hover",
                {"textDocument": {"uri": uri}, "position": {"line": line, "character": column}}, 2)
    result = server.receive(lambda m: m.get("id") == 2).get("result")
    print(result["contents"]["value"] if result else "nothing to hover over")
    server.send("textDocument/completion", {
        "textDocument": {"uri": uri}, "position": {"line": line, "character": column}, "context": {"triggerKind": 1}}, 3)
    server.receive(lambda m: m.get("id") == 3)
    server.send("shutdown", None, 4)
    server.receive(lambda m: m.get("id") == 4)
    server.send("exit", None)
    sys.exit(server.process.wait())


if __name__ == "__main__":
    main()
