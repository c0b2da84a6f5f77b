// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import ResourceRequestKit
import Synchronization

/// Reads a password from the terminal without showing it.
enum PasswordPrompt {
  /// What was answered to each prompt: requests side by side, and one after the other, need it once.
  ///
  /// The lock is held while somebody types: two prompts at once would mix their keys, and leave the terminal hidden.
  private static let answers = Mutex<[String: Result<Secret, InputError>]>([:])

  /// Prompts for a password, unless the same was asked before.
  ///
  /// - Throws: ``InputError`` if there is no terminal, and on Ctrl-C.
  static func ask(_ prompt: String) throws -> Secret {
    try answers.withLock { answers in
      if let answer = answers[prompt] { return try answer.get() }
      let answer = Result { () throws(InputError) in try read(prompt) }
      answers[prompt] = answer
      return try answer.get()
    }
  }

  private static func read(_ prompt: String) throws(InputError) -> Secret {
    // Reads from the terminal, because stdin may be used for something else.
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard terminal >= 0 else {
      throw InputError("--user: there is no terminal to ask for the password; name a variable with --password-env")
    }
    defer { close(terminal) }
    var before = termios()
    guard tcgetattr(terminal, &before) == 0 else {
      throw InputError("--user: the terminal cannot be told to hide the password; use --password-env")
    }
    // Without line editing and signals: Ctrl-C arrives as a byte, so the terminal's settings can be restored in every
    // case.
    var hidden = before
    hidden.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    tcsetattr(terminal, TCSAFLUSH, &hidden)
    defer { tcsetattr(terminal, TCSAFLUSH, &before) }
    show(prompt, on: terminal)
    defer { show("\n", on: terminal) }
    var typed: [UInt8] = []
    while true {
      var byte: UInt8 = 0
      guard Essentials.read(terminal, &byte, 1) == 1 else {
        throw InputError("no password was given", status: .interrupted)
      }
      switch byte {
      case 0x0A, 0x0D: return Secret(String(decoding: typed, as: UTF8.self))
      case 0x03, 0x04: throw InputError("no password was given", status: .interrupted)
      case 0x08, 0x7F: eraseCharacter(of: &typed)
      default: typed.append(byte)
      }
    }
  }

  /// Removes the last character, which may be several bytes of UTF-8.
  private static func eraseCharacter(of bytes: inout [UInt8]) {
    while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
  }

  private static func show(_ text: String, on terminal: Int32) {
    let bytes = Array(text.utf8)
    _ = write(terminal, bytes, bytes.count)
  }
}
