// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The pages of a collection: a response, and those that its `rel="next"` links lead to (RFC 8288).
///
/// Created by ``ResourceClient/pages(of:for:by:limit:)`` and ``ResourceClient/pages(for:limit:)``. A page is requested
/// when the loop asks for it, so leaving the loop sends nothing more. Each loop starts with the first page.
public struct ResourcePages<Value: Sendable>: AsyncSequence, Sendable {
  let client: ResourceClient
  let request: ResourceRequest
  let limit: Int
  let read: @Sendable (ResourceResponse) throws -> Value

  /// Returns an iterator that starts with the first page.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// Iterates over the pages.
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
    /// - Throws: ``ResourceError``: `unsuccessfulStatus` if the status is not 2xx, `decodingFailed`, `tooManyPages`
    ///   above the limit, `invalidURL` if the link to the next page is malformed, or any error of a call; or `CancellationError`. An error ends the sequence.
    public mutating func next() async throws -> Value? {
      let continuation: CallOptions.Continuation?
      switch step {
      case nil: continuation = nil
      case .follow(let next)?: continuation = next
      case .end?: return nil
      case .tooMany?:
        step = .end
        throw pages.failure(
          .tooManyPages,
          "there are more than \(pages.limit) pages; raise the limit, or take fewer with prefix(_:)"
        )
      case .unreadable(let link)?:
        step = .end
        throw pages.failure(.invalidURL, "the link to the next page is not a URL that can be requested: \(link)")
      }
      step = .end
      let response = try await pages.page(continuation).successful()
      let value = try pages.read(response)
      step = decision.next(after: response)
      return value
    }
  }

  /// Fetches a page: the request itself, or the target of a link.
  private func page(_ continuation: CallOptions.Continuation?) async throws -> ResourceResponse {
    guard let continuation else { return try await client.send(request) }
    return try await client.send(request, continuing: continuation)
  }

  private func failure(_ code: ResourceError.Code, _ message: String) -> ResourceError {
    ResourceError(code: code, message: message, request: request.summary, mayHaveExecuted: true)
  }
}

extension ResourceError.Code {
  /// The collection has more pages than the limit.
  public static let tooManyPages = ResourceError.Code(rawValue: "tooManyPages")
}

extension ResourceClient {
  /// The decoded pages of a collection: follows `Link: <…>; rel="next"`, as GitHub, GitLab and others page.
  ///
  /// ```swift
  /// let request = ResourceRequest("repos/apple/swift/issues", service: "github")
  /// for try await issues in client.pages(of: [Issue].self, for: request) {
  ///   print(issues.count)
  /// }
  /// ```
  /// The next page is requested with GET (HEAD after HEAD), with the request's header fields, for the same service. A
  /// page of another origin is requested as a redirect there would be, without credentials, and so are all later pages.
  /// A URL that was visited before ends the sequence.
  ///
  /// - Parameters:
  ///   - type: the type of each page.
  ///   - request: the request for the first page.
  ///   - decoder: decodes each page; by default as the client's options say.
  ///   - limit: the most pages; the next one throws `tooManyPages`.
  /// - Returns: the pages.
  public func pages<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self,
    for request: ResourceRequest,
    by decoder: some ResponseDecoder = JSONResponseDecoder(),
    limit: Int = 10_000
  ) -> ResourcePages<Value> {
    ResourcePages(client: self, request: request, limit: limit) { try $0.decode(type, by: decoder) }
  }

  /// The pages of a collection as responses, for their header fields and links; like ``pages(of:for:by:limit:)``.
  ///
  /// - Parameters:
  ///   - request: the request for the first page.
  ///   - limit: the most pages; the next one throws `tooManyPages`.
  /// - Returns: the pages; each has a 2xx status.
  public func pages(for request: ResourceRequest, limit: Int = 10_000) -> ResourcePages<ResourceResponse> {
    ResourcePages(client: self, request: request, limit: limit) { $0 }
  }
}
