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

  /// Reads a request.
  ///
  /// - Throws: ``Refusal`` for a host that is none, which would get into answers.
  init(_ request: HTTPRequest, path: some Sequence<Substring>) async throws {
    call = try await AdapterCall(request, path: path)
    let host = request.headers[.host] ?? ""
    guard !host.isEmpty, host.utf8.allSatisfy(Self.isOfHost) else {
      throw Refusal(.badRequest, code: "badHost", "the field Host must name a host, with its port")
    }
    address = "http://\(host)\(request.target.path())"
    form = call.form
  }

  /// Whether a byte may be in a host or its port (RFC 3986 §3.2.2); percent signs, which no host needs, are left out.
  private static func isOfHost(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default:
      "-._~:[]".utf8.contains(byte)
    }
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
