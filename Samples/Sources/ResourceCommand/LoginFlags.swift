// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Essentials
import ResourceRequestKit

/// Credentials for the server other than tokens that are fetched.
struct LoginFlags: ParsableArguments {
  @Option(help: ArgumentHelp("The environment variable with a bearer token.", valueName: "name"))
  var bearerEnv: String?

  @Option(
    name: [.customShort("u", allowingJoined: true), .customLong("user")],
    help: ArgumentHelp(
      "The user to log in as when the server asks, by Digest or Basic; prompts for the password.",
      valueName: "name"
    )
  )
  var user: String?

  @Option(help: ArgumentHelp("The environment variable with the password.", valueName: "name"))
  var passwordEnv: String?

  @Flag(name: [.customShort("n"), .customLong("netrc")], help: "Log in with the host's entry in ~/.netrc.")
  var netrc = false

  @Option(help: ArgumentHelp("Like --netrc, with another file.", valueName: "file"))
  var netrcFile: String?

  func validate() throws {
    if usesNetrc, bearerEnv != nil || user != nil {
      throw ValidationError("--netrc and \(user == nil ? "--bearer-env" : "--user"): choose one")
    }
    if bearerEnv != nil, user != nil { throw ValidationError("--bearer-env and --user: choose one") }
    if passwordEnv != nil, user == nil { throw ValidationError("--password-env: name the user with --user") }
    if user?.contains(":") == true {
      throw ValidationError(
        "--user takes a name alone: others can read a command's arguments; name a variable with --password-env"
      )
    }
  }

  /// Whether passwords come from a netrc file.
  var usesNetrc: Bool { netrc || netrcFile != nil }

  /// Whether the request logs in with a user name and a password.
  var logsIn: Bool { user != nil || usesNetrc }

  /// Replaces the owner's credential by the named one.
  ///
  /// - Throws: ``InputError`` if the token is missing.
  func apply(
    to configuration: inout ResourceConfiguration,
    for owner: TokenOwner,
    _ request: inout ResourceRequest
  ) throws {
    if let bearerEnv {
      let token = try Secret(variable: bearerEnv, of: "--bearer-env")
      owner.use(.bearer(token), in: &configuration)
      if owner == .address { request.headers["Authorization"] = "Bearer \(token.reveal())" }
    }
    // A configured credential would take precedence over the login.
    if logsIn { owner.use(nil, in: &configuration) }
  }

  /// Provides the user name and the password, for one server only.
  ///
  /// - Throws: ``InputError`` if the password cannot be read.
  func makeStore(for origin: Origin) throws -> (any CredentialStore)? {
    if usesNetrc {
      let path = netrcFile ?? (ProcessInfo.processInfo.environment["HOME"] ?? "") + "/.netrc"
      guard !GivenFile.isPipe(path) else { throw InputError("--netrc-file: it is a pipe; write its text to a file") }
      do { return try NetrcCredentialStore(contentsOf: path) } catch let error as ResourceError {
        throw InputError("--netrc: \(error.message)")
      }
    }
    guard let user else { return nil }
    let password =
      if let passwordEnv {
        try Secret(variable: passwordEnv, of: "--password-env")
      } else {
        try PasswordPrompt.ask("Password for \(user) at \(origin): ")
      }
    let store = InMemoryCredentialStore()
    store.set(LoginCredential(username: user, password: password), for: origin)
    return store
  }
}
