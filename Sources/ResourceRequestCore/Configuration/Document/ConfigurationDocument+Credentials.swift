// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ConfigurationDocument {
  /// The shape of a service's `auth`.
  static let credential = union(oauth2: serviceOAuth2)
  /// The shape of the gateway's `auth`, which has a token endpoint of its own.
  static let gatewayCredential = union(oauth2: gatewayOAuth2)

  private static func union(oauth2: ValueShape<ServiceCredential>) -> ValueShape<ServiceCredential> {
    UnionShape<ServiceCredential>(
      tag: "type",
      cases: [("basic", basic), ("digest", digest), ("apikey", apiKey), ("bearer", bearer), ("oauth2", oauth2)]
    ).value
  }

  /// A credential that may be incomplete.
  struct CredentialDraft: Sendable {
    var type: String?
    var name: String?
    var policy: ServiceCredential.APIKeyPolicy?
    var secret: Secret?
    var tokenFile: String?
    var firstRequest: DigestFirstRequest?
  }

  private static let basic = ObjectShape<CredentialDraft>(
    "basicAuth",
    "User name and password, as Authorization: Basic."
  ).with([
    tag("basic"),
    ObjectMember("credential", isRequired: true, userAndPassword, "User name and password."),
  ]).value(startingFrom: CredentialDraft()).map { draft, _, _ -> ServiceCredential? in
    guard let name = draft.name, let password = draft.secret else { return nil }
    return .basic(username: name, password: password)
  }

  private static let digest = ObjectShape<CredentialDraft>(
    "digestAuth",
    "User name and password for HTTP Digest: the server gets a hash, after it asks."
  ).with([
    tag("digest"),
    ObjectMember("credential", isRequired: true, userAndPassword, "User name and password."),
    ObjectMember("firstRequest", \.firstRequest, .word, standard: "whole")
      .about(
        "How a request with a body goes out before the server has asked: whole, with an empty body, or with Expect."
      ),
  ]).value(startingFrom: CredentialDraft()).map { draft, _, _ -> ServiceCredential? in
    guard let name = draft.name, let password = draft.secret else { return nil }
    return .digest(username: name, password: password, firstRequest: draft.firstRequest ?? .whole)
  }

  private static let userAndPassword = ObjectShape<CredentialDraft>("basicCredential", "User name and password.").with([
    ObjectMember("username", \.name, userName, isRequired: true, "The user, without a colon.").example("ann"),
    ObjectMember("password", \.secret, .secret, isRequired: true, "The password of the user.").example(
      "${env:SHOP_PASSWORD}"
    ),
  ])

  private static let apiKey = ObjectShape<CredentialDraft>("apiKeyAuth", "An API key.").with([
    tag("apikey"),
    ObjectMember("credential", isRequired: true, keyAndName, "The key, its name and its place."),
  ]).value(startingFrom: CredentialDraft()).map { draft, node, reading -> ServiceCredential? in
    let name = draft.name ?? "apikey"
    let policy = draft.policy ?? .basic
    // A reference that is not resolved may have any value.
    let credential = node.value(of: "credential")?.members
    let isKnown = draft.policy != nil || credential?.contains { $0.key == "policy" } != true
    if isKnown, let fault = fault(ofKeyNamed: name, policy) { reading.report(fault, at: node) }
    guard let key = draft.secret else { return nil }
    return .apiKey(key, name: name, policy: policy)
  }

  private static let keyAndName = ObjectShape<CredentialDraft>(
    "apiKeyCredential",
    "An API key, its name and its place."
  ).with([
    ObjectMember("apikey", \.secret, .secret, isRequired: true, "The key.").example("${env:MAPS_KEY}"),
    ObjectMember("policy", \.policy, .word, standard: "basic")
      .about(
        "The place of the key: the password of Authorization: Basic with the name as user, a header, or the query."
      ),
    ObjectMember("name", \.name, plainText, standard: "apikey")
      .about("The name of the user, header or query item that carries the key.").example("X-API-Key"),
  ]).obeying(
    .schema([
      "if": ["required": ["policy", "name"], "properties": ["policy": ["const": "header"]]],
      "then": ["properties": ["name": .object(headerKeyName.body)]],
    ]),
    .schema([
      "if": ["required": ["name"], "properties": ["policy": ["const": "basic"]]],
      "then": ["properties": ["name": .object(userNameSchema.body)]],
    ])
  )

  /// The name of a header that an API key may use.
  private static let headerKeyName = SchemaPart.fieldName(except: ["host"])

  private static let userNameSchema = SchemaPart.text(
    pattern: "^((?!:)\(TextPattern.sendable))*$",
    expected: "a user name without a colon"
  )

  /// A bearer token is one word (RFC 6750 §2.1); servers would truncate or misread anything else.
  private static let bearerToken = ValueShape<Secret>.someSecret.map { token, node, reading -> Secret? in
    if token.reveal().utf8.contains(where: { $0 == 0x20 || $0 == 0x09 }) {
      reading.report(
        "a token contains no spaces (RFC 6750 §2.1), expected the token alone, without \"Bearer\"",
        at: node
      )
    }
    return token
  }.described(
    by: .text(
      pattern: "^((?![ \\t])\(TextPattern.sendable))+$",
      expected: "the token alone, without \"Bearer\" and spaces"
    )
  )

  private static let bearer = ObjectShape<CredentialDraft>(
    "bearerAuth",
    "A token as Authorization: Bearer: a fixed one, or one in a file that another program keeps current."
  ).with([
    tag("bearer"),
    ObjectMember("token", \.secret, bearerToken, "The token alone, without \"Bearer\".")
      .example("${env:PARTNER_TOKEN}"),
    ObjectMember("tokenFile", \.tokenFile, plainText)
      .about("The file with the token, read again when it changes; a relative path starts from the document's folder.")
      .example("/var/run/secrets/token"),
  ]).obeying(.one(["token", "tokenFile"])).value(startingFrom: CredentialDraft()).map {
    draft,
    _,
    reading -> ServiceCredential? in
    switch (draft.secret, draft.tokenFile) {
    case (let token?, nil): .bearer(token)
    case (nil, let path?): .bearer(file: reading.sources.path(path))
    default: nil
    }
  }

  static let plainText = ValueShape<ConfiguredText>.someText.map { text, node, reading -> String? in
    reading.reportControlCharacters(in: text.text, at: node)
    return text.text
  }.described(by: .sendable(atLeast: 1))

  static let userName = ValueShape<ConfiguredText>.text.map { text, node, reading -> String? in
    reading.reportControlCharacters(in: text.text, at: node)
    if text.text.utf8.contains(UInt8(ascii: ":")) {
      reading.report(
        "a user name with a colon cannot be told from its password (RFC 7617 §2), expected one without",
        at: node
      )
    }
    return text.text
  }.described(by: userNameSchema)

  /// The fault of an API key's name for its policy.
  private static func fault(ofKeyNamed name: String, _ policy: ServiceCredential.APIKeyPolicy) -> String? {
    switch policy {
    case .basic where name.utf8.contains(UInt8(ascii: ":")):
      "the \"name\" of the key has a colon, which cannot be told from the password's (RFC 7617 §2), expected one without, "
        + "or another \"policy\""
    case .header where HeaderFieldRules.violation(name: name, value: "") != nil:
      "the \"name\" of the key cannot be the name of a header, expected letters, digits and \"-\""
    case .header where FramingFields.remedy(for: name) != nil || FieldCharacters.equalNames(name, "host"):
      "the \"name\" of the key is a header that cannot be set here, expected another, such as \"X-API-Key\""
    default:
      nil
    }
  }

  /// The key that selects the kind of credential.
  static func tag<Whole>(_ word: String) -> ObjectMember<Whole> {
    ObjectMember(
      "type",
      SchemaPart(body: ["const": .string(word)], examples: [.string(word)]),
      isRequired: true,
      setting: ["type"],
      "The kind of credential."
    ) { _, _, _ in }
  }
}

extension ObjectMember where Whole == ConfigurationDocument.CredentialDraft {
  /// The key whose members are the credential's.
  fileprivate init(_ name: String, isRequired: Bool, _ shape: ObjectShape<Whole>, _ summary: String) {
    self.init(name, shape.schema, isRequired: isRequired, setting: [], summary) { node, reading, whole in
      shape.read(node, &reading, into: &whole)
    }
  }
}
