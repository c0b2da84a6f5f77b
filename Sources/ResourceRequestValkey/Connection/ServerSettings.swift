// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

/// The settings of a feature that say which server it uses, who logs in there, and how long a call waits for it.
struct ServerSettings: Sendable {
  let server = Setting.text(
    "server",
    "The server: valkey://host:6379/0, valkeys://host:6379/0 for TLS, or unix:///path."
  ).risky(.goesElsewhere)
  let username = Setting.text("username", "The user at the server.")
  let password = Setting.secret("password", "The password at the server.", isSent: false)
  let caFile = Setting.pemFile("caFile", of: .certificates, "A PEM file of the authorities that are trusted.")
    .risky(.trustsMore)
  let certificate = Setting.pemFile("certificate", of: .certificates, "A PEM file of the client's certificate.")
  let certificateKey = Setting.pemFile(
    "key",
    of: .privateKey,
    "A PEM file of its private key, if that is in another file."
  )
  let keyPassword = Setting.secret("keyPassword", "The password of the private key.", isSent: false)
  let serverName = Setting.text("serverName", "The name that the server's certificate has, if it is not the host's.")
    .risky(.trustsMore)
  let timeLimit = Setting.time("timeLimit", "How long a call waits for the server.").default(.milliseconds(20))

  /// The settings of a feature: what leads to the server, those of the feature itself, and how long a call waits.
  func settings<each Value>(with own: repeat Setting<each Value>) -> FeatureSettings {
    FeatureSettings(
      server,
      username,
      password,
      caFile,
      certificate,
      certificateKey,
      keyPassword,
      serverName,
      repeat each own,
      timeLimit
    )
  }

  /// What is wrong with them in the object of a feature.
  func faults(of key: String, at site: FeatureSite) -> [String] {
    var faults: [String] = []
    do throws(ValkeyCacheStore.Invalid) {
      // The files are read here, and by each connection, but not where the address alone is needed.
      if let tls = try readAddress(at: site)?.tls, let fault = tls.fault {
        faults.append("\"server\" of \"\(key)\": \(fault)")
      }
    } catch {
      faults.append("\"server\" of \"\(key)\": \(error.description)")
    }
    if let server = site[server], !server.begins(withBytesOf: "unix:"), server.contains(byte: "@") {
      faults.append("\"server\" of \"\(key)\" has a login, expected \"username\" and \"password\" beside it")
    }
    if site[username] != nil, site[password] == nil {
      faults.append("\"\(key)\" has a \"username\" and no \"password\", expected both")
    }
    if !Self.limits.contains(site[timeLimit]) {
      faults.append("\"timeLimit\" of \"\(key)\" is too short or too long, expected \"1ms\" to \"1m\"")
    }
    return faults
  }

  /// The server; `nil` if there is none, or the settings have a fault.
  func address(at site: FeatureSite) -> ValkeyAddress? { try? readAddress(at: site) }

  /// How long a call waits, within what is possible: settings made in code are not checked.
  func limit(at site: FeatureSite) -> Duration {
    max(Self.limits.lowerBound, min(site[timeLimit], Self.limits.upperBound))
  }

  private static let limits: ClosedRange<Duration> = .milliseconds(1) ... .seconds(60)

  private func readAddress(at site: FeatureSite) throws(ValkeyCacheStore.Invalid) -> ValkeyAddress? {
    guard let text = site[server] else { return nil }
    var tls = TLSOptions(caFile: site[caFile], certificate: site[certificate], key: site[certificateKey])
    (tls.keyPassword, tls.serverName) = (site[keyPassword], site[serverName])
    return try ValkeyAddress(
      text,
      username: site[username],
      password: site[password],
      tls: tls == TLSOptions() ? nil : tls
    )
  }
}
