// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension RequestOptions {
  /// The options that read standard input.
  var standardInputOptions: [String] {
    let items = ((try? parsedWords())?.items ?? []).filter(\.isStandardInput).map { _ in "a field behind the target" }
    return (ConfigurationFile.path(place.config) == "-" ? ["--config"] : []) + body.standardInputOptions + items
  }
}
