// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Dispatch
import Essentials
import ResourceRequestKit

/// The certificate of a server, read with the program `openssl` if it is installed.
struct PeerCertificate: Sendable {
  /// The common name of the certificate's subject.
  let name: String
  /// The number of whole days until the certificate expires.
  let daysLeft: Int

  /// Reads the certificate of a server; `nil` if that fails or takes too long.
  static func of(_ origin: Origin, within time: Duration) async -> PeerCertificate? {
    // Rejects characters that are special in a shell.
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

  /// Reads a date as openssl writes it, `Jan  5 10:00:00 2027 GMT`: C's asctime format without the weekday and with
  /// GMT.
  private static func date(_ text: String) -> Date? {
    text.hasSuffix(" GMT") ? Date(http: "Sun " + text.dropLast(" GMT".count)) : nil
  }

  /// The output of a shell command; `nil` if the command cannot be run or fails.
  private static func run(_ command: String) async -> String? {
    await withCheckedContinuation { continuation in
      // Waiting for the program blocks, so it must not use one of Swift's threads.
      DispatchQueue.global().async { continuation.resume(returning: output(command)) }
    }
  }

  private static func output(_ command: String) -> String? {
    guard let pipe = popen(command, "r") else { return nil }
    let data = try? Descriptor(number: fileno(pipe)).read(upTo: 1 << 20)
    return pclose(pipe) == 0 ? data.map { String(decoding: $0, as: UTF8.self) } : nil
  }
}
