// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Dispatch
import Essentials
import ResourceRequestKit

/// The certificate that a server shows, as the program `openssl` reads it, where that is installed.
struct PeerCertificate: Sendable {
  /// The common name of its subject.
  let name: String
  /// How many whole days it is good for.
  let daysLeft: Int

  /// The certificate of a server; `nil` where it cannot be had within a time.
  static func of(_ origin: Origin, within time: Duration) async -> PeerCertificate? {
    // Neither a name nor a port is a word of a shell.
    let host = origin.host
    guard host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"'\"\\$`;&|<>()*?[]{}!#~".utf8.contains($0) }) else {
      return nil
    }
    let script =
      "openssl s_client -connect \"$0:$1\" -servername \"$0\" </dev/null 2>/dev/null"
      + " | openssl x509 -noout -enddate -subject -nameopt multiline 2>/dev/null"
    let seconds = max(1, time.components.seconds)
    let command = "timeout \(seconds) sh -c '\(script)' '\(host)' \(origin.port) 2>/dev/null"
    guard let output = await run(command) else { return nil }
    var end: Date?
    var name: String?
    for line in output.split(separator: "\n") {
      if line.hasPrefix("notAfter=") { end = date(String(line.dropFirst("notAfter=".count))) }
      if line.contains("commonName"), let value = line.split(separator: "=").last {
        name = String(value.drop { $0 == " " })
      }
    }
    guard let end else { return nil }
    return PeerCertificate(name: name ?? host, daysLeft: Int((end.timeIntervalSinceNow / 86_400).rounded(.down)))
  }

  /// Reads a date as openssl writes it, `Jan  5 10:00:00 2027 GMT`, which is that of C with another beginning and end.
  private static func date(_ text: String) -> Date? {
    text.hasSuffix(" GMT") ? Date(http: "Sun " + text.dropLast(" GMT".count)) : nil
  }

  /// What a command of the shell writes; `nil` where it cannot be run or fails.
  private static func run(_ command: String) async -> String? {
    await withCheckedContinuation { continuation in
      // It waits for the program, which none of Swift's own threads should.
      DispatchQueue.global().async { continuation.resume(returning: output(command)) }
    }
  }

  private static func output(_ command: String) -> String? {
    guard let pipe = popen(command, "r") else { return nil }
    let data = try? Descriptor(number: fileno(pipe)).read(upTo: 1 << 20)
    return pclose(pipe) == 0 ? data.map { String(decoding: $0, as: UTF8.self) } : nil
  }
}
