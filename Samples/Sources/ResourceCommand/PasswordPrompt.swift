// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import ResourceRequestKit

/// Asks for a password on the terminal, which does not show it.
enum PasswordPrompt {
  /// Asks.
  ///
  /// - Throws: ``InputError`` where there is no terminal, and on Ctrl-C.
  static func ask(_ prompt: String) throws -> Secret {
    // Not stdin, which may be something else's.
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard terminal >= 0 else {
      throw InputError("--user: there is no terminal to ask for the password; name a variable with --password-env")
    }
    defer { close(terminal) }
    var before = termios()
    guard tcgetattr(terminal, &before) == 0 else {
      throw InputError("--user: the terminal cannot be told to hide the password; use --password-env")
    }
    // Byte for byte, and Ctrl-C as one of them, so that whatever happens the terminal is as it was.
    var hidden = before
    hidden.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    tcsetattr(terminal, TCSAFLUSH, &hidden)
    defer { tcsetattr(terminal, TCSAFLUSH, &before) }
    show(prompt, on: terminal)
    defer { show("\n", on: terminal) }
    var typed: [UInt8] = []
    while true {
      var byte: UInt8 = 0
      guard read(terminal, &byte, 1) == 1 else { throw InputError("no password was given", status: .interrupted) }
      switch byte {
      case 0x0A, 0x0D: return Secret(String(decoding: typed, as: UTF8.self))
      case 0x03, 0x04: throw InputError("no password was given", status: .interrupted)
      case 0x08, 0x7F: eraseCharacter(of: &typed)
      default: typed.append(byte)
      }
    }
  }

  /// Takes back the last character, which may be several bytes of UTF-8.
  private static func eraseCharacter(of bytes: inout [UInt8]) {
    while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
  }

  private static func show(_ text: String, on terminal: Int32) {
    let bytes = Array(text.utf8)
    _ = write(terminal, bytes, bytes.count)
  }
}
