// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension AuthorizationRoom {
  func explain(_ question: ExplanationQuestion, with kept: Kept, at site: Site, in draft: inout ExplanationDraft) {
    let authorizer = authorizer(kept, at: site)
    let explanation = CredentialExplanation(question: question, options: options, authorizer: authorizer)
    draft.add(explanation.facts, to: .credential)
    draft.credentialField = explanation.field
    let (destination, authorization) = (site.destination, question.resolved.authorization)
    guard authorization.usesCredentials else { return }
    if authorizer != nil { draft.extras.insert(.tokens) }
    let isDigest = if case .digest? = destination.credential?.kind { true } else { false }
    if isDigest || authorization.login != nil || options.credentialStore != nil
      || destination.isAtGateway && !options.gatewayChallengeHandlers.isEmpty
      || site.surroundings.proxyLogin != nil
    {
      draft.extras.insert(.logins)
    }
  }
}

/// The credential of a request: its kind, its source, its expiry.
private struct CredentialExplanation {
  typealias Fact = Explanation.Fact

  let question: ExplanationQuestion
  let options: AuthorizationOptions
  let authorizer: Authorizer?

  private var resolved: ResolvedRequest { question.resolved }
  private var destination: Destination { question.route.destination }

  /// Who asks for it, and where it comes from.
  var facts: [Fact] {
    guard resolved.authorization.usesCredentials else {
      let reason = question.request.usesCredentials ? "since a server sends TRACE back" : "as the request asks"
      return [Fact("kind", "none, \(reason)", .call)]
    }
    if question.request.headers.contains("Authorization") {
      return [Fact("kind", "the request's own Authorization field", .call)]
    }
    // Not its user name, which may itself be a token.
    if resolved.authorization.login != nil {
      return [Fact("kind", "the login of the URL, sent with the first request", .call)]
    }
    guard let base = destination.base, resolved.isAt(base.origin) else { return store }
    if let authorizer = authorizer { return tokens(of: authorizer) }
    return destination.credential.map { [configured($0)] } ?? store
  }

  private var store: [Fact] {
    guard options.credentialStore != nil else { return [Fact("kind", "none", .builtIn)] }
    return [Fact("kind", "a login from the client's store, where the server asks", .client)]
  }

  /// Where the credential was written.
  private var written: (layer: Explanation.Layer, place: String?) {
    guard !destination.isAtGateway else { return (.gateway, question.layers.place(["gateway", "auth"])?.description) }
    return (.service, question.layers.place(["services", destination.service ?? "", "auth"])?.description)
  }

  private func configured(_ credential: ServiceCredential) -> Fact {
    Fact("kind", CredentialExplanation.text(credential), written.layer, at: written.place)
  }

  private func tokens(of authorizer: Authorizer) -> [Fact] {
    var facts =
      destination.credential.map { [configured($0)] }
      ?? [Fact("kind", "tokens of the client's provider", .client)]
    let policy = authorizer.policy
    let resource = LearnedScopes.Resource(resolved)
    let learned = authorizer.learned[resource]
    guard let scope = (resolved.authorization.scope ?? learned ?? policy.unaskedScope).map(policy.key) else {
      facts.append(Fact("token", "none until the server asks for one"))
      return facts
    }
    let layer: Explanation.Layer? = resolved.authorization.scope != nil ? .call : learned == nil ? written.layer : nil
    facts.append(Fact("scope", scope.isEmpty ? "whatever is granted" : scope.description, layer))
    let now = question.clock.now
    let kept = authorizer.tokens.kept(at: now).first { $0.scope == scope }
    let state = kept.map { "kept, used for another \(ReadableTime.text(now.duration(to: $0.end)))" }
    facts.append(Fact("token", state ?? "none is kept; the next request obtains one"))
    return facts
  }

  /// The field a credential adds, as a cURL line has it; `nil` where it adds none, or not in a field.
  var field: String? {
    guard resolved.authorization.usesCredentials, !question.request.headers.contains("Authorization") else {
      return nil
    }
    if resolved.authorization.login != nil { return "Authorization: \(Redaction.mark)" }
    guard destination.base.map({ resolved.isAt($0.origin) }) == true else { return nil }
    if case .apiKey(_, let name, .header)? = destination.credential?.kind { return "\(name): \(Redaction.mark)" }
    if case .apiKey(_, _, .query)? = destination.credential?.kind { return nil }
    guard destination.credential != nil || authorizer != nil else { return nil }
    return "Authorization: \(Redaction.mark)"
  }

  /// The kind of a credential and its owner.
  private static func text(_ credential: ServiceCredential) -> String {
    switch credential.kind {
    case .basic(let username, _): "basic, user \(username), \(Redaction.mark)"
    case .digest(let login): "digest, user \(login.username), \(Redaction.mark)"
    case .apiKey(_, let name, let policy): "apikey, as \(policy.rawValue), \(name), \(Redaction.mark)"
    case .bearer: "bearer, \(Redaction.mark)"
    case .bearerFile(let path): "bearer, the token in \(path)"
    case .oauth2(let credentials):
      "oauth2, client \(credentials.clientID), token of \(credentials.tokenURL?.redacted() ?? "the gateway")"
    }
  }
}
