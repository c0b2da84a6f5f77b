// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

/// A part of a request that a signature covers: a field, or what is derived from the request line (RFC 9421 §2).
///
/// Pure.
struct SignatureComponent: Hashable {
  /// Why a text names no component: a phrase with the remedy.
  struct Invalid: Error {
    let reason: String
  }

  /// What is derived from the request (RFC 9421 §2.2).
  enum Derived: String, CaseIterable {
    case method = "@method"
    case targetURI = "@target-uri"
    case authority = "@authority"
    case scheme = "@scheme"
    case requestTarget = "@request-target"
    case path = "@path"
    case query = "@query"
    case queryParameter = "@query-param"
  }

  private enum Source: Hashable {
    case field(String, asBytes: Bool)
    case derived(Derived)
    /// An item of the query, by its encoded name.
    case item(String)
  }

  private let source: Source

  /// Reads a component: `content-type`, `content-type;bs`, `@method`, `@query-param;name="page"`.
  init(parsing text: String) throws(Invalid) {
    let (name, parameter) = text.cut(atByte: ";")
    guard name.begins(withBytesOf: "@") else {
      source = try Self.field(String(name), parameter)
      return
    }
    guard let derived = Derived(rawValue: String(name)) else {
      let known = Derived.allCases.map(\.rawValue).joined(separator: ", ")
      throw Invalid(reason: "no component \(name.quotedStart()) of requests, expected a field or one of \(known)")
    }
    if derived == .queryParameter {
      let value = parameter?.dropping(prefix: "name=\"")
      guard let value, value.ends(withBytesOf: "\""), value.utf8.count > 1 else {
        throw Invalid(reason: "\(text.quotedStart()) names no item, expected @query-param;name=\"…\"")
      }
      source = .item(PercentEncoding.renewed(value.dropLast(), keeping: .formUnreserved))
    } else {
      guard parameter == nil else {
        throw Invalid(reason: "\(text.quotedStart()) has a parameter, expected \(derived.rawValue) alone")
      }
      source = .derived(derived)
    }
  }

  private static func field(_ name: String, _ parameter: Substring?) throws(Invalid) -> Source {
    let lower = name.lowercasedASCII()
    guard !lower.isEmpty, lower.utf8.allSatisfy(FieldCharacters.isToken) else {
      throw Invalid(
        reason: "\(name.quotedStart()) is no name of a field, expected one, or a component beginning with \"@\""
      )
    }
    guard parameter.map({ $0.hasSameBytes(as: "bs") }) ?? true else {
      throw Invalid(reason: "the parameter of \(name.quotedStart()) is not supported, expected \"bs\" or none")
    }
    return .field(lower, asBytes: parameter != nil)
  }

  /// Why no request has it yet when it is signed; `nil` if one may.
  var refusal: String? {
    guard case .field(let name, _) = source else { return nil }
    return Self.refusal(ofField: name)
  }

  /// Why no request has a field, by its name in lower case, when it is signed; `nil` if one may.
  static func refusal(ofField name: String) -> String? {
    guard let remedy = Self.ofTransport[name] else { return nil }
    return "the field \(name) is added after the signature, expected \(remedy)"
  }

  /// Fields that the transport writes, each with what to sign instead.
  private static let ofTransport = [
    "host": "\"@authority\"", "content-length": "\"content-digest\"", "transfer-encoding": "\"content-digest\"",
    "connection": "another", "expect": "another", "te": "another", "upgrade": "another", "signature": "another",
    "signature-input": "another",
  ]

  /// Whether it is the digest of the body, which requests without a body do not have.
  var isOfBody: Bool {
    if case .field(let name, _) = source { name.hasSameBytes(as: "content-digest") } else { false }
  }

  /// How signatures name it (RFC 9421 §2.3).
  var identifier: String {
    switch source {
    case .field(let name, let asBytes): "\"\(name)\"" + (asBytes ? ";bs" : "")
    case .derived(let derived): "\"\(derived.rawValue)\""
    case .item(let name): "\"@query-param\";name=\"\(name)\""
    }
  }

  /// Its values in a request; `nil` if the request does not have it, or has several of an item.
  func value(in request: ResolvedRequest) -> String? {
    switch source {
    case .field(let name, let asBytes):
      let values = request.headers.values(for: name).map { String($0.trimmingBlanks()) }
      guard !values.isEmpty else { return nil }
      let parts = asBytes ? values.map { ":\(Data($0.utf8).base64EncodedString()):" } : values
      return parts.joined(separator: ", ")
    case .derived(let derived): return Self.value(of: derived, in: request)
    case .item(let name):
      let items = QueryItems(request.url.query ?? "", keeping: .formUnreserved, plusIsSpace: true).all
      let found = items.filter { $0.name.hasSameBytes(as: name) }
      return found.count == 1 ? found[0].value : nil
    }
  }

  /// The authority in lower case, without the scheme's own port (RFC 9421 §2.2.3).
  private static func authority(of request: ResolvedRequest) -> String {
    let authority = request.authority.lowercasedASCII()
    let port = request.url.scheme.hasSameBytes(as: "https") ? ":443" : ":80"
    return authority.ends(withBytesOf: port) ? String(authority.dropLast(port.utf8.count)) : authority
  }

  private static func value(of derived: Derived, in request: ResolvedRequest) -> String? {
    let url = request.url
    return switch derived {
    case .method: request.method.name
    case .targetURI: "\(url.scheme)://\(authority(of: request))\(url.requestTarget)"
    case .authority: authority(of: request)
    case .scheme: url.scheme
    case .requestTarget: url.requestTarget
    case .path: url.path
    case .query: "?" + (url.query ?? "")
    case .queryParameter: nil
    }
  }
}

extension ByteSet {
  /// What the encoding of forms leaves as it is, but for the space (RFC 9421 §2.2.8).
  fileprivate static let formUnreserved = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789*-._")
}
