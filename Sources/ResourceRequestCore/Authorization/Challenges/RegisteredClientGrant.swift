// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// Fetches tokens as a registered client: registration, security checks, an authorization code and its token.
final class RegisteredClientGrant: TokenProvider {
  private let client: RegisteredClient
  private let checks: SecurityChecks
  private let exchange: AuthorizationExchange
  /// The gateway's `/api`.
  private let base: String
  private let state: AuthorizationState
  private var turns: Turns { state.registration }

  init(
    _ client: RegisteredClient,
    handlers: [any SecurityCheckHandler],
    base: String,
    exchange: AuthorizationExchange,
    _ state: AuthorizationState
  ) {
    self.client = client
    checks = SecurityChecks(handlers, state.checks)
    self.state = state
    self.base = base
    self.exchange = exchange
  }

  func token(for scope: TokenScope, context: CallContext) async throws -> AccessToken {
    try await identified(context) { id in
      try await self.preauthorize(id, scope, answering: [:], context)
      let code = try await self.code(id, scope, context)
      return try await self.redeem(code, id, context)
    }
  }

  /// Logs in to a security check with a known answer.
  func login(_ check: String, _ answer: JSON, context: CallContext) async throws {
    try await identified(context) { id in
      try await self.preauthorize(id, TokenScope(check), answering: [check: answer], context)
    }
  }

  /// Logs out of a security check.
  func logout(_ check: String, context: CallContext) async throws {
    guard let id = try await client.identities.load() else { return }
    let url = try address("/preauth/v1/logout")
    var form = try await assertion(id, for: url, context)
    form.append("security_check", check)
    let response = try await exchange.send(form: form, to: url, context)
    // A client that the gateway has forgotten is logged in to nothing.
    if PreauthorizationReply.isUnknownClient(response) { return try await forget(id) }
    guard response.status.isSuccessful else { throw failure(response, "the gateway refuses the logout") }
  }

  // MARK: The steps

  /// Runs a closure with the client's identifier, and again with a new one if the gateway no longer knows the first.
  private func identified<Value: Sendable>(
    _ context: CallContext,
    _ body: (String) async throws -> Value
  ) async throws -> Value {
    let id = try await identity(context)
    do {
      return try await body(id)
    } catch is SecurityChecks.UnknownClient {
      try await forget(id)
      do { return try await body(try await identity(context)) } catch is SecurityChecks.UnknownClient {
        throw TokenError(
          status: 400,
          error: "INVALID_CLIENT_ID",
          detail: "the gateway does not know the client it has just registered"
        )
      }
    }
  }

  /// The client's identifier; one call at a time registers the client if it has none.
  private func identity(_ context: CallContext) async throws -> String {
    while true {
      if let id = try await client.identities.load() { return id }
      if turns.take(["registration"]) != .taken {
        try await turns.wait(for: "registration")
        continue
      }
      defer { turns.giveBack("registration") }
      if let id = try await client.identities.load() { return id }
      // One that could not be stored is not given up: each try would leave another client at the gateway.
      let unsaved = state.unsavedClient.withLock(\.self)
      let id = if let unsaved { unsaved } else { try await register(context) }
      state.unsavedClient.withLock { $0 = id }
      try await client.identities.save(id)
      state.unsavedClient.withLock { $0 = nil }
      return id
    }
  }

  /// Removes an identifier, unless it was replaced.
  private func forget(_ id: String) async throws {
    if try await client.identities.load()?.hasSameBytes(as: id) == true { try await client.identities.save(nil) }
  }

  private func register(_ context: CallContext) async throws -> String {
    var members = client.application
    members["jwk"] = client.signer.publicKey
    let url = try address("/registration/v1/self")
    let response = try await exchange.send(.post, JSON.object(members).data(), MIMEType.json.essence, to: url, context)
    guard response.status == 201, let location = response.headers["Location"],
      let id = location.cut(atByte: "?").head.split(atByte: "/", omittingEmpty: true).last
    else { throw failure(response, "the gateway refuses to register the client") }
    return PercentEncoding.decodeLeniently(id)
  }

