// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

/// The owner of the credentials that a request is sent with.
enum TokenOwner: Equatable {
  case gateway
  /// The service at this place among those of the configuration.
  case service(Int)
  /// Nobody's of the configuration: the target is an address of its own, or there is none.
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

  /// Whether a target brings its own scheme; a later `://` may stand in its query.
  static func isAbsolute(_ target: String) -> Bool {
    // By bytes: a delimiter is one whatever stands behind it.
    let scheme = target.utf8.prefix { !":/?#".utf8.contains($0) }
    return target.utf8.dropFirst(scheme.count).first == UInt8(ascii: ":")
      && ["http", "https"].contains(String(decoding: scheme, as: UTF8.self).lowercased())
  }

  /// The name the SDK knows the owner's tokens by; `nil` is the gateway's.
  func serviceName(in configuration: ResourceConfiguration) -> String? {
    switch self {
    case .gateway: nil
    case .service(let index): configuration.services[index].name
    case .address: TokenFlags.endpointName
    }
  }

  /// What identifies the caller to the owner, as it may be shown.
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

  /// Puts a credential in the place of the owner's; a request to an address has none in the configuration.
  func use(_ credential: ServiceCredential?, in configuration: inout ResourceConfiguration) {
    switch self {
    case .gateway: configuration.gateway?.credential = credential
    case .service(let index): configuration.services[index].credential = credential
    case .address: break
    }
  }
}
