// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore
import ResourceRequestPlatform

/// Signs the requests of services by HTTP Message Signatures (RFC 9421), with keys of its own in the configuration.
///
/// ```json
/// "signature": { "keyId": "client-1", "algorithm": "ed25519", "key": "${file:/run/secrets/client-1.pem}",
///                "components": ["@method", "@target-uri", "content-digest"] }
/// ```
///
/// Each attempt is signed anew, with the time of the client's clock. If the signature covers `content-digest`, a
/// request with a body gets that field (RFC 9530), and one without a body is signed without it. A request that lacks
/// another component fails. A place without `keyId` is left alone, as are absolute URLs.
public struct MessageSignature: ServiceFeature {
  /// `signature`.
  public let key = "signature"
  /// What it does.
  public let summary = "Requests are signed by HTTP Message Signatures (RFC 9421)."

  private let keyID = Setting.text("keyId", "The identifier of the key, which is sent.")
  private let algorithm = Setting.word("algorithm", of: SignatureAlgorithm.self, "The algorithm.").default(.hmacSHA256)
  private let signingKey = Setting.secret("key", "The shared key in base64, or the private key as PEM.", isSent: false)
  private let components = Setting.texts("components", "What the signature covers.")
    .default(["@method", "@target-uri", "content-digest"])
  private let label = Setting.text("label", "The name of the signature among those of a request.").default("sig1")
  private let tag = Setting.text("tag", "What the signature is for, as both sides agreed.")
  private let expires = Setting.time("expires", "How long the signature holds; not sent where nothing is said.")
  private let nonce = Setting.flag("nonce", "Whether each signature has a random value of its own.").default(false)
  private let alg = Setting.flag("alg", "Whether the algorithm is sent.").default(false)

  /// Its settings.
  public var settings: FeatureSettings {
    FeatureSettings(keyID, algorithm, signingKey, components, label, tag, expires, nonce, alg)
  }

  /// Creates the feature.
  public init() {}

