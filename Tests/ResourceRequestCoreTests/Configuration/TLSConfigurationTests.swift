// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore

@Suite struct `The configuration of TLS` {
  /// A directory with `ca.pem`, `both.pem` (certificate and key), `key.pem`, `encrypted.pem`, `broken.pem`,
  /// `text.pem`, and what OpenSSL writes: `curve.pem` (curve and key) and `trusted.pem` (certificate and trust), each
  /// also broken.
  ///
  /// The PEM blocks hold only DER sequences: reading a document checks no more than that.
  private final class Files {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    init() throws {
      try FileManager.default.createDirectory(at: folder.appending(path: "empty"), withIntermediateDirectories: true)
      func block(_ label: String, _ content: String = "MAMCAQE=") -> String {
        "-----BEGIN \(label)-----\n\(content)\n-----END \(label)-----\n"
      }
      try write("ca.pem", "An authority\n" + block("CERTIFICATE"))
      try write("both.pem", block("CERTIFICATE") + block("EC PRIVATE KEY"))
      try write("key.pem", block("PRIVATE KEY"))
      try write("encrypted.pem", block("ENCRYPTED PRIVATE KEY"))
      try write("broken.pem", block("CERTIFICATE").replacing("MAMCAQE=", with: "MAQCAQE="))
      try write("text.pem", "no PEM")
      try write("curve.pem", block("EC PARAMETERS", "BggqhkjOPQMBBw==") + block("EC PRIVATE KEY"))
      try write("trusted.pem", block("TRUSTED CERTIFICATE", "MAMCAQEwAA=="))
      try write("broken-curve.pem", block("EC PARAMETERS", "BgkqhkjOPQMBBw==") + block("EC PRIVATE KEY"))
      try write("broken-trust.pem", block("TRUSTED CERTIFICATE", "MAMCAQEwAQ=="))
      try write("two.pem", block("CERTIFICATE", "MAMCAQEwAA=="))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func write(_ name: String, _ text: String) throws {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }

    /// Loads a service with these members of `tls` from a document in the directory.
    func load(_ members: String, base: String = "https://a.example") throws -> TLSOptions? {
      try write("services.json", #"{"service": "a", "baseUrl": "\#(base)", "tls": {\#(members)}}"#)
      return try ResourceConfiguration(contentsOf: folder.appending(path: "services.json").path)
        .services[0].settings.connection.tls
    }
  }

  @Test func `files are found beside the document, and everything reaches the exchange`() throws {
    let files = try Files()
    let pin = "sha256//" + Data(repeating: 7, count: 32).base64EncodedString()
    let tls = try #require(
      try files.load(
        """
        "caFile": "ca.pem", "certificate": "ca.pem", "key": "encrypted.pem", "keyPassword": "hunter2",
        "minimumVersion": "1.3", "pinnedPublicKeys": ["\(pin)"], "serverName": "B.example"
        """
      )
    )
    let folder = files.folder.path
    #expect(
      tls
        == TLSOptions(
          caFile: folder + "/ca.pem",
          certificate: folder + "/ca.pem",
          key: folder + "/encrypted.pem",
          keyPassword: "hunter2",
          minimumVersion: .v1_3,
          pinnedPublicKeys: [try #require(PublicKeyPin(pin))],
          serverName: "b.example"
        )
    )
    let configuration = try ResourceConfiguration(contentsOf: folder + "/services.json")
    let router = Router(configuration, standardHeaders: [:])
    let options = try router.route(ResourceRequest("/", service: "a")).request.options
    #expect(options.connection.tls == tls)
    #expect(options.sharedConnection === router.destinations.last?.options.sharedConnection)
    #expect(!configuration.redactedJSON().text().contains("hunter2"))
    #expect(try files.load(#""certificate": "both.pem""#)?.key == nil)
  }

