// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

/// The parts of a configuration that hold for a request, nearest first, with the places they were written at.
struct SettingLayers {
  /// What a request's target is below.
  enum Base {
    case target
    case service(String)
    case gateway(String)
  }

  private struct Layer {
    let path: [String]
    let settings: ServiceSettings
    /// The part as it may be shown.
    let shown: JSON
  }

  let base: Base
  /// The service's credential without its secret, and where it was written.
  let credential: (value: String, place: String)?
  private let layers: [Layer]
  private let places: SettingPlaces

  init(for request: ResourceRequest, in configuration: ResourceConfiguration) {
    places = configuration.places
    let shown = configuration.redactedJSON()
    var layers = [Layer(path: ["defaults"], settings: configuration.defaults, shown: shown["defaults"])]
    let name = request.service.map { $0.hasPrefix("/") ? String($0.dropFirst()) : $0 }
    let index = configuration.services.firstIndex { $0.name == name }
    let service = index.map { configuration.services[$0] }
    let isAbsolute = request.service == nil && TokenOwner.isAbsolute(request.target)
    let place = { (parts: [String]) in configuration.places[path: parts]?.description ?? "the configuration" }

    if !isAbsolute, service?.via != .direct, let gateway = configuration.gateway {
      layers.insert(Layer(path: ["gateway"], settings: gateway.settings, shown: shown["gateway"]), at: 0)
    }
    var credential: (String, String)?
    if let service, let index {
      let path = ["services", service.name]
      let shown = shown["backendServices"][index]
      layers.insert(Layer(path: path, settings: service.settings, shown: shown), at: 0)
      // Through the gateway it is the gateway's to add.
      if service.via == .direct, service.credential != nil {
        credential = (Self.describe(shown["auth"]), place(path + ["auth"]))
      }
    }
    self.layers = layers
    self.credential = credential
    if isAbsolute {
      base = .target
    } else if let service, service.via == .direct {
      base = .service(place(["services", service.name, "baseUrl"]))
    } else {
      base = .gateway(place(["gateway", "serverURL"]))
    }
  }

  /// The nearest value of a setting, and where it was written.
  func find<Value>(_ value: (ServiceSettings) -> Value?, at path: [String]) -> (Value, String)? {
    for layer in layers {
      if let value = value(layer.settings) { return (value, place(layer.path + path)) }
    }
    return nil
  }

  /// Where a header field was written.
  func place(ofHeader name: String) -> String? {
    find({ $0.headers.contains(name) ? name : nil }, at: ["headers", name.lowercased()])?.1
  }

  /// What is said of redirects, as it was written, and where.
  var redirects: (JSON, String)? {
    layers.first { $0.settings.redirects != nil }.map { ($0.shown["redirects"], place($0.path + ["redirects"])) }
  }

  private func place(_ path: [String]) -> String {
    places[path: path]?.description ?? "the configuration"
  }

  private static func describe(_ auth: JSON) -> String {
    let credential = auth["credential"]
    let parts = [
      auth["type"].string, credential["policy"].string.map { "as \($0)" }, credential["name"].string,
      credential["username"].string.map { "user \($0)" }, "‹redacted›",
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}
