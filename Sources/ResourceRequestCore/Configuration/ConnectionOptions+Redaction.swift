// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ConnectionOptions {
  /// The options as members of a document, without secrets.
  var redactedMembers: JSON.Object {
    var object: JSON.Object = [:]
    if let tls { object["tls"] = .object(tls.redactedMembers) }
    if let unixSocket { object["unixSocket"] = .string(unixSocket) }
    if let proxy { object["proxy"] = proxy.redacted }
    if !fixedAddresses.isEmpty {
      object["resolve"] = .object(
        JSON.Object(fixedAddresses.map { ("\($0.host):\($0.port)", .array($0.addresses.map { .string($0) })) })
      )
    }
    if let nameCacheTime { object["nameCacheTime"] = .string(AmountText.text(nameCacheTime)) }
    if let addresses { object["addresses"] = addresses.asConfigured }
    if let idleTime { object["idleConnectionTime"] = .string(AmountText.text(idleTime)) }
    return object
  }
}

extension TLSOptions {
  fileprivate var redactedMembers: JSON.Object {
    let texts: [(String, String?)] = [
      ("caFile", caFile), ("caDirectory", caDirectory), ("certificate", certificate), ("key", key),
      ("caPEM", caPEM.map { _ in Redaction.mark }), ("certificatePEM", certificatePEM?.description),
      ("keyPEM", keyPEM?.description),
      ("keyPassword", keyPassword?.description), ("minimumVersion", minimumVersion?.rawValue),
    ]
    var object = JSON.Object(texts.compactMap { name, text in text.map { (name, .string($0)) } })
    if !pinnedPublicKeys.isEmpty {
      object["pinnedPublicKeys"] = .array(pinnedPublicKeys.map { .string($0.description) })
    }
    if let serverName { object["serverName"] = .string(serverName) }
    if let closeNotify { object["closeNotify"] = .string(closeNotify.rawValue) }
    if skipsVerification { object["skipsVerification"] = true }
    return object
  }
}

extension ProxyRules {
  /// A single proxy as it was written; the environment's by scheme, since they are not written in the document.
  fileprivate var redacted: JSON {
    guard let any = http ?? https else { return "none" }
    guard http == https else { return "environment" }
    let texts: [(String, String?)] = [
      ("url", any.url), ("username", any.username), ("password", any.password?.description),
      ("login", any.login == .basic ? nil : any.login.rawValue),
      ("tunnel", any.tunnel == .https ? nil : any.tunnel.rawValue),
      ("noProxy", exceptions.description.isEmpty ? nil : exceptions.description),
    ]
    return .object(JSON.Object(texts.compactMap { name, text in text.map { (name, .string($0)) } }))
  }
}
