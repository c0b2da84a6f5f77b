// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// Decodes the text of a body: by its byte order mark, else by the charset of its media type, else as UTF-8 (the WHATWG
/// Encoding standard's "decode").
///
/// The mark is not part of the text.
enum TextDecoding {
  /// Decodes any bytes: U+FFFD replaces malformed ones.
  ///
  /// An unknown charset, or one without a converter on this system, is decoded as UTF-8, which keeps its ASCII legible.
  static func decode(_ bytes: UnsafeRawBufferPointer, contentType: MIMEType?) -> String {
    let plan = Plan(bytes, contentType: contentType)
    let content = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(plan.markLength))
    let coding = plan.coding ?? .utf8
    do throws(DecodingFault) {
      return try coding.decode(content, malformed: .replace)
    } catch {
      return String(decoding: content, as: UTF8.self)
    }
  }

  /// Decodes the text, or throws the reason why it cannot be decoded exactly.
  static func decodeStrictly(
    _ bytes: UnsafeRawBufferPointer,
    contentType: MIMEType?
  ) throws(TextDecodingError) -> String {
    let plan = Plan(bytes, contentType: contentType)
    guard let coding = plan.coding else { throw TextDecodingError(charset: plan.label, kind: .unknownCharset) }
    do throws(DecodingFault) {
      return try coding.decode(UnsafeRawBufferPointer(rebasing: bytes.dropFirst(plan.markLength)), malformed: .refuse)
    } catch {
      switch error {
      case .malformed(let offset):
        throw TextDecodingError(charset: plan.label, kind: .malformed(offset: offset + plan.markLength))
      case .converterMissing:
        throw TextDecodingError(charset: plan.label, kind: .converterMissing)
      }
    }
  }

  /// ``decode(_:contentType:)`` for the bytes of a `Data`.
  static func decode(_ data: Data, contentType: MIMEType?) -> String {
    data.withUnsafeBytes { decode($0, contentType: contentType) }
  }

  /// ``decodeStrictly(_:contentType:)`` for the bytes of a `Data`.
  static func decodeStrictly(_ data: Data, contentType: MIMEType?) throws(TextDecodingError) -> String {
    // Data's accessor erases the type of the error, so it is passed in a result.
    let result = data.withUnsafeBytes { bytes in
      Result { () throws(TextDecodingError) in try decodeStrictly(bytes, contentType: contentType) }
    }
    return try result.get()
  }

  /// The charset according to the bytes and the media type.
  private struct Plan {
    /// `nil` if the label is unknown.
    let coding: CharacterCoding?
    let label: String
    let markLength: Int

    init(_ bytes: UnsafeRawBufferPointer, contentType: MIMEType?) {
      let label = contentType?.charset
      let declared = label.map { Charset(label: $0) } ?? .utf8
      if let mark = ByteOrderMark(startOf: bytes, declared: declared?.coding) {
        (coding, self.label, markLength) = (mark.charset.coding, mark.charset.name, mark.length)
      } else {
        (coding, self.label, markLength) = (declared?.coding, label ?? Charset.utf8.name, 0)
      }
    }
  }
}

/// The byte order mark at the start of a text.
private struct ByteOrderMark {
  let charset: Charset
  let length: Int

  /// Finds the mark; `nil` if there is none.
  ///
  /// UTF-16's little-endian mark followed by U+0000 equals UTF-32's mark. It counts as UTF-32's unless UTF-16 was
  /// declared, since a text that begins with U+0000 is rare.
  init?(startOf bytes: UnsafeRawBufferPointer, declared: CharacterCoding?) {
    guard let first = bytes.first, first == 0xEF || first >= 0xFE || first == 0 else { return nil }
    func begins(_ mark: UInt8...) -> Bool { bytes.starts(with: mark) }
    let isUTF16Declared = if case .utf16 = declared { true } else { false }
    if begins(0xEF, 0xBB, 0xBF) {
      (charset, length) = (.utf8, 3)
    } else if begins(0xFF, 0xFE, 0, 0), !isUTF16Declared {
      (charset, length) = (.utf32LittleEndian, 4)
    } else if begins(0, 0, 0xFE, 0xFF), !isUTF16Declared {
      (charset, length) = (.utf32BigEndian, 4)
    } else if begins(0xFF, 0xFE) {
      (charset, length) = (.utf16LittleEndian, 2)
    } else if begins(0xFE, 0xFF) {
      (charset, length) = (.utf16BigEndian, 2)
    } else {
      return nil
    }
  }
}

/// The reason why text could not be decoded strictly.
public struct TextDecodingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What went wrong.
  package enum Kind: Sendable, Hashable {
    /// The charset is unknown.
    case unknownCharset
    /// The bytes are malformed; the offset is that of the first malformed byte in the body.
    case malformed(offset: Int)
    /// The charset is known, but this system's C library has no converter for it.
    case converterMissing
  }

  /// The label of the charset in the message, or the name of the assumed charset.
  public let charset: String
  /// What went wrong.
  package let kind: Kind

  /// The reason and the remedy, in one line.
  public var description: String {
    switch kind {
    case .unknownCharset:
      "the charset \"\(charset)\" is unknown; read the data, or read the text without `strict`"
    case .malformed(let offset):
      """
      the byte at offset \(offset) is no text in the charset "\(charset)"; \
      read the data, or read the text without `strict`
      """
    case .converterMissing:
      SystemSet.missingConverterRemedy(for: charset)
    }
  }
}
