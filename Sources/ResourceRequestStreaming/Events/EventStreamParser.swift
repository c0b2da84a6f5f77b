// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestPlatform

/// Parses events from chunks of an event stream, wherever chunks end (WHATWG HTML §9.2.6).
///
/// Pure. An event without the empty line at its end is never returned.
package struct EventStreamParser: Sendable {
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  private let limit: Int
  private let keepsComments: Bool
  /// The number of bytes skipped of a byte order mark; all of them once that is decided.
  private var marked = 0
  private var endsWithCarriageReturn = false
  private var line: [UInt8] = []
  private var data: [UInt8] = []
  private var type = ""
  private var id: String
  /// The identifier of the last complete event.
  package private(set) var lastEventID: String
  /// The reconnection time set by the server.
  package private(set) var retry: Duration?
  /// What was wrong behind what was returned last.
  package private(set) var fault: StreamFault?

  /// Creates a parser for a new stream.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of bytes of an event.
  ///   - lastEventID: the last identifier of the previous stream.
  ///   - keepsComments: whether comments are returned too.
  package init(limit: Int, lastEventID: String = "", keepsComments: Bool = false) {
    self.limit = limit
    self.keepsComments = keepsComments
    self.lastEventID = lastEventID
    id = lastEventID
  }

  /// Takes a chunk in, and gives back comments too where they are kept.
  ///
  /// - Returns: what it completes, in order.
  /// - Throws: ``StreamFault/tooLarge(_:limit:)``.
  package mutating func updates(in chunk: Data) throws(StreamFault) -> [ServerEventUpdate] {
    // The bytes themselves: an event of ten megabytes would take half a second through Data's indexes. Its accessor
    // erases the type of the error, so that is passed in a result.
    try chunk.withUnsafeBytes { bytes in
      Result { () throws(StreamFault) in try read(bytes) }
    }.get()
  }

  private mutating func read(_ chunk: UnsafeRawBufferPointer) throws(StreamFault) -> [ServerEventUpdate] {
    if let fault { throw fault }
    var updates: [ServerEventUpdate] = []
    do throws(StreamFault) {
      try read(chunk, &updates)
    } catch {
      // What is complete is told first, however the bytes were cut: a caller resumes behind it.
      guard !updates.isEmpty else { throw error }
      fault = error
    }
    return updates
  }

  private mutating func read(
    _ chunk: UnsafeRawBufferPointer,
    _ updates: inout [ServerEventUpdate]
  ) throws(StreamFault) {
    var place = passMark(chunk)
    while place < chunk.count {
      if endsWithCarriageReturn {
        endsWithCarriageReturn = false
        if chunk[place] == EventStreamParser.lineFeed {
          place += 1
          continue
        }
      }
      var end = place
      while end < chunk.count, chunk[end] != EventStreamParser.lineFeed, chunk[end] != EventStreamParser.carriageReturn
      {
        end += 1
      }
      guard end - place <= limit - line.count - data.count else { throw .tooLarge("an event", limit: limit) }
      line.append(contentsOf: chunk[place..<end])
      guard end < chunk.count else { break }
      endsWithCarriageReturn = chunk[end] == EventStreamParser.carriageReturn
      place = end + 1
      takeLine(&updates)
    }
  }

  /// Skips a byte order mark at the start of the stream, and returns where the rest of the chunk begins.
  private mutating func passMark(_ chunk: UnsafeRawBufferPointer) -> Int {
    let mark = EventStreamParser.byteOrderMark
    var place = 0
    while marked < mark.count, place < chunk.count {
      if chunk[place] == mark[marked] {
        place += 1
        marked += 1
      } else {
        // It was not a mark but the start of a line.
        line.append(contentsOf: mark[..<marked])
        marked = mark.count
      }
    }
    return place
  }

  private mutating func takeLine(_ updates: inout [ServerEventUpdate]) {
    defer { line.removeAll(keepingCapacity: true) }
    guard let first = line.first else { return dispatch(&updates) }
    let colon = UInt8(ascii: ":")
    // A comment, which keeps the connection alive.
    if first == colon {
      if keepsComments { updates.append(.comment(String(decoding: line.dropFirst(), as: UTF8.self))) }
      return
    }
    let end = line.firstIndex(of: colon) ?? line.endIndex
    var value = line[end...].dropFirst()
    if value.first == UInt8(ascii: " ") { value.removeFirst() }
    // The name, if it can be one of those that mean something.
    switch end <= 5 ? String(decoding: line[..<end], as: UTF8.self) : "" {
    case "data":
      data.append(contentsOf: value)
      data.append(EventStreamParser.lineFeed)
    case "event":
      type = String(decoding: value, as: UTF8.self)
    case "id":
      if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
    case "retry":
      // A number that overflows is longer than any useful wait.
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
