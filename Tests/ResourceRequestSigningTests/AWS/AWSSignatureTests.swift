// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestSigning

/// Requests to AWS, signed by what the configuration says.
@Suite(.timeLimit(.minutes(2)))
struct AWSSignatureTests {
  private static let keys = #""region": "eu-central-1", "accessKey": "AKIDEXAMPLE", "secretKey": "s3cret-of-aws""#

  // Made by `botocore.auth` of botocore 1.44.8 with these keys at the same second; Tests/Interop tries others.
  private static let signatureOfPost = "32db26bdbbfc0fe1838089f87ac08a0c45db13df534351647604d02942bc1551"
  private static let signatureOfObject = "4359ec972cd4e83db2b3da3f34c1f118b31638b2d5f7230ca4ca252c7f135171"
  static let signaturesOfTargets = [
    ("x", "2d6e8a6d440d09e5c6969f13fc28a69fa5e89104a7347dd0e78292def7610195"),
    ("a%2Fb/c", "56a244916ebf90444afd1fd521b37088021d191fde7cf7782f9ca5773ab264a5"),
    ("a//b/", "d2b9850aa267dc733a7f2dda711679fea1412dd6ea5f574303c35bba9cf776b0"),
    ("~user/(x);v=1", "ed58693fe20a4ad1e97a9441e5657dea5292d92f2ac988afdd5d20ee30cc770b"),
    ("x?b=2&a=1&a=0", "9095e8032a57c47449b272c66f4eda3d029ebfaa13cd603635bc01416409919f"),
    ("x?q=a%20b&empty&z=%C3%BC", "b0d9b466fa8a54379a04553edc0109b98c309d862493b692559bb165f92d0374"),
    ("%C3%BC/%7Ey", "cdc9eb99dde07d75fbefc1f15f2957be936d9489c0bb5fb6f0b020c22ebec808"),
    ("x?sig=%2B%2F%3D&A=1&a=2", "16eb09942ec14edfab39b71643def6f770891f36d009c0a7d1128bf02eb59cf6"),
  ]

  private static func client(
    _ members: String,
    _ more: String = "",
    feature: AWSSignature = AWSSignature(),
    change: (inout ClientOptions) -> Void = { _ in }
  ) throws -> (ResourceClient, StubTransport) {
    let configuration = try ResourceConfiguration(
      json:
        #"{"backendServices": [{"service": "s", "baseUrl": "https://s.example/v1", \#(more)"sigv4": {\#(members)}}]}"#,
      name: "a.json",
      vocabulary: .standard + [feature]
    )
    let transport = StubTransport { _, _ in .text("done") }
    var options = ClientOptions()
    options.environment = RequestEnvironment(clock: ManualClock(date: Date(timeIntervalSince1970: 1_440_938_160)))
    change(&options)
    return (ResourceClient(configuration: configuration, transport: transport, options: options), transport)
  }

  private static func signed(_ members: String, _ request: ResourceRequest) async throws -> Headers {
    let (client, transport) = try client(members)
    _ = try await client.send(request)
    return try #require(transport.requests.first).headers
  }

