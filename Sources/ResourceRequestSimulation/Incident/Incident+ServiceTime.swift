// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

extension Simulation.Incident {
  /// How long a server works on a call: a distribution of times.
  package struct ServiceTime: Sendable, Hashable {
    enum Form: Sendable, Hashable {
      case fixed(Duration)
      case exponential(mean: Duration)
      case logNormal(median: Duration, p99: Duration)
    }

    let form: Form
    /// The share of calls that take longer than the others, and by how much.
    package var strays: Strays?

    /// The same time for all.
    package static func fixed(_ time: Duration) -> ServiceTime { ServiceTime(form: .fixed(time)) }

    /// An exponential distribution.
    package static func exponential(mean: Duration) -> ServiceTime { ServiceTime(form: .exponential(mean: mean)) }

    /// A log-normal distribution with this median and 99th percentile.
    package static func logNormal(median: Duration, p99: Duration) -> ServiceTime {
      ServiceTime(form: .logNormal(median: median, p99: p99))
    }

    /// Calls that take longer than the others, as by garbage collection or a cold cache.
    package struct Strays: Sendable, Hashable {
      /// The share of calls, from 0 to 1.
      package var share: Double
      /// The additional time.
      package var time: Duration
    }
  }
}

extension Simulation.Incident.ServiceTime {
  /// The value of the standard normal distribution that 99 % lie below.
  private static let z99 = 2.3263478740408408

  /// A time of the distribution.
  func draw(_ random: inout SeededRandom) -> VirtualMoment {
    let time: VirtualMoment =
      switch form {
      case .fixed(let time):
        VirtualMoment(time)
      case .exponential(let mean):
        VirtualMoment(seconds: random.exponential(mean: mean.seconds))
      case .logNormal(let median, let p99):
        VirtualMoment(
          seconds: median.seconds
            * PortableMath.exp(random.normal() * PortableMath.ln(p99.seconds / median.seconds) / Self.z99)
        )
      }
    guard let strays, random.unit() < strays.share else { return time }
    return time.after(VirtualMoment(strays.time))
  }
}

extension Duration {
  /// The duration in seconds.
  var seconds: Double {
    let (seconds, attoseconds) = clamped.components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
