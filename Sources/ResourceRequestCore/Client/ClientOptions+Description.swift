// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ClientOptions: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The options that differ from the defaults, in one line and without secrets.
  public var description: String {
    let parts = [
      count(middleware.count, "middleware"), count(attemptMiddleware.count, "middleware of attempts"),
      count(serviceMiddleware.count, "services with middleware"), count(defaultParameters.count, "default parameters"),
      authorization.isEmpty ? nil : "authorization", cookies == nil ? nil : "cookies",
      cacheDecider == nil ? nil : "a cache decider", cacheStore.map { "cache store \(type(of: $0))" },
      callbackQueue == nil ? nil : "a callback queue", count(environment.observers.count, "observers"),
      userAgent.map { "user agent \"\($0)\"".onOneLine }, decoder.map { "decoder \(type(of: $0))" },
      count(serviceDecoders.count + serviceDecoding.count, "services with a decoder"),
      maxConnections.map { "\($0) connections to an origin" },
      transport == .standard ? nil : "transport \(transport.rawValue)",
      encoding == nil ? nil : "JSON encoding", count(serviceEncoding.count, "services with JSON encoding"),
    ].compactMap(\.self)
    return parts.isEmpty ? "the standard options of a client" : "options of a client: " + parts.joined(separator: ", ")
  }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// Empty, so that `dump` shows no secrets of middleware and providers.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }

  private func count(_ number: Int, _ what: String) -> String? { number == 0 ? nil : "\(number) \(what)" }
}
