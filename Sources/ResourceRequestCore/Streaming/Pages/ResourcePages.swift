// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The pages of a collection: a response, and those that its `rel="next"` links lead to (RFC 8288, RFC 5988 before it).
///
/// Made by ``ResourceClient/pages(of:for:by:limit:)`` and ``ResourceClient/pages(for:limit:)``. A page is asked for when the
/// loop wants it, so leaving the loop sends nothing more. Each loop begins with the first page.
public struct ResourcePages<Value: Sendable>: AsyncSequence, Sendable {
  let client: ResourceClient
  let request: ResourceRequest
  let limit: Int
  let read: @Sendable (ResourceResponse) throws -> Value

  /// The pages from the first on.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// Follows the pages.
  public struct Iterator: AsyncIteratorProtocol {
    private let pages: ResourcePages
    private var decision: PageDecision
    private var step: PageDecision.Step?

    init(_ pages: ResourcePages) {
      self.pages = pages
      decision = PageDecision(limit: pages.limit)
    }

    /// The next page; `nil` after the last.
    ///
    /// - Throws: ``ResourceError``: `unsuccessfulStatus` where the status is not 2xx, `decodingFailed`, `tooManyPages` where there
    ///   are more than the limit, and what ends a call; or `CancellationError`. It ends the sequence.
    public mutating func next() async throws -> Value? {
      let continuation: CallOptions.Continuation?
      switch step {
      case nil: continuation = nil
      case .follow(let next)?: continuation = next
      case .end?: return nil
      case .tooMany?:
        step = .end
        throw ResourceError(
          code: .tooManyPages,
          message: "there are more than \(pages.limit) pages; raise the limit, or take fewer by prefix(_:)",
          request: pages.request.summary,
          mayHaveExecuted: true
        )
      }
      step = .end
      let response = try await pages.page(continuation).successful()
      let value = try pages.read(response)
      step = decision.next(after: response)
      return value
    }
  }

  /// One page: the request itself, or what a link led to.
  private func page(_ continuation: CallOptions.Continuation?) async throws -> ResourceResponse {
    guard let continuation else { return try await client.send(request) }
    var call = CallOptions()
    call.continuation = continuation
    var request = request
    // They were about the first page.
    for name in PageDecision.fieldsOfOnePage { request.headers.remove(name) }
    request.idempotencyKey = nil
    return try await client.send(request, call)
  }
}

extension PageDecision {
  /// Fields that say something of one page, and nothing of those after it.
  fileprivate static let fieldsOfOnePage = [
    "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range", "Range",
  ]
}

extension ResourceError.Code {
  /// There are more pages than the limit.
  public static let tooManyPages = ResourceError.Code(rawValue: "tooManyPages")
}
