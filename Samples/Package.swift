// swift-tools-version: 6.2

// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import PackageDescription

/// The house rules for every Swift target, as in the root.
let house: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let kit = Target.Dependency.product(name: "ResourceRequestKit", package: "swift-resource-request")
let simulation = Target.Dependency.product(name: "ResourceRequestSimulation", package: "swift-resource-request")
let export = Target.Dependency.product(name: "ResourceRequestExport", package: "swift-resource-request")
let valkey = Target.Dependency.product(name: "ResourceRequestValkey", package: "swift-resource-request")
let signing = Target.Dependency.product(name: "ResourceRequestSigning", package: "swift-resource-request")
let testServer = Target.Dependency.product(name: "ResourceRequestTestServer", package: "swift-resource-request")
let conformance = Target.Dependency.product(name: "ResourceRequestConformance", package: "swift-resource-request")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let flyingFox = Target.Dependency.product(name: "FlyingFox", package: "FlyingFox")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")

// A package of its own, so that the root stays without packages. Versions are exact: Package.resolved is not kept.
let package = Package(
  name: "resource-request-samples",
  platforms: [.macOS(.v15)],
  traits: [
    .trait(
      name: "URLSession",
      description: "`resource --transport urlsession`. Off: the command links FoundationEssentials alone, without ICU."
    ),
    .default(enabledTraits: ["URLSession"]),
  ],
  dependencies: [
    .package(name: "swift-resource-request", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
  ],
  targets: [
    // What the servers among the samples share: a server on loopback that ends when the process is told to.
    .target(
      name: "LoopbackServer",
      dependencies: ["Essentials", flyingFox, .product(name: "FlyingSocks", package: "FlyingFox")],
      swiftSettings: house
    ),

    // Signs for a registered client with a key it keeps in a file: to be copied into a program of one's own.
    .target(name: "AssertionSigning", dependencies: [kit, crypto], swiftSettings: house),

    // The adapter gateway, as a library so that tests can run it in their own process, and as a command.
    .target(name: "AdapterGateway", dependencies: [kit, crypto, flyingFox, "LoopbackServer"], swiftSettings: house),
    .executableTarget(
      name: "gateway",
      dependencies: [kit, arguments, "AdapterGateway", "LoopbackServer"],
      swiftSettings: house
    ),

    // What the command uses of the system.
    .target(name: "Essentials", swiftSettings: house),

    // The command-line client: its parts, and a main of three lines.
    .target(
      name: "ResourceCommand",
      dependencies: [
        kit, simulation, export, signing, valkey, arguments, "Essentials",
        .product(
          name: "ResourceRequestFoundation",
          package: "swift-resource-request",
          condition: .when(traits: ["URLSession"])
        ),
      ],
      swiftSettings: house
    ),
    .executableTarget(name: "resource", dependencies: [arguments, "ResourceCommand"], swiftSettings: house),

    // Small programs.
    .executableTarget(name: "tour", dependencies: [kit, "AssertionSigning"], swiftSettings: house),
    .executableTarget(name: "joke", dependencies: [kit], swiftSettings: house),
    // A feature of a program's own, with keys in the configuration.
    .executableTarget(name: "tenancy", dependencies: [kit], swiftSettings: house),
    // The README's example, as it stands there.
    .executableTarget(name: "quickstart", dependencies: [kit], swiftSettings: house),
    .executableTarget(
      name: "service",
      dependencies: [kit, valkey, arguments, flyingFox, "LoopbackServer"],
      swiftSettings: house
    ),

    .testTarget(
      name: "SampleTests",
      dependencies: [
        kit, conformance, testServer, crypto, flyingFox, .product(name: "FlyingSocks", package: "FlyingFox"),
        "AdapterGateway",
        "AssertionSigning", "LoopbackServer", "ResourceCommand", "gateway", "joke", "quickstart", "resource",
        "service", "tenancy", "tour",
      ],
      swiftSettings: house
    ),
  ]
)
