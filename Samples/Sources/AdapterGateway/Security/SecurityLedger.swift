// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Crypto
import FlyingFox
import Foundation
import ResourceRequestKit

/// The state of the gateway's clients: their keys, the checks they have passed, their codes and tokens.
///
/// Invariant: every code and every token of a registered client is one of a client that is known, for forgetting a client
/// takes them along.
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

  /// The most clients, codes, tokens and assertions that are known: anybody can ask for more.
  private static let limit = 10_000
  /// How long a code is good, in seconds.
  private static let codeLifetime: TimeInterval = 60

  private let options: SecurityOptions
  private var clients: [String: Client] = [:]
  private var codes: [String: Code] = [:]
  private var tokens: [String: IssuedToken] = [:]
  /// Assertions that were used, until they are good for nothing anyway.
  private var used: [String: Date] = [:]

  init(_ options: SecurityOptions) {
    self.options = options
  }

  // MARK: Clients

  /// Knows a client from now on, by its key.
  func register(_ key: P256.Signing.PublicKey) -> String {
    let id = UUID().uuidString.lowercased()
    if let oldest = Self.excess(of: clients, by: \.registered) { unregister(oldest) }
    clients[id] = Client(key: key, registered: options.now(), check: PINCheck(options))
    return id
  }

  /// What goes where there is no room for one more: what ends, or began, first.
  private static func excess<Value>(of table: [String: Value], by time: (Value) -> Date) -> String? {
    table.count < limit ? nil : table.min { time($0.value) < time($1.value) }?.key
  }

  /// Forgets a client and all it was given.
  func unregister(_ id: String) {
    clients[id] = nil
    codes = codes.filter { $0.value.clientID != id }
    tokens = tokens.filter { $0.value.clientID != id }
  }

  /// Believes an assertion once.
  ///
  /// - Throws: ``SecurityRefusal`` where it proves nothing.
  func verify(_ assertion: SignedAssertion, audience: String) throws -> String {
    guard let client = clients[assertion.clientID] else { throw SecurityRefusal.unknownClient }
    let now = options.now()
    used = used.filter { $0.value > now }
    if let violation = assertion.violation(key: client.key, audience: audience, at: now) {
      throw SecurityRefusal.oauth("invalid_client", "the client assertion is not good: \(violation)")
    }
    // One that is forgotten too early could be used again: rather nobody gets in.
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

  /// Carries a client through the checks of a scope.
  ///
  /// - Throws: ``SecurityRefusal`` for an unknown client or scope.
  func preauthorize(_ id: String, _ scope: TokenScope, answers: JSON.Object) throws -> Preauthorization {
    guard clients[id] != nil else { throw SecurityRefusal.unknownClient }
    guard let checks = scope.checks else { throw SecurityRefusal.invalidScope }
    var successes: JSON.Object = [:]
    // There is one check; with several, all that are open would ask at once.
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

  /// Takes back that a client has passed a check, and the tokens it got for it.
  func logout(_ id: String, check: String) {
    guard check == PINCheck.name else { return }
    clients[id]?.check.forget()
    tokens = tokens.filter { $0.value.clientID != id || $0.value.scope.checks?.contains(check) != true }
    codes = codes.filter { $0.value.clientID != id }
  }

  // MARK: Codes and tokens

  /// A code for a token; `nil` where a check is still to be passed.
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

  /// A token for a code, which is good once.
  func redeem(_ code: String, by id: String, redirectURI: String) throws -> IssuedToken {
    guard let held = codes.removeValue(forKey: code), held.clientID == id, held.redirectURI == redirectURI,
      held.expiry > options.now()
    else { throw SecurityRefusal.oauth("invalid_grant", "the code is not good, or no longer") }
    return issue(to: id, held.scope)
  }

  /// A token for an authenticated client.
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

  /// The token of that value, if it is good.
  func token(_ value: String) -> IssuedToken? {
    tokens[value].flatMap { $0.expiry > options.now() ? $0 : nil }
  }
}
