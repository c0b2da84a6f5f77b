// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Synchronization

extension RequestOptions {
  /// The options that read standard input.
  var standardInputOptions: [String] {
    let items = ((try? parsedWords())?.items ?? []).filter(\.isStandardInput).map { _ in "a field after the target" }
    let headers = BodyOptions.headerFiles.withLock { $0["@-"] != nil } ? ["--header"] : []
    return headers + (ConfigurationFile.path(place.config) == "-" ? ["--config"] : []) + body.standardInputOptions
      + items
  }
}
