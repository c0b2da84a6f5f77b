// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import Testing

@testable import ResourceRequestSigning

/// The signatures of Amazon's signing test suite (Fixtures/README.md).
@Suite(.timeLimit(.minutes(2)))
struct AWSVectorTests {
  struct Vector: Decodable, CustomTestStringConvertible {
    let name: String
    let normalize: Bool
    let signBody: Bool
    let accessKey: String
    let secretKey: String
    let sessionToken: String?
    let region: String
    let service: String
    let timestamp: String
    let request: String
    let canonicalRequest: String
    let stringToSign: String
    let authorization: String

    var testDescription: String { name }

    static let all: [Vector] = {
      let file = Bundle.module.url(forResource: "Fixtures/aws-signing-test-suite/v4", withExtension: "json")
      return file.flatMap { try? JSONDecoder().decode([Vector].self, from: Data(contentsOf: $0)) } ?? []
    }()
  }

  @Test func `there are 38 of them`() {
    #expect(Vector.all.count == 38)
  }

  @Test(arguments: Vector.all) func `the canonical request, the text to sign and the field are theirs`(
    _ vector: Vector
  ) throws {
    let message = vector.request.replacingOccurrences(of: "\r\n", with: "\n")
    let parts = message.components(separatedBy: "\n\n")
    // A line that begins with a space goes on with the field before it.
    let lines = parts[0].replacingOccurrences(of: "\n ", with: " ").components(separatedBy: "\n")
    let line = try #require(lines.first)
    let method = try #require(line.components(separatedBy: " ").first)
    let target = line.dropFirst(method.count + 1).dropLast(" HTTP/1.1".count)
    let pieces = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var fields = Headers()
    for line in lines.dropFirst() where !line.isEmpty {
      let field = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      fields.append(String(field[0]), String(field[1]))
    }
    let body = parts.count > 1 ? parts[1] : ""
    let date = try #require(ISO8601DateFormatter().date(from: vector.timestamp))
    let signature = AWSSignatureVersion4(region: vector.region, service: vector.service, date: date)
    fields["X-Amz-Date"] = signature.time
    if let token = vector.sessionToken { fields["X-Amz-Security-Token"] = token }
    let digest = SHA256.hexadecimal(of: body)
    if vector.signBody { fields["X-Amz-Content-Sha256"] = digest }
    let canonical = AWSCanonicalRequest(
      method: method,
      // As it is sent: the suite has bytes that no request line may have.
      path: PercentEncoding.encode(
        String(pieces[0]),
        allowing: ByteSet("/ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
      ),
      query: pieces.count > 1 ? String(pieces[1]) : nil,
      fields: fields,
      payload: digest,
      .init(isNormalized: vector.normalize, isEncodedTwice: false)
    )
    #expect(canonical.text == vector.canonicalRequest)
    #expect(signature.textToSign(canonical) == vector.stringToSign)
    let credentials = AWSCredentials(accessKey: vector.accessKey, secretKey: Secret(vector.secretKey))
    #expect(signature.authorization(canonical, credentials) == vector.authorization)
  }
}
