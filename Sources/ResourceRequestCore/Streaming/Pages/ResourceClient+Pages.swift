// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

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
    ResourcePages(client: self, request: request, limit: limit) { [self] response in
      try decode(response, as: type, by: decoder, for: request.service)
    }
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
