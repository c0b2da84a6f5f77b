// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The fields of most requests to one place: of those that bring none of their own.
///
/// They are put together and checked once. Whoever gets them again gets the same memory, by which all that comes later
/// knows that there is nothing new to look at.
package final class UsualFields: Sendable {
  private struct Typed {
    let contentType: String
    let headers: Headers
  }

  /// A longer content type is a rare one, and would be memory for good.
  private static var longest: Int { 256 }

  /// Those of a request without a body.
  package let plain: Headers
  /// Whether they may go out.
  private let areAllowed: Bool
  /// With the content type that was asked for last: a program mostly sends one kind of body to a place.
  private let typed = Lock<Typed?>(nil)

  /// The fields of a request without a body are these.
  package init(_ plain: Headers) {
    self.plain = plain
    areAllowed = plain.allSatisfy { FramingFields.refusal(name: $0.name, value: $0.value) == nil }
  }

  /// With the content type of a body, one that may go out.
  package func with(contentType: String) -> Headers {
    if let headers = typed.withLock({ $0?.contentType == contentType ? $0?.headers : nil }) { return headers }
    var headers = plain
    headers["Content-Type"] = contentType
    guard contentType.utf8.count <= Self.longest,
      FramingFields.refusal(name: "Content-Type", value: contentType) == nil
    else { return headers }
    let kept = Typed(contentType: contentType, headers: headers)
    // What was there is dropped after the lock.
    _ = typed.withLock { typed in
      defer { typed = kept }
      return typed
    }
    return headers
  }

  /// Why a request with these fields must not go out; `nil` where it may.
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
