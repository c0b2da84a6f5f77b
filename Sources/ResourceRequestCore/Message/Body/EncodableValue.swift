// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A value for a body whose JSON is made by a client's options where it has some, and by the standard ones otherwise.
///
/// Two are equal where their standard JSON is.
package struct EncodableValue: Sendable, Hashable {
  /// Its JSON by the standard options.
  package let standard: Encoded
  private let encode: @Sendable (JSONEncodingOptions) throws -> Data

  /// Bytes, or why there are none.
  package enum Encoded: Sendable, Hashable {
    case data(Data)
    case failed(reason: String)

    init(_ encode: () throws -> Data) {
      do { self = .data(try encode()) } catch { self = .failed(reason: "\(error)") }
    }
  }

  init(_ value: some Encodable & Sendable) {
    encode = { try ResourceJSONEncoder($0).encode(value) }
    standard = Encoded { [encode] in try encode(JSONEncodingOptions()) }
  }

  /// Its JSON by other options.
  func encoded(by options: JSONEncodingOptions) -> Encoded { Encoded { try encode(options) } }

  package static func == (one: EncodableValue, other: EncodableValue) -> Bool { one.standard == other.standard }

  package func hash(into hasher: inout Hasher) { hasher.combine(standard) }
}
