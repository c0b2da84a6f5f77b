// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Crypto
import FlyingFox
import Foundation
import ResourceRequestKit

/// The state of the gateway's clients: their keys, the checks they have passed, their codes and tokens.
///
/// Invariant: every code and every token of a registered client belongs to a known client, because removing a client
/// removes its codes and tokens.
actor SecurityLedger {
  /// The reply to a client that requests a scope.
  enum Preauthorization: Sendable {
    case passed(JSON.Object)
    case challenged(JSON.Object)
    case failed(JSON.Object)
  }

  private struct Client {
    let key: P256.Signing.PublicKey
    let registered: Date
    var check: PINCheck
  }

  private struct Code {
    let clientID: String
    let scope: TokenScope
    let redirectURI: String
    let expiry: Date
  }

  /// The maximum number of each of clients, codes, tokens and assertions: anybody can request more.
  private static let limit = 10_000
  /// The lifetime of a code, in seconds.
  private static let codeLifetime: TimeInterval = 60

  private let options: SecurityOptions
  private var clients: [String: Client] = [:]
  private var codes: [String: Code] = [:]
  private var tokens: [String: IssuedToken] = [:]
  /// Used assertions, kept until they expire.
  private var used: [String: Date] = [:]

  init(_ options: SecurityOptions) {
    self.options = options
  }

  // MARK: Clients

  /// Registers a client with its public key.
  func register(_ key: P256.Signing.PublicKey) -> String {
    let id = UUID().uuidString.lowercased()
    if let oldest = Self.excess(of: clients, by: \.registered) { unregister(oldest) }
    clients[id] = Client(key: key, registered: options.now(), check: PINCheck(options))
    return id
  }

  /// The key of the entry to remove if the table is full: the one with the earliest time.
  private static func excess<Value>(of table: [String: Value], by time: (Value) -> Date) -> String? {
    table.count < limit ? nil : table.min { time($0.value) < time($1.value) }?.key
  }

  /// Removes a client with its codes and tokens.
  func unregister(_ id: String) {
    clients[id] = nil
    codes = codes.filter { $0.value.clientID != id }
    tokens = tokens.filter { $0.value.clientID != id }
  }

  /// Accepts an assertion once.
  ///
  /// - Throws: ``SecurityRefusal`` if the assertion is invalid.
  func verify(_ assertion: SignedAssertion, audience: String) throws -> String {
    guard let client = clients[assertion.clientID] else { throw SecurityRefusal.unknownClient }
    let now = options.now()
    used = used.filter { $0.value > now }
    if let violation = assertion.violation(key: client.key, audience: audience, at: now) {
      throw SecurityRefusal.oauth("invalid_client", "the client assertion is not good: \(violation)")
    }
    // Forgetting a used assertion too early would allow a replay, so a full table refuses everyone.
    guard used.count < Self.limit else {
      throw SecurityRefusal.oauth(
        "temporarily_unavailable",
        "too many assertions; try later",
        status: .serviceUnavailable
      )
    }
    guard used.updateValue(assertion.expiry, forKey: "\(assertion.clientID) \(assertion.id)") == nil else {
      throw SecurityRefusal.oauth("invalid_client", "the client assertion was used before")
    }
    return assertion.clientID
  }

  // MARK: Checks

  /// Takes a client through the checks of a scope.
  ///
  /// - Throws: ``SecurityRefusal`` for an unknown client or scope.
  func preauthorize(_ id: String, _ scope: TokenScope, answers: JSON.Object) throws -> Preauthorization {
    guard clients[id] != nil else { throw SecurityRefusal.unknownClient }
    guard let checks = scope.checks else { throw SecurityRefusal.invalidScope }
    var successes: JSON.Object = [:]
    // There is only one check; with several, all open ones would be asked at once.
    for name in checks {
      switch clients[id]?.check.meet(answers[name], at: options.now()) {
      case .content?: continue
      case .success(let success)?: successes[name] = success
      case .challenge(let challenge)?: return .challenged([name: challenge])
      case .failure(let failure)?: return .failed([name: failure])
      case nil: throw SecurityRefusal.unknownClient
      }
    }
    return .passed(successes)
  }

  /// Resets a check that a client has passed, and removes the tokens it granted.
  func logout(_ id: String, check: String) {
    guard check == PINCheck.name else { return }
    clients[id]?.check.forget()
    tokens = tokens.filter { $0.value.clientID != id || $0.value.scope.checks?.contains(check) != true }
    codes = codes.filter { $0.value.clientID != id }
  }

  // MARK: Codes and tokens

  /// Issues a code for a token; `nil` if a check has not been passed.
  func code(_ id: String, _ scope: TokenScope, redirectURI: String) throws -> String? {
    guard let client = clients[id] else { throw SecurityRefusal.unknownClient }
    guard let checks = scope.checks, checks.isEmpty || client.check.isPassed else { return nil }
    let now = options.now()
    codes = codes.filter { $0.value.expiry > now }
    let code = Base64URL.random()
    let end = now.addingTimeInterval(Self.codeLifetime)
    if let first = Self.excess(of: codes, by: \.expiry) { codes[first] = nil }
    codes[code] = Code(clientID: id, scope: scope, redirectURI: redirectURI, expiry: end)
    return code
  }

  /// Exchanges a code for a token; a code can be used once.
  func redeem(_ code: String, by id: String, redirectURI: String) throws -> IssuedToken {
    guard let held = codes.removeValue(forKey: code), held.clientID == id, held.redirectURI == redirectURI,
      held.expiry > options.now()
    else { throw SecurityRefusal.oauth("invalid_grant", "the code is not good, or no longer") }
    return issue(to: id, held.scope)
  }

  /// Issues a token to an authenticated client.
  func issue(to id: String, _ scope: TokenScope) -> IssuedToken {
    let now = options.now()
    tokens = tokens.filter { $0.value.expiry > now }
    let token = IssuedToken(
      value: Base64URL.random(),
      clientID: id,
      scope: scope.withRegisteredClient,
      expiry: now.addingTimeInterval(TimeInterval(options.tokenLifetime))
    )
    if let first = Self.excess(of: tokens, by: \.expiry) { tokens[first] = nil }
    tokens[token.value] = token
    return token
  }

  /// The token with a value; `nil` if there is none or it has expired.
  func token(_ value: String) -> IssuedToken? {
    tokens[value].flatMap { $0.expiry > options.now() ? $0 : nil }
  }
}
