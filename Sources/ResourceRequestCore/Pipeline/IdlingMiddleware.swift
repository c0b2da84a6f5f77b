// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A middleware of attempts that at times would only pass requests on, and is passed over then.
package protocol IdlingMiddleware: Middleware {
  /// Whether it has nothing to do for the attempt that begins; asked in the task of the call.
  var isIdle: Bool { get }
}
