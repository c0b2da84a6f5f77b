// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestCore
  import ResourceRequestPlatform

  /// A stream of HTTP/2: a request, and what is done for it.
  final class HTTP2Exchange {
    let id: Int32
    // The request, as it comes.
    private var method = ""
    private var target = ""
    private var headers = Headers()
    var body = Data()
    /// Whether fields that follow are trailers, which nobody asks for.
    var hasHead = false
    var isReceived = false
    private var isTaken = false
    // The response, as it goes.
    var acts: ArraySlice<TestAct> = []
    /// When the pause ends that is next, if it has begun.
    var pause: ContinuousClock.Instant?
    var outgoing = Data()
    var isWhole = false
    var closesConnection = false

    init(_ id: Int32) { self.id = id }

    /// Takes a field of the head.
    func take(_ name: String, _ value: String) {
      guard !hasHead else { return }
      // As it stands in HTTP/1.1: one Host, and one Cookie of all its crumbs (RFC 9113 §8.2.3, §8.3.1).
      if name.hasSameBytes(as: "host"), headers["Host"] != nil { return }
      if name.hasSameBytes(as: "cookie"), let crumbs = headers["Cookie"] {
        headers["Cookie"] = crumbs + "; " + value
        return
      }
      guard name.begins(withBytesOf: ":") else { return headers.append(name, value) }
      if name.hasSameBytes(as: ":method") { method = value }
      if name.hasSameBytes(as: ":path") { target = value }
      if name.hasSameBytes(as: ":authority") { headers.append("host", value) }
    }

    /// Whether the client waits for a word before it sends the body (RFC 9110 §10.1.1).
    var asksToContinue: Bool {
      !isReceived && headers["Expect"]?.lowercasedASCII().hasSameBytes(as: "100-continue") == true
    }

    /// The request when it is whole, once.
    func takeRequest() -> TestRequest? {
      guard isReceived, !isTaken else { return nil }
      isTaken = true
      return TestRequest(method: method, target: target, headers: headers, body: body, version: .http2)
    }

    /// Moves bytes of the body to a place, and returns how many.
    func take(_ place: UnsafeMutableRawBufferPointer) -> Int {
      let part = outgoing.prefix(place.count)
      part.copyBytes(to: place)
      outgoing = outgoing.dropFirst(part.count)
      return part.count
    }
  }
#endif
