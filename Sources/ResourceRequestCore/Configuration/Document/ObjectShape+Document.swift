// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

extension ObjectShape {
  /// Reads a whole document of this shape from a file.
  ///
  /// - Throws: ``ConfigurationError`` with everything that is wrong with the document.
  package func read(contentsOf path: String, startingFrom initial: Whole) throws(ConfigurationError) -> Whole {
    try read(ResourceConfiguration.text(of: path), name: path, path: path, startingFrom: initial)
  }

  /// Reads a whole document of this shape from a text.
  ///
  /// - Parameters:
  ///   - text: the document, in UTF-8.
  ///   - name: the name in errors.
  ///   - path: the path of the file, whose folder relative paths in `${file:…}` start from; `nil` for the working
  ///     directory.
  ///   - initial: the value that the members are read into.
  /// - Returns: the value with the document's members.
  /// - Throws: ``ConfigurationError`` with every mistake in the document.
  package func read(
    _ text: [UInt8],
    name: String,
    path: String? = nil,
    startingFrom initial: Whole
  ) throws(ConfigurationError) -> Whole {
    let sources = TextSources(environment: ProcessInfo.processInfo.environment, document: path)
    var reading = DocumentReading(text: text, sources: sources)
    var whole = initial
    do {
      read(try PositionedJSON(parsing: text), &reading, into: &whole)
    } catch {
      reading.report("not JSON: \(error.message)", at: error.byteOffset)
    }
    guard reading.findings.isEmpty else {
      let sweep = PlaceSweep(offsets: reading.findings.map(\.offset), in: text)
      throw ConfigurationError(ConfigurationDocument.issues(of: reading, in: text, name: name, sweep))
    }
    return whole
  }
}
