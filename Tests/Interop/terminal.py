# Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.
#
# Usage: python3 terminal.py TEXT COMMAND ARGUMENT...
# Runs a command on a pseudo-terminal, types a line at its first prompt (output that ends with ": "), and writes what
# the terminal shows. Ends with the command's status.
import os
import pty
import sys

child, terminal = pty.fork()
if child == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
shown = b""
typed = False
while True:
    try:
        chunk = os.read(terminal, 4096)
    except OSError:  # Raised when the other end is closed.
        break
    if not chunk:
        break
    shown += chunk
    if not typed and shown.endswith(b": "):
        os.write(terminal, sys.argv[1].encode() + b"\n")
        typed = True
sys.stdout.buffer.write(shown)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
