// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

/// Prints the status and header fields of responses that come from a cache, for `--verbose`.
///
/// It is above the cache: ``EventPrinter`` sees attempts only, and such a response had none, or one with status 304.
struct StoredHeadPrinter: Middleware {
  let print: @Sendable (String) -> Void

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    let response = try await next(request, context: context)
    if response.cache?.isFromCache == true {
      print(
        (["< \(response.status)"] + response.headers.map { "< \($0)" } + ["<"]).map(\.controlsWrittenOut).joined(
          separator: "\n"
        )
      )
    }
    return response
  }
}
