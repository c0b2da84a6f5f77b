// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension AuthorizationOptions: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The options by names and kinds on one line, without secrets.
  public var description: String {
    let services = tokenProviders.keys.sorted().map { Redaction.reference($0) }.joined(separator: ", ")
    let parts = [
      tokenProviders.isEmpty ? nil : "token providers of \(services)",
      gatewayTokenProvider == nil ? nil : "a token provider of the gateway",
      credentialStore.map { "credential store \(type(of: $0))" },
      registeredClient == nil ? nil : "a registered client",
      securityCheckHandlers.isEmpty ? nil : "\(securityCheckHandlers.count) security checks",
      gatewayChallengeHandlers.isEmpty ? nil : "\(gatewayChallengeHandlers.count) challenges of the gateway",
    ].compactMap(\.self)
    return (parts.isEmpty ? "no authorization beyond the configuration" : parts.joined(separator: ", ")).onOneLine
  }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// An empty mirror, since providers hold secrets that `dump` would show.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }

  /// Whether nothing is set.
  var isEmpty: Bool {
    tokenProviders.isEmpty && gatewayTokenProvider == nil && credentialStore == nil && registeredClient == nil
      && securityCheckHandlers.isEmpty && gatewayChallengeHandlers.isEmpty
  }
}
