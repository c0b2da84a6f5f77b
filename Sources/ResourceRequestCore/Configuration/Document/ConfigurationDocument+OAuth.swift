// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ConfigurationDocument {
  /// OAuth credentials before they are known to be whole.
  struct OAuthDraft: Sendable {
    var tokenURL: ResourceURL?
    var clientID: String?
    var clientSecret: Secret?
    var scope: String?
    var audience: String?
    var authentication: ClientCredentials.Authentication?
    var introspectionURL: ResourceURL?
  }

  static let serviceOAuth2 = oauth2(
    "oauth2Auth",
    "Tokens from a token endpoint (OAuth 2.0 client credentials), fetched when needed and kept until they end.",
    ObjectMember("tokenUrl", \.tokenURL, .baseURL, isRequired: true, "The token endpoint.")
      .example("https://issuer.example/token"),
    scope: "What the tokens are to be good for: words with blanks between them."
  )

  static let gatewayOAuth2 = oauth2(
    "gatewayOAuth2Auth",
    "Tokens for a confidential client of the gateway (OAuth 2.0 client credentials), for the scopes its resources ask for.",
    ObjectMember(
      "tokenUrl",
      \.tokenURL,
      .baseURL,
      "The token endpoint; the gateway's own, /api/az/v1/token, unless given."
    ).example("https://issuer.example/token"),
    scope: "What a token is obtained for ahead of a resource's first request; without it the resource is asked first."
  )

  private static func oauth2(
    _ name: String,
    _ summary: String,
    _ tokenURL: ObjectMember<OAuthDraft>,
    scope: String
  ) -> ValueShape<ServiceCredential> {
    ObjectShape<OAuthDraft>(
      name,
      summary,
      [
        tag("oauth2"),
        tokenURL,
        ObjectMember("clientId", \.clientID, plainText, isRequired: true, "The name of the program.").example("shop"),
        ObjectMember("clientSecret", \.clientSecret, .someSecret, isRequired: true, "The secret of the program.")
          .example("${env:SHOP_SECRET}"),
        ObjectMember("scope", \.scope, plainText, scope).example("orders.read orders.write"),
        ObjectMember(
          "audience",
          \.audience,
          plainText,
          "The service the tokens are for, where the endpoint asks for it."
        ).example("https://orders.example"),
        ObjectMember(
          "clientAuthentication",
          \.authentication,
          .word,
          standard: "basic",
          "How id and secret are sent: as Authorization: Basic, or as fields of the form."
        ),
        ObjectMember(
          "introspectionUrl",
          \.introspectionURL,
          .baseURL,
          "Where tokens can be asked about (RFC 7662); the gateway has an address of its own."
        ).example("https://issuer.example/introspect"),
      ]
    ).value(startingFrom: OAuthDraft()).map { draft, _, _ -> ServiceCredential? in
      guard let id = draft.clientID, let secret = draft.clientSecret else { return nil }
      return .oauth2(
        ClientCredentials(
          tokenURL: draft.tokenURL,
          clientID: id,
          clientSecret: secret,
          scope: TokenScope(draft.scope ?? ""),
          audience: draft.audience,
          authentication: draft.authentication ?? .basic,
          introspectionURL: draft.introspectionURL
        )
      )
    }
  }
}
