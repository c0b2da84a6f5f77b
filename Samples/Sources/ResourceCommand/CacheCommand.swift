// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Foundation
import ResourceRequestKit

/// `resource cache`: shows and removes what `resource send --cache` keeps.
struct CacheCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache",
    abstract: "Shows and removes responses that are kept in a directory.",
    subcommands: [List.self, Remove.self, Clear.self]
  )

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists the stored responses: status, bytes of the body, seconds since they came, and URL.",
      discussion: """
        Example:
          resource cache list ~/.cache/resource
        """
    )

    @Argument(help: "The directory.")
    var directory: String

    func run() async throws {
      try await reporting {
        let now = Int64(Date().timeIntervalSince1970)
        let lines = try await CacheCommand.store(directory).list().map { key, response in
          (url: "\(key)", text: "\(response.status.code) \(response.body.count) \(now - response.responseTime / 1000)s")
        }
        let text = lines.sorted { $0.url < $1.url }.map { "\($0.text) \($0.url)\n" }.joined()
        try AnswerWriter.standardOutput.write(Data(text.utf8))
        return .success
      }
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Removes the responses whose URL begins with a text.",
      discussion: """
        Example:
          resource cache remove ~/.cache/resource https://example.org/
        """
    )

    @Argument(help: "The directory.")
    var directory: String

    @Argument(help: "What their URLs begin with.")
    var prefix: String

    func run() async throws {
      try await reporting {
        let prefix = Array(prefix.utf8)
        let count = try await CacheCommand.store(directory).removeAll { $0.url.utf8.starts(with: prefix) }
        return CacheCommand.say(count)
      }
    }
  }

  struct Clear: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Removes all responses.")

    @Argument(help: "The directory.")
    var directory: String

    func run() async throws {
      try await reporting {
        CacheCommand.say(try await CacheCommand.store(directory).removeAll { _ in true })
      }
    }
  }

  private static func store(_ directory: String) throws -> DiskCacheStore {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: directory, isDirectory: &isDirectory), isDirectory.boolValue else {
      throw InputError("\(directory) is no directory")
    }
    do { return try DiskCacheStore(directory: directory) } catch {
      throw InputError((error as? ResourceError)?.message ?? "\(error)")
    }
  }

  private static func say(_ count: Int) -> ExitStatus {
    Console.standardError.write("\(count) \(count == 1 ? "response" : "responses") removed")
    return .success
  }
}
