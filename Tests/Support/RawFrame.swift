// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Frames written by hand, valid or not (RFC 9113 §4).
public enum RawFrame {
  /// An empty `SETTINGS`.
  public static let settings = RawFrame.of(4)

  /// A frame with any type, flags, stream and payload.
  public static func of(_ type: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, _ payload: [UInt8] = []) -> [UInt8] {
    let length = payload.count
    let head = [UInt8(length >> 16), UInt8(length >> 8 & 255), UInt8(length & 255), type, flags]
    return head + number(stream) + payload
  }

  /// A head, in literals without indexing (RFC 7541 §6.2.2).
  public static func head(_ stream: UInt32, _ fields: [(String, String)], ends: Bool = false) -> [UInt8] {
    of(1, flags: ends ? 5 : 4, stream: stream, block(fields))
  }

  /// A block of fields, as it is in a head.
  public static func block(_ fields: [(String, String)]) -> [UInt8] {
    fields.flatMap { [0] + text($0.0) + text($0.1) }
  }

  /// A piece of a body.
  public static func data(_ stream: UInt32, _ bytes: [UInt8], ends: Bool = false) -> [UInt8] {
    of(0, flags: ends ? 1 : 0, stream: stream, bytes)
  }

  /// The end of a stream, with a code.
  public static func reset(_ stream: UInt32, _ code: UInt32) -> [UInt8] { of(3, stream: stream, number(code)) }

  /// The end of a connection: the last stream that is served, a code, and a text.
  public static func goAway(_ last: UInt32, _ code: UInt32, _ debug: String = "") -> [UInt8] {
    of(7, number(last) + number(code) + Array(debug.utf8))
  }

  /// A setting by its number.
  public static func setting(_ id: UInt8, _ value: UInt32) -> [UInt8] { of(4, [0, id] + number(value)) }

  /// More room for a stream, or with 0 for the connection.
  public static func windowUpdate(_ stream: UInt32, _ count: UInt32) -> [UInt8] { of(8, stream: stream, number(count)) }

  private static func number(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// A text with its length in a prefix of seven bits, which may go on (RFC 7541 §5.1).
  private static func text(_ text: String) -> [UInt8] {
    var rest = text.utf8.count
    guard rest >= 127 else { return [UInt8(rest)] + text.utf8 }
    var length: [UInt8] = [127]
    rest -= 127
    while rest >= 128 {
      length.append(UInt8(rest & 127 | 128))
      rest >>= 7
    }
    return length + [UInt8(rest)] + text.utf8
  }
}
