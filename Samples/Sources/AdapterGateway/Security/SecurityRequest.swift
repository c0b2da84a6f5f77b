// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import ResourceRequestKit

/// A request to one of the gateway's own endpoints.
struct SecurityRequest: Sendable {
  let call: AdapterCall
  /// The gateway's address that the request was sent to.
  let address: String
  let form: [FormField]

  /// Reads a request.
  ///
  /// - Throws: ``Refusal`` if the host is not the gateway's: an assertion for another audience proves nothing here.
  init(_ request: HTTPRequest, path: some Sequence<Substring>, at addresses: GatewayAddresses) async throws {
    call = try await AdapterCall(request, path: path)
    guard let own = addresses.address(for: request.headers[.host] ?? "") else {
      throw Refusal(.badRequest, code: "badHost", "the field Host must name this gateway, with its port")
    }
    address = own + request.target.path()
    form = call.form
  }

  /// The body as JSON.
  ///
  /// - Throws: ``Refusal`` if it is not a JSON object.
  func json() throws -> JSON {
    guard let json = try? JSON(parsing: String(decoding: call.body, as: UTF8.self)), json.object != nil else {
      throw Refusal(.badRequest, code: "badBody", "the body must be a JSON object")
    }
    return json
  }

  /// The name and secret of a program: from Basic authentication, form-encoded (RFC 6749 §2.3.1), or from the form.
  var credentials: (id: String, secret: String)? {
    guard let field = call.headers[.authorization] else {
      guard let id = form["client_id"], let secret = form["client_secret"] else { return nil }
      return (id, secret)
    }
    let words = field.utf8.split(separator: UInt8(ascii: " "))
    guard words.count == 2, String(words[0])?.lowercased() == "basic",
      let data = Data(base64Encoded: Data(words[1])), let colon = data.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    return (
      PercentCoding.decode(data[..<colon], plusIsSpace: true),
      PercentCoding.decode(data[(colon + 1)...], plusIsSpace: true)
    )
  }
}
