// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import ResourceRequestKit

extension Date {
  /// Reads a date in one of the three forms of HTTP header fields (RFC 9110 §5.6.7).
  init?(http text: String) {
    var request = ResourceRequest("/")
    request.headers["If-Modified-Since"] = text
    guard let date = request.ifModifiedSince else { return nil }
    self = date
  }
}
