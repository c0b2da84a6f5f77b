// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestPlatform

extension JSONDecoder {
  /// Decodes a text by the rules of ``JSON``: the last value of a repeated key counts, as for JavaScript's
  /// `JSON.parse`; Foundation would take the first.
  ///
  /// Foundation's decoder gets RFC 8259 in UTF-8 that our reader has accepted, and no other byte: some texts that it
  /// should refuse end the process, such as 513 brackets in UTF-16.
  ///
  /// - Throws: an error of the decoder; if the text is not JSON, `DecodingError.dataCorrupted` with the place.
  package func decodeLastKeys<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    let data = try plain(data)
    let scan: Result<Bool, JSONSyntaxError> = data.withUnsafeBytes { bytes in
      Result { () throws(JSONSyntaxError) in
        try bytes.withMemoryRebound(to: UInt8.self) { bytes throws(JSONSyntaxError) in
          try JSONReader.tree(bytes, maximumDepth: JSON.usualDepth, into: DuplicateKeyScan())
        }
      }
    }
    switch scan {
    case .success(false): return try decode(type, from: data)
    case .success(true): return try decode(type, from: JSON(parsing: data).data())
    case .failure(let fault): throw JSONText.refusal("it is not JSON: \(fault)", fault)
    }
  }

  /// The text in UTF-8, without the liberties that the decoder allows.
  private func plain(_ data: Data) throws -> Data {
    var data = data
    if allowsJSON5 {
      data = Data(try JSONText.rewritten(json5: data, nonConformingFloatDecodingStrategy))
    } else if let text = try data.withUnsafeBytes({ bytes in
      try bytes.withMemoryRebound(to: UInt8.self) { try JSONText.transcoded($0) }
    }) {
      data = Data(text.utf8)
    }
    // The reader skips a byte order mark at the start only.
    if data.starts(with: [0xEF, 0xBB, 0xBF]) { data = Data(data.dropFirst(3)) }
    let first = data.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return assumesTopLevelDictionary && first != UInt8(ascii: "{") ? Data("{".utf8) + data + Data("}".utf8) : data
  }
}
