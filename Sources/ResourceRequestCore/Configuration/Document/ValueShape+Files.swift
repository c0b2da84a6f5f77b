// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// A PEM file that a document names: its path, and its content when the document was read.
package struct PEMFile: Sendable {
  /// The required content of a file.
  package enum Content: Sendable {
    case certificates
    case privateKey
  }

  let path: String
  let text: PEMText

  /// The largest file that is read, in bytes: a bundle of all the world's authorities is less than a tenth of it.
  static let limit = 4 << 20
}

extension ValueShape where Value == PEMFile {
  /// The path of a PEM file, which must exist and have the required content.
  static func pemFile(of content: PEMFile.Content) -> ValueShape {
    ValueShape<ConfiguredText>.someText.map { text, node, reading in
      guard !text.text.isEmpty, !reading.leavesOut() else { return nil }
      let path = reading.sources.path(text.text)
      reading.sources.filesRead?.note(path)
      let expected = content == .certificates ? "a certificate in PEM" : "a private key in PEM"
      let bytes: [UInt8]
      do throws(BoundedFile.Unreadable) { bytes = try BoundedFile.read(path, limit: PEMFile.limit) } catch {
        return reading.refuse("the file cannot be read: \(error.reason), expected \(expected)", at: node)
      }
      do throws(PEMText.Malformed) {
        let pem = try PEMText(bytes)
        guard content == .certificates ? pem.hasCertificate : pem.hasPrivateKey else {
          let found = pem.labels.first.map { "only \($0.prefix(64))" } ?? "nothing in PEM"
          return reading.refuse("the file has \(found), expected \(expected)", at: node)
        }
        return PEMFile(path: path, text: pem)
      } catch {
        return reading.refuse("the file \(error.reason), expected \(expected)", at: node)
      }
    }
  }
}

extension ValueShape where Value == String {
  /// The path of a directory of certificates, which must exist and contain one under the hash of its name.
  static let authorityDirectory = ValueShape<ConfiguredText>.someText.map { text, node, reading -> String? in
    guard !text.text.isEmpty, !reading.leavesOut() else { return nil }
    let path = reading.sources.path(text.text)
    reading.sources.filesRead?.note(path)
    guard !path.utf8.contains(0), let directory = opendir(path) else {
      return reading.refuse("the directory cannot be read, expected one with certificates", at: node)
    }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      // Read in place: a copy of the whole field would reach beyond the entry, which ends with the name.
      guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { break }
      let start = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
      let name = Array(UnsafeRawBufferPointer(start: start, count: strlen(start)))
      if isHashName(name) { return path }
    }
    reading.report("the directory has no certificate under the hash of its name; run openssl rehash on it", at: node)
    return nil
  }

  /// Eight hexadecimal digits, a period and a number.
  private static func isHashName(_ name: [UInt8]) -> Bool {
    let parts = name.split(separator: UInt8(ascii: "."), maxSplits: 1)
    guard parts.count == 2, parts[0].count == 8 else { return false }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return parts[0].allSatisfy { digits.contains($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
      && parts[1].allSatisfy(digits.contains)
  }
}
