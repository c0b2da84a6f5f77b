// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import TestSupport

/// A gateway that registers clients, requires a PIN for the scope `account`, with three tries, and requires that scope
/// for its adapters.
final class FakeMobileGateway: Sendable {
  struct State: Sendable {
    var clients: Set<String> = []
    /// Whether it stores the clients it registers.
    var remembers = true
    var registrations = 0
    var hasPassed = false
    var tries = 3
    var codes: [String: String] = [:]
    var codeCount = 0
    var tokens: [String: String] = [:]
    var bodies: [JSON] = []
    var forms: [String] = []
  }

  let state = Lock(State())
  let server: ScriptedServer

  init() throws {
    let state = state
    server = try ScriptedServer { connection in
      while let request = try connection.nextRequest() {
        try connection.send(FakeMobileGateway.answer(request, state))
      }
    }
  }

  func requests(_ path: String) -> [ReceivedRequest] { server.requests.filter { $0.path == "/mfp/api" + path } }

  private static func answer(_ request: ReceivedRequest, _ state: Lock<State>) -> ScriptedResponse {
    state.withLock { state in
      switch request.path.dropFirst("/mfp/api".count) {
      case "/registration/v1/self":
        state.registrations += 1
        if state.remembers { state.clients.insert("c\(state.registrations)") }
        state.bodies.append((try? JSON(parsing: request.body)) ?? .null)
        return ScriptedResponse(
          201,
          headers: [("Location", "/mfp/api/registration/v1/self/c\(state.registrations)")]
        )
      case "/preauth/v1/preauthorize": return preauthorize((try? JSON(parsing: request.body)) ?? .null, &state)
      case "/az/v1/authorization":
        let query = URLComponents(string: request.target)?.queryItems ?? []
        let code = "code\(state.codeCount)+/="
        state.codeCount += 1
        state.codes[code] = query.first { $0.name == "scope" }?.value ?? ""
        let encoded = code.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return ScriptedResponse(302, headers: [("Location", "http://mfpredirecturi?state=x&code=\(encoded)")])
      case "/az/v1/token": return redeem(request.text, &state)
      case "/preauth/v1/logout":
        state.forms.append(request.text)
        state.hasPassed = false
        state.tokens = [:]
        return ScriptedResponse(204)
      default: return serve(request, state)
      }
    }
  }

  private static let unknown = ScriptedResponse(400, #"{"errorCode":"INVALID_CLIENT_ID"}"#)

  private static func preauthorize(_ body: JSON, _ state: inout State) -> ScriptedResponse {
    state.bodies.append(body)
    guard state.clients.contains(body["client_id"].string ?? "") else { return unknown }
    guard (body["scope"].string ?? "").contains("account"), !state.hasPassed else {
      return ScriptedResponse(200, #"{"successes":{}}"#)
    }
    if state.tries == 0 { return ScriptedResponse(403, #"{"failures":{"account":{"failure":"account blocked"}}}"#) }
    let answer = body["challengeResponse"]["account"]["pin"].string
    if answer == "1234" {
      state.hasPassed = true
      state.tries = 3
      return ScriptedResponse(200, #"{"successes":{"account":{"user":"ann"}}}"#)
    }
    if answer != nil { state.tries -= 1 }
    if state.tries == 0 { return ScriptedResponse(222, #"{"failures":{"account":{"failure":"account blocked"}}}"#) }
    return ScriptedResponse(
      401,
      headers: [("WWW-Authenticate", "MFP-Challenge")],
      #"{"challenges":{"account":{"errorMsg":null,"remainingAttempts":\#(state.tries)}}}"#
    )
  }

  private static func redeem(_ text: String, _ state: inout State) -> ScriptedResponse {
    state.forms.append(text)
    let form = URLComponents(string: "?" + text.replacing("+", with: "%20"))?.queryItems ?? []
    guard let code = form.first(where: { $0.name == "code" })?.value, let scope = state.codes.removeValue(forKey: code)
    else { return ScriptedResponse(400, #"{"error":"invalid_grant"}"#) }
    let token = "t\(state.forms.count)"
    state.tokens[token] = scope
    return ScriptedResponse(200, #"{"access_token":"\#(token)","token_type":"Bearer","expires_in":3600}"#)
  }

  private static func serve(_ request: ReceivedRequest, _ state: State) -> ScriptedResponse {
    guard let token = request.header("Authorization")?.dropFirst(7), let scope = state.tokens[String(token)] else {
      return ScriptedResponse(401, headers: [("WWW-Authenticate", "Bearer")])
    }
    guard scope.contains("account") || !request.path.hasSuffix("account") else {
      return ScriptedResponse(
        403,
        headers: [("WWW-Authenticate", #"Bearer error="insufficient_scope", scope="RegisteredClient account""#)]
      )
    }
    return ScriptedResponse(200, scope)
  }
}
