// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// The value of `Authorization` for Basic (RFC 7617 §2).
enum BasicField {
  static func value(_ name: String, _ password: String) -> String {
    "Basic " + Data("\(name):\(password)".utf8).base64EncodedString()
  }
}
