// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceClient {
  /// The decoded pages of a collection: the response to a request, and those that its `Link: <…>; rel="next"` leads to, as GitHub,
  /// GitLab and others page.
  ///
  /// ```swift
  /// for try await issues in client.pages(of: [Issue].self, for: ResourceRequest("repos/apple/swift/issues", service: "github")) {
  ///   print(issues.count)
  /// }
  /// ```
  /// The next page is asked for with GET (HEAD after HEAD), with the fields of the request, as the same service. A page of another
  /// origin is asked for as a redirect there is: without credentials, and so are all pages after it. A page that was there
  /// before ends the sequence.
  ///
  /// - Parameters:
  ///   - type: what to decode each page as.
  ///   - request: the first page.
  ///   - decoder: how to decode it; as the client's options say unless another is named.
  ///   - limit: the most pages to take; one more is the error `tooManyPages`.
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

  /// The pages of a collection as responses, for their fields and links; as ``pages(of:for:by:limit:)``.
  ///
  /// - Parameters:
  ///   - request: the first page.
  ///   - limit: the most pages to take; one more is the error `tooManyPages`.
  /// - Returns: the pages; each has a status of 2xx.
  public func pages(for request: ResourceRequest, limit: Int = 10_000) -> ResourcePages<ResourceResponse> {
    ResourcePages(client: self, request: request, limit: limit) { $0 }
  }
}
