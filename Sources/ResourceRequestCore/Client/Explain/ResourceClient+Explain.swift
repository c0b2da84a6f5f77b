// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceClient {
  /// What a request comes to, and what decided each part of it, without sending anything.
  ///
  /// It shows what holds now: endpoints that are left out, tokens that are kept, what the cache has in memory.
  ///
  /// - Parameter request: what is to be explained; its body is not read.
  /// - Returns: the explanation, without secrets.
  /// - Throws: ``ResourceError`` where it cannot be routed or sent.
  public func explain(_ request: ResourceRequest) throws -> Explanation {
    let assembly = assembly
    let request = withCommonParameters(request)
    let route = try assembly.router.route(request)
    return ExplanationMaker(request, route, assembly, self).explanation
  }
}
