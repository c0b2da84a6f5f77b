// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Foundation
import ResourceRequestKit

/// `resource token`: gets, forgets and asks about tokens.
struct TokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Gets, forgets and asks about access tokens.",
    discussion: """
      Tokens come from the gateway, from a --service with oauth2, or from a --token-url. They are kept between runs only \
      in a --token-cache, a file with mode 0600.
      """,
    subcommands: [Get.self, Clear.self, Introspect.self]
  )

  struct Get: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Gets a token and says what it is good for.",
      discussion: """
        The token itself is written only with --reveal, alone, to stdout.

        Examples:
          resource token get --service films --config backends.json
          resource token get --token-url https://example.org/token \\
            --client-id me --client-secret-env SECRET --scope read --reveal
        """
    )

    @OptionGroup var options: TokenOptions

    @Flag(help: "Write the token, and nothing else.")
    var reveal = false

    func run() async throws {
      try await reporting {
        let session = try TokenSession(options)
        let token = try await session.token()
        let text = reveal ? token.value.reveal() : TokenTable(token: token).description
        try AnswerWriter.standardOutput.write(Data((text + "\n").utf8))
        return .success
      }
    }
  }

  struct Clear: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Removes tokens from the cache.",
      discussion: """
        Those of the server, program and --scope that are named; all of them where nothing is. The server is not told: \
        a token somebody else has is good until its end.

        Example:
          resource token clear --token-cache tokens.json
        """
    )

    @OptionGroup var options: TokenOptions

    func run() async throws {
      try await reporting {
        guard let file = options.tokens.cacheFile else {
          throw InputError("no tokens are kept: name their file with --token-cache or $RESOURCE_TOKEN_CACHE")
        }
        let count = try file.remove(where: try TokenSession.filter(options))
        Console.standardError.write("\(count) \(count == 1 ? "token" : "tokens") removed")
        return .success
      }
    }
  }

  struct Introspect: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Asks a server what it knows of a token, and writes its answer as JSON.",
      discussion: """
        The token is that of a variable of the environment, or the one that get would get. Ends with 1 where it is not \
        active.

        Example:
          resource token introspect --service films --config backends.json
        """
    )

    @OptionGroup var options: TokenOptions

    @Option(help: ArgumentHelp("The variable of the environment the token is in.", valueName: "name"))
    var tokenEnv: String?

    @Option(
      name: .customLong("introspection-url"),
      help: ArgumentHelp("Where tokens can be asked about; a gateway has its own.", valueName: "url")
    )
    var introspectionURL: String?

    func run() async throws {
      try await reporting {
        let session = try TokenSession(options, introspectionURL: introspectionURL)
        let token =
          if let tokenEnv { try Secret(variable: tokenEnv, of: "--token-env") } else { try await session.token().value }
        let answer = try await session.introspect(token)
        try AnswerWriter.standardOutput.write(Data((answer.members.text(.pretty) + "\n").utf8))
        return answer.isActive ? .success : .unsuccessfulAnswer
      }
    }
  }
}
