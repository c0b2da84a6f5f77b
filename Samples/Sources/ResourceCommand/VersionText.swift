// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

/// The output of `--version`: the SDK, the libraries that the transports use, and their features.
enum VersionText {
  /// The text; short unless requested, because starting libcurl takes time.
  static let text: String =
    CommandLine.arguments.contains { ["--version", "-V"].contains($0) } ? full : SDKVersion.current

  private static var full: String {
    """
    resource \(SDKVersion.current) (swift-resource-request)
    \(CurlTransport.libraryVersions)
    sockets: \(SocketTransport.libraryVersions)
    HTTP versions: 1.0, 1.1\(CurlTransport.supportsHTTP2 ? ", 2" : "")
    Content codings of responses: \(CurlTransport.contentCodings.joined(separator: ", "))
    Content codings of requests: \(RequestCompression.availableCodings.joined(separator: ", "))
    """
  }
}
