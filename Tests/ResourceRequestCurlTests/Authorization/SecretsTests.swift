// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import ResourceRequestTesting
  import TestSupport
  import Testing

  /// Nothing that the SDK prints contains a secret.
  @Suite struct `Secrets` {
    typealias Kind = `The fence`.Kind

    static let traces = [
      `The fence`.secret, Data("ann:\(`The fence`.secret)".utf8).base64EncodedString(),
      Data("key:\(`The fence`.secret)".utf8).base64EncodedString(), "issued-token",
    ]

    final class Events: EventObserver {
      let lines = Lock<[String]>([])
      func observe(_ event: RequestEvent) {
        let line = "\(event)" + (event.request.map { "\($0)" } ?? "")
        lines.withLock { $0.append(line) }
      }
    }

    /// How the call ends whose output is searched.
    enum End: CaseIterable {
      case refusedConnection, reset, garbage, silence, refusedLogin, forbiddenAddress
    }

    /// A server that makes a call end in this way, and repeats in its responses what it received.
    private static func server(_ kind: Kind, _ end: End) throws -> ScriptedServer {
      // Redirects to a port where nobody listens: the call has a response, a hop and an error.
      let closed = try ClosedPort()
      if end == .refusedConnection || end == .forbiddenAddress {
        return try `The fence`.first(kind, sendingTo: closed.url("/next?token=\(`The fence`.secret)"))
      }
      return try ScriptedServer { connection in
        while let request = try connection.nextRequest() {
          // A token request is refused with everything that it sent as the reason.
          let said = String(decoding: request.raw, as: UTF8.self).filter { $0.isASCII && !$0.isNewline && $0 != "\"" }
          if request.path.hasSuffix("/token") {
            try connection.send(ScriptedResponse(400, #"{"error":"invalid_client","error_description":"\#(said)"}"#))
            continue
          }
          switch end {
          case .reset: return connection.reset()
          case .garbage: return try connection.send(ScriptedResponse(raw: "HTTP/1.1 nonsense \(said)\r\n\r\n"))
          case .silence: return try connection.waitForPeerClose()
          default:
            try connection.send(ScriptedResponse(401, headers: [("WWW-Authenticate", "Basic realm=\"\(said)\"")]))
          }
        }
      }
    }

    @Test(arguments: Kind.allCases, End.allCases)
    func `nothing that is printed holds a credential`(_ kind: Kind, _ end: End) async throws {
      let server = try Self.server(kind, end)
      defer { server.stop() }
      let file = FileManager.default.temporaryDirectory.appending(path: "secret-\(UUID())")
      try Data(`The fence`.secret.utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let events = Events()
      let plain = try `The fence`.client(kind, server, server, tokenFile: file.path)
      var options = plain.options
      options.environment = RequestEnvironment(observer: events)
      let client = ResourceClient(configuration: plain.configuration, options: options)
      var request = try `The fence`.request(kind, server)
      request.query.set("token", to: `The fence`.secret)
      if end == .silence { request.timeouts.total = .milliseconds(100) }
      // A gateway's target is relative, and not for strangers.
      if end == .forbiddenAddress, kind != .gatewayToken { request.trust = .untrusted }
      var said: [String] = []
      do { _ = try await client.send(request) } catch let error as ResourceError {
        said += [
          "\(error)", error.message, "\(String(describing: error.request))", "\(String(describing: error.cause))",
        ]
      }
      request.redirects = .refuse
      if let response = try? await client.send(request) {
        said += ["\(response.url)", "\(response.request)", "\(response.metrics)"]
      }
      said.append("\(try client.resolve(request).url)")
      request.method = .post
      for body: ResourceRequest.Body in [
        .form(["password": .init(`The fence`.secret)]), .json(["token": .string(`The fence`.secret)]),
        .string(`The fence`.secret), .data(Data(`The fence`.secret.utf8)),
      ] {
        request.body = body
        said += ["\(body)", String(reflecting: body)]
        dump(body, to: &said[said.endIndex - 1])
        dump(try client.resolve(request), to: &said[said.endIndex - 1])
      }
      dump(request.query, to: &said[said.endIndex - 1])
      said.append("\(request.query)")
      said += events.lines.withLock(\.self)
      said.append(client.configuration.redactedJSON().text())
      said.append("\(client.configuration)")
      var dumped = ""
      dump(client.configuration, to: &dumped)
      dump(client.options, to: &dumped)
      dump(request, to: &dumped)
      dump(try client.resolve(request), to: &dumped)
      said += [dumped, "\(request)", String(reflecting: request), "\(try client.resolve(request))"]
      #expect(events.lines.withLock(\.count) > 3)
      for text in said {
        for trace in Self.traces {
          #expect(!text.contains(trace), "\(kind), \(end): a credential is printed: \(text.prefix(400))")
        }
      }
    }
  }
#endif
