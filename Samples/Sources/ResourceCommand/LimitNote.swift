// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

/// An error of a call with a note: the time limit that ended the call and where it was set, the socket that was not
/// reached, or how to continue.
struct LimitNote: Error {
  let error: ResourceError
  /// The note; for a time limit, its value and the option or configuration place that set it.
  let text: String

  init(error: ResourceError, text: String) {
    self.error = error
    self.text = text
  }

  /// The note with another behind it.
  func adding(_ other: String?) -> LimitNote {
    other.map { LimitNote(error: error, text: "\(text); \($0)") } ?? self
  }

  /// Creates the note for a time limit; `nil` if no time limit ended the call.
  init?(_ error: ResourceError, of request: ResourceRequest, by options: RequestOptions, with client: ResourceClient) {
    let limit: (name: String, flag: String?)
    if let path = options.connection.unixSocket, error.code == .connectFailed, !error.message.contains(path) {
      self.error = error
      text = "the socket is \(path), set by --unix-socket"
      return
    }
    switch error.code {
    case .deadlineExceeded: limit = ("total", options.timeout.map { _ in "--timeout" })
    case .connectTimeout: limit = ("connect", options.connectTimeout.map { _ in "--connect-timeout" })
    case .readTimeout: limit = ("read", options.readTimeout.map { _ in "--read-timeout" })
    case .attemptTimeout: limit = ("attempt", nil)
    default: return nil
    }
    guard let fact = try? client.explain(request)["settings", "timeouts.\(limit.name)"] else { return nil }
    self.error = error
    text =
      if let flag = limit.flag, fact.layer == .call {
        "the limit is \(fact.value), set by \(flag)"
      } else if let place = fact.place {
        "the limit is \(fact.value), set at \(place)"
      } else {
        "the limit is \(fact.value), the default"
      }
  }
}
