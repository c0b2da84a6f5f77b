// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestPlatform

/// A body value, or an object of several, that is encoded as JSON by the client's encoder, or by the default one if it has
/// none.
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

  init(_ value: some Encodable & Sendable) { self.init { try $0.encode(value) } }

  /// An object of values that have no type in common; `nil` is `null`.
  init(members: KeyValuePairs<String, (any Encodable & Sendable)?>) {
    self.init { encoder in
      let members = try members.map { ($0, try $1.map { try JSON(parsing: encoder.encode($0)) } ?? .null) }
      return JSON.object(JSON.Object(members)).data(encoder.layout)
    }
  }

  /// A value that was encoded before, which no other encoder changes.
  init(encoded data: Data) {
    encode = { _ in data }
    standard = .data(data)
  }

  private init(encode: @escaping @Sendable (ResourceJSONEncoder) throws -> Data) {
    self.encode = encode
    standard = Encoded { try encode(ResourceJSONEncoder()) }
  }

  /// Its JSON by another encoder.
  func encoded(by encoder: ResourceJSONEncoder) -> Encoded { Encoded { try encode(encoder) } }

  package static func == (one: EncodableValue, other: EncodableValue) -> Bool { one.standard == other.standard }

  package func hash(into hasher: inout Hasher) { hasher.combine(standard) }
}
