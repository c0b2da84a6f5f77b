// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Trailer fields of a request, such as a checksum computed while the body is sent (RFC 9110 §6.5).
///
/// Over HTTP/1.1, a body with trailers uses chunked transfer coding, even if its length is known.
/// Servers may drop trailers that they do not expect.
///
/// ```swift
/// request.trailers = RequestTrailers(["Content-Digest"]) { ["Content-Digest": await digest.field] }
/// ```
public struct RequestTrailers: Sendable, Hashable {
  /// The names of the fields, announced before the body.
  public let names: [String]
  private let maker: Maker

  /// Creates trailers.
  ///
  /// - Parameters:
  ///   - names: the names of the fields. The request is refused if one of them is used for framing, routing or
  ///     credentials (RFC 9110 §6.5.1).
  ///   - fields: returns the fields after the body has been read to its end; called again if the request is sent
  ///     again.
  public init(_ names: [String], _ fields: @escaping @Sendable () async throws -> Headers) {
    self.names = names
    maker = Maker(fields)
  }

  /// Makes and validates the fields.
  ///
  /// - Throws: the error of the closure; ``ResourceError`` with the code `invalidHeader` if a field was not announced
  ///   or is not allowed in trailers.
  package func fields() async throws -> Headers {
    let fields = try await maker.make()
    for field in fields {
      guard names.contains(where: { FieldCharacters.equalNames($0, field.name) }) else {
        throw ResourceError(code: .invalidHeader, message: "the trailer \(field.name) was not announced")
      }
      if let violation = HeaderFieldRules.violation(name: field.name, value: field.value) {
        throw ResourceError(code: .invalidHeader, message: "a trailer cannot be sent: \(violation)")
      }
    }
    return fields
  }

  /// The reason why trailers of these names cannot be sent; `nil` if they can.
  var refusal: String? {
    for name in names {
      if let reason = FramingFields.refusal(name: name, value: "") { return reason }
      if Self.headOnly.contains(name.lowercasedASCII()) || SensitiveNames.contains(name) {
        return "the header \(name) is needed before the body and cannot be a trailer"
      }
    }
    return names.isEmpty ? "no trailer is named" : nil
  }

  /// Fields that must be known before the body is read.
  private static let headOnly: Set<String> = [
    "host", "trailer", "cache-control", "max-forwards", "pragma", "range", "content-encoding", "content-type",
    "content-range", "if-match", "if-none-match", "if-modified-since", "if-unmodified-since", "if-range", "date",
  ]

  /// A closure with an identity, so that requests are comparable.
  private final class Maker: Sendable, Hashable {
    let make: @Sendable () async throws -> Headers

    init(_ make: @escaping @Sendable () async throws -> Headers) { self.make = make }

    static func == (one: Maker, other: Maker) -> Bool { one === other }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }
}
