// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit

/// Measures a disk cache: the time to scan its directory, and the correctness of reads when processes share it.
enum DiskCacheMeasure {
  /// Measures the scan of a directory with `--files` files of 1 KiB, after writing them.
  static func index(_ arguments: Arguments) async throws -> Report {
    let count = try arguments.number("files", or: 100_000)
    let directory = FileManager.default.temporaryDirectory.appending(path: "rr-bench-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let writer = try DiskCacheStore(directory: directory, size: 16 << 30)
    let body = Data(repeating: UInt8(ascii: "x"), count: 1024)
    for number in 0..<count {
      let response = CachedResponse(
        status: 200,
        headers: ["Content-Type": "text/plain", "Cache-Control": "max-age=86400"],
        body: body,
        requestTime: 0,
        responseTime: 0
      )
      try await writer.insert(response, for: CacheKey(partition: "", url: "http://127.0.0.1:8080/\(number)"))
    }
    let reader = try DiskCacheStore(directory: directory, size: 16 << 30)
    guard try await reader.usage().entries == count else { throw Arguments.Fault("not all files are there") }
    return try await Repetition.measure(try arguments.number("iterations", or: 5)) { _ = try await reader.usage() }
  }

  /// Sends requests through a client with a small memory cache and a disk cache in `--directory`, which other processes
  /// may use at the same time; fails if a body does not match the resource and the version in its head.
  static func shared(_ arguments: Arguments) async throws -> Report {
    guard let directory = arguments.text("directory") else { throw Arguments.Fault("name a --directory") }
    let configuration = try ResourceConfiguration(
      json: """
        {"service": "resorts", "baseUrl": "http://127.0.0.1:8080/",
         "cache": {"memory": "64KiB", "disk": {"directory": "\(directory)", "patience": "1s"}}}
        """
    )
    let client = ResourceClient(configuration: configuration, transport: VersionedTransport())
    var fromCache = 0
    let report = try await Repetition.measure(try arguments.number("iterations", or: 100_000)) {
      let name = Int.random(in: 0..<512)
      let response = try await client.send(ResourceRequest("cities/\(name)", service: "resorts"))
      let expected = VersionedTransport.body("/cities/\(name)", response.headers["X-Version"] ?? "none")
      guard response.data == expected else { throw Arguments.Fault("a wrong body for \(name): \(response.text)") }
      if response.cache?.isFromCache == true { fromCache += 1 }
    }
    _ = await client.drain(within: .seconds(30))
    FileHandle.standardError.write(Data("no wrong body; \(fromCache) responses from the cache\n".utf8))
    return report
  }
}

/// Responds with a body that names its resource and its version; every response has another version.
private struct VersionedTransport: Transport {
  let capabilities = TransportCapabilities(connectsToEndpoints: true)

  static func body(_ path: String, _ version: String) -> Data {
    Data(String(repeating: "\(path) \(version)\n", count: 20 + version.utf8.count % 7 * 20).utf8)
  }

  func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
    let version = String(UInt64.random(in: 0 ... .max) >> UInt64.random(in: 0..<60))
    let headers: Headers = [
      "X-Version": version, "ETag": "\"\(version)\"", "Cache-Control": "max-age=\(Int.random(in: 0...3))",
    ]
    let body = Self.body(request.url.path, version)
    return TransportResponse(status: 200, headers: headers, body: IncomingBody(body))
  }
}
