// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The bytes of one connection, parsed as a server must: a head, as many bytes as it announces, the next head.
struct RequestLog {
  /// A request, or as much of it as was received.
  struct Entry: Equatable {
    var start = ""
    var body: [UInt8] = []
    var isWhole = false
  }

  /// The bytes are not a sequence of requests.
  struct Malformed: Error {
    let reason: String
  }

  private(set) var entries: [Entry] = []
  private var rest: ArraySlice<UInt8>

  /// Parses a log; the last entry may be incomplete.
  ///
  /// - Throws: ``Malformed`` if there is something between two requests, or a head is invalid.
  init(_ bytes: [UInt8]) throws(Malformed) {
    rest = bytes[...]
    while !rest.isEmpty {
      var entry = Entry()
      entry.isWhole = try read(&entry)
      entries.append(entry)
      if !entry.isWhole { return }
    }
  }

  /// Parses the next request; returns `false` if the log ends within it.
  private mutating func read(_ entry: inout Entry) throws(Malformed) -> Bool {
    guard let start = line() else {
      entry.start = String(decoding: rest, as: UTF8.self)
      return false
    }
    entry.start = start
    let parts = start.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard parts.count == 3, String(parts[2]) == "HTTP/1.1" else {
      throw Malformed(reason: "a request line “\(start.prefix(80))”")
    }
    var length = 0
    var isChunked = false
    while true {
      guard let field = line() else { return false }
      if field.isEmpty { break }
      guard let colon = field.utf8.firstIndex(of: UInt8(ascii: ":")) else {
        throw Malformed(reason: "a field “\(field.prefix(80))”")
      }
      let value = field[field.utf8.index(after: colon)...].drop(while: { $0 == " " })
      switch field[..<colon].lowercased() {
      case "content-length": length = Int(value) ?? -1
      case "transfer-encoding": isChunked = true
      default: break
      }
    }
    guard length >= 0 else { throw Malformed(reason: "a length that is none") }
    return isChunked ? try readChunks(into: &entry) : take(length, into: &entry)
  }

  private mutating func readChunks(into entry: inout Entry) throws(Malformed) -> Bool {
    while let size = line() {
      guard let count = Int(size, radix: 16), count >= 0 else { throw Malformed(reason: "a chunk of “\(size)” bytes") }
      guard count > 0 else {
        while let trailer = line() {
          if trailer.isEmpty { return true }
        }
        return false
      }
      guard take(count, into: &entry) else { return false }
      guard let end = line() else { return false }
      guard end.isEmpty else { throw Malformed(reason: "a chunk longer than it says") }
    }
    return false
  }

  private mutating func take(_ count: Int, into entry: inout Entry) -> Bool {
    entry.body += rest.prefix(count)
    defer { rest = rest.dropFirst(count) }
    return rest.count >= count
  }

  /// Takes a line without its end; `nil` if the log ends within it.
  private mutating func line() -> String? {
    guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return String(decoding: rest[..<end].dropLast(), as: UTF8.self)
  }
}
