// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import ResourceRequestKit
import Testing

@testable import ResourceCommand

/// `-J` and `--download`: the file has the name that the server gives it.
@Suite struct RemoteFileNameTests {
  @Test(
    arguments: [
      ("attachment; filename=a.txt", "a.txt"), (#"attachment; filename="a;b \"c\".txt""#, #"a;b "c".txt"#),
      ("attachment; filename=x.txt; filename*=UTF-8''%e2%82%ac%20rates.txt", "€ rates.txt"),
      ("attachment; filename*=iso-8859-1''x; filename=y", "y"), (#"attachment; FileName="../../etc/passwd""#, "passwd"),
      (#"attachment; filename="C:\\dir\\x.txt""#, "x.txt"), ("attachment; filename=a.txt ; size=3", "a.txt"),
      ("attachment; filename=.bashrc", nil), ("attachment; filename=\"\"", nil), ("attachment", nil), ("", nil),
      ("attachment; filename*=UTF-8''%2e%2e", nil), ("attachment; filename*=UTF-8''%zz", nil),
      ("attachment; filename=\"sub/\u{301}x.txt\"", "\u{301}x.txt"), ("attachment; filename=\"a\u{202E}b\"", nil),
      ("attachment; filename=\"a\u{1}b\"", nil), ("attachment; filename=/", nil),
    ] as [(String, String?)]
  )
  func `a name is read as RFC 6266 says, and leads nowhere else`(_ field: String, _ name: String?) {
    #expect(RemoteFileName(["Content-Disposition": field])?.text == name)
  }

  @Test(arguments: [["-O", "-J"], ["--download"]])
  func `a file gets the server's name, and replaces none`(_ options: [String]) async throws {
    try await withTemporaryFolder { folder in
      let fields: @Sendable (String) -> HTTPHeaders = { path in
        path == "/plain.txt" ? [:] : [HTTPHeader("Content-Disposition"): "attachment; filename=report.txt"]
      }
      try await ServedPages.with(fields) { port in
        let url = "http://127.0.0.1:\(port)"
        var product = BuiltProduct.resource
        product.folder = folder
        // What has the URL's name is no model for the file.
        let model = FileManager.default.createFile(
          atPath: folder.path + "/x",
          contents: nil,
          attributes: [.posixPermissions: 0o777]
        )
        try #require(model)
        let first = try await product.run([url + "/x"] + options + ["-w", "%{filename_effective}"])
        #expect(first.status == 0, "\(first.errors)")
        #expect(first.text == "report.txt")
        let file = folder.appending(path: "report.txt")
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode.map { $0 & 0o111 } == 0)
        try FileManager.default.removeItem(atPath: folder.path + "/x")
        #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("/x "))
        let second = try await product.run([url + "/y"] + options)
        #expect(second.status == 74)
        #expect(second.errors.contains("\"report.txt\" already exists"), "\(second.errors)")
        #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("/x "))
        let plain = try await product.run([url + "/plain.txt"] + options)
        #expect(plain.status == 0, "\(plain.errors)")
        #expect(
          try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["plain.txt", "report.txt"]
        )
        // Nor is one that the URL names replaced.
        #expect(try await product.run([url + "/plain.txt"] + options).status == 74)
        // A URL without a name is asked for the server's.
        try FileManager.default.removeItem(at: file)
        #expect(try await product.run([url + "/"] + options).status == 0)
        #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("/ "))
      }
    }
  }

  @Test(arguments: [["-J"], ["--download", "-o", "x"], ["-O", "-J", "--resume"]])
  func `what does not go together is a usage error`(_ arguments: [String]) async throws {
    #expect(try await BuiltProduct.resource.run(["http://127.0.0.1:1/x"] + arguments).status == 64)
  }
}
