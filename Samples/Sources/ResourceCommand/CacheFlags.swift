// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import ResourceRequestKit

/// The directory that stores responses between runs, and how the request uses it.
struct CacheFlags: ParsableArguments {
  @Option(
    help: ArgumentHelp("The directory that keeps responses between runs; created if missing.", valueName: "dir")
  )
  var cache: String?

  @Option(
    help: ArgumentHelp(
      "How stored responses are used: \(CacheFlags.policies).",
      valueName: "policy"
    ),
    completion: .list(CachePolicy.allCases.map(\.rawValue)),
    transform: CacheFlags.policy
  )
  var cachePolicy: CachePolicy?

  /// Sets the directory for every service, and the cache policy of the request.
  ///
  /// - Throws: ``InputError`` if the directory cannot store responses.
  func apply(to configuration: inout ResourceConfiguration, _ request: inout ResourceRequest) throws {
    if let cachePolicy { request.cachePolicy = cachePolicy }
    guard let cache else { return }
    do { _ = try DiskCacheStore(directory: cache) } catch {
      throw InputError("--cache: \((error as? ResourceError)?.message ?? "\(error)")")
    }
    configuration.changeAllSettings { keep(in: cache, &$0) }
  }

  private func keep(in directory: String, _ settings: inout ServiceSettings) {
    var cache = settings.cache.flatMap { $0.isEnabled ? $0 : nil } ?? CacheSettings()
    cache.disk = CacheSettings.Disk(
      directory: directory,
      size: cache.disk?.size ?? 1 << 30,
      storesAuthorized: cache.disk?.storesAuthorized ?? false,
      // A command has nothing else to do while it waits.
      patience: .seconds(2)
    )
    settings.cache = cache
  }

  private static let policies = CachePolicy.allCases.map(\.rawValue).joined(separator: ", ")

  private static func policy(_ name: String) throws -> CachePolicy {
    guard let policy = CachePolicy(rawValue: name) else {
      throw ValidationError("\"\(name)\" is not a cache policy; expected one of \(policies)")
    }
    return policy
  }
}
