// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import ResourceRequestKit
import Synchronization

/// Responds to `/{name}/{times}` with 409 that many times, then with 200; `MFP-Conflict` asks for the same request
/// again.
final class ConflictAdapter: Adapter {
  /// The number of conflicts so far, by name; a name is removed when its request succeeds.
  private let conflicts = Mutex<[String: Int]>([:])
  private static let limit = 1000

  func answer(_ call: AdapterCall) throws -> HTTPResponse {
    guard call.segments.count == 2, let times = Int(call.segments[1]), (0...20).contains(times) else {
      throw Refusal(.badRequest, code: "badParameter", "the path is a name and a number up to 20")
    }
    let name = call.segments[0]
    let count = conflicts.withLock { conflicts in
      let count = conflicts[name, default: 0]
      conflicts[name] = count < times ? count + 1 : nil
      if conflicts.count > Self.limit { conflicts = [:] }
      return count
    }
    guard count < times else { return .json(["conflicts": JSON(count)]) }
    let refusal = Refusal(.conflict, code: "conflict", "something changed meanwhile; send the same again")
    var response = HTTPResponse.json(refusal.json, status: .conflict)
    response.headers[HTTPHeader("MFP-Conflict")] = "true"
    return response
  }
}
