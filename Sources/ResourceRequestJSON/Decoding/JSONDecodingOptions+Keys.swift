// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension JSONDecodingOptions.Keys {
  /// The last key of a path as types ask for it.
  func converted(_ path: [any CodingKey]) -> any CodingKey {
    guard let key = path.last else { return JSONPathKey(stringValue: "") }
    switch self {
    case .useDefaultKeys: return key
    case .convertFromSnakeCase: return JSONPathKey(stringValue: SnakeCase.camelCased(key.stringValue))
    case .custom(let convert): return convert(path)
    }
  }
}
