// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The C library's `iconv`: it reads GB18030 and GBK, and writes the sets that no code of ours does.
enum SystemConverter {
  #if canImport(Glibc) || canImport(Musl)
    /// Reads GB18030, or GBK as a part of it.
    static func decode(
      _ bytes: UnsafeRawBufferPointer,
      set: SystemSet,
      malformed: MalformedBytes
    ) throws(DecodingFault) -> String {
      guard let converter = OpenConverter(from: set.decoders, to: ["UTF-8"]) else { throw .converterMissing }
      var input = ConverterInput(bytes: bytes)
      var output: [UInt8] = []
      output.reserveCapacity(bytes.count + bytes.count / 2)
      while true {
        let outcome = converter.convert(&input, into: &output)
        if outcome == .finished { return String(decoding: output, as: UTF8.self) }
        if input.skipMicrosoftEuro() {
          output.append(contentsOf: "\u{20AC}".utf8)
          continue
        }
        if case .refuse = malformed { throw .malformed(offset: input.offset) }
        let replacement = outcome == .truncated ? input.skipTruncated() : input.skipMalformed()
        output.append(contentsOf: replacement.utf8)
      }
    }

    /// Converts one scalar at a time, so that a scalar without bytes is identified.
    static func encode(_ text: String, set: SystemSet) throws(EncodingFault) -> [UInt8] {
      guard let converter = OpenConverter(from: ["UTF-8"], to: set.encoders) else { throw .converterMissing }
      var output: [UInt8] = []
      output.reserveCapacity(text.utf8.count)
      for (offset, scalar) in text.unicodeScalars.enumerated() {
        let written = output.count
        let isConverted = withUnsafeTemporaryAllocation(byteCount: 4, alignment: 1) { buffer in
          buffer.copyBytes(from: UTF8.encode(scalar) ?? .init())
          var input = ConverterInput(bytes: UnsafeRawBufferPointer(rebasing: buffer[..<UTF8.width(scalar)]))
          return converter.convert(&input, into: &output) == .finished
        }
        // Language tags are dropped in silence by Glibc: no byte written means no byte to be had.
        guard isConverted, output.count > written, set.reads(output[written...], as: scalar) else {
          throw .unencodable(scalar, offset: offset)
        }
      }
      converter.flush(into: &output)
      return output
    }
  #else
    static func decode(
      _ bytes: UnsafeRawBufferPointer,
      set: SystemSet,
      malformed: MalformedBytes
    ) throws(DecodingFault) -> String {
      throw .converterMissing
    }

    static func encode(_ text: String, set: SystemSet) throws(EncodingFault) -> [UInt8] {
      throw .converterMissing
    }
  #endif
}

/// The East Asian sets, whose tables are large: they come from the system's converter.
package enum SystemSet: Sendable, Hashable {
  case shiftJIS, eucJP, iso2022JP, gb18030, gbk, big5, eucKR

  /// The converter's names for reading the set, best first.
  ///
  /// The first is the set that the WHATWG Encoding standard means, which extends the one named by the label, since web
  /// pages use the extension. The second is the plain one, for a C library without the first.
  var decoders: [String] {
    switch self {
    case .shiftJIS: ["CP932", "SHIFT_JIS"]
    case .eucJP: ["EUC-JP-MS", "EUC-JP"]
    case .iso2022JP: ["ISO-2022-JP"]
    case .gb18030: ["GB18030"]
    case .gbk: ["GB18030", "GBK"]
    case .big5: ["BIG5-HKSCS", "BIG5"]
    case .eucKR: ["CP949", "EUC-KR"]
    }
  }

  /// The converter's names for encoding: only characters that every decoder of the set knows, so none of GB18030's
  /// characters of four bytes in GBK, and none of the Hong Kong supplement in Big5.
  var encoders: [String] {
    switch self {
    case .gbk: ["CP936", "GBK"]
    case .big5: ["CP950", "BIG5"]
    default: decoders
    }
  }

  /// Whether the bytes that a converter wrote are read as the same character: in Shift_JIS, Glibc writes the yen sign as a
  /// backslash, which in JSON would begin an escape.
  fileprivate func reads(_ bytes: ArraySlice<UInt8>, as scalar: Unicode.Scalar) -> Bool {
    guard !scalar.isASCII, !decodesGB18030 else { return true }
    let text = bytes.withUnsafeBytes { try? PairDecoder.decode($0, set: self, malformed: .refuse) }
    guard let read = text?.unicodeScalars.first else { return false }
    return read == scalar || JapanesePointers.twins.contains { $0 == (scalar.value, read.value) }
  }

  /// Whether the set is read as GB18030, of which GBK is a part.
  var decodesGB18030: Bool { self == .gb18030 || self == .gbk }

  /// The message if the system cannot convert a charset.
  package static func missingConverterRemedy(for charset: String) -> String {
    """
    This system has no iconv converter for the charset "\(charset)"; install Glibc's gconv modules (package libc6 on \
    Debian 12, libc-gconv-modules-extra where the distribution has it, glibc-gconv-extra on Fedora), or use utf-8.
    """
  }
}
