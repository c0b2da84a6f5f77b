// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

extension ResourceError {
  /// The options that may help, for people.
  var hint: String? {
    switch code {
    case .noGateway: "--gateway URL or --service NAME, or http:// or https:// before the target"
    case .unknownService: "--config FILE or $RESOURCE_CONFIG names the services; resource config show lists them"
    case .invalidPathParameter: "--path NAME=VALUE"
    case .deadlineExceeded: "--timeout 90s, or another time"
    case .connectTimeout: "--connect-timeout 30s, or another time"
    case .readTimeout: "--read-timeout 90s, or another time"
    case .tooManyRedirects: "--max-redirects 20, or another number"
    case .certificateRejected: "--cacert FILE, where the server's authority is one of your own"
    case .tlsHandshakeFailed: "http:// instead of https://, where the server speaks no TLS"
    case .bodyTooLarge: "--output FILE, or --format raw"
    default: nil
    }
  }
}
