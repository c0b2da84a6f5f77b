// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension JSON {
  /// A JSON number, whose value is read and written without loss; `1.10` is written as `1.1`.
  ///
  /// Integers are 64-bit integers. Numbers with a fraction or an exponent are the nearest double, as in every JSON
  /// parser, if they have at most 17 digits; where a double cannot tell integers apart, `9007199254740993.0` is the integer.
  /// Others (`1e400`, an integer of thirty digits, `1.0000000000000001`) keep their text, are written back unchanged, and
  /// equal only numbers with the same text.
  public struct Number: Sendable {
    let storage: ExactNumber

    init(storage: ExactNumber) {
      self.storage = storage
    }

    /// Creates an integer; one beyond 64 bits keeps all its digits.
    public init(_ value: some BinaryInteger) {
      if let signed = Int64(exactly: value) {
        storage = .integer(signed)
      } else if let unsigned = UInt64(exactly: value) {
        storage = .unsigned(unsigned)
      } else {
        storage = .text(String(value))
      }
    }

    /// Creates a number; `nil` for infinities and NaN, for which JSON has no text.
    public init?(_ value: Double) {
      guard value.isFinite else { return nil }
      storage = .double(value)
    }

    /// Parses the text of a number (RFC 8259 §6); `nil` if it is malformed.
    public init?(text: some StringProtocol) {
      let bytes = Array(text.utf8)
      // What may stand around a number, white space or a byte order mark, is not part of it.
      guard let first = bytes.first, first == UInt8(ascii: "-") || 0x30...0x39 ~= first,
        let last = bytes.last, last > 0x20, let number = try? JSON(parsing: bytes).number
      else { return nil }
      self = number
    }

    /// The value as an integer; `nil` if it has a fraction or does not fit.
    public var int: Int? {
      exactInteger(Int.self)
    }

    /// The value as an unsigned 64-bit integer; `nil` if it is negative, has a fraction or does not fit.
    public var uint64: UInt64? {
      exactInteger(UInt64.self)
    }

    /// The nearest double; `nil` if the value is out of range.
    public var double: Double? {
      switch storage {
      case .integer(let value): Double(value)
      case .unsigned(let value): Double(value)
      case .double(let value): value
      case .text(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
      }
    }

    /// Digits that are kept as they came may be an integer, such as `1.00000000000000000000`.
    static func integer<T: FixedWidthInteger>(_ type: T.Type, _ text: String) -> T? {
      var text = text
      return text.withUTF8 { ExactInteger.value(type, of: $0) }
    }

    private func exactInteger<T: FixedWidthInteger>(_ type: T.Type) -> T? {
      switch storage {
      case .integer(let value): T(exactly: value)
      case .unsigned(let value): T(exactly: value)
      case .double(let value): T(exactly: value)
      case .text(let text): Self.integer(type, text)
      }
    }
  }
}

extension JSON.Number: CustomStringConvertible {
  /// The number as JSON text.
  public var description: String {
    switch storage {
    case .integer(let value): String(value)
    case .unsigned(let value): String(value)
    case .double(let value): value.description
    case .text(let text): text
    }
  }
}

extension JSON.Number: ExpressibleByIntegerLiteral {
  /// Creates an integer.
  public init(integerLiteral value: Int64) {
    storage = .integer(value)
  }
}

extension JSON.Number: Hashable {
  /// Whether both have the same value; numbers kept as text are equal if their texts are.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left.storage, right.storage) {
    case (.integer(let a), .integer(let b)): a == b
    case (.unsigned(let a), .unsigned(let b)): a == b
    case (.double(let a), .double(let b)): a == b
    case (.integer(let a), .double(let b)), (.double(let b), .integer(let a)): Int64(exactly: b) == a
    case (.unsigned(let a), .double(let b)), (.double(let b), .unsigned(let a)): UInt64(exactly: b) == a
    case (.text(let a), .text(let b)): a == b
    default: false
    }
  }

  /// Hashes the value; all forms of an integer hash equally.
  public func hash(into hasher: inout Hasher) {
    if let integer = exactInteger(Int64.self) {
      hasher.combine(integer)
    } else if let unsigned = uint64 {
      hasher.combine(unsigned)
    } else if case .double(let value) = storage {
      hasher.combine(value)
    } else if case .text(let text) = storage {
      hasher.combine(text)
    }
  }
}
