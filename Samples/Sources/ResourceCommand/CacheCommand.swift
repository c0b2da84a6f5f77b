// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Essentials
import ResourceRequestKit

/// `resource cache`: shows and removes the responses that `resource send --cache` stores.
struct CacheCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache",
    abstract: "Lists and removes the responses that --cache keeps.",
    subcommands: [List.self, Remove.self, Clear.self]
  )

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "Lists the stored responses: status, size of the body, age, and URL.",
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
        try AnswerWriter.standardOutput.write(text)
        return .success
      }
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove",
      abstract: "Removes the responses whose URL begins with a text.",
      discussion: """
        Example:
          resource cache remove ~/.cache/resource https://example.org/
        """
    )

    @Argument(help: "The directory.")
    var directory: String

    @Argument(help: "The beginning of their URLs.")
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
    static let configuration = CommandConfiguration(commandName: "clear", abstract: "Removes all responses.")

    @Argument(help: "The directory.")
    var directory: String

    func run() async throws {
      try await reporting {
        CacheCommand.say(try await CacheCommand.store(directory).removeAll { _ in true })
      }
    }
  }

  private static func store(_ directory: String) throws -> DiskCacheStore {
    var facts = stat()
    guard stat(directory, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
      throw InputError("\(directory) is not a directory")
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
