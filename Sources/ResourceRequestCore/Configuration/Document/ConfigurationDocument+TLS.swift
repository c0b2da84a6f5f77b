// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ConfigurationDocument {
  /// The shape of `tls`.
  static let tls = ObjectShape<TLSDraft>(
    "tls",
    "TLS options. Files are in PEM; relative paths start from the document's folder."
  ).with([
    ObjectMember("caFile", \.authorities, .pemFile(of: .certificates))
      .about("Trusted authorities, which replace the system's.").example("authority.pem").risk(.trustsMore, .change),
    ObjectMember("caDirectory", \.options.caDirectory, .authorityDirectory)
      .about("A directory of trusted authorities (openssl rehash), which replaces the system's.")
      .example("/etc/ssl/certs").risk(.trustsMore, .change),
    ObjectMember("certificate", \.certificate, .pemFile(of: .certificates))
      .about("The client certificate, followed by its intermediates.").example("client.pem"),
    ObjectMember("key", \.key, .pemFile(of: .privateKey))
      .about("The private key of the client certificate, unless the certificate's file has it.")
      .example("client.key"),
    ObjectMember("keyPassword", \.options.keyPassword, .secret, "The password of the private key.")
      .example("${env:KEY_PASSWORD}"),
    ObjectMember("minimumVersion", \.options.minimumVersion, .word, standard: "1.2", "The minimum TLS version.")
      .risk(.trustsMore, .less(noneIsLeast: true)),
    ObjectMember("pinnedPublicKeys", \.pins, pins)
      .about("SHA-256 digests of public keys (\"sha256//…\"); the server must have one of them on every connection.")
      .risk(.trustsMore, .wider(noneIsMost: true)),
    ObjectMember("serverName", \.options.serverName, serverName)
      .about("The server name for SNI and certificate verification, if it is not the URL's host.")
      .risk(.trustsMore, .other),
    ObjectMember("closeNotify", \.options.closeNotify, .word, standard: "required")
      .about("Whether a body delimited by the end of the connection needs TLS close_notify to be complete.")
      .risk(.trustsMore, .word("optional")),
  ]).obeying(.apart("caFile", "caDirectory"), .needs("key", "certificate")).value(startingFrom: TLSDraft()).map {
    draft,
    node,
    reading -> TLSOptions? in draft.whole(node, &reading)
  }
  .written { .object($0.redactedMembers) }

  /// TLS options that may not fit together.
  struct TLSDraft: Sendable {
    var options = TLSOptions()
    var authorities: PEMFile?
    var certificate: PEMFile?
    var key: PEMFile?
    var pins: [PublicKeyPin]?

    /// The options if the parts fit together; reports it if they do not.
    fileprivate func whole(_ node: PositionedJSON, _ reading: inout DocumentReading) -> TLSOptions {
      var options = options
      options.caFile = authorities?.path
      options.certificate = certificate?.path
      options.key = key?.path
      options.pinnedPublicKeys = pins ?? []
      func has(_ key: String) -> Bool { node.members?.contains { $0.key == key } ?? false }
      if let certificate, !has("key"), !certificate.text.hasPrivateKey {
        reading.report(
          "the key of the \"certificate\" is missing, expected it as \"key\" or in the same file",
          at: node
        )
      }
      let keyFile = key ?? certificate
      if let keyFile, keyFile.text.hasEncryptedKey, !has("keyPassword") {
        reading.report("the private key is encrypted, expected its \"keyPassword\"", at: node)
      }
      tryOut(options, node, &reading)
      return options
    }

    /// Lets the transport load options that passed all other checks.
    private func tryOut(_ options: TLSOptions, _ node: PositionedJSON, _ reading: inout DocumentReading) {
      guard let transport = reading.transport, !reading.findings.contains(where: { node.range.contains($0.offset) })
      else { return }
      do throws(TLSFault) { try transport.capabilities.check(options) } catch {
        let key = error.option.rawValue
        reading.report("\"\(key)\" \(error.reason)", at: node.value(of: key) ?? node)
      }
    }
  }

  private static let serverName = ValueShape<ConfiguredText>.someText.map { text, node, reading -> String? in
    if let host = try? ResourceURL("https://\(text.text)/").origin, host.description == "https://\(host.host)",
      host.host.utf8.count == text.text.utf8.count
    {
      return host.host
    }
    return reading.refuse("not a host name, expected one such as \"api.example\"", at: node)
  }.described(
    by: .text(
      pattern: "^\(TextPattern.host)$",
      expected: "a host name, such as \"api.example\"",
      examples: "api.example"
    )
  )

  private static let pins: ValueShape<[PublicKeyPin]> = {
    let pin = SchemaPart.text(
      pattern: "^sha256//[A-Za-z0-9+/]{43}=$",
      expected: "\"sha256//\" and the Base64 of 32 bytes",
      examples: "sha256//AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="
    )
    return ValueShape(.array(of: pin, atLeast: 1)) { node, reading in
      guard let elements = reading.expect(node.elements, "an array of public keys", at: node) else { return nil }
      if elements.isEmpty { reading.report("the array is empty, expected at least one public key", at: node) }
      return elements.compactMap { element in
        guard let text = ValueShape<ConfiguredText>.text.read(element, &reading) else { return nil }
        return PublicKeyPin(text.text)
          ?? reading.refuse("not a public key, expected \"sha256//\" and the Base64 of 32 bytes", at: element)
      }
    }
  }()
}

extension TLSOptions {
  /// The options as members of a document, without secrets; those that only code sets are shown too.
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
