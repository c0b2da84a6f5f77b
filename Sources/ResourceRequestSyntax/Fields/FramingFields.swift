// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The fields that frame a message: only the transport sets them, which prevents request smuggling.
package enum FramingFields {
  /// What to do instead of setting a field; `nil` if it may be set.
  package static func remedy(for name: String) -> String? {
    // Nearly every name is distinguished by its length.
    for (field, remedy) in remedies where field.utf8.count == name.utf8.count {
      if FieldCharacters.equalNames(field, name) { return remedy }
    }
    return nil
  }

  /// Why a field must not be sent, without its value, which may be a secret; `nil` if it may.
  package static func refusal(name: String, value: String) -> String? {
    if let violation = HeaderFieldRules.violation(name: name, value: value) { return "\(violation)" }
    return remedy(for: name).map { "the header \(name) is the transport's to set; \($0)" }
  }

  /// The names of these fields, in lower case.
  package static let names = remedies.map(\.0)

  private static let remedies = [
    ("content-length", "it follows from the body"),
    ("transfer-encoding", "it follows from the body"),
    ("connection", "connections are kept and closed by the transport"),
    ("upgrade", "choose the protocol with httpVersion"),
    ("te", "trailers are read without asking"),
    ("expect", "the body's options decide whether the server is asked first"),
  ]
}
