// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// Reads and writes Netscape's cookie file format, as curl and wget do.
///
/// A line is a cookie with fields separated by tabs: domain, whether subdomains receive it, path, whether TLS is
/// required, expiry in seconds (0 for none), name and value. The prefix `#HttpOnly_` of the domain hides the cookie
/// from scripts; other lines that begin with `#` are comments.
enum NetscapeCookies {
  private static let httpOnly = Array("#HttpOnly_".utf8)
  private static let tab = UInt8(ascii: "\t")

  /// Whether a text has this format: its first line is a comment, which JSON does not have, or a cookie.
  static func isForm(of text: [UInt8]) -> Bool {
    lines(of: text).first.map { $0.first == UInt8(ascii: "#") || cookie($0) != nil } ?? false
  }

  /// Reads the cookies of a text; invalid lines are skipped.
  static func read(_ text: [UInt8]) -> [CookieJar.Cookie] { lines(of: text).compactMap(cookie) }

  /// Writes cookies; one that contains a tab or a line end cannot be written and is skipped.
  static func text(of cookies: [CookieJar.Cookie]) -> String {
    let lines = cookies.compactMap { cookie -> String? in
      let parts = [
        (cookie.isHTTPOnly ? "#HttpOnly_" : "") + (cookie.isHostOnly ? "" : ".") + cookie.domain,
        cookie.isHostOnly ? "FALSE" : "TRUE", cookie.path, cookie.isSecure ? "TRUE" : "FALSE",
        "\(cookie.expires.map { max(1, Int($0.timeIntervalSince1970.rounded(.up))) } ?? 0)", cookie.name,
        cookie.value.reveal(),
      ]
      let isWritable = parts.allSatisfy { $0.utf8.allSatisfy { $0 != tab && FieldCharacters.isValue($0) } }
      return isWritable ? parts.joined(separator: "\t") + "\n" : nil
    }
    return "# Netscape HTTP Cookie File\n" + lines.joined()
  }

  private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    text.split { $0 == 0x0A || $0 == 0x0D }
  }

  private static func cookie(_ line: ArraySlice<UInt8>) -> CookieJar.Cookie? {
    let isHTTPOnly = line.starts(with: httpOnly)
    let line = isHTTPOnly ? line.dropFirst(httpOnly.count) : line
    guard line.first != UInt8(ascii: "#") else { return nil }
    var parts = line.split(separator: tab, omittingEmptySubsequences: false)
    // curl omits the tab before an empty value.
    if parts.count == 6 { parts.append([]) }
    guard parts.count == 7, let seconds = Int(String(decoding: parts[4], as: UTF8.self)) else { return nil }
    let flags = [parts[1], parts[3]].map { String(decoding: $0, as: UTF8.self).lowercasedASCII() }
    guard flags.allSatisfy({ $0.hasSameBytes(as: "true") || $0.hasSameBytes(as: "false") }) else { return nil }
    let domain = parts[0].first == UInt8(ascii: ".") ? parts[0].dropFirst() : parts[0]
    guard !domain.isEmpty, parts.allSatisfy({ $0.allSatisfy(FieldCharacters.isValue) }) else { return nil }
    return CookieJar.Cookie(
      name: String(decoding: parts[5], as: UTF8.self),
      value: Secret(String(decoding: parts[6], as: UTF8.self)),
      domain: String(decoding: domain, as: UTF8.self).lowercasedASCII(),
      isHostOnly: flags[0].hasSameBytes(as: "false"),
      path: parts[2].first == UInt8(ascii: "/") ? String(decoding: parts[2], as: UTF8.self) : "/",
      // Years after 9999 are not valid dates.
      expires: seconds > 0 ? Date(timeIntervalSince1970: Double(min(seconds, 253_402_300_799))) : nil,
      isSecure: flags[1].hasSameBytes(as: "true"),
      isHTTPOnly: isHTTPOnly,
      // The format does not store it.
      created: Date(timeIntervalSince1970: 0)
    )
  }
}