  @Test func `what OpenSSL writes beside a key or certificate is accepted`() throws {
    let files = try Files()
    let folder = files.folder.path
    let tls = try files.load(#""caFile": "trusted.pem", "certificate": "ca.pem", "key": "curve.pem""#)
    #expect(tls?.caFile == folder + "/trusted.pem" && tls?.key == folder + "/curve.pem")
  }

  @Test(arguments: [
    (#""caFile": "missing.pem""#, "1:68: the file cannot be read: No such file or directory, expected a certificate"),
    (#""caFile": "text.pem""#, "1:68: the file has nothing in PEM, expected a certificate in PEM"),
    (#""caFile": "broken.pem""#, "1:68: the file has a broken CERTIFICATE, expected a certificate in PEM"),
    (#""caFile": "two.pem""#, "1:68: the file has a broken CERTIFICATE, expected a certificate in PEM"),
    (#""caFile": "broken-trust.pem""#, "the file has a broken TRUSTED CERTIFICATE, expected a certificate in PEM"),
    (#""certificate": "ca.pem", "key": "broken-curve.pem""#, "the file has a broken EC PARAMETERS, expected a private"),
    (#""caFile": "key.pem""#, "1:68: the file has only PRIVATE KEY, expected a certificate in PEM"),
    (#""caFile": ".""#, "1:68: the file cannot be read: Is a directory, expected a certificate"),
    (#""caDirectory": "empty""#, "1:73: the directory has no certificate under the hash of its name"),
    (#""caDirectory": "ca.pem""#, "1:73: the directory cannot be read, expected one with certificates"),
    (
      #""caFile": "ca.pem", "caDirectory": "empty""#,
      "\"caFile\" and \"caDirectory\" are both set, expected one of them"
    ),
    (#""certificate": "ca.pem""#, "the key of the \"certificate\" is missing"),
    (#""certificate": "ca.pem", "key": "encrypted.pem""#, "the private key is encrypted, expected its \"keyPassword\""),
    (#""key": "key.pem""#, "\"key\" has no effect without \"certificate\", expected both or neither"),
    (#""minimumVersion": "1.1""#, "1:76: expected \"1.2\" or \"1.3\", found \"1.1\""),
    (#""pinnedPublicKeys": []"#, "the array is empty, expected at least one public key"),
    (
      #""pinnedPublicKeys": ["sha256//AAAA"]"#,
      "1:79: not a public key, expected \"sha256//\" and the Base64 of 32 bytes"
    ),
    (#""serverName": "a b""#, "1:72: not a host name"),
    (#""serverName": "a.example:8443""#, "1:72: not a host name"),
    (#""insecureSkipVerify": true"#, "1:58: unknown key \"insecureSkipVerify\""),
  ])
  func `invalid TLS options are refused at loading, with their place`(members: String, message: String) throws {
    let files = try Files()
    let error = #expect(throws: ConfigurationError.self) { try files.load(members) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test func `TLS for a service that is reached without it is refused`() throws {
    let files = try Files()
    let error = #expect(throws: ConfigurationError.self) {
      try files.load(#""caFile": "ca.pem""#, base: "http://a.example")
    }
    #expect(error?.issues.first?.message.contains("expected an https URL") == true)
    let text = #"{"service":"a","endpoints":[{"url":"http://a.example"}],"tls":{"minimumVersion":"1.3"}}"#
    let other = #expect(throws: ConfigurationError.self) { try ResourceConfiguration(json: text) }
    #expect(other?.issues.map { $0.message.contains("expected an https URL") } == [true])
  }

  /// Reports a fault for every key password and for every CA file.
  private struct Doubter: Transport {
    func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
      TransportResponse(status: 204)
    }

    let capabilities = TransportCapabilities(tlsCheck: { tls throws(TLSFault) in
      if tls.keyPassword != nil { throw TLSFault(.keyPassword, "opens nothing") }
      if tls.caFile != nil { throw TLSFault(.key, "is missing") }
    })
  }

  @Test func `faults found by the transport are reported at their places, all at once`() throws {
    let files = try Files()
    _ = try files.load(#""certificate": "both.pem""#)
    let path = files.folder.path
    let key = #""certificate": "\#(path)/ca.pem", "key": "\#(path)/encrypted.pem", "keyPassword": "hunter2""#
    let document = """
      { "defaults": { "tls": { "caFile": "\(path)/ca.pem" } }, "backendServices": [
        { "service": "a", "baseUrl": "https://a.example",
          "tls": { \(key) } },
        { "service": "b", "baseUrl": "https://b.example", "tls": { "serverName": "c.example" } } ] }
      """
    #expect(try ResourceConfiguration(json: document).services.count == 2)
    let error = #expect(throws: ConfigurationError.self) {
      try ResourceConfiguration(json: document, checkedBy: Doubter())
    }
    #expect(error?.issues.map(\.line) == [1, 3])
    #expect(error?.issues.map(\.message) == [#""key" is missing"#, #""keyPassword" opens nothing"#])
    #expect(error?.description.contains("hunter2") == false)
  }

  @Test func `an inner setting of TLS replaces an outer one as a whole`() {
    let outer = ConnectionOptions(tls: TLSOptions(caFile: "a", certificate: "b"))
    let inner = ConnectionOptions(tls: TLSOptions(caFile: "c"))
    #expect(inner.merging(outer) == inner)
    #expect(ConnectionOptions().merging(outer) == outer)
  }
}
