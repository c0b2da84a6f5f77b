// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import TestSupport

/// A server that issues tokens `t1`, `t2`, … at its token endpoints and requires a valid one everywhere else.
final class FakeIssuer: Sendable {
  struct State: Sendable {
    /// The requests to the token endpoints.
    var tokenRequests: [ReceivedRequest] = []
    /// The scopes of the valid tokens, by token.
    var tokens: [String: String] = [:]
    /// The responses that the token endpoint sends first, instead of tokens.
    var refusals: [ScriptedResponse] = []
    var expiresIn = "3600"
    /// The scope required by a path; any token suffices for other paths.
    var scopes: [String: String] = [:]
    /// The number of 409 responses sent before any other.
    var conflicts = 0
  }

  let state: Lock<State>
  let server: ScriptedServer

  /// Starts a server; its token endpoint waits for the gate, if there is one.
  init(_ state: State = State(), gate: Gate? = nil) throws {
    let state = Lock(state)
    self.state = state
    server = try ScriptedServer { connection in
      while let request = try connection.nextRequest() {
        if request.path.hasSuffix("/token") {
          state.withLock { $0.tokenRequests.append(request) }
          if let gate { try connection.wait(for: gate) }
          try connection.send(FakeIssuer.issue(request, state))
        } else {
          try connection.send(FakeIssuer.serve(request, state))
        }
      }
    }
  }

  var tokenRequests: [ReceivedRequest] { state.withLock(\.tokenRequests) }

  /// The requests for resources, without those for tokens.
  var resourceRequests: [ReceivedRequest] { server.requests.filter { !$0.path.hasSuffix("/token") } }

  func revokeAll() { state.withLock { $0.tokens = [:] } }

  private static func issue(_ request: ReceivedRequest, _ state: Lock<State>) -> ScriptedResponse {
    state.withLock { state in
      if !state.refusals.isEmpty { return state.refusals.removeFirst() }
      let token = "t\(state.tokenRequests.count)"
      let form = URLComponents(string: "?" + request.text.replacing("+", with: "%20"))?.queryItems ?? []
      state.tokens[token] = form.first { $0.name == "scope" }?.value ?? ""
      let body = #"{"access_token":"\#(token)","token_type":"Bearer","expires_in":\#(state.expiresIn)}"#
      return ScriptedResponse(200, headers: [("Content-Type", "application/json")], body)
    }
  }

  private static func serve(_ request: ReceivedRequest, _ state: Lock<State>) -> ScriptedResponse {
    state.withLock { state in
      if state.conflicts > 0 {
        state.conflicts -= 1
        return ScriptedResponse(409, headers: [("MFP-Conflict", "true")])
      }
      guard let header = request.header("Authorization") else {
        return ScriptedResponse(401, headers: [("WWW-Authenticate", "Bearer")])
      }
      guard header.hasPrefix("Bearer "), let scope = state.tokens[String(header.dropFirst(7))] else {
        return ScriptedResponse(401, headers: [("WWW-Authenticate", #"Bearer error="invalid_token""#)])
      }
      let needed = state.scopes[request.path] ?? ""
      guard Set(needed.split(separator: " ")).isSubset(of: scope.split(separator: " ")) else {
        let challenge = #"Bearer error="insufficient_scope", scope="\#(needed)""#
        return ScriptedResponse(403, headers: [("WWW-Authenticate", challenge)])
      }
      return ScriptedResponse(200, "\(request.method) \(request.text) with \(scope)")
    }
  }
}
