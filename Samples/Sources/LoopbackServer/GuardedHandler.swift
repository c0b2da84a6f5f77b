// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import FlyingSocks
import Foundation

/// Wraps a server's handler: limits the size of request bodies, and refuses response heads that could contain another
/// response.
///
/// The handler gets every body completely read, so no part of it can be taken for the next request.
struct GuardedHandler: HTTPHandler {
  let handler: any HTTPHandler
  /// The largest body, in bytes.
  let bodyLimit: Int

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    // A body whose declared length exceeds the limit is refused before it is read.
    if let count = request.bodySequence.count, count > bodyLimit { return tooLarge(discarding: request.bodySequence) }
    var request = request
    guard let body = try await body(of: request) else { return tooLarge(discarding: nil) }
    request.setBodyData(body)
    var response = try await handler.handleRequest(request)
    guard Self.isSafe(response) else { return HTTPResponse(statusCode: .internalServerError) }
    if let asked = request.headers[.connection], response.headers[.connection] == nil {
      // FlyingFox would echo the requested value, whatever it is.
      let words = asked.lowercased().split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      response.headers[.connection] = words.contains("close") ? "close" : "keep-alive"
    }
    return response
  }

  /// The whole body; `nil` if it exceeds the limit.
  private func body(of request: HTTPRequest) async throws -> Data? {
    var body = Data()
    var discarded = 0
    for try await chunk in request.bodySequence {
      if discarded == 0, chunk.count <= bodyLimit - body.count {
        body.append(chunk)
        continue
      }
      // Keeps reading a chunked body for a while: some clients read the response only after they have sent it all.
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

  /// Whether a head contains no line break that would start another header field or another response.
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
