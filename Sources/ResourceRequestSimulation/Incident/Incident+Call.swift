// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

extension Simulation.Incident {
  /// One kind of call.
  public struct Call: Sendable, Hashable {
    /// The service; `nil` for an absolute URL or a target of the gateway.
    public var service: String?
    /// The method.
    public var method = RequestMethod.get
    /// The target; expressions of its template get random numbers.
    public var target: String
    /// Its share of the load, relative to the other calls.
    public var share = 1.0
    /// The total timeout; `nil` inherits from the service.
    public var timeout: Duration?
  }
}

extension Simulation.Incident.Call {
  /// The request of one call.
  func request(_ random: inout SeededRandom) -> ResourceRequest {
    var request = ResourceRequest(target, method: method, service: service, timeout: timeout)
    for name in variables { request.pathParameters.set(name, to: 1 + random.below(1000)) }
    return request
  }

  /// The names in the expressions of the target (RFC 6570 §2.2).
  private var variables: [String] {
    var names: [String] = []
    for expression in target.utf8.split(separator: UInt8(ascii: "{")).dropFirst(target.utf8.first == 0x7B ? 0 : 1) {
      let inside = expression.prefix { $0 != UInt8(ascii: "}") }
      let list = inside.drop { Array("+#./;?&".utf8).contains($0) }
      for name in list.split(separator: UInt8(ascii: ",")) {
        names.append(String(Substring(name.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "*") })))
      }
    }
    return names
  }
}
