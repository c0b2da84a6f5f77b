// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Dispatch
import Foundation
import ResourceRequestKit

/// The certificate that a server shows, as the program `openssl` reads it, where that is installed.
struct PeerCertificate: Sendable {
  /// The common name of its subject.
  let name: String
  /// How many whole days it is good for.
  let daysLeft: Int

  /// The certificate of a server; `nil` where it cannot be had.
  static func of(_ origin: Origin) async -> PeerCertificate? {
    // Neither a name nor a port is a word of a shell.
    let host = origin.host
    guard host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"'\"\\$`;&|<>()*?[]{}!#~".utf8.contains($0) }) else {
      return nil
    }
    let script =
      "openssl s_client -connect \"$0:$1\" -servername \"$0\" </dev/null 2>/dev/null"
      + " | openssl x509 -noout -enddate -subject -nameopt multiline 2>/dev/null"
    guard
      let output = await run("/bin/sh", ["-c", "timeout 5 sh -c '\(script)' \"$0\" \"$1\"", host, "\(origin.port)"])
    else { return nil }
    var end: Date?
    var name: String?
    for line in output.split(separator: "\n") {
      if line.hasPrefix("notAfter=") { end = date(String(line.dropFirst("notAfter=".count))) }
      if line.contains("commonName"), let value = line.split(separator: "=").last {
        name = value.trimmingCharacters(in: .whitespaces)
      }
    }
    guard let end else { return nil }
    return PeerCertificate(name: name ?? host, daysLeft: Int((end.timeIntervalSinceNow / 86_400).rounded(.down)))
  }

  private static func date(_ text: String) -> Date? {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(identifier: "GMT")
    format.dateFormat = "MMM d HH:mm:ss yyyy zzz"
    return format.date(from: text.replacing("  ", with: " "))
  }

  /// What a program writes; `nil` where it cannot be run or fails.
  private static func run(_ path: String, _ arguments: [String]) async -> String? {
    await withCheckedContinuation { continuation in
      // It waits for the program, which none of Swift's own threads should.
      DispatchQueue.global().async { continuation.resume(returning: output(path, arguments)) }
    }
  }

  private static func output(_ path: String, _ arguments: [String]) -> String? {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    do { try process.run() } catch { return nil }
    let data = try? pipe.fileHandleForReading.readToEnd()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? data.map { String(decoding: $0, as: UTF8.self) } : nil
  }
}
