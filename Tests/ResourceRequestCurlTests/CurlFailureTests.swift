// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestKit
  import Testing

  @testable import ResourceRequestCurl

  struct CurlFailureTests {
    @Test(arguments: [
      ("OpenSSL SSL_read: tlsv13 alert certificate required, errno 0", ResourceError.Code.tlsHandshakeFailed),
      ("Illegal or missing hexadecimal sequence in chunked-encoding", .protocolViolation),
      ("Problem (2) in the Chunked-Encoded data", .protocolViolation),
      ("Recv failure: Connection reset by peer", .connectionClosed),
      ("", .connectionClosed),
    ])
    func `failures while reading a response are distinguished by libcurl's explanation`(
      explanation: String,
      code: ResourceError.Code
    ) {
      #expect(CurlFailure.code(of: CURLE_RECV_ERROR, phase: .sent, explanation: explanation) == code)
    }

    @Test func `an alert within a response ends the connection, and is no failed handshake`() {
      let alert = "OpenSSL SSL_read: error:0A0003FC:SSL routines::sslv3 alert bad record mac, errno 0"
      #expect(CurlFailure.code(of: CURLE_RECV_ERROR, phase: .receiving, explanation: alert) == .connectionClosed)
    }

    @Test(arguments: [
      ("Recv failure: Connection reset by peer", ResourceError.Code.connectionClosed),
      ("OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to 127.0.0.1:443 ", .connectionClosed),
      ("OpenSSL SSL_connect: Connection reset by peer in connection to a:443 ", .connectionClosed),
      ("error:0A000126:SSL routines::unexpected eof while reading", .connectionClosed),
      ("error:0A000410:SSL routines::sslv3 alert handshake failure", .tlsHandshakeFailed),
      ("error:0A00010B:SSL routines::wrong version number", .tlsHandshakeFailed),
      ("", .tlsHandshakeFailed),
    ])
    func `a connection that breaks within a handshake differs from a handshake that fails`(
      explanation: String,
      code: ResourceError.Code
    ) {
      #expect(CurlFailure.code(of: CURLE_SSL_CONNECT_ERROR, phase: .connecting, explanation: explanation) == code)
    }

    @Test func `what the peer says over TLS is read off libcurl's words`() {
      func trace(_ line: String) -> ConnectionTrace {
        var trace = ConnectionTrace()
        trace.take(line.utf8)
        return trace
      }
      #expect(trace("TLSv1.3 (IN), TLS alert, certificate required (628):\n").alert == 116)
      #expect(trace("TLSv1.2 (IN), TLS alert, unknown CA (560):\n").alert == 48)
      #expect(trace("TLSv1.3 (OUT), TLS alert, unknown CA (560):\n").alert == nil)
      #expect(trace("TLSv1.3 (IN), TLS alert, close notify (256):\n").saidClose)
      #expect(!trace("TLSv1.3 (OUT), TLS alert, close notify (256):\n").saidClose)
      #expect(trace("TLSv1.3 (IN), TLS handshake, Finished (20):\n").alert == nil)
      for line in ["", "TLSv1", "TLSv1.3 (IN), TLS alert, (", "Closing connection 0"] {
        #expect(trace(line).alert == nil)
      }
    }

    @Test func `a stream that broke the protocol differs from one that the server reset`() {
      let broken = "HTTP/2 stream 1 was not closed cleanly: PROTOCOL_ERROR (err 1)"
      let reset = "HTTP/2 stream 1 was not closed cleanly: REFUSED_STREAM (err 7)"
      #expect(CurlFailure.code(of: CURLE_HTTP2_STREAM, phase: .sent, explanation: broken) == .protocolViolation)
      #expect(CurlFailure.code(of: CURLE_HTTP2_STREAM, phase: .sent, explanation: reset) == .connectionClosed)
      #expect(CurlFailure.code(of: CURLE_HTTP2, phase: .sent, explanation: "nghttp2 failed") == .protocolViolation)
      #expect(CurlFailure.code(of: CURLE_HTTP2, phase: .sent, explanation: "") == .connectionClosed)
    }

    @Test func `the same result means another thing before the request is sent`() {
      #expect(CurlFailure.code(of: CURLE_OPERATION_TIMEDOUT, phase: .connecting, explanation: "") == .connectTimeout)
      #expect(CurlFailure.code(of: CURLE_OPERATION_TIMEDOUT, phase: .sent, explanation: "") == .readTimeout)
      #expect(CurlFailure.code(of: CURLE_OUT_OF_MEMORY, phase: .connecting, explanation: "") == .resourcesExhausted)
      #expect(CurlFailure.code(of: CURLE_OUT_OF_MEMORY, phase: .sent, explanation: "") == .headTooLarge)
    }
  }
#endif
