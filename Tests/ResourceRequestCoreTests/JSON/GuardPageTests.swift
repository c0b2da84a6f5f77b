// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Texts that end where readable memory ends: reading a byte beyond them crashes the process.
struct GuardPageTests {
  private struct Members: Codable {
    var id: Int?
    var text: String?
    var numbers: [Double]?
    var more: [String: Members]?
    var flag: Bool?
  }

  /// A readable page before an unreadable one.
  private struct GuardedPage: ~Copyable {
    private let size = Int(sysconf(Int32(_SC_PAGESIZE)))
    private let base: UnsafeMutableRawPointer

    init() throws {
      let flags = MAP_PRIVATE | MAP_ANONYMOUS
      guard let base = mmap(nil, size * 2, PROT_READ | PROT_WRITE, flags, -1, 0), base != MAP_FAILED,
        mprotect(base + size, size, PROT_NONE) == 0
      else { throw POSIXError(.ENOMEM) }
      self.base = base
    }

    deinit { munmap(base, size * 2) }

    /// Calls a closure with a text that ends at the end of the page.
    func withText<Result>(_ text: ArraySlice<UInt8>, _ body: (Data) throws -> Result) rethrows -> Result {
      let start = base + size - text.count
      text.withUnsafeBytes { start.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(base), byteCount: $0.count) }
      return try body(Data(bytesNoCopy: start, count: text.count, deallocator: .none))
    }
  }

  private static let texts = [
    #"{"id":-12345678901234567,"text":"a\u00e9\ud83d\ude00 ümläut\n","numbers":[1.5e-7,0.0,-1E+22],"flag":true}"#,
    #"{"more":{"a":{"id":1,"id":2},"bcdefgh":{"text":"abcdefg"},"ijklmnop":{"text":"abcdefgh"}},"flag":false}"#,
    #"{"\u0069d":7,"numbers":[null,9007199254740993.0,123456789012345678901234567890],"text":null}"#,
  ]

  @Test(arguments: texts) func `no beginning of a text is read beyond its end`(_ text: String) throws {
    let page = try GuardedPage()
    let bytes = Array(text.utf8)
    let decoder = ResourceJSONDecoder()
    for end in 0...bytes.count {
      for start in [0, end - min(end, 9)] {
        page.withText(bytes[start..<end]) { part in
          let isWhole = start == 0 && end == bytes.count
          #expect((try? JSON(parsing: part)) != nil || !isWhole)
          _ = try? decoder.decode(Members.self, from: part)
          _ = try? decoder.decode([Double].self, from: part)
          _ = try? decoder.decode([String: JSON].self, from: part)
        }
      }
    }
  }

  @Test func `strings and numbers of every length end with the text`() throws {
    let page = try GuardedPage()
    let decoder = ResourceJSONDecoder()
    for length in 0...40 {
      let word = String(repeating: "x", count: length)
      let number = "1" + String(repeating: "0", count: length)
      let read = try page.withText(Array("\"\(word)\"".utf8)[...]) { try decoder.decode(String.self, from: $0) }
      #expect(read == word)
      let value = try page.withText(Array(number.utf8)[...]) { try decoder.decode(Double.self, from: $0) }
      #expect(value == Double(number))
      let members = try page.withText(Array("{\"\(word)\":\"\(word)\"}".utf8)[...]) {
        try decoder.decode([String: String].self, from: $0)
      }
      #expect(members == [word: word])
    }
  }
}
