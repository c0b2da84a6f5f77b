// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Testing

  @testable import ResourceRequestCurl

  struct ConnectionTraceTests {
    @Test(
      arguments: [
        (["SSL connection using TLSv1.3 / TLS_AES_256_GCM_SHA384\n"], "TLSv1.3 / TLS_AES_256_GCM_SHA384"),
        (
          [
            "SSL connection using TLSv1.3 / TLS_AES_256_GCM_SHA384 / x25519 / RSASSA-PSS\n",
            "ALPN: server accepted h2\n",
          ],
          "TLSv1.3 / TLS_AES_256_GCM_SHA384 / x25519 / RSASSA-PSS, ALPN h2"
        ),
        (
          ["SSL connection using TLSv1.2 / ECDHE-RSA-AES128-GCM-SHA256", "ALPN: server did not agree to a protocol"],
          "TLSv1.2 / ECDHE-RSA-AES128-GCM-SHA256"
        ),
        (["ALPN: server accepted h2\n", "Connected to a.example\n"], nil),
      ] as [([String], String?)]
    )
    func `what TLS has agreed on is read from what libcurl tells`(_ lines: [String], _ security: String?) {
      var trace = ConnectionTrace()
      for line in lines { trace.take(Array(line.utf8)) }
      #expect(trace.security == security)
    }
  }
#endif
