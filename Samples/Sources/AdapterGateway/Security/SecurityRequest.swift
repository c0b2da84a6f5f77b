// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import ResourceRequestKit

/// A request to one of the gateway's own endpoints.
struct SecurityRequest: Sendable {
  let call: AdapterCall
  /// Where it was sent to, as the client wrote it.
  let address: String
  let form: [FormField]

  init(_ request: HTTPRequest, path: some Sequence<Substring>) async throws {
    call = try await AdapterCall(request, path: path)
    address = "http://\(request.headers[.host] ?? "")\(request.target.path())"
    form = call.form
  }

  /// The body as JSON.
  ///
  /// - Throws: ``Refusal`` where it is none.
  func json() throws -> JSON {
    guard let json = try? JSON(parsing: String(decoding: call.body, as: UTF8.self)), json.object != nil else {
      throw Refusal(.badRequest, code: "badBody", "the body must be a JSON object")
    }
    return json
  }

  /// Name and secret of a program: by Basic, form-encoded (RFC 6749 §2.3.1), or in the form.
  var credentials: (id: String, secret: String)? {
    guard let field = call.headers[.authorization] else {
      guard let id = form["client_id"], let secret = form["client_secret"] else { return nil }
      return (id, secret)
    }
    let words = field.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "basic", let data = Data(base64Encoded: String(words[1])),
      let text = String(data: data, encoding: .utf8), let colon = text.firstIndex(of: ":")
    else { return nil }
    return (Self.decoded(text[..<colon]), Self.decoded(text[text.index(after: colon)...]))
  }

  private static func decoded(_ text: Substring) -> String {
    let text = text.replacing("+", with: " ")
    return text.removingPercentEncoding ?? String(text)
  }
}
