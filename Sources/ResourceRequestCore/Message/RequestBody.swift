// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a request carries: text, JSON, bytes or a form. Each kind brings the content type that fits it; one the caller
/// sets in the headers wins (for a form it must stay a form type).
public struct RequestBody: Sendable, Hashable {
  /// The kinds. Not public, so that one can be added.
  package enum Content: Sendable, Hashable {
    case string(String, Charset)
    case json(JSON)
    case data(Data, contentType: String)
    case form(FormParameters)
    /// An `Encodable` value that could not be encoded. The error is kept for when the request is sent.
    case unencodable(reason: String)
  }

  package let content: Content

  private init(_ content: Content) {
    self.content = content
  }

  /// Text; by default sent as `text/plain; charset=utf-8`.
  public static func string(_ text: String, charset: Charset = .utf8) -> RequestBody {
    RequestBody(.string(text, charset))
  }

  /// Any JSON value, a scalar too; sent as `application/json`.
  public static func json(_ value: JSON) -> RequestBody {
    RequestBody(.json(value))
  }

  /// A value as the JSON its `Encodable` conformance writes; sent as `application/json`.
  ///
  /// It is encoded here. Where that fails, sending the request does, with the code `bodyNotEncodable`.
  @_disfavoredOverload  // A literal is JSON before it is a dictionary of one type.
  public static func json(_ value: some Encodable, encoder: JSONEncoder = JSONEncoder()) -> RequestBody {
    do {
      return RequestBody(.data(try encoder.encode(value), contentType: "application/json"))
    } catch {
      return RequestBody(.unencodable(reason: "\(error)"))
    }
  }

  /// Bytes; by default sent as `application/octet-stream`.
  public static func data(_ data: Data, type contentType: String = "application/octet-stream") -> RequestBody {
    RequestBody(.data(data, contentType: contentType))
  }

  /// Ordered pairs; sent as `application/x-www-form-urlencoded`.
  public static func form(_ parameters: FormParameters) -> RequestBody {
    RequestBody(.form(parameters))
  }
}
