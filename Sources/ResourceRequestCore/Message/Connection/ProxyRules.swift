// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Selects the proxy of a request, by scheme and host.
public struct ProxyRules: Sendable, Hashable {
  /// The proxy for `http` URLs.
  public var http: Proxy?
  /// The proxy for `https` URLs.
  public var https: Proxy?
  /// The hosts to connect to without a proxy.
  public var exceptions: ProxyExceptions

  /// Creates rules; a proxy that is not named is not used.
  public init(http: Proxy? = nil, https: Proxy? = nil, except exceptions: ProxyExceptions = ProxyExceptions()) {
    self.http = http
    self.https = https
    self.exceptions = exceptions
  }

  /// Uses one proxy for all hosts but the exceptions.
  public init(_ proxy: Proxy, except exceptions: ProxyExceptions = ProxyExceptions()) {
    self.init(http: proxy, https: proxy, except: exceptions)
  }

  /// Reads the environment variables `http_proxy`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`.
  ///
  /// The name in lower case wins over the one in upper case. A value without a scheme is an HTTP proxy. `HTTP_PROXY` in
  /// upper case is ignored if `REQUEST_METHOD` is set: in a CGI program, a client can set that variable with a `Proxy`
  /// header field.
  ///
  /// - Throws: ``ResourceURL/Invalid`` if a variable is not the URL of a proxy.
  public init(environment: [String: String]) throws(ResourceURL.Invalid) {
    func value(_ name: String) -> (name: String, text: String)? {
      for name in [name, String(decoding: name.utf8.map { $0 == 0x5F ? $0 : $0 & 0xDF }, as: UTF8.self)] {
        if name == "HTTP_PROXY", environment["REQUEST_METHOD"] != nil { continue }
        if let value = environment[name] { return value.isEmpty ? nil : (name, value) }
      }
      return nil
    }
    func proxy(_ name: String) throws(ResourceURL.Invalid) -> Proxy? {
      guard let (name, text) = value(name) else { return nil }
      do throws(ResourceURL.Invalid) { return try Proxy(text.contains(bytes: "://") ? text : "http://" + text) } catch {
        throw ResourceURL.Invalid("\(name): \(error.reason)")
      }
    }
    let any = try proxy("all_proxy")
    http = try proxy("http_proxy") ?? any
    https = try proxy("https_proxy") ?? any
    exceptions = ProxyExceptions(value("no_proxy")?.text ?? "")
  }

  /// The proxy for requests to an origin; `nil` for a direct connection.
  public func proxy(for origin: Origin) -> Proxy? {
    guard let proxy = origin.isSecure ? https : http, !exceptions.contain(origin) else { return nil }
    return proxy
  }
}
