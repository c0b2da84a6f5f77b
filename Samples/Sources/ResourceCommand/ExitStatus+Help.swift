// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ExitStatus {
  /// The meaning of each exit status, for `--help`, `resource help exit-codes` and the manual.
  static let meanings: [(status: ExitStatus, meaning: String)] = [
    (.success, "the response is 2xx, or 304 to a conditional request"),
    (
      .unsuccessfulAnswer,
      """
      another response, or not the requested part; the token is not active; --fail-if, --fail-on, --strict or \
      doctor found something
      """
    ),
    (.configuration, "the configuration is wrong, or has no such service"),
    (.noAnswer, "no response: network, TLS, token, timeout, a limit"),
    (.usage, "wrong usage, or input that cannot be sent"),
    (.output, "the response or another file cannot be written"),
    (.interrupted, "Ctrl-C at the prompt for a password, or during bench"),
  ]

  /// The meanings as text for `--help`.
  static let help =
    "Exit status:\n"
    + meanings.map { status, meaning in
      let lines = HelpTopic.Block.wrapped(meaning, 74).joined(separator: "\n      ")
      return "  " + "\(status.rawValue)".padded(to: 4) + lines
    }.joined(separator: "\n")
}
