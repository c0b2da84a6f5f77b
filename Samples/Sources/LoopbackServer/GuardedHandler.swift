// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import FlyingSocks
import Foundation

/// What stands between a server and its handler: takes in bodies up to a limit, and lets no head out that others could
/// hide in.
///
/// Every body is read before the handler sees it, so none of it can be taken for the next request.
struct GuardedHandler: HTTPHandler {
  let handler: any HTTPHandler
  /// The most bytes of a body.
  let bodyLimit: Int

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    // What says that it is too large is not read first.
    if let count = request.bodySequence.count, count > bodyLimit { return tooLarge(discarding: request.bodySequence) }
    var request = request
    guard let body = try await body(of: request) else { return tooLarge(discarding: nil) }
    request.setBodyData(body)
    var response = try await handler.handleRequest(request)
    guard Self.isSafe(response) else { return HTTPResponse(statusCode: .internalServerError) }
    if let asked = request.headers[.connection], response.headers[.connection] == nil {
      // FlyingFox would send back what was asked, whatever it is.
      let words = asked.lowercased().split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      response.headers[.connection] = words.contains("close") ? "close" : "keep-alive"
    }
    return response
  }

  /// The whole body; `nil` where it is larger than the limit.
  private func body(of request: HTTPRequest) async throws -> Data? {
    var body = Data()
    var discarded = 0
    for try await chunk in request.bodySequence {
      if discarded == 0, chunk.count <= bodyLimit - body.count {
        body.append(chunk)
        continue
      }
      // A chunked body is read on for a while: who sends it may look for the answer only then.
      body = Data()
      discarded += chunk.count
      if discarded > FarewellBody.patience { break }
    }
    return discarded == 0 ? body : nil
  }

  private func tooLarge(discarding rest: HTTPBodySequence?) -> HTTPResponse {
    let text = #"{"error":{"code":"bodyTooLarge","message":"a body may have \#(bodyLimit) bytes"}}"#
    let farewell = FarewellBody(text: Data(text.utf8), rest: rest)
    return HTTPResponse(
      statusCode: .payloadTooLarge,
      headers: [.contentType: "application/json", .connection: "close"],
      body: HTTPBodySequence(from: farewell, count: text.utf8.count)
    )
  }

  /// Whether a head is one head: a line end in a field would begin another field, or another answer.
  private static func isSafe(_ response: HTTPResponse) -> Bool {
    let isText: (UInt8) -> Bool = { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    guard response.statusCode.phrase.utf8.allSatisfy(isText) else { return false }
    return response.headers.allSatisfy { field in
      let name = field.key.rawValue.utf8
      return !name.isEmpty && name.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
        && field.value.utf8.allSatisfy(isText)
    }
  }
}