  @Test func `a request without credentials, or to another origin, has no signature and no token`() async throws {
    let keys = #""service": "execute-api", "sessionToken": "session-of-aws", \#(Self.keys)"#
    var request = ResourceRequest("orders", service: "s")
    request.usesCredentials = false
    let bare = try await Self.signed(keys, request)
    #expect(bare["Authorization"] == nil && bare["X-Amz-Security-Token"] == nil && bare["X-Amz-Date"] == nil)
    struct Elsewhere: Middleware {
      func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
        var request = request
        request.url = try ResourceURL("https://other.example/x")
        return try await next(request, context: context)
      }
    }
    let (client, transport) = try Self.client(keys) { $0.middleware = [Elsewhere()] }
    _ = try await client.send(ResourceRequest("orders", service: "s"))
    let elsewhere = try #require(transport.requests.first)
    #expect(elsewhere.url.origin.host == "other.example")
    #expect(elsewhere.headers["Authorization"] == nil && elsewhere.headers["X-Amz-Security-Token"] == nil)
  }

  @Test func `a request is signed with its time, its host and its body`() async throws {
    let headers = try await Self.signed(
      #""service": "execute-api", \#(Self.keys)"#,
      ResourceRequest("orders/a%20b", method: .post, service: "s", body: .string("{}"))
    )
    #expect(headers["X-Amz-Date"] == "20150830T123600Z")
    #expect(headers["X-Amz-Content-Sha256"] == nil)
    let field = try #require(headers["Authorization"])
    #expect(
      field.hasPrefix(
        "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/eu-central-1/execute-api/aws4_request, "
          + "SignedHeaders=content-type;host;x-amz-date, Signature="
      )
    )
    #expect(field.hasSuffix(Self.signatureOfPost))
  }

  @Test(arguments: signaturesOfTargets) func `a path and a query have one signature, whoever makes it`(
    _ target: String,
    _ signature: String
  ) async throws {
    let headers = try await Self.signed(
      #""service": "execute-api", \#(Self.keys)"#,
      ResourceRequest(target, service: "s")
    )
    #expect(headers["Authorization"]?.hasSuffix(signature) == true)
  }

  @Test func `an object of S3 keeps its path, and its digest is sent`() async throws {
    let headers = try await Self.signed(
      #""service": "s3", \#(Self.keys), "sessionToken": "issued-token""#,
      ResourceRequest("a//b%20c", service: "s")
    )
    #expect(headers["X-Amz-Content-Sha256"] == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(headers["X-Amz-Security-Token"] == "issued-token")
    #expect(headers["Authorization"]?.contains("host;x-amz-content-sha256;x-amz-date;x-amz-security-token") == true)
    #expect(headers["Authorization"]?.hasSuffix(Self.signatureOfObject) == true)
  }

  @Test(
    arguments: [
      ("s3", "a(b)@+c%c3%bc", "a%28b%29%40%2Bc%C3%BC"), ("s3-outposts", "a!b", "a%21b"),
      ("execute-api", "x?q=a+b", "x?q=a%20b"), ("s3-custom", "a//b", "a/b"),
    ]
  ) func `two spellings of one target have one signature`(_ service: String, _ one: String, _ other: String)
    async throws
  {
    let members = #""service": "\#(service)", \#(Self.keys)"#
    let headers = try await Self.signed(members, ResourceRequest(one, service: "s"))
    let same = try await Self.signed(members, ResourceRequest(other, service: "s"))
    #expect(headers["Authorization"] != nil)
    #expect(headers["Authorization"] == same["Authorization"])
  }

  @Test(
    arguments: [
      ("a(b)@+c%c3%bc?x=(1)+2", "/v1/a%28b%29%40%2Bc%C3%BC?x=(1)+2"), ("%7Ea//%2e%2e/%2f", "/v1/~a//%2e%2e/%2F"),
    ]
  ) func `the name of an object is sent as it is signed`(_ target: String, _ sent: String) async throws {
    let (client, transport) = try Self.client(#""service": "s3", \#(Self.keys)"#)
    _ = try await client.send(ResourceRequest(target, service: "s"))
    #expect(transport.requests.map(\.url.requestTarget) == [sent])
  }

  @Test func `a slash in the name of an object is not one of its path`() async throws {
    let members = #""service": "s3", \#(Self.keys)"#
    let headers = try await Self.signed(members, ResourceRequest("a%2Fb", service: "s"))
    let other = try await Self.signed(members, ResourceRequest("a/b", service: "s"))
    #expect(headers["Authorization"] != other["Authorization"])
  }

  @Test func `blanks in a field are signed as one space`() async throws {
    func signature(_ value: String) async throws -> String? {
      try await Self.signed(
        #""service": "sqs", \#(Self.keys), "fields": ["X-Note"]"#,
        ResourceRequest("x", service: "s", headers: ["X-Note": value])
      )["Authorization"]
    }
    #expect(try await signature("a \t  b") == signature("a b"))
    #expect(try await signature("ab") != signature("a b"))
  }

  @Test func `what fails while signing says so, and its error is kept`() async throws {
    struct Away: Error {}
    let role = AWSSignature { _ in throw Away() }
    let (client, transport) = try Self.client(#""service": "sqs", "region": "us-east-1""#, feature: role)
    let error = await #expect(throws: ResourceError.self) { try await client.send(ResourceRequest("x", service: "s")) }
    #expect(error?.code == .invalidCredentials)
    #expect(error?.cause is Away)
    #expect(transport.requests.isEmpty)
    let (other, _) = try Self.client(#""service": "sqs", \#(Self.keys)"#)
    let missing = FileManager.default.temporaryDirectory.appendingPathComponent("missing-\(UUID())").path
    let body = await #expect(throws: ResourceError.self) {
      try await other.send(ResourceRequest("x", method: .put, service: "s", body: .file(missing)))
    }
    #expect(body?.code == .invalidBody)
  }

  @Test func `the keys follow their files together`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("keys-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // A change counts once it is a second old.
    func write(_ text: String, to name: String, age: Double) throws {
      let file = folder.appendingPathComponent(name)
      try Data(text.utf8).write(to: file, options: .atomic)
      let time = Date(timeIntervalSinceNow: -age)
      try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: file.path)
    }
    try write("AKIDOLD", to: "id", age: 60)
    try write("old-secret", to: "secret", age: 60)
    let (client, transport) = try Self.client(
      #""service": "sqs", "region": "us-east-1", "accessKey": "${file:\#(folder.path)/id}", "#
        + #""secretKey": "${file:\#(folder.path)/secret}""#
    )
    _ = try await client.send(ResourceRequest("x", service: "s"))
    try write("AKIDNEWER", to: "id", age: 30)
    try write("newer-secret", to: "secret", age: 30)
    _ = try await client.send(ResourceRequest("x", service: "s"))
    let fields = transport.requests.map { $0.headers["Authorization"] ?? "" }
    #expect(fields.map { $0.contains("Credential=AKIDOLD/") } == [true, false])
    #expect(fields.map { $0.contains("Credential=AKIDNEWER/") } == [false, true])
  }

  @Test(
    arguments: [
      (#""accessKey": "A", "secretKey": "B""#, #""sigv4" has a key and no "service", expected one"#),
      (
        #""service": "s3", \#(keys), "fields": ["Content-Length"]"#,
        #""fields" of "sigv4": the field content-length is added after the signature, expected it left out"#
      ),
      (
        #""service": "s3", \#(keys), "fields": ["Host"]"#,
        #""fields" of "sigv4": the field host is signed in any case, expected it left out"#
      ),
    ]
  ) func `what would not be signed is an error of reading`(_ members: String, _ message: String) throws {
    let error = #expect(throws: ConfigurationError.self) { try Self.client(members) }
    #expect(error?.issues.map(\.message) == [message])
  }

  @Test func `a body that can be read once only is refused with the remedy, and sent where it is not signed`()
    async throws
  {
    func request() -> ResourceRequest {
      let chunks = AsyncThrowingStream<Data, any Error> { continuation in
        continuation.yield(Data("once".utf8))
        continuation.finish()
      }
      return ResourceRequest("x", method: .put, service: "s", body: .stream(chunks))
    }
    let error = await #expect(throws: ResourceError.self) {
      try await Self.signed(#""service": "s3", \#(Self.keys)"#, request())
    }
    #expect(error?.code == .bodyNotReplayable)
    #expect(error?.message.contains(#"set "payload" to "unsigned""#) == true)
    let headers = try await Self.signed(#""service": "s3", \#(Self.keys), "payload": "unsigned""#, request())
    #expect(headers["X-Amz-Content-Sha256"] == "UNSIGNED-PAYLOAD")
  }

  @Test func `a file is read for its digest`() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("signed-\(UUID()).txt")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(repeating: UInt8(ascii: "x"), count: 300_000).write(to: file)
    let headers = try await Self.signed(
      #""service": "s3", \#(Self.keys)"#,
      ResourceRequest("x", method: .put, service: "s", body: .file(file.path))
    )
    #expect(headers["X-Amz-Content-Sha256"] == SHA256.hexadecimal(of: String(repeating: "x", count: 300_000)))
  }

  @Test func `each attempt is signed anew`() async throws {
    let clock = ManualClock(date: Date(timeIntervalSince1970: 1_440_938_160))
    let transport = StubTransport { _, _ in .text("busy", status: 503) }
    let configuration = try ResourceConfiguration(
      json: #"{"backendServices": [{"service": "s", "baseUrl": "https://s.example", "retry": 2, "#
        + #""sigv4": {"service": "execute-api", \#(Self.keys)}}]}"#,
      vocabulary: .standard + [AWSSignature()]
    )
    var options = ClientOptions()
    options.environment = RequestEnvironment(clock: clock)
    let client = ResourceClient(configuration: configuration, transport: transport, options: options)
    let seconds = Task {
      while true {
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
      }
    }
    defer { seconds.cancel() }
    #expect(try await client.send(ResourceRequest("x", service: "s")).status == 503)
    let times = transport.requests.map { $0.headers["X-Amz-Date"] ?? "" }
    #expect(times.count == 2)
    #expect(times.first == "20150830T123600Z")
    #expect(Set(times).count == 2)
    #expect(transport.requests.allSatisfy { $0.headers.values(for: "Authorization").count == 1 })
  }

  @Test func `credentials that never come end with the call's time`() async throws {
    let clock = ManualClock()
    let role = AWSSignature { _ in
      try await Gate().wait()
      return AWSCredentials(accessKey: "", secretKey: "")
    }
    let (client, transport) = try Self.client(#""service": "sqs", "region": "us-east-1""#, feature: role) {
      $0.environment = RequestEnvironment(clock: clock)
    }
    let request = ResourceRequest("x", service: "s", timeout: .seconds(1))
    let outcome = Task { try await client.send(request) }
    try await clock.waitForSleepers()
    clock.advance(by: .seconds(1))
    let error = await #expect(throws: ResourceError.self) { try await outcome.value }
    #expect(error?.code == .deadlineExceeded && transport.requests.isEmpty)
  }

  @Test func `the program gives the credentials of a role`() async throws {
    let feature = AWSSignature { service in
      AWSCredentials(accessKey: "ROLE-\(service ?? "")", secretKey: "hunter2", sessionToken: "issued-token")
    }
    let (client, transport) = try Self.client(#""service": "sqs", "region": "us-east-1""#, feature: feature)
    _ = try await client.send(ResourceRequest("x", service: "s"))
    let headers = try #require(transport.requests.first).headers
    #expect(headers["Authorization"]?.contains("Credential=ROLE-s/20150830/us-east-1/sqs/aws4_request") == true)
    #expect(headers["X-Amz-Security-Token"] == "issued-token")
  }

  @Test func `what is missing is an error of reading, at its place`() throws {
    let error = #expect(throws: ConfigurationError.self) { try Self.client(#""service": "sqs", "accessKey": "A""#) }
    let issues = try #require(error).issues
    #expect(
      issues.map(\.message) == [
        #""sigv4" has a "service" and no "region", expected one"#,
        #""sigv4" has a "service" and no "secretKey", expected one"#,
      ]
    )
    #expect(issues.allSatisfy { $0.line == 1 && $0.column > 1 })
  }

  @Test func `a request with another credential is refused`() async throws {
    let (client, _) = try Self.client(
      #""service": "sqs", \#(Self.keys)"#,
      #""auth": {"type": "bearer", "token": "hunter2"}, "#
    )
    let error = await #expect(throws: ResourceError.self) { try await client.send(ResourceRequest("x", service: "s")) }
    #expect(error?.code == .invalidHeader)
    #expect(error?.message.contains("Authorization") == true)
  }

  @Test func `its secrets are shown nowhere`() async throws {
    let (client, _) = try Self.client(#""service": "s3", \#(Self.keys), "sessionToken": "issued-token""#)
    let request = ResourceRequest("x", service: "s")
    let texts = [
      "\(try client.explain(request))", "\(client.status)", client.configuration.redactedJSON().text(),
      "\(try await client.send(request).request)",
    ]
    for text in texts {
      #expect(!text.contains("s3cret"))
      #expect(!text.contains("issued-token"))
    }
  }
}
