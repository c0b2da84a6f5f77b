// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Reads events out of the chunks of an event stream, wherever the borders fall (WHATWG HTML §9.2.6).
///
/// Pure. An event that is not ended by an empty line is never given back.
package struct EventStreamParser: Sendable {
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  private let limit: Int
  private let keepsComments: Bool
  /// How many bytes of a byte order mark have been passed over; all of them once it is settled.
  private var marked = 0
  private var endsWithCarriageReturn = false
  private var line: [UInt8] = []
  private var data: [UInt8] = []
  private var type = ""
  private var id: String
  /// The identifier of the last event that was complete.
  package private(set) var lastEventID: String
  /// How long the server wants a client to wait before it connects again.
  package private(set) var retry: Duration?

  /// A parser for a new stream.
  ///
  /// - Parameters:
  ///   - limit: the most bytes one event may have.
  ///   - lastEventID: the identifier that an earlier stream ended with.
  ///   - keepsComments: whether comments are given back too.
  package init(limit: Int, lastEventID: String = "", keepsComments: Bool = false) {
    self.limit = limit
    self.keepsComments = keepsComments
    self.lastEventID = lastEventID
    id = lastEventID
  }

  /// Takes a chunk in.
  ///
  /// - Returns: the events that it completes.
  /// - Throws: ``StreamFault/tooLarge(_:limit:)``.
  package mutating func read(_ chunk: Data) throws(StreamFault) -> [ServerEvent] {
    try updates(in: chunk).compactMap(\.event)
  }

  /// Takes a chunk in, and gives back comments too where they are kept.
  ///
  /// - Returns: what it completes, in order.
  /// - Throws: ``StreamFault/tooLarge(_:limit:)``.
  package mutating func updates(in chunk: Data) throws(StreamFault) -> [ServerEventUpdate] {
    var updates: [ServerEventUpdate] = []
    var rest = chunk
    passMark(&rest)
    while let first = rest.first {
      if endsWithCarriageReturn {
        endsWithCarriageReturn = false
        if first == EventStreamParser.lineFeed {
          rest.removeFirst()
          continue
        }
      }
      let end = rest.firstIndex { $0 == EventStreamParser.lineFeed || $0 == EventStreamParser.carriageReturn }
      let run = rest[..<(end ?? rest.endIndex)]
      guard run.count <= limit - line.count - data.count else { throw .tooLarge("an event", limit: limit) }
      line.append(contentsOf: run)
      guard let end else { break }
      endsWithCarriageReturn = rest[end] == EventStreamParser.carriageReturn
      rest = rest[rest.index(after: end)...]
      takeLine(&updates)
    }
    return updates
  }

  /// Passes over a byte order mark at the very beginning.
  private mutating func passMark(_ rest: inout Data) {
    let mark = EventStreamParser.byteOrderMark
    while marked < mark.count, let byte = rest.first {
      if byte == mark[marked] {
        rest.removeFirst()
        marked += 1
      } else {
        // What looked like one was the beginning of a line.
        line.append(contentsOf: mark[..<marked])
        marked = mark.count
      }
    }
  }

  private mutating func takeLine(_ updates: inout [ServerEventUpdate]) {
    defer { line.removeAll(keepingCapacity: true) }
    guard let first = line.first else { return dispatch(&updates) }
    let colon = UInt8(ascii: ":")
    // A comment, which only shows that the server is there.
    if first == colon {
      if keepsComments { updates.append(.comment(String(decoding: line.dropFirst(), as: UTF8.self))) }
      return
    }
    let end = line.firstIndex(of: colon) ?? line.endIndex
    var value = line[end...].dropFirst()
    if value.first == UInt8(ascii: " ") { value.removeFirst() }
    switch String(decoding: line[..<end], as: UTF8.self) {
    case "data":
      data.append(contentsOf: value)
      data.append(EventStreamParser.lineFeed)
    case "event":
      type = String(decoding: value, as: UTF8.self)
    case "id":
      if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
    case "retry":
      // More than fits is longer than anybody waits.
      if let number = DecimalDigits.bounded(value) { retry = .milliseconds(min(number, Int(Int32.max))) }
    default:
      break
    }
  }

  private mutating func dispatch(_ updates: inout [ServerEventUpdate]) {
    lastEventID = id
    defer {
      data.removeAll(keepingCapacity: true)
      type = ""
    }
    guard !data.isEmpty else { return }
    let event = ServerEvent(
      type: type.isEmpty ? "message" : type,
      data: String(decoding: data.dropLast(), as: UTF8.self),
      id: id
    )
    updates.append(.event(event))
  }
}
