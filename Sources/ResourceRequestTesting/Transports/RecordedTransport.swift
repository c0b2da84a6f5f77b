// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore
import ResourceRequestPlatform

/// Answers requests from a recording, so that an incident becomes a test.
///
/// A recording is HAR 1.2, from a `FlightRecorder` or a browser. A request gets the recorded responses for its method
/// and URL, each once, in order; recorded failures fail again with their code. What the recording does not contain,
/// such as a body that was not kept, is empty.
///
/// ```swift
/// let client = ResourceClient(configuration: configuration, transport: try RecordedTransport(har: recording))
/// ```
public final class RecordedTransport: Transport {
  private struct Key: Hashable, Sendable {
    let method: String
    /// Without its secrets, which a recording does not hold.
    let url: String
  }

  private let stub: StubTransport

  /// Reads a recording.
  ///
  /// - Parameter har: the document.
  /// - Throws: ``ResourceError`` with the code `decodingFailed` and the place, if the document is not HAR.
  public init(har: JSON) throws {
    guard let entries = har["log"]["entries"].array else { throw Self.fault("log.entries", "an array") }
    var answers: [Key: ArraySlice<Entry>] = [:]
    for (index, entry) in entries.enumerated() {
      let place = "log.entries[\(index)]"
      guard let method = entry["request"]["method"].string else {
        throw Self.fault("\(place).request.method", "a text")
      }
      guard let url = entry["request"]["url"].string else { throw Self.fault("\(place).request.url", "a text") }
      guard let status = entry["response"]["status"].int else {
        throw Self.fault("\(place).response.status", "a number")
      }
      // A response from a cache was not an exchange.
      if entry["_attempt"].int == 0 { continue }
      answers[Key(method: method, url: Self.shown(url)), default: []].append(Entry(entry, status))
    }
    let left = Lock(answers)
    stub = StubTransport { request, _ in
      let key = Key(method: request.method.name, url: request.url.description)
      guard let entry = left.withLock({ $0[key]?.popFirst() }) else {
        let message = "the recording has no further response to \(key.method) \(key.url)"
        throw TransportFailure(unsent: .transportFailure, message)
      }
      return try entry.answer()
    }
  }

  /// Its capabilities: those of a stub.
  public var capabilities: TransportCapabilities { stub.capabilities }

  /// The requests so far, in order.
  public var requests: [ResolvedRequest] { stub.requests }

  /// Answers from the recording.
  public func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
    try await stub.send(request, context: context)
  }

  /// A URL as requests show theirs.
  private static func shown(_ url: String) -> String {
    // Parsing the URL would percent-encode the marks of redacted parts.
    if url.contains(bytes: Redaction.mark) { return url }
    return (try? ResourceURL(url))?.description ?? url
  }

  private static func fault(_ place: String, _ expected: String) -> ResourceError {
    ResourceError(code: .decodingFailed, message: "not a HAR recording: \(place) is not \(expected)")
  }
}

/// The recording of one exchange.
private struct Entry: Sendable {
  private let status: Int
  private let headers: Headers
  private let body: Data
  private let error: String?
  private let isOnReused: Bool
  private let mayHaveExecuted: Bool?

  init(_ entry: JSON, _ status: Int) {
    self.status = status
    error = entry["_error"].string
    isOnReused = entry["_reusedConnection"].bool ?? false
    mayHaveExecuted = entry["_mayHaveExecuted"].bool
    var headers = Headers()
    let hasNoBody = entry["request"]["method"].string == "HEAD" || status == 304
    for field in entry["response"]["headers"].array ?? [] {
      guard let name = field["name"].string, let value = field["value"].string else { continue }
      // The text is the body as it was without them.
      let framing = ["content-encoding", "content-length", "transfer-encoding"]
      let isKept = hasNoBody || !framing.contains(name.lowercasedASCII())
      if !name.begins(withBytesOf: ":"), isKept { headers.append(name, value) }
    }
    self.headers = headers
    let content = entry["response"]["content"]
    let text = content["text"].string ?? ""
    body =
      content["encoding"].string == "base64"
      ? Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data() : Self.body(text)
  }

  /// A recording holds no token, and nothing is sent anywhere: any will do.
  private static func body(_ text: String) -> Data {
    guard text.contains(bytes: Redaction.mark), var reply = (try? JSON(parsing: text))?.object,
      reply["access_token"]?.string != nil
    else { return Data(text.utf8) }
    reply["access_token"] = "recorded"
    if reply["token_type"] != nil { reply["token_type"] = "Bearer" }
    return JSON.object(reply).data()
  }

  private static let codesOfConnecting: [ResourceError.Code] = [
    .nameNotResolved, .connectFailed, .connectTimeout, .tlsHandshakeFailed, .proxyFailed,
  ]

  func answer() throws -> TransportResponse {
    // A reader that left the body had the head.
    let isLeft = status > 0 && error?.begins(withBytesOf: "cancelled") == true
    guard status > 0, error == nil || isLeft else {
      if error == "cancelled" { throw CancellationError() }
      let code = ResourceError.Code(rawValue: error.map { String($0.cut(atByte: ":").head) } ?? "transportFailure")
      // Without a connection nothing was sent, and policies may send it again.
      let isSent = !Self.codesOfConnecting.contains(code)
      throw TransportFailure(
        code: code,
        message: "as recorded: \(error ?? "no response")",
        phase: status > 0 ? .receiving : isSent ? .sent : .connecting,
        mayHaveExecuted: mayHaveExecuted ?? isSent,
        onReusedConnection: isOnReused
      )
    }
    return TransportResponse(status: Status(status), headers: headers, body: IncomingBody(body))
  }
}
