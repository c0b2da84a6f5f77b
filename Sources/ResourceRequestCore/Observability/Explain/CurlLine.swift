// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A request as a command for curl, without secrets.
struct CurlLine {
  private var parts: [String] = []

  /// The line for a request.
  ///
  /// - Parameters:
  ///   - request: the request as it is sent.
  ///   - endpoint: where it may be sent, if not to the URL's host.
  ///   - redirects: how many redirects are followed; none where it is `nil`.
  ///   - total: the longest the call may take.
  ///   - credential: the field that the credential would add, redacted.
  init(
    _ request: ResolvedRequest,
    at endpoint: Origin?,
    followingRedirects redirects: Int?,
    within total: Duration?,
    credential: String?
  ) {
    if request.method == .head {
      parts.append("--head")
    } else if request.method != (request.body == nil ? .get : .post) {
      parts.append("--request \(CurlLine.quoted(request.method.name))")
    }
    switch request.options.httpVersion {
    case .http1_1: parts.append("--http1.1")
    case .http2PriorKnowledge: parts.append("--http2-prior-knowledge")
    default: break
    }
    addConnection(request, endpoint)
    addTimes(request.options, total)
    if let redirects { parts.append("--location --max-redirs \(redirects)") }
    for field in request.headers {
      let value = Redaction.value(of: field.name, field.value)
      // With a colon and nothing behind it curl would leave the field out.
      parts.append("--header \(CurlLine.quoted(value.isEmpty ? "\(field.name);" : "\(field.name): \(value)"))")
    }
    if request.options.decodesContent, request.headers.contains("Accept-Encoding") { parts.append("--compressed") }
    if let credential { parts.append("--header \(CurlLine.quoted(credential))") }
    // The body may be secret, and may be long.
    if request.body != nil {
      parts.append("--data-binary @BODY")
    } else if request.method.announcesContent {
      // Without it curl says nothing of an empty body (RFC 9110 §8.6).
      parts.append("--header 'Content-Length: 0'")
    }
    // curl makes several URLs of one with brackets.
    let rest = request.url.string.utf8Slice(Int(request.url.layout.pathStart)..<Int(request.url.layout.end))
    if rest.utf8.contains(where: { "[]{}".utf8.contains($0) }) { parts.append("--globoff") }
    parts.append(CurlLine.quoted(request.url.redacted()))
  }

  /// The command, an option a line.
  var text: String { "curl " + parts.joined(separator: " \\\n    ") }

  /// Adds an option with a value, if there is one.
  private mutating func add(_ option: String, _ value: String?) {
    if let value { parts.append("\(option) \(CurlLine.quoted(value))") }
  }

  private mutating func addConnection(_ request: ResolvedRequest, _ endpoint: Origin?) {
    let connection = request.options.connection
    if let socket = connection.unixSocket {
      parts.append("--unix-socket \(CurlLine.quoted(socket))")
    } else if let proxy = connection.proxy?.proxy(for: request.url.origin.at(endpoint)) {
      parts.append("--proxy \(CurlLine.quoted(proxy.url))")
      if proxy.tunnel == .always { parts.append("--proxytunnel") }
      if let user = proxy.username { parts.append("--proxy-user \(CurlLine.quoted("\(user):\(Redaction.mark)"))") }
      if proxy.login != .basic { parts.append(proxy.login == .digest ? "--proxy-digest" : "--proxy-anyauth") }
    }
    let places = [request.url.origin, endpoint ?? request.url.origin].map { "\($0.host):\($0.port)" }
    if !places[0].hasSameBytes(as: places[1]) { add("--connect-to", places.joined(separator: ":")) }
    for fixed in connection.fixedAddresses where fixed.host.hasSameBytes(as: request.url.origin.host) {
      add("--resolve", "\(fixed.host):\(fixed.port):\(fixed.addresses.joined(separator: ","))")
    }
    guard request.url.origin.isSecure, let tls = connection.tls else { return }
    // curl takes no text; whoever runs the line has the files.
    add("--cacert", tls.caPEM.map { _ in "ca.pem" } ?? tls.caFile)
    if tls.caPEM == nil { add("--capath", tls.caDirectory) }
    add("--cert", tls.certificatePEM.map { _ in "certificate.pem" } ?? tls.certificate)
    add("--key", tls.keyPEM.map { _ in "key.pem" } ?? tls.key)
    for pin in tls.pinnedPublicKeys { add("--pinnedpubkey", "\(pin)") }
    if tls.minimumVersion == .v1_3 { parts.append("--tlsv1.3") }
    if tls.skipsVerification { parts.append("--insecure") }
  }

  private mutating func addTimes(_ options: ExchangeOptions, _ total: Duration?) {
    for (option, time) in [("--connect-timeout", options.connectTimeout.duration), ("--max-time", total)] {
      guard let time, time > .zero, time < .longest else { continue }
      let (seconds, attoseconds) = time.components
      // For curl, 0 stands for no limit.
      let milliseconds = max(attoseconds / 1_000_000_000_000_000, seconds == 0 ? 1 : 0)
      let fraction = milliseconds == 0 ? "" : "." + String(1000 + milliseconds).dropFirst()
      parts.append("\(option) \(seconds)\(fraction)")
    }
  }

  /// A text as one word of a shell (POSIX.1 §2.2.2).
  private static func quoted(_ text: String) -> String {
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { plain.contains($0) }
    return isPlain ? text : "'" + text.replacing(bytes: "'", with: #"'\''"#) + "'"
  }

  private static let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._/:@%+=,".utf8)
}
