// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

/// An error of a call that ran into a time limit, with the limit and where it was set.
struct LimitNote: Error {
  let error: ResourceError
  /// Which limit, and the option or the place in the configuration that set it.
  let text: String

  /// Looks at an error; `nil` where no time limit ended the call.
  init?(
    _ error: ResourceError,
    of request: ResourceRequest,
    by options: RequestOptions,
    in configuration: ResourceConfiguration
  ) {
    let limit: (name: String, part: KeyPath<Timeouts, Timeout?>, flag: String?)
    switch error.code {
    case .deadlineExceeded: limit = ("total", \.total, options.timeout.map { _ in "--timeout" })
    case .connectTimeout: limit = ("connect", \.connect, options.connectTimeout.map { _ in "--connect-timeout" })
    case .readTimeout: limit = ("read", \.read, options.readTimeout.map { _ in "--read-timeout" })
    case .attemptTimeout: limit = ("attempt", \.attempt, nil)
    default: return nil
    }
    self.error = error
    let layers = SettingLayers(for: request, in: configuration)
    if let flag = limit.flag, let value = request.timeouts[keyPath: limit.part] {
      text = "the limit is \(TimeLimit.text(value)), set by \(flag)"
    } else if let (value, place) = layers.find({ $0.timeouts[keyPath: limit.part] }, at: ["timeouts", limit.name]) {
      text = "the limit is \(TimeLimit.text(value)), set at \(place)"
    } else if let value = Timeouts.standard[keyPath: limit.part] {
      text = "the limit is \(TimeLimit.text(value)), the default"
    } else {
      return nil
    }
  }
}
