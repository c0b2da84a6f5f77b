// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceClient {
  /// Explains what a request would become, and what decided each part of it, without sending anything.
  ///
  /// It shows the current state: ejected endpoints, stored tokens, what the cache has in memory. During the trial of
  /// another configuration it shows the one before, and says so.
  ///
  /// - Parameter request: the request to explain; its body is not read.
  /// - Returns: the explanation, without secrets.
  /// - Throws: ``ResourceError`` if it cannot be routed or sent.
  public func explain(_ request: ResourceRequest) throws -> Explanation {
    let assembly = assembly
    let request = withDefaultParameters(request)
    let route = try assembly.router.route(request)
    return ExplanationMaker(request, route, assembly, options).explanation
  }
}
