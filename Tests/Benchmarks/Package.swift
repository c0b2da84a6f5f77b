// swift-tools-version: 6.2

// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import PackageDescription

// A package of its own, so that the root stays without the peers it is measured against. Run it with Tests/benchmark,
// which starts the servers and alternates the contenders.
let package = Package(
  name: "resource-request-benchmarks",
  platforms: [.macOS(.v15)],
  traits: [
    .trait(
      name: "Peers",
      description: "The peers among the contenders. Off: nothing is fetched, and only ours is built."
    ),
    .default(enabledTraits: ["Peers"]),
  ],
  dependencies: [
    .package(name: "swift-resource-request", path: "../.."),
    .package(url: "https://github.com/swift-server/async-http-client.git", exact: "1.37.0"),
  ],
  targets: [
    .executableTarget(
      name: "bench",
      dependencies: [
        "CBareLoop",
        .product(name: "ResourceRequestKit", package: "swift-resource-request"),
        .product(name: "ResourceRequestCurl", package: "swift-resource-request"),
        .product(name: "AsyncHTTPClient", package: "async-http-client", condition: .when(traits: ["Peers"])),
      ],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ]
    ),
    // The floor: libcurl with nothing above it.
    .target(name: "CBareLoop", linkerSettings: [.linkedLibrary("curl")]),
    // Reads a body to its end and answers, at once or after a second, however many wait.
    .executableTarget(name: "plain-server"),
  ]
)
