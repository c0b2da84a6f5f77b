// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import ResourceRequestKit

/// The source of a program's status: a URL that serves it, or a file it was saved to.
struct StatusSource {
  private enum Place {
    case file(String)
    case url(ResourceURL)
  }

  private let place: Place
  private let client = ResourceClient()

  /// The name of the source in messages.
  let name: String

  /// Reads an argument: a URL, whose path defaults to `/status`, or a file.
  ///
  /// - Throws: ``InputError`` for an invalid URL.
  init(_ text: String) throws {
    guard TokenOwner.isAbsolute(text) else {
      place = .file(text)
      name = text
      return
    }
    do throws(ResourceURL.Invalid) {
      let url = try ResourceURL(text)
      place = .url(url.path.isEmpty || url.path == "/" ? try ResourceURL("\(url.origin)/status") : url)
      name = url.redacted()
    } catch {
      throw InputError("\(Self.shown(text)) is not a URL: \(error.reason)")
    }
  }

  /// Reads the current status.
  ///
  /// - Throws: `ResourceError`; ``InputError`` for a file that cannot be read or holds no status.
  func status() async throws -> ClientStatus {
    switch place {
    case .url(let url):
      return try await client.value(for: ResourceRequest(url.string, timeout: .seconds(5)))
    case .file(let path):
      let data: Data
      do { data = try GivenFile.read(path) } catch { throw InputError("\(path) cannot be read: \(error)") }
      do { return try ResourceJSONDecoder().decode(ClientStatus.self, from: data) } catch {
        throw InputError("\(path) holds no status of a client")
      }
    }
  }

  /// The part of the text before any character that may start a secret.
  private static func shown(_ text: String) -> String { String(text.prefix { $0 != "?" && $0 != "@" && $0 != "#" }) }
}
