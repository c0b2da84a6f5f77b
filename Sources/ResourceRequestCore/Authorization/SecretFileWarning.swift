// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Reports that the files of a secret are missing or invalid and that the last good secret is used: once, and again
/// after they were good in between.
final class SecretFileWarning: Middleware {
  private let files: FollowedFiles
  /// Invariant: the last reported fault, while it lasts.
  private let told = Lock<String?>(nil)

  init(_ files: FollowedFiles) {
    self.files = files
  }

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    tell(of: files.fault, request, context)
    return try await next(request, context: context)
  }

  /// Reports the fault of the files if it is new.
  func tell(of fault: String?, _ request: ResolvedRequest, _ context: CallContext) {
    guard told.exchange(fault) != fault, let fault else { return }
    context.emit(.warning) { event in
      event.request = request.summary
      event.message = "the secret file \(fault); the last good secret is used until the server refuses it"
    }
  }
}
