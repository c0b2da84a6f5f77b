// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

/// An error of a call with what to know beside it: the time limit it ran into and where that was set, or how to go on.
struct LimitNote: Error {
  let error: ResourceError
  /// For a limit: which one, and the option or the place in the configuration that set it.
  let text: String

  init(error: ResourceError, text: String) {
    self.error = error
    self.text = text
  }

  /// Looks at an error; `nil` where no time limit ended the call.
  init?(_ error: ResourceError, of request: ResourceRequest, by options: RequestOptions, with client: ResourceClient) {
    let limit: (name: String, flag: String?)
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
