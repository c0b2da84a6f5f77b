// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// Puts a secret into every input of a call, and searches every output of the call for it.
@Suite struct `A call with secrets` {
  static let secret = "Zx9Q7vPl3K"

  /// Valid and mistyped targets.
  static let targets = [
    "http://ann:SECRET@h.example/x", "http://SECRET:x@h.example/x", "http://h.example/x?token=SECRET",
    "http://h.example/x?X-Amz-Signature=SECRET&X-Amz-Security-Token=SECRET", "http://h.example/x#access_token=SECRET",
    "http://h.example/x?a=1;sig=SECRET", "http://h.example/?next=http%3A%2F%2Fu%3ASECRET%40o", "https:/ann:SECRET@h/",
    "https//ann:SECRET@h/", "ann:SECRET@h.example/x", "http://ann:SEC/SECRET@h/", "http://ann:SECRET?x@h/",
    "http://ann:SECRET#x@h/", "//ann:SECRET@h/", "http:\\\\ann:SECRET@h/", "http://ann:SECRET@h:port/",
    "ftp://ann:SECRET@h/", "http://ann:SECRET@/x", "http://ann:SECRET@h ost/", "http://ann:a@SECRET@h/",
    "http://h.example/x?\u{301}&token=SECRET", "http://h.example/x#\u{301}token=SECRET", "SECRET:x@h.example/",
    "relative?token=SECRET", "relative#token=SECRET", "http://h.example/x?x-swept=SECRET", "{open?token=SECRET",
    "http://h.example/x?otp=SECRET&jwt=SECRET&pwd=SECRET&hmac=SECRET&sas=SECRET",
  ]

  /// Responses of the server.
  static let answers: [(Status, Headers)] = [
    (200, ["Set-Cookie": "sid=SECRET", "Link": "<http://u:SECRET@h/?token=SECRET>; rel=next"]),
    (302, ["Location": "http://u:SECRET@h.example/y?token=SECRET#access_token=SECRET"]),
    (302, ["Location": "/y?x-swept=SECRET"]), (302, ["Location": "http:/u:SECRET@h/"]),
    (302, ["Location": "ftp://u:SECRET@h/"]), (307, ["Location": "http://other.example/?sig=SECRET"]),
    (401, ["WWW-Authenticate": "Digest realm=\"r\", nonce=\"SECRET\"", "X-JWT": "SECRET", "DPoP": "SECRET"]),
    (500, ["Refresh": "0;url=http://h/?token=SECRET", "Content-Location": "/x?token=SECRET"]),
  ]

  static func plant(_ text: String) -> String { text.replacing("SECRET", with: secret) }

  /// What each value says of itself and of what is in it, and all of them dumped: an object that several have, once.
  static func said(of values: [Any]) -> [String] {
    var dumped = ""
    dump(values, to: &dumped)
    return [dumped]
      + values.flatMap { ["\($0)", String(reflecting: $0)] + children(of: Mirror(reflecting: $0), depth: 3) }
  }

  private static func children(of mirror: Mirror, depth: Int) -> [String] {
    guard depth > 0 else { return [] }
    return mirror.children.flatMap { child in
      ["\(child.value)"] + children(of: Mirror(reflecting: child.value), depth: depth - 1)
    }
  }

  /// The text of every value that a call takes or produces, such as its response, errors and events.
  static func outputs(_ request: ResourceRequest, status: Status, headers: Headers) async throws -> [String] {
    let headers = Headers(headers.map { Headers.Field(name: $0.name, value: plant($0.value)) })
    let stub = StubTransport { request, _ in
      let isFirst = request.url.path != "/y" && !request.url.string.contains("other")
      return TransportResponse(
        status: isFirst ? status : 200,
        headers: isFirst ? headers : Headers(),
        body: IncomingBody(Data(plant("SECRET").utf8))
      )
    }
    let events = RecordedEvents()
    let client = ResourceClient(
      configuration: ResourceConfiguration(
        services: [
          try .at(
            "s",
            plant("http://h.example/?apikey=SECRET"),
            credential: .apiKey(Secret(secret), name: "k", policy: .query)
          )
        ],
        redact: ["X-Swept"]
      ),
      transport: RecordingTransport(stub),
      options: ClientOptions(cookies: .inMemory, environment: RequestEnvironment(observer: events))
    )
    var values: [Any] = [request, client, client.configuration, client.transport, client.options]
    do { values.append(try await client.send(request)) } catch {
      values += [error, (error as? ResourceError)?.request as Any, (error as? ResourceError)?.message as Any]
      if case .failure(let failure)? = Result(catching: { throw (error as? ResourceError)?.cause ?? error })
        as Result<Void, any Error>?
      {
        values.append(failure)
      }
    }
    if let resolved = try? client.resolve(request) { values.append(resolved) }
    values += events.events as [Any]
    values += events.events.compactMap(\.request) as [Any]
    values.append(client.cookies?.cookies as Any)
    values += (client.transport as? RecordingTransport)?.exchanges as [Any]? ?? []
    return said(of: values)
  }

  static func expectSilence(_ outputs: [String]) {
    for text in outputs where text.contains(bytes: secret) { Issue.record("\(text.prefix(400))") }
  }

  @Test(arguments: targets) func `tells none of its target, nor of a service's name`(target: String) async throws {
    let target = Self.plant(target)
    Self.expectSilence(try await Self.outputs(ResourceRequest(target), status: 200, headers: [:]))
    Self.expectSilence(try await Self.outputs(ResourceRequest("x", service: target), status: 200, headers: [:]))
    Self.expectSilence(try await Self.outputs(ResourceRequest(target, service: "s"), status: 500, headers: [:]))
  }

  @Test(arguments: answers.indices) func `tells none of what the server says`(index: Int) async throws {
    let (status, headers) = Self.answers[index]
    let request = ResourceRequest("http://h.example/x?token=\(Self.secret)")
    Self.expectSilence(try await Self.outputs(request, status: status, headers: headers))
    var body = ResourceRequest("x", method: .post, service: "s")
    body.body = .form(["password": .init(Self.secret)])
    Self.expectSilence(try await Self.outputs(body, status: status, headers: headers))
    body.redirects = .refuse
    Self.expectSilence(try await Self.outputs(body, status: status, headers: headers))
  }

  @Test(arguments: [
    "Authorization", "X-Amz-Security-Token", "Ocp-Apim-Subscription-Key", "X-Functions-Key", "DPoP", "X-JWT", "Cookie",
    "X-Swept", "sig", "otp", "hmac", "pwd",
  ]) func `tells none of its fields and parameters`(name: String) async throws {
    var request = ResourceRequest("x", method: .post, service: "s")
    request.headers[name] = Self.secret
    request.query.set(name, to: Self.secret)
    request.body = .multipart(MultipartForm([.text(name, Self.secret)]))
    for (status, headers) in Self.answers {
      Self.expectSilence(try await Self.outputs(request, status: status, headers: headers))
    }
  }
}
