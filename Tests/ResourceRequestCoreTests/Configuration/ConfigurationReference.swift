// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// The tables of `Docs/Configuration.md`, made from the schema.
struct ConfigurationReference {
  let schema: JSON

  /// One section with a table for each kind of object, in the order a reader meets them.
  var markdown: String {
    var order = ["document"]
    var place = 0
    while place < order.count {
      let names = references(in: schema["$defs"][order[place]])
      order += names.filter { !order.contains($0) }
      place += 1
    }
    return order.map(section).joined()
  }

  private func section(_ name: String) -> String {
    let definition = schema["$defs"][name]
    let required = definition["required"].array?.compactMap(\.string) ?? []
    var text = "\n### \(name)\n\(definition["description"].string ?? "")\n\n"
    text += "| Key | Value | Default | Meaning |\n|---|---|---|---|\n"
    let properties = definition["properties"].object ?? [:]
    for (key, property) in properties where property["description"].string != nil {
      let aliases = properties.filter { $0.value["$ref"].string == "#/$defs/\(name)/properties/\(key)" }.map(\.key)
      let names = ([key] + aliases).map { "`\($0)`" }.joined(separator: " or ")
      let standard = required.contains(key) ? "required" : property["default"].isNull ? "" : "`\(property["default"])`"
      text += "| \(names) | \(kind(property)) | \(standard) | \(property["description"].string ?? "") |\n"
    }
    return text
  }

  /// What a value is, in words.
  private func kind(_ property: JSON) -> String {
    if let reference = property["$ref"].string, let name = reference.split(separator: "/").last {
      return "[\(name)](#\(name.lowercased()))"
    }
    if let word = property["const"].string { return "`\"\(word)\"`" }
    if let words = property["enum"].array { return words.map { "`\($0)`" }.joined(separator: ", ") }
    if let parts = property["anyOf"].array {
      // A pattern stands beside a number or words for their text form, or for `${…}`, which the text explains.
      return parts.filter { $0["pattern"].isNull || isTime($0) }.map(kind).joined(separator: ", ")
        + (parts.contains { $0["pattern"].string?.contains("none") == true && !isTime($0) }
          ? " or text with a unit" : "")
    }
    switch property["type"].string {
    case "array": return "array of \(kind(property["items"]))"
    case "object": return "names and values"
    case "integer": return "\(property["minimum"])–\(property["maximum"])"
    case "string" where isTime(property): return "time"
    case "string" where property["pattern"].string?.contains("://") == true: return "http or https URL"
    case let type?: return type
    case nil: return "anything"
    }
  }

  private func isTime(_ property: JSON) -> Bool { property["pattern"].string?.contains("(ms|s|m|h)") == true }

  private func references(in node: JSON) -> [String] {
    var names: [String] = []
    if let reference = node["$ref"].string {
      let parts = reference.split(separator: "/")
      if parts.count == 3 { names.append(String(parts[2])) }
    }
    for value in node.object.map({ Array($0.values) }) ?? node.array ?? [] { names += references(in: value) }
    return names
  }
}
