// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension Sequence<String> {
  /// The words in quotes, as a choice: `"a", "b" or "c"`.
  package var quotedChoice: String { listed(by: " or ") }

  /// The words in quotes, as a list: `"a", "b" and "c"`.
  package var quotedList: String { listed(by: " and ") }

  private func listed(by last: String) -> String {
    let quoted = map { "\"\($0)\"" }
    guard let end = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + last + end
  }
}
