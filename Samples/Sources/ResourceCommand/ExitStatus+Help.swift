// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ExitStatus {
  /// What each of them means, for `--help`.
  static let help = """
    Exit status:
      0   the answer is 2xx
      1   the answer has another status, the token is not active, or a --fail-if holds
      2   the configuration, or how to route by it, is wrong
      3   no answer: transport failure, no token, timeout, a limit
      64  wrong usage, or input that cannot be sent
      74  the answer cannot be written
      130 Ctrl-C where a password is asked for
    """
}
