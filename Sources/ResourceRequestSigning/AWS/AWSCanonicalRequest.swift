// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

/// A request as Signature Version 4 reads it.
///
/// Pure.
struct AWSCanonicalRequest {
  /// What becomes of the path.
  struct PathRules {
    var isNormalized = true
    var isEncodedTwice = true

    static let standard = PathRules()
    /// Those of S3, where a path is the name of an object.
    static let objects = PathRules(isNormalized: false, isEncodedTwice: false)
  }

  let text: String
  /// The names of the signed fields, as they stand in `SignedHeaders`.
  let signedNames: String

  /// - Parameters:
  ///   - method: the method.
  ///   - path: the path, percent-encoded as sent.
  ///   - query: the query, percent-encoded as sent.
  ///   - fields: the fields to sign, `Host` among them.
  ///   - payload: the digest of the body, or what stands for it.
  ///   - rules: what becomes of the path.
  init(
    method: String,
    path: String,
    query: String?,
    fields: Headers,
    payload: String,
    _ rules: PathRules = .standard
  ) {
    var values: [String: [String]] = [:]
    for field in fields { values[field.name.lowercasedASCII(), default: []].append(Self.trimmed(field.value)) }
    let names = values.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    signedNames = names.joined(separator: ";")
    let lines = names.map { "\($0):\((values[$0] ?? []).joined(separator: ","))\n" }.joined()
    text = [method, Self.path(path, rules), Self.query(query ?? ""), lines, signedNames, payload].joined(
      separator: "\n"
    )
  }

  /// A value with one space where there were several, and none around it.
  private static func trimmed(_ value: String) -> String {
    value.replacing(bytes: "\t", with: " ").split(atByte: " ", omittingEmpty: true).joined(separator: " ")
  }

  private static func path(_ path: String, _ rules: PathRules) -> String {
    let whole = rules.isNormalized ? normalized(path) : path
    guard rules.isEncodedTwice else { return whole }
    return whole.split(atByte: "/").map { PercentEncoding.encode(String($0), allowing: .unreserved) }
      .joined(separator: "/")
  }

  /// A path without dot segments and empty segments.
  private static func normalized(_ path: String) -> String {
    var segments: [Substring] = []
    let all = path.split(atByte: "/", omittingEmpty: true)
    for segment in all where !segment.hasSameBytes(as: ".") {
      if segment.hasSameBytes(as: "..") { _ = segments.popLast() } else { segments.append(segment) }
    }
    let isFolder = segments.isEmpty || path.ends(withBytesOf: "/") || path.ends(withBytesOf: "/.")
    return "/" + segments.joined(separator: "/") + (isFolder && !segments.isEmpty ? "/" : "")
  }

  /// The items sorted by their encoded names, and then values.
  private static func query(_ query: String) -> String {
    let sorted = QueryItems(query, plusIsSpace: true).all.sorted { one, other in
      one.name.hasSameBytes(as: other.name)
        ? one.value.utf8.lexicographicallyPrecedes(other.value.utf8)
        : one.name.utf8.lexicographicallyPrecedes(other.name.utf8)
    }
    return sorted.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
  }
}
