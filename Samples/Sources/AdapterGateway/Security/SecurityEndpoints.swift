// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Crypto
import FlyingFox
import Foundation
import ResourceRequestKit

/// The gateway's own endpoints: registration, security checks, tokens.
///
/// The samples' README describes their requests and responses.
struct SecurityEndpoints: Sendable {
  private let options: SecurityOptions
  private let ledger: SecurityLedger

  /// The first path segments below `/api` that belong to these endpoints.
  static let roots: Set<String> = ["registration", "preauth", "az"]

  init(_ options: SecurityOptions) {
    self.options = options
    ledger = SecurityLedger(options)
  }

  /// Checks that a request to a resource carries a token for its scope.
  ///
  /// - Throws: ``SecurityRefusal`` that says which token is required.
  func admit(_ headers: HTTPHeaders, to scope: TokenScope) async throws -> IssuedToken {
    let words = (headers[.authorization] ?? "").split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bearer" else { throw SecurityRefusal.bearer(.unauthorized) }
    guard let token = await ledger.token(String(words[1])) else {
      throw SecurityRefusal.bearer(.unauthorized, error: "invalid_token")
    }
    guard token.covers(scope) else {
      throw SecurityRefusal.bearer(.forbidden, error: "insufficient_scope", scope: scope)
    }
    return token
  }

  /// Responds to a request to an endpoint.
  ///
  /// - Throws: ``SecurityRefusal``, or ``Refusal`` if there is no such endpoint.
  func answer(_ request: SecurityRequest, at path: [String]) async throws -> HTTPResponse {
    switch (request.call.method, path.joined(separator: "/")) {
    case (.POST, "registration/v1/self"): return try await register(request)
    case (.POST, "preauth/v1/preauthorize"): return try await preauthorize(request)
    case (.POST, "preauth/v1/logout"): return try await logout(request)
    case (.GET, "az/v1/authorization"): return try await authorize(request)
    case (.POST, "az/v1/token"): return try await token(request)
    case (.POST, "az/v1/introspection"): return try await introspect(request)
    case (.DELETE, _) where path.count == 4 && path.starts(with: ["registration", "v1", "self"]):
      return try await unregister(request, path[3])
    default:
      throw Refusal(
        .notFound,
        code: "notFound",
        "there is no such endpoint, or not for \(request.call.method.rawValue)"
      )
    }
  }

  // MARK: Registration

  private func register(_ request: SecurityRequest) async throws -> HTTPResponse {
    guard let key = P256.Signing.PublicKey(jwk: try request.json()["jwk"]) else {
      throw Refusal(.badRequest, code: "badKey", "jwk must be a public key of the curve P-256")
    }
    let id = await ledger.register(key)
    var response = HTTPResponse.json([:], status: .created)
    response.headers[.location] = "\(request.address)/\(id)"
    return response
  }

  /// Removes a client that asks for it with one of its own tokens (similar to RFC 7592 §2.3).
  private func unregister(_ request: SecurityRequest, _ id: String) async throws -> HTTPResponse {
    let token = try await admit(request.call.headers, to: .registeredClient)
    guard token.clientID == id else {
      throw Refusal(.forbidden, code: "notYours", "a client can only have itself forgotten")
    }
    await ledger.unregister(id)
    return HTTPResponse(statusCode: .noContent)
  }

  // MARK: Security checks

  private func preauthorize(_ request: SecurityRequest) async throws -> HTTPResponse {
    let body = try request.json()
    let answers = body["challengeResponse"].object ?? [:]
    let scope = TokenScope(body["scope"].string ?? "")
    switch try await ledger.preauthorize(body["client_id"].string ?? "", scope, answers: answers) {
    case .passed(let successes):
      return .json(["successes": .object(successes)])
    case .challenged(let challenges):
      var response = HTTPResponse.json(["challenges": .object(challenges)], status: .unauthorized)
      response.headers[HTTPHeader("WWW-Authenticate")] = "MFP-Challenge"
      return response
    case .failed(let failures):
      return .json(["failures": .object(failures)], status: .forbidden)
    }
  }

  private func logout(_ request: SecurityRequest) async throws -> HTTPResponse {
    let id = try await ledger.verify(SignedAssertion(request.form), audience: request.address)
    await ledger.logout(id, check: request.form["security_check"] ?? "")
    return .json([:])
  }

  // MARK: Tokens

  private func authorize(_ request: SecurityRequest) async throws -> HTTPResponse {
    let query = request.call.query
    guard query["response_type"] == "code", let redirectURI = query["redirect_uri"], !redirectURI.isEmpty else {
      throw SecurityRefusal.oauth("invalid_request", "response_type must be code, and redirect_uri be there")
    }
    // An unregistered URI must not be redirected to, not even with an error (RFC 6749 §4.1.2.1).
    guard options.redirectURIs.contains(where: { $0.utf8.elementsEqual(redirectURI.utf8) }) else {
      throw SecurityRefusal.oauth("invalid_request", "redirect_uri is not registered")
    }
    let scope = TokenScope(query["scope"] ?? "")
    let code = try await ledger.code(query["client_id"] ?? "", scope, redirectURI: redirectURI)
    let mark = redirectURI.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
    let location = redirectURI + mark + (code.map { "code=\($0)" } ?? "error=access_denied")
    return HTTPResponse(statusCode: .found, headers: [.location: location], body: Data())
  }

  private func token(_ request: SecurityRequest) async throws -> HTTPResponse {
    let token: IssuedToken
    switch request.form["grant_type"] {
    case "client_credentials":
      token = try await tokenForProgram(request)
    case "authorization_code":
      let id = try await ledger.verify(SignedAssertion(request.form), audience: request.address)
      let redirectURI = request.form["redirect_uri"] ?? ""
      token = try await ledger.redeem(request.form["code"] ?? "", by: id, redirectURI: redirectURI)
    default:
      throw SecurityRefusal.oauth("unsupported_grant_type", "there are client_credentials and authorization_code")
    }
    var response = HTTPResponse.json([
      "access_token": .string(token.value), "token_type": "Bearer", "expires_in": JSON(options.tokenLifetime),
      "scope": .string("\(token.scope)"),
    ])
    response.headers[HTTPHeader("Cache-Control")] = "no-store"
    return response
  }

  private func tokenForProgram(_ request: SecurityRequest) async throws -> IssuedToken {
    guard let (id, secret) = request.credentials,
      let client = options.confidentialClients.first(where: { $0.id == id }), client.matches(secret)
    else { throw SecurityRefusal.oauth("invalid_client", "name or secret is wrong", status: .unauthorized) }
    let scope = TokenScope(request.form["scope"] ?? "")
    guard Set(scope.elements).isSubset(of: client.scope.withRegisteredClient.elements) else {
      throw SecurityRefusal.oauth("invalid_scope", "the client may have: \(client.scope.withRegisteredClient)")
    }
    return await ledger.issue(to: id, scope)
  }

  /// Describes a token (RFC 7662) to clients that may ask about tokens.
  private func introspect(_ request: SecurityRequest) async throws -> HTTPResponse {
    _ = try await admit(request.call.headers, to: "authorization.introspect")
    guard let token = await ledger.token(request.form["token"] ?? "") else { return .json(["active": false]) }
    return .json([
      "active": true, "client_id": .string(token.clientID), "scope": .string("\(token.scope)"), "token_type": "Bearer",
      "exp": JSON(Int(token.expiry.timeIntervalSince1970)),
    ])
  }
}
