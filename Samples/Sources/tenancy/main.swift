// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit

// A feature of this program's own, with keys in the configuration: checked, explained and reported on as the SDK's.
let path = CommandLine.arguments.dropFirst().first ?? "Samples/tenancy.json"
let vocabulary = Vocabulary.standard + [Tenancy()]

let issues = ResourceConfiguration.issuesApartFromReferences(inFile: path, vocabulary: vocabulary)
for issue in issues { print(issue) }
guard issues.isEmpty else { exit(65) }

let client = try ResourceClient(contentsOf: path, vocabulary: vocabulary)
let request = ResourceRequest("invoices", service: "orders")
let response = try await client.send(request)
print(response.status, response.text)
for fact in try client.explain(request).sections.first(where: { $0.title == "settings" })?.facts ?? []
where fact.name.hasPrefix("tenancy.") {
  print(fact)
}
print(client.status)
