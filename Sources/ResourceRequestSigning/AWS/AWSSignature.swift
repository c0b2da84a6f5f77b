// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

/// Signs the requests of services by AWS Signature Version 4, with keys of its own in the configuration.
///
/// ```json
/// "sigv4": { "service": "execute-api", "region": "eu-central-1",
///            "accessKey": "${env:AWS_ACCESS_KEY_ID}", "secretKey": "${env:AWS_SECRET_ACCESS_KEY}" }
/// ```
///
/// Each attempt is signed anew, with the time of the client's clock. The signature covers the method, the URL, the
/// body, and the header fields `Host`, `Content-Type`, those that begin with `X-Amz-`, and those named in `fields`. A
/// place without `service` is left alone, as are absolute URLs.
public struct AWSSignature: ServiceFeature {
  /// Returns the credentials for a service; called for each attempt, so keep those that are still valid.
  public typealias CredentialSource = @Sendable (_ service: String?) async throws -> AWSCredentials

  /// Whether the signature covers the body.
  public enum Payload: String, CaseIterable, Sendable {
    /// Its digest is signed; a body from a file is read once more for it.
    case signed
    /// Its place is taken by `UNSIGNED-PAYLOAD`, which services over TLS accept.
    case unsigned
  }

  /// `sigv4`.
  public let key = "sigv4"
  /// What it does.
  public let summary = "Requests are signed by AWS Signature Version 4."

  private let service = Setting.text(
    "service",
    "The name of the service in signatures, such as \"s3\" or \"execute-api\"."
  )
  private let region = Setting.text("region", "The region, such as \"eu-central-1\".").risky(.goesElsewhere)
  private let accessKey = Setting.secret("accessKey", "The identifier of the access key.")
  private let secretKey = Setting.secret("secretKey", "The secret access key; it is not sent.")
  private let sessionToken = Setting.secret("sessionToken", "The token of temporary credentials.").sent(
    in: AWSSignature.token
  )
  private let payload = Setting.word("payload", of: Payload.self, "Whether signatures cover the body.").default(.signed)
  private let fields = Setting.texts("fields", "Header fields to sign beside those that always are.")
  private let credentials: CredentialSource?

  /// Its settings.
  public var settings: FeatureSettings {
    FeatureSettings(service, region, accessKey, secretKey, sessionToken, payload, fields)
  }

  static let token = "X-Amz-Security-Token"

  /// Creates the feature.
  ///
  /// - Parameter credentials: gives the credentials, such as those of a role; without it the configuration does.
  public init(credentials: CredentialSource? = nil) {
    self.credentials = credentials
  }

  /// What is missing for signatures.
  public func faults(at site: FeatureSite) -> [String] {
    guard site[service] != nil else {
      // The gateway may have the keys for the services behind it.
      guard !site.isGateway, site[accessKey] != nil || site[secretKey] != nil else { return [] }
      return ["\"sigv4\" has a key and no \"service\", expected one"]
    }
    let isMissing = [
      ("region", site[region] == nil), ("accessKey", credentials == nil && site[accessKey] == nil),
      ("secretKey", credentials == nil && site[secretKey] == nil),
    ]
    let unknown = (site[fields] ?? []).compactMap { Self.refusal(ofField: $0.lowercasedASCII()) }
    return isMissing.filter(\.1).map { "\"sigv4\" has a \"service\" and no \"\($0.0)\", expected one" }
      + unknown.map { "\"fields\" of \"sigv4\": \($0)" }
  }

  private static func refusal(ofField name: String) -> String? {
    guard !name.isEmpty, name.utf8.allSatisfy(FieldCharacters.isToken) else {
      return "\(name.debugDescription) is no name of a field, expected one"
    }
    if name.hasSameBytes(as: "host") { return "the field host is signed in any case, expected it left out" }
    return SignatureComponent.refusal(ofField: name).map { _ in
      "the field \(name) is added after the signature, expected it left out"
    }
  }

