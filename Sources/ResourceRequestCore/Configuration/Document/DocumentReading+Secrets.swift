// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension DocumentReading {
  /// Makes a secret that follows the files in its text.
  func secret(_ text: ConfiguredText, at node: PositionedJSON) -> Secret {
    guard !text.isLiteral, case .string(let template)? = node.scalar else { return Secret(text.text) }
    // A reference after `$${` is literal; checking it is harmless.
    var paths: [String] = []
    var rest = template[...]
    while let opening = rest.firstRange(ofBytes: "${file:") {
      rest = rest[opening.upperBound...]
      if let end = rest.firstIndex(ofByte: "}") { paths.append(String(rest[..<end])) }
    }
    guard !paths.isEmpty else { return Secret(text.text) }
    let sources = sources
    let files = FollowedFiles(paths.map(sources.path), text: text.text) {
      let (new, faults) = TextExpansion.expand(template, from: sources)
      let isOfUse = faults.isEmpty && !new.text.isEmpty && new.text.utf8.allSatisfy(FieldCharacters.isValue)
      return isOfUse ? new.text : nil
    }
    return Secret(text.text, following: files)
  }
}
