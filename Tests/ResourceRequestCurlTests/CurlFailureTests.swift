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
    func `what broke while an answer was read is told apart by libcurl's explanation`(
      explanation: String,
      code: ResourceError.Code
    ) {
      #expect(CurlFailure.code(of: CURLE_RECV_ERROR, phase: .sent, explanation: explanation) == code)
    }

    @Test func `a stream that broke the protocol is told from one the server reset`() {
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
