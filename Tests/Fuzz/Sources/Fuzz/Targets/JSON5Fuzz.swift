// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FoundationEssentials

@testable import ResourceRequestCoding
@testable import ResourceRequestCore
@testable import ResourceRequestJSON

/// JSON5 and wide texts: JSON stays what it is when it is read as JSON5, and every text means the same in UTF-16.
enum JSON5Fuzz: FuzzTarget {
  static let name = "json5"
  static let seeds: String? = nil

  static func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    let data = Data(bytes)
    let floats = JSONDecoder.NonConformingFloatDecodingStrategy.convertFromString(
      positiveInfinity: "+",
      negativeInfinity: "-",
      nan: "?"
    )
    let rewritten = try? JSONText.rewritten(json5: data, floats)
    let plain = try? ResourceJSONDecoder().decode(JSON.self, from: data)
    if let plain {
      guard let rewritten else { preconditionFailure("JSON is no JSON5") }
      precondition((try? ResourceJSONDecoder().decode(JSON.self, from: Data(rewritten))) == plain)
    }
    guard let text = String(validating: bytes, as: UTF8.self), text.utf8.first != 0,
      !text.utf8.dropFirst().starts(with: [0])
    else { return }
    for order in [CharacterCoding.ByteOrder.little, .big] {
      let wide = Data(UTF16Coding.encode(text, order: order, mark: true))
      precondition((try? ResourceJSONDecoder().decode(JSON.self, from: wide)) == plain)
    }
  }
}
