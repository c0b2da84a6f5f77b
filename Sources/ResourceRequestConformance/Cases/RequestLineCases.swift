// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

extension TransportConformance {
  /// Methods and targets.
  static let requestLineCases: [Case] = [
    Case("each standard method arrives by its name", "RFC 9110 §9.1: method names are case-sensitive.") { bench in
      for method: RequestMethod in [.get, .post, .put, .patch, .delete, .options, .trace] {
        let request = try await bench.received(method)
        try bench.expect(request.method, is: method.name, "the method on the wire")
      }
    },
    Case("a custom method arrives by its name", "RFC 9110 §16.1: the set of methods is open.") { bench in
      for name in ["PROPFIND", "M-SEARCH", "get", "x!#$%&'*+-.^_`|~1"] {
        guard let method = RequestMethod(name) else { continue }
        let request = try await bench.received(method)
        try bench.expect(request.method, is: name, "the method on the wire")
      }
    },
    Case(
      "HEAD gets fields and no body, and does not wait for the length that is announced",
      "RFC 9110 §9.3.2: the fields are those GET would get."
    ) { bench in
      let server = try await bench.serve(.answering("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nA: b\r\n\r\n"))
      for _ in 0..<2 {
        let response = try await bench.send(.head, to: server)
        try bench.expect(response.headers["Content-Length"], is: "5", "Content-Length")
        try bench.expect(response.body, is: "")
      }
      try bench.expect(server.records.flatMap(\.requests).map(\.method), is: ["HEAD", "HEAD"], "the methods")
    },
    Case("path and query arrive byte for byte", "What is encoded differently is another resource (RFC 3986 §6.2.2).") {
      bench in
      let targets = [
        "/a%2Fb?x=%20+&y", "/a%2fb/%7Euser/%c3%bc", "//double//slash", "/trailing/", "/?", "/;v=1,2?a=b=c&&=d",
        "/*'()!$&,:@-._~", "/?q=a/b?c:d@e", "/%2e%2e/%2E",
      ]
      for target in targets {
        let request = try await bench.received(.get, target)
        try bench.expect(request.target, is: target, "the target on the wire")
      }
    },
    Case("a fragment is not sent", "RFC 9110 §7.1: the target URI excludes the fragment.") { bench in
      let request = try await bench.received(.get, "/a?b#c")
      try bench.expect(request.target, is: "/a?b", "the target on the wire")
    },
  ]
}
