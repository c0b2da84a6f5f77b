// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

extension TransportConformance {
  /// The fields of a request.
  static let requestFieldCases: [Case] = [
    Case("a field arrives byte for byte", "A transport sends a request as it stands.") { bench in
      let headers: Headers = [
        "X-Plain": "a, b; c=\"d\"", "x!#$%&'*+-.^_`|~1": "odd name", "X-Words": "Zürich 東京", "X-Inner": "a  \t b",
        "X-Long": String(repeating: "0123456789abcdef", count: 512),
      ]
      let request = try await bench.received(headers: headers)
      for field in headers {
        try bench.expect(request.headers.values(for: field.name), is: [field.value], field.name)
      }
    },
    Case("a field of a name that repeats arrives as often, in order", "RFC 9110 §5.3: only the sender may join them.") {
      bench in
      let request = try await bench.received(headers: ["X-A": "1", "X-B": "x", "x-a": "2", "X-A": "1"])
      try bench.expect(request.headers.values(for: "X-A"), is: ["1", "2", "1"], "the values of X-A")
    },
    Case("a field with an empty value arrives", "RFC 9110 §5.5 allows an empty value.") { bench in
      let request = try await bench.received(headers: ["X-Empty": "", "X-After": "here"])
      try bench.expect(request.headers.values(for: "X-Empty"), is: [""], "the values of X-Empty")
      try bench.expect(request.headers.values(for: "X-After"), is: ["here"], "the values of X-After")
    },
    Case("Host names the authority of the URL", "RFC 9112 §3.2.") { bench in
      let server = try await bench.serve(.echo)
      _ = try await bench.send(to: server)
      let request = server.records.flatMap(\.requests).first
      try bench.expect(request?.headers.values(for: "Host"), is: [server.authority], "Host")
    },
    Case("a Host of the caller's own is sent in its place", "Virtual hosts are reached by address this way.") { bench in
      let request = try await bench.received(headers: ["Host": "other.example:81"])
      try bench.expect(request.headers.values(for: "Host"), is: ["other.example:81"], "Host")
    },
    Case(
      "no field is added but Host and those that frame the message",
      "Defaults such as User-Agent are the client's, equal over every transport."
    ) { bench in
      let added = ["host", "content-length", "transfer-encoding", "connection"]
      for (method, body) in [(RequestMethod.get, nil), (.post, nil), (.post, [1, 2, 3] as [UInt8]), (.delete, nil)] {
        let request = try await bench.received(method, body: body)
        let names = request.headers.names.filter { !added.contains($0.lowercased()) }
        try bench.expect(names, is: [], "fields of the transport's own at \(method)")
      }
    },
    Case("the caller's User-Agent, Accept and Content-Type stand alone", "None of them may come twice.") { bench in
      let headers: Headers = [
        "User-Agent": "u/1", "Accept": "a/b", "Accept-Encoding": "identity", "Content-Type": "c/d",
      ]
      let request = try await bench.received(.post, headers: headers, body: [1])
      for field in headers {
        try bench.expect(request.headers.values(for: field.name), is: [field.value], field.name)
      }
    },
  ]
}
