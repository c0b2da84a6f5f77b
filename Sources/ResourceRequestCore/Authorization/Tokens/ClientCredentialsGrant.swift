// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// Fetches tokens by the client credentials grant (RFC 6749 §4.4).
struct ClientCredentialsGrant: TokenProvider {
  let credentials: ClientCredentials
  /// The token endpoint; `nil` for a service whose configuration, made in code, does not set it.
  let tokenURL: ResourceURL?
  let exchange: AuthorizationExchange

  func token(for scope: TokenScope, context: CallContext) async throws -> AccessToken {
    guard let tokenURL else {
      throw TransportFailure(unsent: .tokenRefused, "the service's credentials have no token URL; set tokenURL")
    }
    let (form, fields) = content(for: scope)
    let response = try await exchange.send(form: form, to: tokenURL, adding: fields, context)
    let secret = credentials.clientSecret.reveal()
    // All encodings of the secret that a server might echo.
    return try TokenReply.read(response, hiding: [secret, ClientCredentialsGrant.formEncoded(secret), pair])
  }

  /// Tells its tokens from others: a digest of all that a token depends on.
  func name(of scope: TokenScope) -> String {
    SHA256.hexadecimal(
      of: Principal.joined([
        tokenURL?.string ?? "", credentials.audience ?? "", credentials.clientID, credentials.clientSecret.reveal(),
        scope.description,
      ])
    )
  }

  /// The form and the fields of a token request.
  func content(for scope: TokenScope) -> (form: RequestParameters, fields: Headers) {
    var form: RequestParameters = ["grant_type": "client_credentials"]
    if !scope.isEmpty { form.append("scope", scope.description) }
    if let audience = credentials.audience { form.append("audience", audience) }
    let (own, fields) = identification
    form.append(contentsOf: own)
    return (form, fields)
  }

  /// The client authentication: in the form, or in header fields.
  var identification: (form: RequestParameters, fields: Headers) {
    switch credentials.authentication {
    case .basic: ([:], ["Authorization": "Basic " + pair])
    case .post:
      (["client_id": .init(credentials.clientID), "client_secret": .init(credentials.clientSecret.reveal())], [:])
    }
  }

  /// Id and secret for Basic: form-encoded, so that a colon in either differs from the separator (RFC 6749 §2.3.1).
  private var pair: String {
    let text = [credentials.clientID, credentials.clientSecret.reveal()].map(ClientCredentialsGrant.formEncoded)
    return Data(text.joined(separator: ":").utf8).base64EncodedString()
  }

  static func formEncoded(_ text: String) -> String {
    PercentEncoding.encode(text, allowing: .unreserved, plusForSpace: true)
  }
}
