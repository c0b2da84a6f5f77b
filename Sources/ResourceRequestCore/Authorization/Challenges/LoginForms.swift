// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Submits login forms to the gateway that asked: through the same pipeline as the request, and to no other origin.
public struct LoginForms: Sendable {
  let request: ResolvedRequest
  let context: CallContext
  let next: Next
  /// What asked for the login; nobody reads it any more once a form is submitted.
  var asking: TransportResponse?

  /// Submits a form.
  ///
  /// - Parameters:
  ///   - target: where to; a path, or a URL of the same origin.
  ///   - parameters: the fields.
  ///   - headers: further header fields.
  ///   - timeout: the longest to wait, within the time of the call itself.
  /// - Returns: the answer, redirects not followed.
  /// - Throws: ``ResourceError`` with the code `invalidURL` for another origin, ``TransportFailure``, or
  ///   `CancellationError`.
  public func submit(
    _ target: String,
    _ parameters: FormParameters,
    headers: Headers = Headers(),
    timeout: Duration? = nil
  ) async throws -> ResourceResponse {
    let url: ResourceURL
    do { url = try request.url.resolving(reference: target).removingUserInfo() } catch {
      throw ResourceError(code: .invalidURL, message: "the form's target is no URL: \(error.reason)")
    }
    guard url.origin == request.url.origin else {
      throw ResourceError(
        code: .invalidURL,
        message: "a login form goes to \(request.url.origin) and not to \(url.origin)"
      )
    }
    var form = ResolvedRequest(
      method: .post,
      url: url,
      body: OutgoingBody(Data(parameters.formBody().utf8)),
      service: request.service,
      options: request.options
    )
    form.options.streamWindow = nil
    form.options.streamsRedirects = false
    for name in ["User-Agent", "Accept-Encoding"] { form.headers[name] = request.headers[name] }
    form.headers["Content-Type"] = MIMEType.form.essence
    for field in headers {
      if let violation = HeaderFieldRules.violation(name: field.name, value: field.value) {
        throw ResourceError(code: .invalidHeader, message: "\(violation)")
      }
      form.headers[field.name] = field.value
    }
    // It may stand on the connection that the form needs.
    await asking?.left(context)
    // What shows who asks is in the form.
    form.authorization.usesCredentials = false
    var context = context
    if let timeout {
      let end = context.clock.now.advanced(clamping: timeout)
      context.deadline = min(end, context.deadline ?? end)
    }
    return ResourceResponse(try await next.again(form, context: context, because: .challenge), to: form)
  }
}
