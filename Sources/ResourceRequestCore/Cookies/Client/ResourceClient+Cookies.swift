// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceClient {
  /// The client's cookies; `nil` if it stores none.
  public var cookies: CookieJar? { parts.room(CookieRoom.self)?.jar }
}
