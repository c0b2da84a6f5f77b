// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

/// Where the servers are that `Tests/Interop/servers` has started.
enum Servers {
  struct NotStarted: Error, CustomStringConvertible {
    let variable: String
    var description: String { "\(variable) is not set: start these tests with Tests/Interop/run" }
  }

  /// The URL of a path on nginx, over plain HTTP/1.1.
  static func nginx(_ path: String) throws -> String { try variable("INTEROP_NGINX") + path }

  /// The URL of a path on nginx, over TLS with a certificate that nothing trusts by itself.
  static func nginxTLS(_ path: String) throws -> String { try variable("INTEROP_NGINX_TLS") + path }

  /// The URL of a path on nginx, over HTTP/2 in clear text.
  static func nginxH2C(_ path: String) throws -> String { try variable("INTEROP_NGINX_H2C") + path }

  /// The URL of a path on httpbin.
  static func httpbin(_ path: String) throws -> String { try variable("INTEROP_HTTPBIN") + path }

  /// The bytes of a file that nginx serves.
  static func file(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: variable("INTEROP_FILES") + "/" + name))
  }

  /// The file that trusts nginx's certificate.
  static func authority() throws -> String { try variable("INTEROP_CA") }

  /// What another variable of `Tests/Interop/servers` says.
  static func variable(_ name: String) throws -> String {
    guard let value = ProcessInfo.processInfo.environment[name] else { throw NotStarted(variable: name) }
    return value
  }
}
