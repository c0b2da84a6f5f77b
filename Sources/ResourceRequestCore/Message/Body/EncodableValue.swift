// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A body value that is encoded as JSON by the client's options, or by the default options if it has none.
///
/// Two values are equal if their JSON by the default options is equal.
package struct EncodableValue: Sendable, Hashable {
  /// Its JSON by the default options.
  package let standard: Encoded
  private let encode: @Sendable (JSONEncodingOptions) throws -> Data

  /// The encoded bytes, or the reason for their absence.
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
