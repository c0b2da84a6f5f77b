// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// The encoded content of a request: the body, its content type, and the added query.
struct RequestContent {
  /// The body.
  let body: OutgoingBody?
  /// The query to append to the target's own.
  let query: String?
  /// Whether the body is produced while it is sent: one in memory is not, whatever follows it.
  let isProduced: Bool
  private let contentType: String?
  private let isForm: Bool
  /// Whether the type is that of any JSON, and not the request's choice.
  private let isJSON: Bool
  /// The boundary of a multipart body.
  private let boundary: String?

  /// Encodes a request's body and parameters.
  ///
  /// - Throws: ``ResourceError`` if the body cannot be encoded or sent with the method.
  init(_ request: ResourceRequest) throws {
    var query = request.query
    var content = request.body?.content
    if let arguments = request.procedureParameters {
      let text = JSON.array(arguments).text()
      switch (request.putsArgumentsInForm, content) {
      case (false, _):
        try RequestContent.refuse(query, of: request)
        query.append("params", text)
      case (true, .form(var form)?):
        try RequestContent.refuse(form, of: request)
        form.append("params", text)
        content = .form(form)
      case (true, nil):
        content = .form(["params": text])
      case (true, _?):
        throw request.failure(
          .invalidBody,
          "procedure parameters travel as a form here, and the request has another body; leave out one"
        )
      }
    }
    let encoded = query.queryString(request.parameterEncoding)
    self.query = encoded.isEmpty ? nil : encoded
    if case .form? = content { isForm = true } else { isForm = false }
    switch content {
    case .json?, .value?: isJSON = true
    default: isJSON = false
    }
    if case .multipart(let form)? = content { boundary = form.boundary } else { boundary = nil }
    let (body, contentType) = try RequestContent.encode(content, of: request)
    self.contentType = contentType
    isProduced = body.map { $0.bytes == nil } ?? false
    self.body = try request.trailers.map { try RequestContent.open(body, before: $0, of: request) } ?? body
    if body != nil, request.method == .head || request.method == .trace {
      throw request.failure(.invalidBody, "\(request.method) carries no body (RFC 9110 §9.3); use another method")
    }
  }

  /// The request's fields over those of the destination, validated, with the content type of the body.
  func headers(of request: ResourceRequest, over usual: UsualFields) throws -> Headers {
    let contentType = (isJSON ? usual.typeOfJSON : nil) ?? self.contentType
    guard !request.headers.isEmpty || request.trailers != nil else {
      return contentType.map(usual.with(contentType:)) ?? usual.plain
    }
    for field in request.headers {
      if let reason = FramingFields.refusal(name: field.name, value: field.value) {
        throw request.failure(.invalidHeader, reason)
      }
    }
    var headers = request.headers.merging(usual.plain)
    headers.leaveRangesUncoded(unless: request.headers)
    if let trailers = request.trailers { headers["Trailer"] = trailers.names.joined(separator: ", ") }
    guard let contentType else { return headers }
    guard let own = request.headers["Content-Type"] else {
      headers["Content-Type"] = contentType
      return headers
    }
    if isForm, MIMEType(own)?.essence.hasSameBytes(as: MIMEType.form.essence) != true {
      throw request.failure(
        .invalidBody,
        "the body is a form, and the Content-Type set is \"\(own)\"; leave it out, or send other content"
      )
    }
    if let boundary { headers["Content-Type"] = try RequestContent.type(own, with: boundary, of: request) }
    return headers
  }

  /// Adds the boundary to the caller's type of a multipart body, which is unreadable without it.
  private static func type(_ own: String, with boundary: String, of request: ResourceRequest) throws -> String {
    let type = MIMEType(own)
    if let type, type.type == "multipart" {
      guard let named = type["boundary"] else { return "\(type); boundary=\(boundary)" }
      if named.hasSameBytes(as: boundary) { return own }
    }
    throw request.failure(
      .invalidBody,
      "the body is a multipart form, and the Content-Type set is \"\(own)\", which is not a multipart type or names "
        + "another boundary; leave it out, or leave out its boundary"
    )
  }

