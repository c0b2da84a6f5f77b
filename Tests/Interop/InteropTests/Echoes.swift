// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

/// What nginx understood of a request to `/echo`.
struct NginxEcho: Decodable {
  let method: String
  let target: String
  let `protocol`: String
  let host: String
  let userAgent: String
  let accept: String
  let contentType: String
  let contentLength: String
  let authorization: String
  let cookie: String
  let interop: String

  init(_ data: Data) throws { self = try JSONDecoder().decode(NginxEcho.self, from: data) }
}

/// What httpbin understood of a request to `/anything`.
struct HttpbinEcho: Decodable {
  let method: String
  let url: String
  let data: String
  let headers: [String: String]
  let args: [String: OneOrMore]
  let form: [String: OneOrMore]

  init(_ data: Data) throws { self = try JSONDecoder().decode(HttpbinEcho.self, from: data) }
}

/// A value that httpbin writes as a string where it came once and as an array where it came repeatedly.
struct OneOrMore: Decodable, Equatable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  let values: [String]

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    values = try (try? [container.decode(String.self)]) ?? container.decode([String].self)
  }

  init(stringLiteral value: String) { values = [value] }

  init(arrayLiteral elements: String...) { values = elements }
}
