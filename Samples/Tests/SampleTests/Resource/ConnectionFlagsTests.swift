// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import FlyingSocks
import Foundation
import LoopbackServer
import Testing

/// The options for connections; TLS, HTTP/2 and proxies are tested with real servers in Tests/Interop.
@Suite struct ConnectionFlagsTests {
  private static let pin = "sha256//47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="

  @Test func `a Unix-domain socket is connected to, whatever the host`() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending(path: "s").path
      let server = HTTPServer(
        address: .unix(path: path),
        logger: .disabled,
        handler: ClosureHTTPHandler { request in
          HTTPResponse(statusCode: .ok, body: Data((request.headers[.host] ?? "none").utf8))
        }
      )
      let running = Task { try await server.run() }
      try await server.waitUntilListening(timeout: 60)
      let arguments = ["send", "GET", "http://nowhere.example/", "--unix-socket", path, "--http1.1"]
      let outcome = try await BuiltProduct.resource.run(arguments)
      running.cancel()
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.text == "nowhere.example")
    }
  }

  @Test(arguments: ["--cacert", "--cert"])
  func `a file without a certificate is the caller's mistake, and named by its option`(_ option: String) async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "key.pem")
      try Data("-----BEGIN PRIVATE KEY-----\n".utf8).write(to: file)
      let outcome = try await BuiltProduct.resource.run("https://127.0.0.1:1/", option, file.path)
      #expect(outcome.status == 64)
      #expect(outcome.errors.hasPrefix("resource: \(option): \(file.path) has no certificate"), "\(outcome.errors)")
    }
  }

  @Test func `a certificate without its key is told which option has it`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "certificate.pem")
      try Data("-----BEGIN CERTIFICATE-----\n".utf8).write(to: file)
      let outcome = try await BuiltProduct.resource.run("https://127.0.0.1:1/", "--cert", file.path)
      #expect(outcome.status == 64)
      #expect(outcome.errors.hasSuffix("; name the file of the key with --key\n"), "\(outcome.errors)")
    }
  }

  @Test func `a password behind the file of the certificate is told where it goes`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "certificate.pem")
      try Data("-----BEGIN CERTIFICATE-----\n".utf8).write(to: file)
      let outcome = try await BuiltProduct.resource.run("https://127.0.0.1:1/", "--cert", file.path + ":hush")
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("--key-password-env") && !outcome.errors.contains("hush"), "\(outcome.errors)")
      let missing = try await BuiltProduct.resource.run("https://127.0.0.1:1/", "--cert", folder.path + "/none:x")
      #expect(missing.errors.contains("cannot be read"), "\(missing.errors)")
    }
  }

  @Test func `a flag wins over the service and the defaults, and explain says so`() async throws {
    let configuration = """
      {
        "defaults": { "httpVersion": "1.1", "proxy": "none" },
        "backendServices": [
          { "service": "far", "baseUrl": "https://far.example/", "unixSocket": "/far.sock",
            "tls": { "pinnedPublicKeys": ["\(Self.pin)"], "minimumVersion": "1.3" } }
        ]
      }
      """
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "backends.json")
      try Data(configuration.utf8).write(to: file)
      let service = ["explain", "GET", "x", "--service", "far", "--config", file.path]
      let plain = try await BuiltProduct.resource.run(service).text.replacing(file.path, with: "FILE")
      #expect(plain.contains(/httpVersion +1\.1\s+\(defaults FILE:2:/), "\(plain)")
      #expect(plain.contains(/unixSocket +\/far\.sock\s+\(service FILE:4:/))
      #expect(plain.contains(/tls.pinnedPublicKeys +sha256\/\/47D[^(]*\(service FILE:5:/))
      #expect(plain.contains(/proxy +none\s+\(defaults FILE:2:/))

      let pem = folder.appending(path: "certificate.pem")
      try Data("-----BEGIN CERTIFICATE-----\n-----BEGIN PRIVATE KEY-----\n".utf8).write(to: pem)
      let flags = [
        "--http2", "--cacert", pem.path, "--cert", pem.path, "--proxy", "http://ann:hush@proxy.example:3128",
      ]
      let flagged = try await BuiltProduct.resource.run(service + flags).text.replacing(file.path, with: "FILE")
        .replacing(pem.path, with: "PEM")
      #expect(flagged.contains(/httpVersion +2-prior-knowledge +\(call\)/), "\(flagged)")
      #expect(flagged.contains(/proxy.url +http:\/\/proxy\.example:3128\s+\(service --proxy\)/))
      #expect(flagged.contains(/tls.caFile +PEM\s+\(service --cacert\)/))
      #expect(flagged.contains(/tls.certificate +PEM\s+\(service --cert\)/))
      // Settings without a flag keep their value from the configuration.
      #expect(flagged.contains(/tls.pinnedPublicKeys +sha256\/\/47D[^(]*\(service FILE:5:/))
      #expect(!flagged.contains("socket") && !flagged.contains("hush"))

      let direct = ["explain", "GET", "https://a.example/", "--pinned-public-key", Self.pin]
      let pinned = try await BuiltProduct.resource.run(direct).text
      #expect(pinned.contains(/tls.pinnedPublicKeys [^(]*\(defaults --pinned-public-key\)/))
    }
  }

  @Test(arguments: [
    ["--http1.1", "--http2"], ["--cacert", "/no/such/file"], ["--cert", "/no/such/file"], ["--key", "/dev/null"],
    ["--key-password-env", "HOME"], ["--cert", "/etc/passwd", "--key-password-env", "UNSET_VARIABLE"],
    ["--pinned-public-key", "sha256//short"], ["--proxy", "ftp://x"], ["--proxy", "http://u:hush@ /"],
    ["--proxy", "http://p", "--unix-socket", "/s"],
  ])
  func `what cannot be meant is wrong usage`(_ arguments: [String]) async throws {
    let outcome = try await BuiltProduct.resource.run(["send", "GET", "http://127.0.0.1:1/"] + arguments)
    #expect(outcome.status == 64)
    #expect(arguments.contains { $0.hasPrefix("--") && outcome.errors.contains($0) }, "\(outcome.errors)")
    #expect(!outcome.errors.contains("hush"))
  }
}