  /// Refuses a name with two values, since dropping one silently would be wrong.
  private static func refuse(_ parameters: RequestParameters, of request: ResourceRequest) throws {
    let isInline = !request.putsArgumentsInForm && request.hasInlineParameter("params")
    guard isInline || !parameters.values(for: "params").isEmpty else { return }
    throw request.failure(.invalidBody, "\"params\" is already set; remove it or the procedure parameters")
  }

  /// Makes a body of unknown length, since only such a body can have trailers.
  private static func open(
    _ body: OutgoingBody?,
    before trailers: RequestTrailers,
    of request: ResourceRequest
  ) throws -> OutgoingBody {
    if let reason = trailers.refusal { throw request.failure(.invalidHeader, reason) }
    guard let body else { throw request.failure(.invalidBody, "trailers follow a body, and the request has none") }
    return body.ofUnknownLength
  }

  private static func check(_ body: OutgoingBody, of request: ResourceRequest) throws {
    guard let length = body.length, length < 0 else { return }
    throw request.failure(
      .invalidBody,
      "a body cannot have \(length) bytes; leave the length out where it is not known"
    )
  }

  private static func encode(
    _ content: ResourceRequest.Body.Content?,
    of request: ResourceRequest
  ) throws -> (OutgoingBody?, String?) {
    switch content {
    case nil:
      return (nil, nil)
    case .string(let text, let named)?:
      // The field that goes out is the caller's.
      let declared = request.headers["Content-Type"].flatMap { MIMEType($0)?.charset }.flatMap(Charset.init(label:))
      let charset = named == .utf8 ? declared ?? named : named
      do {
        return (OutgoingBody(try charset.encode(text)), "text/plain; charset=\(charset.name)")
      } catch {
        throw request.failure(.invalidBody, "the text cannot be sent: \(error)", cause: error)
      }
    case .json(let value)?:
      return (OutgoingBody(Data(value.text().utf8)), "application/json")
    case .data(let data, let contentType)?:
      guard HeaderFieldRules.violation(name: "Content-Type", value: contentType) == nil else {
        throw request.failure(.invalidHeader, "the content type of the body has a control character")
      }
      return (OutgoingBody(data), contentType)
    case .chunks(let body, let contentType)?:
      guard HeaderFieldRules.violation(name: "Content-Type", value: contentType) == nil else {
        throw request.failure(.invalidHeader, "the content type of the body has a control character")
      }
      try check(body, of: request)
      return (body.measured(), contentType)
    case .multipart(let form)?:
      for part in form.parts { try check(part.content, of: request) }
      if let refusal = form.parts.lazy.compactMap(\.refusal).first {
        throw request.failure(.invalidHeader, "a part of the form cannot be sent: \(refusal)")
      }
      return (form.body, form.contentType)
    case .form(let parameters)?:
      return (OutgoingBody(Data(parameters.formBody(request.parameterEncoding).utf8)), MIMEType.form.essence)
    case .value(let value)?:
      switch value.standard {
      case .data(let data): return (OutgoingBody(data), "application/json")
      case .failed(let reason): throw request.unencodable(reason)
      }
    case .unencodable(let reason)?:
      throw request.unencodable(reason)
    }
  }
}

extension ResourceRequest {
  fileprivate func unencodable(_ reason: String) -> ResourceError {
    failure(.invalidBody, "the value for the body cannot be encoded: \(reason)")
  }
}

extension Headers {
  /// Requests the representation without a content coding where a range of it is requested, as browsers do (Fetch, HTTP
  /// network-or-cache fetch).
  ///
  /// A range counts the bytes after the coding (RFC 9110 §14), of which a part cannot be decoded by itself.
  ///
  /// - Parameter headers: the caller's fields, which may name codings.
  mutating func leaveRangesUncoded(unless headers: Headers) {
    guard contains("Range"), contains("Accept-Encoding"), !headers.contains("Accept-Encoding") else { return }
    self["Accept-Encoding"] = "identity"
  }
}
