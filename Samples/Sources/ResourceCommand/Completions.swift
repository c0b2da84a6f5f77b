// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Essentials
import ResourceRequestKit

/// The words that shells suggest for the command.
enum Completions {
  /// Methods, for the first word of a request.
  static let methods = CompletionKind.list(CompletionScript.methods)

  /// Names of common request header fields.
  static let headers = CompletionKind.list([
    "Accept:", "Accept-Encoding:", "Accept-Language:", "Authorization:", "Cache-Control:", "Content-Language:",
    "Content-Type:", "Cookie:", "If-Match:", "If-Modified-Since:", "If-None-Match:",
    "Idempotency-Key:", "Origin:", "Prefer:", "Range:", "Referer:", "User-Agent:", "X-Request-ID:",
  ])

  /// The services of the configuration named on the command line or by the environment.
  static let services = CompletionKind.custom { words, _, _ in
    // bash divides words at "=", other shells do not.
    let words = words.filter { $0 != "=" }.flatMap {
      $0.hasPrefix("--config=") ? ["--config", String($0.dropFirst("--config=".count))] : [$0]
    }
    let option = words.firstIndex(of: "--config").map { $0 + 1 }
    return services(in: option.flatMap { words.indices.contains($0) ? words[$0] : nil })
  }

  /// A configuration file.
  static let configuration = CompletionKind.file(extensions: ["json"])

  /// The names of the services in a document, even if it has mistakes; names with references are left out.
  static func services(in file: String?) -> [String] {
    // Standard input is where the command is typed, and a pipe can be read once.
    guard let path = ConfigurationFile.path(file), path != "-", !GivenFile.isPipe(path) else { return [] }
    return ConfigurationFile.serviceNames(in: path)
  }
}
