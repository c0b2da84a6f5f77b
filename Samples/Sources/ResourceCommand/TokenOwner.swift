// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

/// The owner of the credentials that a request is sent with.
enum TokenOwner: Equatable {
  case gateway
  /// The service at this index of the configuration.
  case service(Int)
  /// No owner in the configuration: the target is an absolute URL, or there is no target.
  case address

  /// Determines the owner.
  init(of target: String?, service name: String?, in configuration: ResourceConfiguration) {
    let name = name.map { $0.hasPrefix("/") ? String($0.dropFirst()) : $0 }
    let index = configuration.services.firstIndex { $0.name == name }
    if name == nil, target.map(Self.isAbsolute) ?? (configuration.gateway == nil) {
      self = .address
    } else if let index, configuration.services[index].via == .direct {
      self = .service(index)
    } else {
      self = .gateway
    }
  }

  /// Whether a target has a scheme of its own; a later `://` may belong to its query.
  static func isAbsolute(_ target: String) -> Bool {
    // Compared by bytes, so that a combining mark after the delimiter does not hide it.
    let scheme = target.utf8.prefix { !":/?#".utf8.contains($0) }
    return target.utf8.dropFirst(scheme.count).first == UInt8(ascii: ":")
      && ["http", "https"].contains(String(decoding: scheme, as: UTF8.self).lowercased())
  }

  /// The service name under which the SDK keeps the owner's tokens; `nil` for the gateway.
  func serviceName(in configuration: ResourceConfiguration) -> String? {
    switch self {
    case .gateway: nil
    case .service(let index): configuration.services[index].name
    case .address: TokenFlags.endpointName
    }
  }

  /// The owner's credential, without its secrets.
  func shownCredential(in configuration: ResourceConfiguration) -> JSON {
    let shown = configuration.redactedJSON()
    switch self {
    case .gateway:
      return shown["gateway"]["auth"]
    case .service(let index):
      return shown["backendServices"][index]["auth"]
    case .address:
      let index = configuration.services.firstIndex { $0.name == TokenFlags.endpointName }
      return index.map { shown["backendServices"][$0]["auth"] } ?? .null
    }
  }

  /// Replaces the owner's credential; a request to an address has none in the configuration.
  func use(_ credential: ServiceCredential?, in configuration: inout ResourceConfiguration) {
    switch self {
    case .gateway: configuration.gateway?.credential = credential
    case .service(let index): configuration.services[index].credential = credential
    case .address: break
    }
  }
}
