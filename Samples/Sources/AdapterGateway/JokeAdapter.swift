// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import ResourceRequestKit

/// Responds with a joke: any one at `/`, a certain one at `/{id}`; `/random` redirects to one.
struct JokeAdapter: Adapter {
  /// The adapter's own path, for redirects.
  let path: String

  func answer(_ call: AdapterCall) throws -> HTTPResponse {
    guard call.method == .GET || call.method == .HEAD else {
      throw Refusal(.methodNotAllowed, code: "methodNotAllowed", "jokes are read with GET")
    }
    let ids = Self.jokes.indices
    switch call.segments.first {
    case nil, "":
      return tell(Int.random(in: ids))
    case "random":
      let location = "\(path)/\(Int.random(in: ids) + 1)"
      return HTTPResponse(statusCode: .found, headers: [.location: location], body: Data())
    case let name?:
      // Compared before calculating with it: the number may be as large as an `Int` can be.
      guard let id = Int(name), id > 0, id <= ids.count else {
        throw Refusal(.notFound, code: "notFound", "jokes are numbered from 1 to \(ids.count)")
      }
      return tell(id - 1)
    }
  }

  private func tell(_ index: Int) -> HTTPResponse {
    .json(["type": "success", "value": ["id": JSON(index + 1), "joke": .string(Self.jokes[index])]])
  }

  static let jokes = [
    "I would tell you a joke about UDP, but you might not get it.",
    "A TCP packet walks into a bar and says: \"I'd like a beer.\" The barkeeper: \"You'd like a beer?\" \"Yes, a beer.\"",
    "There are two hard things in caching: naming, invalidation, and off-by-one errors.",
    "Why did the request go to therapy? It had too many unresolved redirects.",
    "My code has no bugs. It has 418 features, and all of them are teapots.",
    "An optional walks into a bar. Or nothing does.",
    "How many adapters does it take to change a light bulb? isSuccessful: true, and it is still dark.",
    "I asked the server for a joke about timeouts. Still waiting.",
    "Two threads walk into a bar. The barkeeper looks up and yells: \"Hey, I want don't any conditions race!\"",
    "Knock, knock. Who's there? 401. 401 who? That is exactly the question.",
    "The actor never shares its state. It is a very lonely actor.",
    "To err is human, to throw is Swift.",
  ]
}
