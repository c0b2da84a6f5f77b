// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore
  import ResourceRequestLoop

  /// The fields of a request as libcurl's list, in memory that is reused for the next request.
  struct FieldLines: ~Copyable {
    private var text: [UInt8] = []
    private var starts: [Int] = []
    private var nodes: [curl_slist] = []
    /// The inputs of the list; `nil` if it has more.
    private var basis: Basis?

    /// The inputs of the list, except for a `Host` that the request does not set.
    private struct Basis {
      let headers: Headers
      let frame: Frame

      /// The framing of the body.
      struct Frame: Equatable {
        let hasBody: Bool
        let hasLength: Bool
        /// Whether libcurl might wait for 100-continue by itself, as it does from 1 MiB on.
        let mayWait: Bool
        let expects: Bool
        let announcesContent: Bool
      }
    }

    /// Writes the list: the request's fields, those that suppress libcurl's own, and a `Host` if the request sets none
    /// and the URL for libcurl has another one.
    ///
    /// Consecutive requests often have the same fields: their list is that of the request before.
    mutating func write(_ request: ResolvedRequest, _ options: ExchangeOptions, host: String?) {
      let headers = request.headers
      let frame = Basis.Frame(
        hasBody: request.body != nil,
        hasLength: request.body?.length != nil,
        mayWait: request.body?.length.map { $0 >= 1 << 16 } ?? true,
        expects: options.expectContinue != nil,
        announcesContent: request.method.announcesContent
      )
      if host == nil, let basis, basis.frame == frame, basis.headers.isIdentical(to: headers) { return }
      basis = host == nil ? Basis(headers: headers, frame: frame) : nil
      write(headers, frame, host: host)
      nodes.removeAll(keepingCapacity: true)
    }

    private mutating func write(_ headers: Headers, _ frame: Basis.Frame, host: String?) {
      text.removeAll(keepingCapacity: true)
      starts.removeAll(keepingCapacity: true)
      var hasContentType = false
      var hasAccept = false
      var hasAcceptEncoding = false
      for field in headers {
        starts.append(text.count)
        text.append(contentsOf: field.name.utf8)
        // libcurl reads `Name:` as "omit" and `Name;` as an empty value; over HTTP/2 it sends blanks around a value, which are
        // no part of it.
        let value = field.value.trimmingBlanks()
        text.append(value.isEmpty ? UInt8(ascii: ";") : UInt8(ascii: ":"))
        if !value.isEmpty {
          text.append(UInt8(ascii: " "))
          text.append(contentsOf: value.utf8)
        }
        text.append(0)
        if field.name.utf8.count == 12, field.name.lowercasedASCII() == "content-type" { hasContentType = true }
        if field.name.utf8.count == 6, field.name.lowercasedASCII() == "accept" { hasAccept = true }
        if field.name.utf8.count == 15, field.name.lowercasedASCII() == "accept-encoding" { hasAcceptEncoding = true }
      }
      if !hasAccept { add("Accept:") }
      if !hasAcceptEncoding { add("Accept-Encoding:") }
      if let host, !headers.contains("Host") {
        starts.append(text.count)
        text.append(contentsOf: "Host: \(host)\0".utf8)
      }
      if frame.hasBody {
        if frame.expects { add("Expect: 100-continue") } else if frame.mayWait { add("Expect:") }
        // HTTP/2 has frames instead, and libcurl omits it there.
        if !frame.hasLength { add("Transfer-Encoding: chunked") }
      }
      if !hasContentType, frame.hasBody || frame.announcesContent { add("Content-Type:") }
    }

    private mutating func add(_ line: StaticString) {
      starts.append(text.count)
      text.append(contentsOf: UnsafeBufferPointer(start: line.utf8Start, count: line.utf8CodeUnitCount))
      text.append(0)
    }

    /// Passes the list to a closure that stores its address; it stays valid until the next ``write(_:_:host:)``.
    mutating func withList(_ body: (UnsafeMutablePointer<curl_slist>?) -> Void) {
      let isLinked = nodes.count == starts.count
      if !isLinked { nodes.append(contentsOf: repeatElement(curl_slist(), count: starts.count)) }
      let starts = starts
      // Both arrays are owned by this value and not changed until the next write, so their storage does not move and
      // the pointers stay valid after the closures.
      text.withUnsafeMutableBytes { text in
        nodes.withUnsafeMutableBufferPointer { nodes in
          for (index, start) in starts.enumerated() where !isLinked {
            nodes[index].data = text.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self)
            nodes[index].next = index + 1 < starts.count ? nodes.baseAddress?.advanced(by: index + 1) : nil
          }
          body(nodes.baseAddress)
        }
      }
    }
  }
#endif