  private func preauthorize(
    _ id: String,
    _ scope: TokenScope,
    answering answers: JSON.Object,
    _ context: CallContext
  ) async throws {
    let url = try address("/preauth/v1/preauthorize")
    try await checks.pass(answering: answers) { [exchange] answers in
      var members: JSON.Object = ["client_id": .string(id), "scope": .string(scope.description)]
      if !answers.isEmpty { members["challengeResponse"] = .object(answers) }
      return try await exchange.send(.post, JSON.object(members).data(), MIMEType.json.essence, to: url, context)
    }
  }

  /// Fetches the authorization code: from the redirect to the client, which is not followed.
  private func code(_ id: String, _ scope: TokenScope, _ context: CallContext) async throws -> String {
    let query: RequestParameters = [
      "response_type": "code", "client_id": .init(id), "scope": .init(scope.description),
      "redirect_uri": .init(client.redirectURI),
    ]
    let url = try address("/az/v1/authorization").appendingQuery(query)
    let response = try await exchange.send(.get, nil, nil, to: url, context)
    if response.status.isRedirection, let location = response.headers["Location"],
      let query = location.cut(atByte: "#").head.cut(atByte: "?").tail
    {
      let items = FormCodec.parse(query)
      if let code = items.first(where: { $0.name == "code" })?.value { return code }
    }
    if response.status.isSuccessful, let code = (try? JSON(parsing: response.body.bytes))?["code"].string {
      return code
    }
    throw failure(response, "the gateway returns no authorization code")
  }

  private func redeem(_ code: String, _ id: String, _ context: CallContext) async throws -> AccessToken {
    let url = try address("/az/v1/token")
    var form: RequestParameters = [
      "grant_type": "authorization_code", "code": .init(code), "redirect_uri": .init(client.redirectURI),
    ]
    let assertion = try await assertion(id, for: url, context)
    form.append(contentsOf: assertion)
    let response = try await exchange.send(form: form, to: url, context)
    if PreauthorizationReply.isUnknownClient(response) { throw SecurityChecks.UnknownClient() }
    return try TokenReply.read(
      response,
      hiding: [code] + assertion.filter { $0.name == "client_assertion" }.map(\.value.text)
    )
  }

  private func assertion(_ id: String, for url: ResourceURL, _ context: CallContext) async throws -> RequestParameters {
    let number = String(context.environment.randomBits(), radix: 16)
    let assertion = ClientAssertion(clientID: id, audience: url.string, id: number, issued: context.clock.date)
    return try await assertion.form(signedBy: client.signer)
  }

  private func address(_ path: String) throws -> ResourceURL { try ResourceURL(base + path) }

  private func failure(_ response: TransportResponse, _ what: String) -> any Error {
    PreauthorizationReply.isUnknownClient(response)
      ? SecurityChecks.UnknownClient() : TokenError(status: response.status, detail: what)
  }
}

/// A program that registers with a gateway and signs its token requests, as mobile apps do.
public struct RegisteredClient: Sendable {
  /// Signs the client's assertions.
  package var signer: any ClientAssertionSigner
  /// Stores the client's identifier.
  package var identities: any IdentityStore
  /// The description of the application that is sent at the registration, besides the public key.
  package var application: JSON.Object
  /// The redirect URI for authorization codes; it is never fetched.
  package var redirectURI: String

  /// Creates a client; its identifier is stored in memory by default.
  public init(
    signer: any ClientAssertionSigner,
    identities: any IdentityStore = InMemoryIdentityStore(),
    application: JSON.Object = [:],
    redirectURI: String = "http://mfpredirecturi"
  ) {
    self.signer = signer
    self.identities = identities
    self.application = application
    self.redirectURI = redirectURI
  }
}
