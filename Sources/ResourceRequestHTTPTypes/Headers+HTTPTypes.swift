// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if HTTPTypes
  public import HTTPTypes
  public import ResourceRequestCore

  extension Headers {
    /// Converts the fields of HTTPTypes, in order; cookies, of which HTTPTypes and HTTP/2 make a field each, are one
    /// (RFC 9113 §8.2.3).
    public init(_ fields: HTTPFields) {
      self.init()
      for field in fields where field.name != .cookie || !contains("Cookie") {
        append(field.name.rawName, field.name == .cookie ? fields[.cookie] ?? field.value : field.value)
      }
    }
  }

  extension HTTPFields {
    /// Converts the fields, in order; one whose name is not a token, which HTTPTypes cannot represent, is left out.
    public init(_ headers: Headers) {
      self.init()
      for field in headers {
        guard let name = HTTPField.Name(field.name) else { continue }
        append(HTTPField(name: name, value: field.value))
      }
    }
  }

  /// The fields that are for one connection and not for the recipient behind it (RFC 9110 §7.6.1).
  enum ConnectionFields {
    private static let names = [
      "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade", "te", "expect", "content-length",
      "host", "proxy-authorization", "proxy-authenticate",
    ]

    /// The fields without them, and without those that `Connection` names.
    ///
    /// The length of a body is removed too: a transport sets it by the body that it sends.
    static func removed(from fields: HTTPFields) -> HTTPFields {
      var named = Set(names)
      for value in fields[values: .connection] {
        named.formUnion(value.split(atByte: ",").map { $0.trimmingBlanks().lowercasedASCII() })
      }
      return HTTPFields(fields.filter { !named.contains($0.name.canonicalName) })
    }
  }
#endif
