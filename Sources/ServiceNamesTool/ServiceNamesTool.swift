// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore

/// What the plugin ServiceNames runs: `ServiceNamesTool DOCUMENT OUTPUT`.
///
/// It prints what is wrong as compilers do, so that editors show it at its place. A key that is not known may be one of the
/// program's own features, which are not there while it is built: it is a warning.
@main
enum ServiceNamesTool {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else { end("usage: ServiceNamesTool DOCUMENT OUTPUT") }
    let (report, source) = result(of: arguments[1])
    for line in report { print(line) }
    guard let source else { exit(1) }
    do {
      try Data(source.utf8).write(to: URL(filePath: arguments[2]), options: .atomic)
    } catch {
      end("\(arguments[2]):1:1: error: it cannot be written: \(error)")
    }
  }

  /// What is wrong with a document, a line each; and the source, unless something is an error.
  static func result(of path: String) -> (report: [String], source: String?) {
    var vocabulary = Vocabulary.standard
    // Of features that come with the package: this tool is built without them, and the program checks their keys.
    vocabulary.ignoredKeys = ["fleetRate", "shared", "sigv4", "signature"]
    let issues = ResourceConfiguration.issuesApartFromReferences(inFile: path, vocabulary: vocabulary)
    let report = issues.map { issue in
      let meant = issue.suggestion.map { "; did you mean \"\($0)\"?" } ?? ""
      let kind = mayBeFeature(issue) ? "warning" : "error"
      return "\(issue.file):\(max(1, issue.line)):\(max(1, issue.column)): \(kind): \(issue.message)\(meant)"
    }
    guard issues.allSatisfy(mayBeFeature), let bytes = try? Data(contentsOf: URL(filePath: path)),
      let document = try? JSON(parsing: bytes)
    else { return (report, nil) }
    let services = (document["backendServices"].array ?? [document]).compactMap { $0["service"].string }
      // One with a reference is known only where the program runs; the others are as the client knows them.
      .filter { !$0.replacing(bytes: "$${", with: "").contains(bytes: "${") }
      .map { String($0.dropping(prefix: "/") ?? $0[...]).replacing(bytes: "$${", with: "${") }
    return (report, ServiceNamesSource(file: URL(filePath: path).lastPathComponent, services: services).text)
  }

  private static func mayBeFeature(_ issue: ConfigurationError.Issue) -> Bool {
    issue.message.begins(withBytesOf: "unknown key") && issue.suggestion == nil
  }

  private static func end(_ message: String) -> Never {
    print(message)
    exit(1)
  }
}