  /// The middleware that signs each attempt.
  public func middleware(at site: FeatureSite) -> MiddlewareStations {
    guard let service = site[service], let origin = site.origin else { return MiddlewareStations() }
    if let fault = faults(at: site).first { return MiddlewareStations(attempt: [UnsignedRequests(reason: fault)]) }
    let name = site.service
    let (accessKey, secretKey, sessionToken) = (site[accessKey], site[secretKey], site[sessionToken])
    let signing = AWSSigning(
      origin: origin,
      region: site[region] ?? "",
      service: service,
      payload: site[payload],
      fields: Set((site[fields] ?? []).map { $0.lowercasedASCII() })
    ) { [credentials] context in
      do {
        if let credentials {
          return try await CallTime.spend(of: context, on: "there were credentials to sign with") {
            try await credentials(name)
          }
        }
      } catch {
        throw TransportFailure.whileSigning(error, .invalidCredentials, "there are no credentials to sign with")
      }
      // Revealed for each attempt, since they follow their files.
      guard let accessKey = accessKey?.reveal(), let secretKey else {
        throw TransportFailure(
          code: .invalidCredentials,
          message: "there are no credentials to sign with",
          phase: .queued
        )
      }
      return AWSCredentials(accessKey: accessKey, secretKey: secretKey, sessionToken: sessionToken)
    }
    return MiddlewareStations(attempt: [signing])
  }
}

/// Signs each attempt.
private struct AWSSigning: Middleware {
  let origin: Origin
  let region: String
  let service: String
  let payload: AWSSignature.Payload
  /// The names of further fields to sign, in lower case.
  let fields: Set<String>
  let credentials: @Sendable (CallContext) async throws -> AWSCredentials

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    guard request.isSigned(for: origin) else { return try await next(request, context: context) }
    try request.refuseAuthorization(beside: "sigv4")
    let credentials = try await credentials(context)
    var request = request
    if isOfObjects { try encodePath(of: &request) }
    let signature = AWSSignatureVersion4(region: region, service: service, date: context.clock.date)
    request.headers["X-Amz-Date"] = signature.time
    if let token = credentials.sessionToken { request.headers[AWSSignature.token] = token.reveal() }
    let digest =
      payload == .unsigned
      ? "UNSIGNED-PAYLOAD" : try await request.bodyDigest(orElse: "set \"payload\" to \"unsigned\"").hexadecimal
    // OpenSearch Serverless requires it, as the object stores do.
    if isOfObjects || payload == .unsigned || service.hasSameBytes(as: "aoss") {
      request.headers["X-Amz-Content-Sha256"] = digest
    }
    let canonical = AWSCanonicalRequest(
      method: request.method.name,
      path: request.url.path,
      query: request.url.query,
      fields: signedFields(of: request),
      payload: digest,
      isOfObjects ? .objects : .standard
    )
    request.headers["Authorization"] = signature.authorization(canonical, credentials)
    return try await next(request, context: context)
  }

  /// Whether it is S3, or one that has its rules.
  private var isOfObjects: Bool {
    ["s3", "s3express", "s3-object-lambda", "s3-outposts"].contains { service.hasSameBytes(as: $0) }
  }

  /// Encodes the name of an object in the one way in which it is signed, as it is sent then, too.
  private func encodePath(of request: inout ResolvedRequest) throws(TransportFailure) {
    let path = request.url.path.split(atByte: "/").map { segment in
      let renewed = PercentEncoding.renewed(segment)
      // Two dots that are encoded are a name, and others the folder above.
      return renewed.hasSameBytes(as: ".") || renewed.hasSameBytes(as: "..") ? String(segment) : renewed
    }.joined(separator: "/")
    guard !path.hasSameBytes(as: request.url.path) else { return }
    do throws(ResourceURL.Invalid) { request.url = try request.url.encodingPath(as: path) } catch {
      throw TransportFailure(code: .invalidURL, message: "the path cannot be signed: \(error.reason)", phase: .queued)
    }
  }

  private func signedFields(of request: ResolvedRequest) -> Headers {
    var signed: Headers = ["Host": request.authority]
    for field in request.headers {
      let name = field.name.lowercasedASCII()
      if name.hasSameBytes(as: "content-type") || name.begins(withBytesOf: "x-amz-") || fields.contains(name),
        !name.hasSameBytes(as: "host")
      {
        signed.append(name, field.value)
      }
    }
    return signed
  }
}
