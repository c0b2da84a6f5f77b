// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension SlowStartPolicy {
  /// The part of its share that an endpoint gets this long after its return.
  func share(after time: Duration) -> Double {
    guard time < window else { return 1 }
    let progress = Swift.max(0, time / window)
    return Swift.max(min, aggression == 1 ? progress : pow(progress, 1 / aggression))
  }
}
