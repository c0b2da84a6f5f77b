// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform
import ResourceRequestSyntax

extension JSONDocument {
  /// The error with the place in the text as its underlying error, unless it has one.
  ///
  /// Done once, for the error that leaves the decoder, so errors that types catch cost no search for lines.
  func placed(_ error: DecodingError) -> DecodingError { error.mapContext(placed) }

  private func placed(_ context: DecodingError.Context) -> DecodingError.Context {
    guard context.underlyingError == nil else { return context }
    return DecodingError.Context(
      codingPath: context.codingPath,
      debugDescription: context.debugDescription,
      underlyingError: JSONDecodingPlace(of: place(at: context.codingPath), in: self)
    )
  }

  /// The value at a path, or the last existing one on the way.
  private func place(at path: [any CodingKey]) -> Int {
    var place = 0
    for key in path.dropFirst(prefix.count) {
      if entries[place].isObject {
        var found = -1
        let isPlain = pathCache.withLock { $0.dictionaries.contains(place) }
        let path = converterPath(to: place)
        for candidate in keys(of: place) {
          let name = isPlain ? JSONStringText.key(entries[candidate], text) : name(of: candidate, at: path)
          if name.hasSameBytes(as: key.stringValue) { found = candidate + 1 }
        }
        guard found >= 0 else { return place }
        place = found
      } else if entries[place].isKind(.array), let number = key.intValue, number >= 0 {
        var element = place + 2
        for _ in 0..<number where !entries[element].isKind(.end) { element = entries.place(afterValueAt: element) }
        guard !entries[element].isKind(.end) else { return place }
        place = element
      } else {
        return place
      }
    }
    return place
  }

  /// The path to an object as its keys' converter asks for it: only one of the program's own looks at more than the key.
  func converterPath(to object: Int) -> [any CodingKey] {
    if case .custom = options.keys { path(to: object) } else { [] }
  }

  /// The key of a member of the object at a path as types ask for it; see ``converterPath(to:)``.
  func name(of key: Int, at path: [any CodingKey]) -> String {
    let name = JSONStringText.key(entries[key], text)
    return usesPlainKeys ? name : options.keys.converted(path + [JSONPathKey(stringValue: name)]).stringValue
  }
}
