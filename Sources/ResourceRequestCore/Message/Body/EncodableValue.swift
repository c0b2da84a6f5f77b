// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestPlatform

/// A body value that is encoded as JSON by the client's encoder, or by the default one if it has none.
///
/// Two values are equal if their JSON by the default encoder is equal.
package struct EncodableValue: Sendable, Hashable {
  /// Its JSON by the default encoder.
  package let standard: Encoded
  private let encode: @Sendable (ResourceJSONEncoder) throws -> Data

  /// The encoded bytes, or the reason for their absence.
  package enum Encoded: Sendable, Hashable {
    case data(Data)
    case failed(reason: String)

    init(_ encode: () throws -> Data) {
      do { self = .data(try encode()) } catch { self = .failed(reason: EncodingFailure.reason(error)) }
    }
  }

  init(_ value: some Encodable & Sendable) {
    encode = { try $0.encode(value) }
    standard = Encoded { [encode] in try encode(ResourceJSONEncoder()) }
  }

  /// Its JSON by another encoder.
  func encoded(by encoder: ResourceJSONEncoder) -> Encoded { Encoded { try encode(encoder) } }

  package static func == (one: EncodableValue, other: EncodableValue) -> Bool { one.standard == other.standard }

  package func hash(into hasher: inout Hasher) { hasher.combine(standard) }
}
