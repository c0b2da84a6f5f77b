// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Writes numbers as Prometheus reads them (text format 0.0.4).
struct PrometheusText {
  enum Kind: String {
    case counter
    case gauge
    case histogram
  }

  private(set) var text = ""
  private var name = ""
  private var head = ""

  /// Begins a metric; one without a sample is not written.
  mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
    self.name = name
    head = "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
  }

  /// Adds a sample; the names of labels may have points, which are `_` there.
  mutating func add(_ value: Double, _ labels: KeyValuePairs<String, String>, suffix: String = "") {
    text += head + name + suffix
    head = ""
    if !labels.isEmpty {
      let pairs = labels.map { "\($0.key.replacing(bytes: ".", with: "_"))=\"\(PrometheusText.escaped($0.value))\"" }
      text += "{" + pairs.joined(separator: ",") + "}"
    }
    text += " " + PrometheusText.number(value) + "\n"
  }

  /// A number; whole ones without a fraction.
  static func number(_ value: Double) -> String {
    Int64(exactly: value).map { "\($0)" } ?? "\(value)"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing(bytes: "\\", with: "\\\\").replacing(bytes: "\"", with: "\\\"").replacing(bytes: "\n", with: "\\n")
  }
}
