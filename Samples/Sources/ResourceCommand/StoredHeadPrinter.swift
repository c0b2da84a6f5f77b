// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

/// Prints status and fields of responses that come from a cache, for `--verbose`.
///
/// It stands above the cache: ``EventPrinter`` stands in the chain of attempts, and these have had none, or one that was
/// answered 304.
struct StoredHeadPrinter: Middleware {
  let print: @Sendable (String) -> Void

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    let response = try await next(request, context: context)
    if response.cache?.isFromCache == true {
      print(
        (["< \(response.status)"] + response.headers.map { "< \($0)" }).map(\.controlsWrittenOut).joined(
          separator: "\n"
        )
      )
    }
    return response
  }
}
