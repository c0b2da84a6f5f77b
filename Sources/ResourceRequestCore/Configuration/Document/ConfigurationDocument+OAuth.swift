// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ConfigurationDocument {
  static let serviceOAuth2 = oauth2(
    "oauth2Auth",
    "Tokens from a token endpoint (OAuth 2.0 client credentials), fetched when needed and kept until they expire.",
    ObjectMember("tokenUrl", \.tokenURL, .baseURL, isRequired: true, "The token endpoint.")
      .example("https://issuer.example/token"),
    scope: "Space-separated OAuth scopes."
  )

  static let gatewayOAuth2 = oauth2(
    "gatewayOAuth2Auth",
    "Tokens for a confidential client of the gateway (OAuth 2.0 client credentials), for the scopes its resources ask for.",
    ObjectMember("tokenUrl", \.tokenURL, .baseURL)
      .about("The token endpoint; the default is the gateway's own, /api/az/v1/token.")
      .example("https://issuer.example/token"),
    scope:
      "Space-separated OAuth scopes to obtain a token for before the first request; without them the gateway's challenge names the scopes."
  )

  private static func oauth2(
    _ name: String,
    _ summary: String,
    _ tokenURL: ObjectMember<ClientCredentials>,
    scope: String
  ) -> ValueShape<ServiceCredential> {
    ObjectShape<ClientCredentials>(name, summary).with([
      tag("oauth2"),
      tokenURL,
      ObjectMember("clientId", to: \.clientID, plainText, isRequired: true, "The client identifier.").example("shop"),
      ObjectMember("clientSecret", to: \.clientSecret, .someSecret, isRequired: true, "The client secret.")
        .example("${env:SHOP_SECRET}"),
      ObjectMember("scope", to: \.scope, scopes, scope).example("orders.read orders.write"),
      ObjectMember("audience", \.audience, plainText)
        .about("The audience of the tokens, for token endpoints that ask for one.").example("https://orders.example"),
      ObjectMember("clientAuthentication", to: \.authentication, .word, standard: "basic")
        .about("How the client authenticates: by Authorization: Basic, or by form fields."),
      ObjectMember("introspectionUrl", \.introspectionURL, .baseURL)
        .about("The token introspection endpoint (RFC 7662); the gateway has its own.")
        .example("https://issuer.example/introspect"),
    ]).value(startingFrom: ClientCredentials(clientID: "", clientSecret: ""))
      .map { credentials, _, _ -> ServiceCredential? in .oauth2(credentials) }
  }

  private static let scopes = plainText.map { text, _, _ -> TokenScope? in TokenScope(text) }
}
