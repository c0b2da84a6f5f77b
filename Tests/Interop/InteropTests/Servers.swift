// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

/// The URLs and files of the servers that `Tests/Interop/servers` has started.
enum Servers {
  struct NotStarted: Error, CustomStringConvertible {
    let variable: String
    var description: String { "\(variable) is not set: start these tests with Tests/Interop/run" }
  }

  /// The URL of a path on nginx, over plain HTTP/1.1.
  static func nginx(_ path: String) throws -> String { try variable("INTEROP_NGINX") + path }

  /// The URL of a path on nginx, over TLS with a certificate that is not trusted by default.
  static func nginxTLS(_ path: String) throws -> String { try variable("INTEROP_NGINX_TLS") + path }

  /// The URL of a path on nginx, over HTTP/2 in clear text.
  static func nginxH2C(_ path: String) throws -> String { try variable("INTEROP_NGINX_H2C") + path }

  /// The URL of a path on httpbin.
  static func httpbin(_ path: String) throws -> String { try variable("INTEROP_HTTPBIN") + path }

  /// The bytes of a file that nginx serves.
  static func file(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: variable("INTEROP_FILES") + "/" + name))
  }

  /// The file of the authority that signed nginx's certificate.
  static func authority() throws -> String { try variable("INTEROP_CA") }

  /// The value of another variable that `Tests/Interop/servers` sets.
  static func variable(_ name: String) throws -> String {
    guard let value = ProcessInfo.processInfo.environment[name] else { throw NotStarted(variable: name) }
    return value
  }
}
