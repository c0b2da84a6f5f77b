// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// The tables of `Docs/Configuration.md`, made from the schema.
struct ConfigurationReference {
  let schema: JSON

  /// One section with a table for each kind of object, in the order of the references to them.
  var markdown: String {
    var order = ["document"]
    var place = 0
    while place < order.count {
      let properties = schema["$defs"][order[place]]["properties"].object ?? [:]
      let names = properties.flatMap { references(in: followed($0.value)) }
      for name in names where !order.contains(name) { order.append(name) }
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
    func alias(_ property: JSON) -> String? {
      let own = "#/$defs/\(name)/properties/"
      return property["$ref"].string.flatMap { $0.hasPrefix(own) ? String($0.dropFirst(own.count)) : nil }
    }
    for (key, written) in properties where alias(written) == nil {
      let property = followed(written)
      let aliases = properties.filter { alias($0.value) == key }.map(\.key)
      let names = ([key] + aliases).map { "`\($0)`" }.joined(separator: " or ")
      let standard = required.contains(key) ? "required" : property["default"].isNull ? "" : "`\(property["default"])`"
      text += "| \(names) | \(kind(property)) | \(standard) | \(property["description"].string ?? "") |\n"
    }
    return text
  }

  /// Follows a reference to a property of another definition.
  private func followed(_ property: JSON) -> JSON {
    guard let path = property["$ref"].string?.split(separator: "/"), path.count == 5 else { return property }
    return followed(schema["$defs"][String(path[2])]["properties"][String(path[4])])
  }

  /// Describes the values of a property.
  private func kind(_ property: JSON) -> String {
    if let reference = property["$ref"].string, let name = reference.split(separator: "/").last {
      return "[\(name)](#\(name.lowercased()))"
    }
    if let word = property["const"].string { return "`\"\(word)\"`" }
    let types = property["type"].array?.compactMap(\.string) ?? property["type"].string.map { [$0] } ?? []
    let branches = [property["then"]] + (property["allOf"].array ?? []).map { $0["then"] }
    var kinds = branches.flatMap { $0["enum"].array ?? [] }.map { "`\($0)`" }
    let pattern = property["pattern"].string ?? ""
    // Fixed words before a pattern of other texts: ^(none|asServer)$|…
    if let end = pattern.firstRange(of: ")$|^"), pattern.hasPrefix("^(") {
      kinds += pattern[..<end.lowerBound].dropFirst(2).split(separator: "|").map { "`\"\($0)\"`" }
    }
    if types.contains("boolean") { kinds.append("boolean") }
    if types.contains("integer") || types.contains("number") {
      let (least, most) = (property["minimum"], property["maximum"])
      let isShare = pattern.contains(")%")
      if !isShare { kinds.append(least.isNull || most.isNull ? "number" : "\(least)–\(most)") }
    }
    if types.contains("string"), let text = text(pattern, besideNumbers: types.count > 1) { kinds.append(text) }
    if types.contains("array") { kinds.append("array of \(kind(property["items"]))") }
    if types == ["object"], !property["additionalProperties"].isNull { kinds.append("names and values") }
    kinds += branches.filter { !$0["$ref"].isNull }.map(kind)
    return kinds.isEmpty ? types.first ?? "anything" : kinds.joined(separator: ", ")
  }

  /// Describes texts by their pattern; `nil` if they have none, or are another form of a number.
  private func text(_ pattern: String, besideNumbers: Bool) -> String? {
    let kinds = [
      ("(ms|s|m|h)", "time"), ("KiB", "size such as `\"10MB\"`"), (")%", "share such as `\"25%\"`"),
      ("://", "http or https URL"),
    ]
    if let kind = kinds.first(where: { pattern.contains($0.0) }) { return kind.1 }
    return besideNumbers || pattern.isEmpty ? nil : "string"
  }

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
