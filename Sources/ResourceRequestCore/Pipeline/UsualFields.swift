// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The fields that most requests to a destination share: of requests without fields of their own.
///
/// They are built and validated once. Requests share their memory, by which later stages recognize that nothing is new.
package final class UsualFields: Sendable {
  private struct Typed {
    let contentType: String
    let headers: Headers
  }

  /// A longer content type is rare and would be retained for good.
  private static var longest: Int { 256 }

  /// The fields of a request without a body.
  package let plain: Headers
  /// The destination's own type of JSON bodies, such as `application/vnd.api+json`.
  let typeOfJSON: String?
  /// Whether they may be sent.
  private let areAllowed: Bool
  /// The fields with the last content type: a program usually sends one kind of body to a destination.
  private let typed = Lock<Typed?>(nil)

  /// Creates them from the fields of a request without a body.
  package init(_ plain: Headers) {
    self.plain = plain
    typeOfJSON = plain["Content-Type"].flatMap { MIMEType($0)?.isJSON == true ? $0 : nil }
    areAllowed = plain.allSatisfy { FramingFields.refusal(name: $0.name, value: $0.value) == nil }
  }

  /// The fields with a valid content type of a body.
  package func with(contentType: String) -> Headers {
    // By bytes: texts that look alike are sent differently.
    let kept = typed.withLock { $0.flatMap { $0.contentType.hasSameBytes(as: contentType) ? $0.headers : nil } }
    if let kept { return kept }
    var headers = plain
    headers["Content-Type"] = contentType
    guard contentType.utf8.count <= Self.longest,
      FramingFields.refusal(name: "Content-Type", value: contentType) == nil
    else { return headers }
    // The previous value is released after the lock.
    _ = typed.exchange(Typed(contentType: contentType, headers: headers))
    return headers
  }

  /// The reason why a request with these fields must not be sent; `nil` if it may.
  func refusal(of headers: Headers) -> String? {
    if areAllowed {
      if headers.sharesStorage(with: plain) { return nil }
      if typed.withLock({ $0?.headers.sharesStorage(with: headers) ?? false }) { return nil }
    }
    for index in headers.indices {
      let field = headers[index]
      if areAllowed, index < plain.count, field.isIdentical(to: plain[index]) { continue }
      if let reason = FramingFields.refusal(name: field.name, value: field.value) { return reason }
    }
    return nil
  }
}
