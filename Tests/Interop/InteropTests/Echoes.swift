// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

/// A request to `/echo` as nginx parsed it.
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

/// A request to `/anything` as httpbin parsed it.
struct HttpbinEcho: Decodable {
  let method: String
  let url: String
  let data: String
  let headers: [String: String]
  let args: [String: OneOrMore]
  let form: [String: OneOrMore]

  init(_ data: Data) throws { self = try JSONDecoder().decode(HttpbinEcho.self, from: data) }
}

/// A value that httpbin writes as a string if it came once, and as an array if it came repeatedly.
struct OneOrMore: Decodable, Equatable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  let values: [String]

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    values = try (try? [container.decode(String.self)]) ?? container.decode([String].self)
  }

  init(stringLiteral value: String) { values = [value] }

  init(arrayLiteral elements: String...) { values = elements }
}
