// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// Submits login forms to the gateway that asked for a login, through the pipeline of the request; other origins are
/// refused.
public struct LoginForms: Sendable {
  let request: ResolvedRequest
  let context: CallContext
  let next: Next
  /// The response that asked for the login; released once a form is submitted.
  var asking: TransportResponse?

  /// Submits a form.
  ///
  /// - Parameters:
  ///   - target: a path, or a URL of the same origin.
  ///   - parameters: the fields.
  ///   - headers: further header fields.
  ///   - timeout: the longest wait, within the deadline of the call.
  /// - Returns: the response; redirects are not followed.
  /// - Throws: ``ResourceError`` with the code `invalidURL` for another origin, ``TransportFailure``, or
  ///   `CancellationError`.
  public func submit(
    _ target: String,
    _ parameters: FormParameters,
    headers: Headers = Headers(),
    timeout: Duration? = nil
  ) async throws -> ResourceResponse {
    let url: ResourceURL
    do {
      let named = try request.url.resolving(reference: target).removingUserInfo()
      // The configured origin is asked by https, as requests to it are (RFC 6797 §8.3).
      let isConfigured = named.origin == request.upgradedFrom
      url = isConfigured ? try ResourceURL("\(request.url.origin)\(named.requestTarget)") : named
    } catch {
      throw ResourceError(code: .invalidURL, message: "the form's target is not a URL: \(error.reason)")
    }
    guard url.origin == request.url.origin else {
      throw ResourceError(
        code: .invalidURL,
        message: "the form's target is at \(url.origin), expected the gateway's origin \(request.url.origin)"
      )
    }
    var form = ResolvedRequest(
      method: .post,
      url: url,
      body: OutgoingBody(Data(parameters.formBody().utf8)),
      service: request.service,
      options: request.options
    )
    form.endpoint = request.endpoint
    // By https it is still at the origin that is configured.
    if let origin = request.upgradedFrom { form.upgrade(to: url, from: origin) }
    form.options.deliverWhole()
    for name in ["User-Agent", "Accept-Encoding"] { form.headers[name] = request.headers[name] }
    form.headers["Content-Type"] = MIMEType.form.essence
    for name in Set(headers.map(\.name)) { form.headers.remove(name) }
    for field in headers {
      if let violation = HeaderFieldRules.violation(name: field.name, value: field.value) {
        throw ResourceError(code: .invalidHeader, message: "\(violation)")
      }
      form.headers.append(field.name, field.value)
    }
    // It may occupy the connection that the form needs.
    await asking?.left(context)
    // The credentials are in the form.
    form.authorization.usesCredentials = false
    form.authorization.isLoginForm = request.authorization.usesCredentials
    var context = context
    if let timeout {
      let end = context.clock.now.advanced(clamping: timeout)
      context.deadline = min(end, context.deadline ?? end)
    }
    return ResourceResponse(try await next.again(form, context: context, because: .challenge), to: form)
  }
}
