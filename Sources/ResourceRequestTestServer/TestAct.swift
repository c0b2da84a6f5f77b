// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

/// One thing that a ``TestServer`` does for a request, whichever protocol carries it.
enum TestAct: Sendable {
  case pause(Duration)
  case head(Status, Headers)
  case body(Data)
  /// The response is complete; afterwards the connection may be closed.
  case end(closes: Bool)
  /// The exchange is reset: the connection of HTTP/1.1, the stream of HTTP/2.
  case reset
  /// The connection is closed.
  case close
  /// Nothing, until the client leaves.
  case wait
}
