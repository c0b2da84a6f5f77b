// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// The reason why a loop could not be created: the system is out of descriptors, threads or memory.
  struct LoopFailure: Error, CustomStringConvertible {
    let step: String
    let number: Int32

    var description: String {
      "the system gave no \(step): \(String(cString: strerror(number)))"
    }
  }
#endif
