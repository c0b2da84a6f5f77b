// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Configuration
  import ResourceRequestCore

  extension ResourceConfiguration {
    /// Overlays this configuration with the values found by keys such as `services.orders.timeouts.total`.
    ///
    /// The values are read as a separate document, so that they have the same meaning and rules as there.
    ///
    /// - Parameter find: the value for a key, as text.
    /// - Returns: the configuration with the settings that were found.
    /// - Throws: ``ConfigurationError`` that names the settings that are wrong.
    func overlaid(by find: (String) -> String?) throws(ConfigurationError) -> ResourceConfiguration {
      var result = self
      let defaults = SettingOverlay.members(below: "defaults", find, beside: self.defaults)
      if !defaults.isEmpty {
        let overlay = try ResourceConfiguration(
          json: JSON.object(["defaults": .object(defaults), "backendServices": []]).text(),
          name: SettingOverlay.name
        )
        result.defaults = overlay.defaults.merging(self.defaults)
      }
      let inherited = result.defaults.shown["timeouts"].map { ["timeouts": $0] as JSON.Object } ?? [:]
      for (index, service) in services.enumerated() {
        let prefix = "services." + service.name
        var members = SettingOverlay.members(below: prefix, find, beside: service.settings)
        let base = find(prefix + ".baseUrl")
        guard !members.isEmpty || base != nil else { continue }
        members["service"] = JSON.string(service.name).withoutReferences
        members["baseUrl"] = base.map { .string($0) } ?? JSON.string(service.baseURL.string).withoutReferences
        let overlay = try ResourceConfiguration(
          json: JSON.object(["defaults": .object(inherited), "backendServices": [.object(members)]]).text(),
          name: SettingOverlay.name
        )
        guard let read = overlay.services.first else { continue }
        if base != nil { result.services[index].baseURL = read.baseURL }
        result.services[index].settings = read.settings.merging(service.settings)
      }
      return result
    }
  }

  /// The settings that are looked up: those of the table of keys that are a single value.
  private enum SettingOverlay {
    /// The name in errors of the document built from the found values.
    static let name = "configuration providers"

    /// The found values, as the members of an object of the document; times with those that stand beside them there, since
    /// they are judged together.
    static func members(
      below prefix: String,
      _ find: (String) -> String?,
      beside settings: ServiceSettings
    ) -> JSON.Object {
      var members: JSON.Object = [:]
      for setting in SingleSetting.all {
        let path = setting.path
        guard let text = find(prefix + "." + path.joined(separator: ".")) else { continue }
        let value = setting.value(text)
        if path.count == 1 {
          members[path[0]] = value
        } else {
          var inner = members[path[0]]?.object ?? [:]
          inner[path[1]] = value
          members[path[0]] = .object(inner)
        }
      }
      if var times = members["timeouts"]?.object {
        for (key, value) in settings.shown["timeouts"]?.object ?? [:] where times[key] == nil { times[key] = value }
        members["timeouts"] = .object(times)
      }
      return members
    }
  }
#endif
