// swift-tools-version: 6.2

// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import PackageDescription

/// The house rules where protocols of others take functions, which the last of the house rules would give another type.
let guestRules: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The house rules for every Swift target: strict concurrency, explicit existentials, imports that say who may see them.
let house = guestRules + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

/// What stands on the core alone depends on this.
let core: [Target.Dependency] = ["ResourceRequestCore", "ResourceRequestPlatform"]

/// Where libcurl is the default transport.
///
/// Elsewhere URLSession is.
let curlPlatforms: [Platform] = [.linux, .macOS]

/// What pkg-config knows of libcurl; nothing on Linux, where a program is not linked with it.
#if os(Linux)
  let curlPackage: String? = nil
#else
  let curlPackage: String? = "libcurl"
#endif

/// A bridge to other packages, which is empty without the trait of its name.
func bridge(_ trait: String, _ products: KeyValuePairs<String, String>, _ settings: [SwiftSetting] = house) -> Target {
  .target(
    name: "ResourceRequest\(trait)",
    dependencies: ["ResourceRequestCore"]
      + products.map { .product(name: $0.key, package: $0.value, condition: .when(traits: [trait])) },
    swiftSettings: settings
  )
}

let package = Package(
  name: "swift-resource-request",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "ResourceRequestKit", targets: ["ResourceRequestKit"]),
    .library(name: "ResourceRequestExport", targets: ["ResourceRequestExport"]),
    .library(name: "ResourceRequestValkey", targets: ["ResourceRequestValkey"]),
    .library(name: "ResourceRequestTestServer", targets: ["ResourceRequestTestServer"]),
    .library(name: "ResourceRequestSigning", targets: ["ResourceRequestSigning"]),
    .library(name: "ResourceRequestTesting", targets: ["ResourceRequestTesting"]),
    .library(name: "ResourceRequestSimulation", targets: ["ResourceRequestSimulation"]),
    .library(name: "ResourceRequestConformance", targets: ["ResourceRequestConformance"]),
    .library(name: "ResourceRequestSockets", targets: ["ResourceRequestSockets"]),
    .library(name: "ResourceRequestCurl", targets: ["ResourceRequestCurl"]),
    .library(name: "ResourceRequestFoundation", targets: ["ResourceRequestFoundation"]),
    // Each is empty without the trait of its name.
    .library(name: "ResourceRequestLogging", targets: ["ResourceRequestLogging"]),
    .library(name: "ResourceRequestMetrics", targets: ["ResourceRequestMetrics"]),
    .library(name: "ResourceRequestTracing", targets: ["ResourceRequestTracing"]),
    .library(name: "ResourceRequestLifecycle", targets: ["ResourceRequestLifecycle"]),
    .library(name: "ResourceRequestConfiguration", targets: ["ResourceRequestConfiguration"]),
    .library(name: "ResourceRequestHTTPTypes", targets: ["ResourceRequestHTTPTypes"]),
    .library(name: "ResourceRequestHummingbird", targets: ["ResourceRequestHummingbird"]),
    .plugin(name: "ServiceNames", targets: ["ServiceNames"]),
  ],
  traits: [
    .trait(
      name: "Sockets",
      description:
        "The transport over sockets of our own. Off: the package builds without OpenSSL's and nghttp2's headers."
    ),
    .trait(name: "Curl", description: "The libcurl transport. Off: the package builds without libcurl's headers."),
    .trait(name: "Logging", description: "ResourceRequestLogging: events go to swift-log."),
    .trait(name: "Metrics", description: "ResourceRequestMetrics: attempts are measured by swift-metrics."),
    .trait(name: "Tracing", description: "ResourceRequestTracing: attempts are spans of swift-distributed-tracing."),
    .trait(
      name: "Lifecycle",
      description: "ResourceRequestLifecycle: a client as a service of swift-service-lifecycle."
    ),
    .trait(name: "Configuration", description: "ResourceRequestConfiguration: settings from swift-configuration."),
    .trait(name: "HTTPTypes", description: "ResourceRequestHTTPTypes: requests and responses of swift-http-types."),
    .trait(
      name: "Hummingbird",
      description: "ResourceRequestHummingbird: calls from the handlers of a Hummingbird service."
    ),
    .default(enabledTraits: ["Curl", "Sockets"]),
  ],
  // Used under traits that are off, and then neither resolved nor fetched: Docs/Decisions/0009-no-packages.md.
  dependencies: [
    .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.7.3"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-configuration.git", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
  ],
  targets: [
    // The system's libcurl. Nothing but ResourceRequestCurl imports it. On Linux a program is not linked with it: it is
    // loaded when a request needs it (Docs/Decisions/0039-libcurl-is-loaded.md).
    .systemLibrary(
      name: "CCurl",
      pkgConfig: curlPackage,
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]
    ),

    // The system's OpenSSL and nghttp2, for ResourceRequestSockets and the servers, keys and ciphers of guests.
    .systemLibrary(
      name: "COpenSSL",
      pkgConfig: "openssl",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]
    ),
    .systemLibrary(
      name: "CNghttp2",
      pkgConfig: "libnghttp2",
      providers: [.apt(["libnghttp2-dev"]), .brew(["nghttp2"])]
    ),
    // The system's calls for waiting on sockets, which Swift's modules of the C library leave out; a header only.
    .systemLibrary(name: "CLoop"),

    // Which Foundation and which C library there are. Nothing that users import re-exports it.
    .target(name: "ResourceRequestPlatform", swiftSettings: house),

    // Leaves: text by its bytes, fields, URIs, hosts, dates, a lock.
    .target(name: "ResourceRequestSyntax", dependencies: ["ResourceRequestPlatform"], swiftSettings: house),

    // Bytes as other bytes or as text: content codings, charsets, digests.
    .target(
      name: "ResourceRequestCoding",
      dependencies: ["ResourceRequestPlatform", "ResourceRequestSyntax"],
      swiftSettings: house
    ),

    // JSON texts and values: reading, writing, and for types of the caller's.
    .target(
      name: "ResourceRequestJSON",
      dependencies: ["ResourceRequestCoding", "ResourceRequestPlatform", "ResourceRequestSyntax"],
      swiftSettings: house
    ),

    // Everything else that is not a transport. Imports no package and no full Foundation.
    .target(
      name: "ResourceRequestCore",
      dependencies: [
        "ResourceRequestCoding", "ResourceRequestJSON", "ResourceRequestPlatform", "ResourceRequestSyntax",
      ],
      swiftSettings: house
    ),

    // Bodies piece by piece: lines, JSON texts and elements, server-sent events, parts; and the pages of a collection.
    .target(name: "ResourceRequestStreaming", dependencies: core, swiftSettings: house),

    // What looks at a client and its configuration: recordings, explanations, status as text, what another file changes.
    .target(name: "ResourceRequestInspection", dependencies: core, swiftSettings: house),

    // Files: downloads and uploads that are resumed, progress. And the ways to call other than `await`.
    .target(name: "ResourceRequestTransfer", dependencies: core, swiftSettings: house),
    .target(
      name: "ResourceRequestCalling",
      dependencies: [
        "ResourceRequestCore", "ResourceRequestPlatform", "ResourceRequestStreaming", "ResourceRequestTransfer",
      ],
      swiftSettings: house
    ),

    // What both transports with a loop of their own are made of: threads, mail, names, heads and buffers.
    .target(
      name: "ResourceRequestLoop",
      dependencies: ["ResourceRequestCore", "ResourceRequestPlatform", "CLoop"],
      swiftSettings: house
    ),

    // Signatures of requests, by AWS and by RFC 9421: features of users, with keys of their own in the configuration.
    .target(
      name: "ResourceRequestSigning",
      dependencies: [
        "ResourceRequestCore", "ResourceRequestPlatform",
        .target(name: "COpenSSL", condition: .when(platforms: [.linux], traits: ["Sockets"])),
      ],
      swiftSettings: house
    ),

    // The same configuration for Envoy, HAProxy and nginx.
    .target(name: "ResourceRequestExport", dependencies: core, swiftSettings: house),

    // State that all instances of a service share; OpenSSL encrypts tokens.
    .target(
      name: "ResourceRequestValkey",
      dependencies: [
        "ResourceRequestCore", "ResourceRequestCoding", "ResourceRequestPlatform",
        .target(name: "ResourceRequestSockets", condition: .when(platforms: [.linux], traits: ["Sockets"])),
        .target(name: "COpenSSL", condition: .when(platforms: [.linux], traits: ["Sockets"])),
      ],
      swiftSettings: house
    ),

    // Checks the JSON of a target at its build, and makes constants of the services' names.
    .plugin(
      name: "ServiceNames",
      capability: .buildTool(),
      dependencies: ["ServiceNamesTool"],
      path: "Sources/ServiceNames"
    ),
    .executableTarget(name: "ServiceNamesTool", dependencies: ["ResourceRequestCore"], swiftSettings: house),

    // A server for the tests of programs.
    .target(
      name: "ResourceRequestTestServer",
      dependencies: [
        "ResourceRequestCore", "ResourceRequestJSON", "ResourceRequestPlatform", "ResourceRequestConformance",
        .target(name: "COpenSSL", condition: .when(platforms: [.linux], traits: ["Sockets"])),
        .target(name: "CNghttp2", condition: .when(platforms: [.linux], traits: ["Sockets"])),
      ],
      swiftSettings: house
    ),

    // The transports, blind to one another.
    .target(
      name: "ResourceRequestSockets",
      dependencies: [
        "ResourceRequestCore",
        "ResourceRequestLoop",
        "ResourceRequestPlatform",
        "CLoop",
        .target(name: "COpenSSL", condition: .when(platforms: [.linux], traits: ["Sockets"])),
        .target(name: "CNghttp2", condition: .when(platforms: [.linux], traits: ["Sockets"])),
      ],
      swiftSettings: house
    ),
    .target(
      name: "ResourceRequestCurl",
      dependencies: [
        "ResourceRequestCore",
        "ResourceRequestLoop",
        "ResourceRequestPlatform",
        "CLoop",
        .target(name: "CCurl", condition: .when(platforms: curlPlatforms, traits: ["Curl"])),
      ],
      swiftSettings: house,
      linkerSettings: [.linkedLibrary("curl", .when(platforms: [.macOS], traits: ["Curl"]))]
    ),
    .target(name: "ResourceRequestFoundation", dependencies: ["ResourceRequestCore"], swiftSettings: house),

    // What users import: Core, what calls it, and the platform's transport.
    .target(
      name: "ResourceRequestKit",
      dependencies: [
        "ResourceRequestCore",
        "ResourceRequestStreaming",
        "ResourceRequestInspection",
        "ResourceRequestTransfer",
        "ResourceRequestCalling",
        .target(name: "ResourceRequestSockets", condition: .when(platforms: [.linux], traits: ["Sockets"])),
        .target(name: "ResourceRequestCurl", condition: .when(platforms: curlPlatforms, traits: ["Curl"])),
        .target(
          name: "ResourceRequestFoundation",
          condition: .when(platforms: [.iOS, .tvOS, .watchOS, .visionOS, .macCatalyst])
        ),
      ],
      swiftSettings: house
    ),

    // Bridges to other packages, each under the trait of its name, and blind to one another.
    bridge("Logging", ["Logging": "swift-log"]),
    bridge("Metrics", ["CoreMetrics": "swift-metrics", "Metrics": "swift-metrics"]),
    bridge("Tracing", ["Tracing": "swift-distributed-tracing"]),
    bridge("Lifecycle", ["ServiceLifecycle": "swift-service-lifecycle"]),
    bridge("Configuration", ["Configuration": "swift-configuration"]),
    bridge("HTTPTypes", ["HTTPTypes": "swift-http-types"]),
    bridge(
      "Hummingbird",
      [
        "Hummingbird": "hummingbird", "HummingbirdCore": "hummingbird", "HTTPTypes": "swift-http-types",
        "Logging": "swift-log", "NIOCore": "swift-nio",
      ],
      guestRules
    ),

    // For who tests a program: stub, recording and faulty transports, a manual clock.
    .target(name: "ResourceRequestTesting", dependencies: core, swiftSettings: house),

    // For who tests a configuration: the clients and policies themselves, before simulated servers in virtual time.
    .target(name: "ResourceRequestSimulation", dependencies: core, swiftSettings: house),

    // For who writes a transport or a store: what each must do, as cases, and the peer to prove it against.
    .target(name: "ResourceRequestConformance", dependencies: core, swiftSettings: house),

    // Tests mirror the folders of Sources.
    .target(name: "TestSupport", path: "Tests/Support", swiftSettings: house),
    .testTarget(
      name: "ResourceRequestCoreTests",
      dependencies: [
        "ResourceRequestCore", "ResourceRequestSyntax", "ResourceRequestCoding", "ResourceRequestJSON",
        "ResourceRequestStreaming", "ResourceRequestInspection", "ResourceRequestTransfer", "ResourceRequestCalling",
        "ResourceRequestConformance", "ResourceRequestSimulation", "ResourceRequestTesting", "TestSupport",
      ],
      resources: [.copy("Fixtures")],
      swiftSettings: house
    ),
    .testTarget(
      name: "ResourceRequestLoopTests",
      dependencies: ["ResourceRequestCore", "ResourceRequestLoop", "TestSupport"],
      swiftSettings: house
    ),
    .testTarget(
      name: "ResourceRequestSocketsTests",
      dependencies: [
        "ResourceRequestKit", "ResourceRequestLoop", "ResourceRequestSockets", "ResourceRequestConformance",
        "ResourceRequestTesting", "TestSupport",
      ],
      swiftSettings: house
    ),
    .testTarget(
      name: "ResourceRequestCurlTests",
      dependencies: [
        "ResourceRequestKit", "ResourceRequestLoop", "ResourceRequestCoding", "ResourceRequestCurl",
        "ResourceRequestConformance", "ResourceRequestTesting", "TestSupport",
      ],
      swiftSettings: house
    ),
    .testTarget(
      name: "ResourceRequestSigningTests",
      dependencies: [
        "ResourceRequestSigning", "ResourceRequestCoding", "ResourceRequestKit", "ResourceRequestTesting",
        "TestSupport",
      ],
      resources: [.copy("Fixtures")],
      swiftSettings: house
    ),
    .testTarget(
      name: "ResourceRequestExportTests",
      dependencies: ["ResourceRequestExport", "ResourceRequestKit", "ResourceRequestTesting", "TestSupport"],
      swiftSettings: house
    ),
    .testTarget(
      name: "ResourceRequestValkeyTests",
      dependencies: [
        "ResourceRequestValkey", "ResourceRequestTesting", "ResourceRequestSimulation", "ResourceRequestConformance",
        "TestSupport",
      ],
      swiftSettings: house
    ),
    .testTarget(name: "ServiceNamesTests", dependencies: ["ServiceNamesTool"], swiftSettings: house),
    .testTarget(
      name: "ResourceRequestTestServerTests",
      dependencies: ["ResourceRequestTestServer", "ResourceRequestKit", "TestSupport"],
      swiftSettings: house
    ),
    .testTarget(
      name: "ResourceRequestKitTests",
      dependencies: ["ResourceRequestKit", "ResourceRequestTesting", "TestSupport"],
      swiftSettings: house
    ),
    // Rules held as matrices: ways to call × framings × connections × peers. `MATRIX_SCALE` makes them longer.
    .testTarget(
      name: "MatrixTests",
      dependencies: ["ResourceRequestKit", "ResourceRequestTesting", "TestSupport"],
      path: "Tests/Matrices",
      swiftSettings: house
    ),
    .testTarget(
      name: "ResourceRequestFoundationTests",
      dependencies: [
        "ResourceRequestFoundation", "ResourceRequestTransfer", "ResourceRequestCalling", "ResourceRequestConformance",
        "ResourceRequestTesting", "TestSupport",
      ],
      swiftSettings: house
    ),
  ]
)
