// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A request's target after template expansion.
struct Target {
  let reference: URIReference

  /// Expands the template.
  ///
  /// - Throws: ``ResourceError`` that names the parameter or the offset at fault.
  init(_ request: ResourceRequest) throws {
    let text: String
    do throws(URITemplateError) {
      text = PercentEncoding.encodingStrays(try Target.expand(request))
    } catch {
      throw request.failure(error.variable != nil ? .invalidPathParameter : .invalidTemplate, "\(error)", cause: error)
    }
    do {
      let scan = text.withUTF8Bytes { URILayout.scan($0, allowingNonASCII: true) }
      reference = URIReference(unchecked: text, layout: try scan.get())
    } catch {
      throw request.failure(.invalidURL, "the target cannot be read as a URL or path: \(error)")
    }
  }

  private static func expand(_ request: ResourceRequest) throws(URITemplateError) -> String {
    let values = request.pathParameters
    guard !values.isEmpty else { return try URITemplate.expand(request.target) { _ in nil } }
    let template = try URITemplate(request.target)
    let names = template.variableNames
    // An optional expression would silently ignore a misspelled name.
    if let value = values.first(where: { value in !names.contains { $0.hasSameBytes(as: value.name) } }) {
      throw URITemplateError(unknown: value.name, among: names.map(String.init))
    }
    return try template.expand { values.templateValue($0, by: request.parameterEncoding) }
  }

  /// The target as an absolute URL, and the credential in it.
  func absolute(
    adding query: String?,
    for request: ResourceRequest
  ) throws -> (url: ResourceURL, login: LoginCredential?) {
    let url = try checked(request) { () throws(ResourceURL.Invalid) -> ResourceURL in
      guard let query else { return try ResourceURL.checked(reference) }
      // The inline query is kept byte for byte, with the fragment after the added query.
      let inline = reference.query
      var text = String(reference.string.utf8Slice(0..<Int(reference.layout.pathEnd))) + "?"
      if let inline { text += inline }
      text += Target.glue(inline) + query
      if let fragment = reference.fragment { text += "#" + fragment }
      return try ResourceURL(text)
    }
    return (url.removingUserInfo(), try url.userInfo.flatMap { try login(in: $0, of: request) })
  }

  /// The credential in a URL (RFC 3986 §3.2.1); `nil` if it is empty.
  private func login(in userInfo: String, of request: ResourceRequest) throws -> LoginCredential? {
    let parts = userInfo.cut(atByte: ":")
    guard let name = PercentEncoding.decode(parts.head), let password = PercentEncoding.decode(parts.tail ?? "") else {
      throw request.failure(
        .invalidURL,
        "the percent-encoding of the user name or password in the URL is not of UTF-8"
      )
    }
    guard !name.isEmpty || !password.isEmpty else { return nil }
    guard !name.utf8.contains(UInt8(ascii: ":")), (name + password).utf8.allSatisfy(FieldCharacters.isValue) else {
      throw request.failure(
        .invalidURL,
        "the user name or password in the URL has a character that cannot be sent: a colon in the name, or a line end"
      )
    }
    return LoginCredential(username: name, password: Secret(password))
  }

  /// The target below a base, with exactly one `/` between: the base's query first, then the target's own, then the
  /// added one.
  func below(_ base: Destination.Base, adding query: String?, for request: ResourceRequest) throws -> ResourceURL {
    guard reference.authority == nil else {
      throw request.failure(
        .invalidURL,
        "a relative target must not start with //, which would name another host; write one slash"
      )
    }
    let path = reference.path
    guard !DotSegments.climbsOut(path) else {
      throw request.failure(.pathEscapesBase, "the path leaves its base by dot segments; write it without them")
    }
    var text = base.prefix
    let relative = path[(path.utf8.firstIndex { $0 != UInt8(ascii: "/") } ?? path.endIndex)...]
    if !relative.isEmpty {
      text += "/"
      text += relative
    } else if !path.isEmpty || base.endsWithSlash {
      text += "/"
    }
    var separator = "?"
    func append(_ part: Substring) {
      text += separator
      text += part
      separator = Target.glue(part)
    }
    if let query = request.sendsCredentials ? base.query : base.openQuery { append(query[...]) }
    if let query = reference.query { append(query) }
    if let query { append(query[...]) }
    if let fragment = reference.fragment { text += "#" + fragment }
    let url = try checked(request) { () throws(ResourceURL.Invalid) in try ResourceURL(text) }
    // The validated URL must still have the base's origin.
    guard url.origin == base.origin else {
      throw request.failure(.pathEscapesBase, "the target would lead to \(url.origin), away from \(base.origin)")
    }
    return url
  }

  private func checked(
    _ request: ResourceRequest,
    _ make: () throws(ResourceURL.Invalid) -> ResourceURL
  ) throws -> ResourceURL {
    do throws(ResourceURL.Invalid) {
      return try make()
    } catch {
      throw request.failure(.invalidURL, "the target does not form a valid URL: \(error.reason)", cause: error)
    }
  }

  private static func glue(_ inline: Substring?) -> String {
    RequestParameters.separator(after: inline) == nil ? "" : "&"
  }
}
