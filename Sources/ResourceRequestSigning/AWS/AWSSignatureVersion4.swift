// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

/// The signature of a request by AWS Signature Version 4.
///
/// Pure.
struct AWSSignatureVersion4 {
  let region: String
  let service: String
  /// The time of the signature.
  let date: Date

  /// `yyyyMMddTHHmmssZ`, as `X-Amz-Date` has it.
  var time: String { "\(day)T\(digits.suffix(6))Z" }

  private var day: String { String(digits.dropLast(6)) }

  /// `yyyyMMddHHmmss`.
  private var digits: String { CivilTime(secondsSince1970: date.wholeSeconds).compact }

  private var scope: String { "\(day)/\(region)/\(service)/aws4_request" }

  /// What is signed of a request.
  func textToSign(_ request: AWSCanonicalRequest) -> String {
    "AWS4-HMAC-SHA256\n\(time)\n\(scope)\n\(SHA256.hexadecimal(of: request.text))"
  }

  /// The value of `Authorization` for a request.
  func authorization(_ request: AWSCanonicalRequest, _ credentials: AWSCredentials) -> String {
    let key = [day, region, service, "aws4_request"].reduce(Array("AWS4\(credentials.secretKey.reveal())".utf8)) {
      HMAC.code(of: Array($1.utf8), key: $0)
    }
    let signature = HMAC.code(of: Array(textToSign(request).utf8), key: key).hexadecimal
    return "AWS4-HMAC-SHA256 Credential=\(credentials.accessKey)/\(scope), SignedHeaders=\(request.signedNames), "
      + "Signature=\(signature)"
  }
}
