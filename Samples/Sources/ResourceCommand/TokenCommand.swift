// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Essentials
import ResourceRequestKit

/// `resource token`: gets, removes and introspects tokens.
struct TokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Fetches, removes and inspects access tokens.",
    discussion: """
      Tokens come from the gateway, from a --service with oauth2, or from a --token-url. They are kept between runs only \
      in a --token-cache, a file with mode 0600.
      """,
    subcommands: [Get.self, Clear.self, Introspect.self]
  )

  struct Get: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "get",
      abstract: "Fetches a token and prints its scopes and lifetime.",
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
        try AnswerWriter.standardOutput.write(text + "\n")
        return .success
      }
    }
  }

  struct Clear: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "clear",
      abstract: "Removes tokens from the cache.",
      discussion: """
        Removes the tokens of the server, client and --scope that are named, or all of them. The server is not told: a copy \
        of a token stays valid until it expires.

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
      commandName: "introspect",
      abstract: "Asks the server about a token, and prints the response as JSON.",
      discussion: """
        The token comes from an environment variable, or is fetched as get does. The exit status is 1 if it is not \
        active.

        Example:
          resource token introspect --service films --config backends.json
        """
    )

    @OptionGroup var options: TokenOptions

    @Option(help: ArgumentHelp("The environment variable with the token.", valueName: "name"))
    var tokenEnv: String?

    @Option(
      name: .customLong("introspection-url"),
      help: ArgumentHelp("The introspection endpoint; a gateway has its own.", valueName: "url")
    )
    var introspectionURL: String?

    func run() async throws {
      try await reporting {
        let session = try TokenSession(options, introspectionURL: introspectionURL)
        let token =
          if let tokenEnv { try Secret(variable: tokenEnv, of: "--token-env") } else { try await session.token().value }
        let answer = try await session.introspect(token)
        try AnswerWriter.standardOutput.write(answer.members)
        return answer.isActive ? .success : .unsuccessfulAnswer
      }
    }
  }
}
