// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestCore
  import ResourceRequestLoop

  /// Writes the head of a request (RFC 9112 §3) and frames its body.
  enum RequestWriter {
    /// How the body is framed.
    enum Framing: Equatable {
      case none
      case length(Int)
      case chunked

      /// Whether content is sent, or may be.
      var hasContent: Bool { self != .none && self != .length(0) }
    }

    /// The framing of a request's body.
    static func framing(of request: ResolvedRequest) -> Framing {
      guard let body = request.body else { return request.method.announcesContent ? .length(0) : .none }
      // Trailers need chunks, whatever is known of the length.
      guard request.trailers == nil, let length = body.length else { return .chunked }
      return .length(length)
    }

    /// Appends the head of a request.
    static func writeHead(of request: ResolvedRequest, framed framing: Framing, to out: ByteQueue) {
      out.append(request.method.name)
      out.append(" ")
      out.append(request.url.requestTarget)
      out.append(" HTTP/1.1\r\n")
      let headers = request.headers
      // First, as RFC 9110 §7.2 asks for.
      out.append("Host: ")
      if let host = headers["Host"] {
        out.append(host)
      } else {
        let origin = request.url.origin
        out.append(origin.host)
        if origin.isFullyQualified { out.append(".") }
        if !origin.hasDefaultPort {
          out.append(":")
          out.append(String(origin.port))
        }
      }
      out.append("\r\n")
      for field in headers {
        if field.name.utf8.count == 4, field.name.lowercasedASCII() == "host" { continue }
        write(field.name, field.value, to: out)
      }
      switch framing {
      case .none: break
      case .length(let length):
        out.append("Content-Length: ")
        out.append(String(length))
        out.append("\r\n")
      case .chunked: out.append("Transfer-Encoding: chunked\r\n")
      }
      if request.options.expectContinue != nil, framing.hasContent { out.append("Expect: 100-continue\r\n") }
      out.append("\r\n")
    }

    /// Appends a field line (RFC 9112 §5); no blank follows the colon where the value is empty.
    private static func write(_ name: String, _ value: String, to out: ByteQueue) {
      out.append(name)
      out.append(value.isEmpty ? ":" : ": ")
      out.append(value)
      out.append("\r\n")
    }

    /// Appends the line that begins a chunk.
    static func writeChunkStart(_ count: Int, to out: ByteQueue) {
      out.append(String(count, radix: 16))
      out.append("\r\n")
    }

    /// Appends the end of a chunked body, with its trailers.
    static func writeChunksEnd(_ trailers: Headers, to out: ByteQueue) {
      out.append("0\r\n")
      for field in trailers {
        write(field.name, field.value, to: out)
      }
      out.append("\r\n")
    }
  }
#endif
