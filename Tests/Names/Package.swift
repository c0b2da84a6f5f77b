// swift-tools-version: 6.2

// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import PackageDescription

// A package of its own, so that the root has no dependencies: these are what users import beside the Kit. Versions are
// exact, since Package.resolved is not kept. Run it with Tests/Names/run.
let package = Package(
  name: "resource-request-names",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-resource-request", path: "../.."),
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
    .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
  ],
  targets: [
    .target(
      name: "Names",
      dependencies: [
        .product(name: "ResourceRequestKit", package: "swift-resource-request"),
        .product(name: "ResourceRequestSimulation", package: "swift-resource-request"),
        .product(name: "ResourceRequestTesting", package: "swift-resource-request"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)]
    )
  ]
)
