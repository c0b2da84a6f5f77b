// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit
import ResourceRequestSigning
import Testing

/// Signatures that botocore and http-message-signatures check (signed.py).
@Suite struct SignatureTests {
  private static let vocabulary = Vocabulary.standard + [AWSSignature(), MessageSignature()]

  private static func client(_ members: String) throws -> ResourceClient {
    let base = try Servers.variable("INTEROP_SIGNED")
    let json = #"{"backendServices": [{"service": "s", "baseUrl": "\#(base)", \#(members)}]}"#
    return ResourceClient(configuration: try ResourceConfiguration(json: json, vocabulary: vocabulary))
  }

  /// Requests whose targets and bodies signers have read differently.
  private static func requests(below path: String) -> [ResourceRequest] {
    [
      ResourceRequest(path, service: "s"),
      ResourceRequest(path + "/a%20b/~c/(d);e=1/%C3%BC?z=1&a=%2B%2F%3D&a=%20&A=0&empty=", service: "s"),
      ResourceRequest(
        path + "/{name}",
        service: "s",
        pathParameters: ["name": "ü/ß ?"],
        query: ["q": "a b+c", "p": "ü"]
      ),
      ResourceRequest(path, method: .post, service: "s", body: .json(["text": "ü"])),
      ResourceRequest(
        path,
        method: .put,
        service: "s",
        body: .data(Data((0..<70_000).map { UInt8(truncatingIfNeeded: $0) }))
      ),
      ResourceRequest(
        path,
        method: .post,
        service: "s",
        headers: ["X-Amz-Meta-Odd": "  two  spaces "],
        body: .form(["a": "b c"])
      ),
    ]
  }

  @Test(arguments: ["execute-api", "s3"]) func `botocore makes the same signatures`(for service: String) async throws {
    for payload in ["signed", "unsigned"] {
      let client = try Self.client(
        #""sigv4": {"service": "\#(service)", "region": "eu-central-1", "accessKey": "AKIDEXAMPLE", "#
          + #""secretKey": "s3cret-of-aws", "sessionToken": "issued+token/==", "payload": "\#(payload)"}"#
      )
      // Only S3 signs without a body there.
      for request in Self.requests(below: "aws") where payload == "signed" || service == "s3" {
        let response = try await client.send(request)
        #expect(response.status == 200, "\(request): \(response.text)")
      }
    }
  }

  @Test(arguments: SignatureAlgorithm.allCases) func `http-message-signatures accepts every algorithm`(
    _ algorithm: SignatureAlgorithm
  ) async throws {
    let keys = try Servers.variable("INTEROP_KEYS")
    let components = #"["@method", "@target-uri", "@authority", "@path", "@query", "user-agent", "content-digest"]"#
    let client = try Self.client(
      #""signature": {"keyId": "\#(algorithm.rawValue)", "algorithm": "\#(algorithm.rawValue)", "alg": true, "nonce": true, "#
        + #""key": "${file:\#(keys)/\#(algorithm.rawValue)}", "expires": "1m", "tag": "a \"b\"", "components": \#(components)}"#
    )
    for request in Self.requests(below: "message/" + algorithm.rawValue) {
      let response = try await client.send(request)
      #expect(response.status == 200, "\(request): \(response.text)")
    }
  }

  @Test func `a signature by another key is refused`() async throws {
    let other = try Self.client(#""signature": {"keyId": "hmac-sha256", "key": "b3RoZXI="}"#)
    #expect(try await other.send(ResourceRequest("message/hmac-sha256", service: "s")).status == 403)
  }
}