  /// What is missing for signatures, or cannot be signed.
  public func faults(at site: FeatureSite) -> [String] {
    guard let keyID = site[keyID] else {
      // The gateway may have the key for the services behind it.
      let isForgotten = !site.isGateway && site[signingKey] != nil
      return isForgotten ? ["\"signature\" has a \"key\" and no \"keyId\", expected one"] : []
    }
    var faults: [String] = []
    if site[signingKey] == nil { faults.append("\"signature\" has a \"keyId\" and no \"key\", expected one") }
    for (name, text) in [("keyId", keyID), ("tag", site[tag] ?? "")]
    where !text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
      faults.append("\"\(name)\" of \"signature\" has letters outside of ASCII, expected none")
    }
    if !Self.isLabel(site[label]) {
      faults.append(
        "\"label\" of \"signature\" is no key of a field, expected lower-case letters, digits, \"_\", \"-\", \".\""
      )
    }
    var known: Set<SignatureComponent> = []
    for text in site[components] {
      var fault: String?
      do throws(SignatureComponent.Invalid) {
        let component = try SignatureComponent(parsing: text)
        let isKnown = !known.insert(component).inserted
        fault = isKnown ? "\(component.identifier) stands there twice, expected each once" : component.refusal
      } catch {
        fault = error.reason
      }
      if let fault { faults.append("\"components\" of \"signature\": \(fault)") }
    }
    if faults.isEmpty, known.allSatisfy(\.isOfBody) {
      faults.append(
        "\"components\" of \"signature\" cover nothing of a request without a body, expected another beside "
          + "\"content-digest\""
      )
    }
    if let expires = site[expires], expires < .seconds(1) {
      faults.append("\"expires\" of \"signature\" is less than a second, expected \"1s\" or more")
    }
    return faults
  }

  /// The middleware that signs each attempt.
  public func middleware(at site: FeatureSite) -> MiddlewareStations {
    guard let keyID = site[keyID], let origin = site.origin else { return MiddlewareStations() }
    if let fault = faults(at: site).first { return MiddlewareStations(attempt: [UnsignedRequests(reason: fault)]) }
    // "none" is centuries.
    let lifetime = site[expires].flatMap { $0 < .seconds(1_000_000_000) ? $0.components.seconds : nil }
    let signing = MessageSigning(
      origin: origin,
      label: site[label],
      components: site[components].compactMap { try? SignatureComponent(parsing: $0) },
      key: SignatureKey(site[algorithm], site[signingKey] ?? ""),
      keyID: keyID,
      algorithm: site[alg] ? site[algorithm].rawValue : nil,
      tag: site[tag],
      lifetime: lifetime,
      hasNonce: site[nonce]
    )
    return MiddlewareStations(attempt: [signing])
  }

  /// Whether a text is the key of a dictionary (RFC 9651 §3.2).
  private static func isLabel(_ text: String) -> Bool {
    let isLower: (UInt8) -> Bool = { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    return text.utf8.first.map { isLower($0) || $0 == UInt8(ascii: "*") } == true
      && text.utf8.allSatisfy {
        isLower($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "_-.*".utf8.contains($0)
      }
  }
}

/// Signs each attempt.
private struct MessageSigning: Middleware {
  let origin: Origin
  let label: String
  let components: [SignatureComponent]
  let key: SignatureKey
  let keyID: String
  let algorithm: String?
  let tag: String?
  /// In seconds.
  let lifetime: Int64?
  let hasNonce: Bool

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    guard request.isSigned(for: origin) else { return try await next(request, context: context) }
    var request = request
    let covered = components.filter { request.body != nil || !$0.isOfBody }
    if request.body != nil, !request.headers.contains("Content-Digest"), covered.contains(where: \.isOfBody) {
      let digest = try await request.bodyDigest(orElse: "leave \"content-digest\" out of \"components\"")
      request.headers["Content-Digest"] = "sha-256=:\(Data(digest).base64EncodedString()):"
    }
    let created = context.clock.date.wholeSeconds
    let parameters = SignatureBase.Parameters(
      created: created,
      expires: lifetime.map { created + $0 },
      keyID: keyID,
      nonce: hasNonce ? nonce(context) : nil,
      algorithm: algorithm,
      tag: tag
    )
    let base: SignatureBase
    do throws(SignatureBase.Uncoverable) { base = try SignatureBase(request, covered, parameters) } catch {
      throw TransportFailure(code: .invalidHeader, message: error.reason, phase: .queued)
    }
    guard !Self.isSigned(as: label, in: request.headers) else {
      throw TransportFailure(
        code: .invalidHeader,
        message: "the request has a signature with the label \(label.debugDescription) already; configure another "
          + "\"label\", or leave out the field Signature-Input",
        phase: .queued
      )
    }
    do throws(SignatureKey.Invalid) {
      let signature = try key.sign(Array(base.text.utf8))
      request.headers.append("Signature-Input", "\(label)=\(base.input)")
      request.headers.append("Signature", "\(label)=:\(Data(signature).base64EncodedString()):")
    } catch {
      throw TransportFailure(code: .invalidCredentials, message: error.reason, phase: .queued)
    }
    return try await next(request, context: context)
  }

  /// Whether a request has a signature of this label: a member of a dictionary (RFC 9651 §3.2), outside of quotes.
  private static func isSigned(as label: String, in headers: Headers) -> Bool {
    headers.values(for: "Signature-Input").contains { field in
      var isQuoted = false
      var isEscaped = false
      let members = field.utf8.split { byte in
        defer { isEscaped = isQuoted && !isEscaped && byte == UInt8(ascii: "\\") }
        if !isEscaped, byte == UInt8(ascii: "\"") { isQuoted.toggle() }
        return !isQuoted && byte == UInt8(ascii: ",")
      }
      return members.contains { member in
        let (name, value) = Substring(member).trimmingBlanks().cut(atByte: "=")
        return value != nil && name.hasSameBytes(as: label)
      }
    }
  }

  private func nonce(_ context: CallContext) -> String {
    let bits = [context.environment.randomBits(), context.environment.randomBits()]
    return bits.flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } }.hexadecimal
  }
}
