// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The command line: a mode, followed by options; each option except a flag has a value.
struct Arguments {
  struct Fault: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  private static let flags: Set<String> = ["http2"]

  let mode: String
  private var values: [String: String] = [:]

  init(_ words: some Sequence<String>) throws {
    var words = words.makeIterator()
    guard let mode = words.next() else { throw Fault("what to do is missing") }
    self.mode = mode
    while let word = words.next() {
      guard word.hasPrefix("--") else { throw Fault("\(word) is no option") }
      let name = String(word.dropFirst(2))
      if Arguments.flags.contains(name) {
        values[name] = ""
      } else if let value = words.next() {
        values[name] = value
      } else {
        throw Fault("\(word) needs a value")
      }
    }
  }

  func text(_ name: String) -> String? { values[name] }

  func has(_ flag: String) -> Bool { values[flag] != nil }

  func number<Number: LosslessStringConvertible>(_ name: String, or standard: Number) throws -> Number {
    guard let text = values[name] else { return standard }
    guard let number = Number(text) else { throw Fault("--\(name) \(text) is no number") }
    return number
  }
}
