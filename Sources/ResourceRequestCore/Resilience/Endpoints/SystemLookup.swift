// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Dispatch
import ResourceRequestPlatform

/// Resolves names with the system's resolver.
package enum SystemLookup {
  struct Failed: Error, Sendable, Hashable { let name: String }

  /// The addresses of a name, on a separate thread, since the resolver may block and cannot be interrupted.
  package static func addresses(of name: String) async throws -> [String] {
    // A queue, and so a thread, for each lookup: one that hangs holds up nothing else.
    let queue = DispatchQueue(label: "resource-request.lookup")
    let found = await BlockingWork.run(on: queue) { resolve(name) }
    if found.isEmpty { throw Failed(name: name) }
    return found
  }

  private static func resolve(_ name: String) -> [String] {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    #if canImport(Glibc)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(name, nil, &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    var found: [String] = []
    var next = list
    while let entry = next?.pointee {
      var text = [CChar](repeating: 0, count: 1025)
      let length = socklen_t(text.count)
      if getnameinfo(entry.ai_addr, entry.ai_addrlen, &text, length, nil, 0, NI_NUMERICHOST) == 0 {
        found.append(String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
      }
      next = entry.ai_next
    }
    return found
  }
}
