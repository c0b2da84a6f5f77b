// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// A parameter that a client adds to every request, such as a message type, a timestamp or a client id.
///
/// It is added to the form if the body is a form, otherwise to the query. A parameter of the same name in the request
/// wins.
public struct DefaultParameter: Sendable {
  /// The parameter's name.
  package let name: String
  private let value: @Sendable (any RequestClock) -> String
  /// Whether its value is the same in every request, so that it is part of the resource's identity.
  let isLasting: Bool

  /// Creates a parameter whose value is generated for each request.
  public init(_ name: String, value: @escaping @Sendable (any RequestClock) -> String) {
    self.init(name, isLasting: false, value: value)
  }

  private init(_ name: String, isLasting: Bool, value: @escaping @Sendable (any RequestClock) -> String) {
    self.name = name
    self.isLasting = isLasting
    self.value = value
  }

  /// A parameter with a constant value.
  public static func constant(_ name: String, _ value: String) -> DefaultParameter {
    DefaultParameter(name, isLasting: true) { _ in value }
  }

  /// The current time as `yyyyMMddHHmmss`.
  ///
  /// - Parameters:
  ///   - name: the parameter's name.
  ///   - secondsFromGMT: the time zone's offset; 0, which is UTC, by default.
  /// - Returns: the parameter.
  public static func timestamp(_ name: String, secondsFromGMT: Int = 0) -> DefaultParameter {
    // An offset is less than a day.
    let offset = Int64(max(-86_400, min(86_400, secondsFromGMT)))
    return DefaultParameter(name) { clock in
      CivilTime(secondsSince1970: clock.date.wholeSeconds + offset).compact
    }
  }

  /// The client's identity: a UUID that stays the same for an installation.
  public static func clientID(_ name: String, _ identity: ClientIdentity) -> DefaultParameter {
    .constant(name, identity.id)
  }

  /// Returns a request with the parameters added to it.
  static func add(_ parameters: [DefaultParameter], to request: ResourceRequest, clock: any RequestClock)
    -> ResourceRequest
  {
    var request = request
    if request.body == nil, request.procedureParameters != nil, request.putsArgumentsInForm {
      // The arguments become a form when the request is routed; the default parameters belong to it.
      request.body = .form([:])
    }
    // A parameter whose name suggests a secret is a credential of the client.
    for parameter in parameters where request.sendsCredentials || !SensitiveNames.contains(parameter.name) {
      guard !request.query.contains(parameter.name), !request.hasInlineParameter(parameter.name) else { continue }
      let value = parameter.value(clock)
      if case .form(var form)? = request.body?.content {
        guard !form.contains(parameter.name) else { continue }
        form.append(parameter.name, value)
        request.body = .form(form)
      } else {
        request.query.append(parameter.name, value)
      }
    }
    return request
  }
}
