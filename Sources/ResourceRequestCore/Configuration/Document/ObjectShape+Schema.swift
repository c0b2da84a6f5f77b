// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ObjectShape {
  /// The schema's definition of it.
  package var schema: SchemaPart {
    var properties: JSON.Object = [:]
    var others = SchemaPart(body: [:])
    for member in members {
      others.take(definitionsOf: member.schema)
      properties[member.name] = .object(member.property)
      for other in member.otherNames {
        properties[other] = ["$ref": .string("#/$defs/\(name)/properties/\(member.name)")]
      }
    }
    var definition: JSON.Object = [
      "type": "object", "description": .string(summary), "properties": .object(properties),
      "additionalProperties": false,
    ]
    let required = members.filter { $0.isRequired && $0.alternatives.isEmpty }.map { JSON.string($0.name) }
    if !required.isEmpty { definition["required"] = .array(required) }
    for member in members where member.isRequired && !member.alternatives.isEmpty {
      KeyRule.requireFirst(of: [member.name] + member.otherNames + member.alternatives, in: &definition)
    }
    for rule in rules { rule.add(to: &definition) }
    var part = SchemaPart.reference(to: name, .object(definition), others.definitions)
    part.examples = [.object(example)]
    return part
  }

  /// An object with its required members, or with its first key.
  private var example: JSON.Object {
    let one = rules.compactMap(\.keysOfOne.first)
    var chosen = members.filter { ($0.isRequired || one.contains($0.name)) && !$0.examples.isEmpty }
    if chosen.isEmpty { chosen = Array(members.filter { !$0.examples.isEmpty }.prefix(1)) }
    return JSON.Object(chosen.map { ($0.name, $0.examples[0]) })
  }
}

extension ObjectMember {
  /// Values a document may have, the best known first: those of the key, or else those of its kind of value.
  var examples: [JSON] {
    let all = ownExamples.isEmpty ? schema.examples : ownExamples
    // The default is included already.
    return all.filter { $0 != standard } + all.filter { $0 == standard }
  }

  /// The schema of the key.
  fileprivate var property: JSON.Object {
    var property = schema.body
    property["description"] = .string(summary)
    var text = summary
    if let standard {
      property["default"] = .some(standard)
      text += "\n\nDefault: `\(standard.text())`"
    } else if isRequired, alternatives.isEmpty {
      text += "\n\nRequired."
    }
    if let example = examples.first {
      // Editors offer all of them if the value is one of several words.
      property["examples"] = .array(ownExamples.isEmpty ? examples : ownExamples)
      text += "\n\nExample: `\"\(name)\": \(example.text())`"
    }
    property["markdownDescription"] = .string(text)
    return property
  }
}
