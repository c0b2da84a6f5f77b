// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Configuration
  import ResourceRequestCore

  extension ResourceConfiguration {
    /// Overlays this configuration with the values found by keys such as `services.orders.timeouts.total`.
    ///
    /// The values are read as a separate document, so that they have the same meaning and rules as there, and are judged once
    /// more with the settings beside which they stand.
    ///
    /// - Parameter find: the value for a key, as text.
    /// - Returns: the configuration with the settings that were found.
    /// - Throws: ``ConfigurationError`` that names the settings that are wrong.
    func overlaid(by find: (String) -> String?) throws(ConfigurationError) -> ResourceConfiguration {
      var result = self
      let defaults = SettingOverlay(below: "defaults", find, beside: self.defaults)
      if !defaults.members.isEmpty {
        let overlay = try SettingOverlay.read(
          .object(["defaults": .object(defaults.members), "backendServices": []]),
          of: "defaults"
        )
        result.defaults = overlay.defaults.merging(self.defaults)
        result.note(defaults.paths, at: ["defaults"])
      }
      for (index, service) in services.enumerated() {
        let prefix = "services." + service.name
        let found = SettingOverlay(below: prefix, find, beside: service.settings)
        let base = find(prefix + ".baseUrl")
        guard !found.members.isEmpty || base != nil else { continue }
        var members = found.members
        members["service"] = JSON.string(service.name).withoutReferences
        members["baseUrl"] = base.map { .string($0) } ?? JSON.string(service.baseURL.string).withoutReferences
        let around = result.settings(around: service).shown["timeouts"].map { ["timeouts": $0] as JSON.Object } ?? [:]
        let overlay = try SettingOverlay.read(
          .object(["defaults": .object(around), "backendServices": [.object(members)]]),
          of: prefix
        )
        guard let read = overlay.services.first else { continue }
        if base != nil { result.services[index].baseURL = read.baseURL }
        result.services[index].settings = read.settings.merging(service.settings)
        result.note(found.paths + (base == nil ? [] : [["baseUrl"]]), at: ["services", service.name])
      }
      let before = Set(self.conflicts)
      let conflicts = result.conflicts.filter { !before.contains($0) }
      guard conflicts.isEmpty else {
        throw ConfigurationError(conflicts.map { .init(place: SettingOverlay.place, message: $0) })
      }
      return result
    }

    /// Takes note of where settings come from.
    private mutating func note(_ paths: [[String]], at base: [String]) {
      for path in paths {
        places[path: base + path[..<1]] = places[path: base + path[..<1]] ?? SettingOverlay.place
        places[path: base + path] = SettingOverlay.place
      }
    }
  }

  /// The settings that are found: of the table of keys those that are a single value.
  private struct SettingOverlay {
    /// The name in errors of the document built from the found values.
    static let name = "configuration providers"
    /// Where a setting that was found has its place, of which nothing more is known.
    static let place = SourcePlace(file: name, line: 0, column: 0)

    /// Reads a document of found values; nobody has seen it, so a mistake has the settings in the place of a position.
    static func read(_ document: JSON, of prefix: String) throws(ConfigurationError) -> ResourceConfiguration {
      do throws(ConfigurationError) { return try ResourceConfiguration(json: document.text(.pretty), name: name) } catch
      {
        throw ConfigurationError(
          error.issues.map { issue in
            let setting = issue.sourceLine.map { ": " + String($0.trimmingBlanks()) } ?? ""
            return .init(
              place: place,
              message: "\(issue.message), in \(prefix)\(setting)",
              suggestion: issue.suggestion
            )
          }
        )
      }
    }

    /// The found values, as the members of an object of the document, with the times that stand beside them there: they are
    /// judged together.
    private(set) var members: JSON.Object = [:]
    /// The paths of the found values.
    private(set) var paths: [[String]] = []

    init(below prefix: String, _ find: (String) -> String?, beside settings: ServiceSettings) {
      for setting in SingleSetting.all {
        let path = setting.path
        guard let text = find(prefix + "." + path.joined(separator: ".")) else { continue }
        let value = setting.value(text)
        paths.append(path)
        if path.count == 1 {
          members[path[0]] = value
        } else {
          var inner = members[path[0]]?.object ?? [:]
          inner[path[1]] = value
          members[path[0]] = .object(inner)
        }
      }
      guard !members.isEmpty else { return }
      var times = members["timeouts"]?.object ?? [:]
      for (key, value) in settings.shown["timeouts"]?.object ?? [:] where times[key] == nil { times[key] = value }
      if !times.isEmpty { members["timeouts"] = .object(times) }
    }
  }
#endif
