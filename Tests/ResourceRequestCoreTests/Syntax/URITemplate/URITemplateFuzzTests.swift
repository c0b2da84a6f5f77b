// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import TestSupport
import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestSyntax

struct URITemplateFuzzTests {
  @Test func `random templates and values never crash, and simple values never change the segments`() throws {
    var random = SeededGenerator(seed: 6570)
    let templates = ["/a/{x}/b/{y}", "{x}", "/{x}{y}/c", "/a/{x}.{y}", "/{x,y}/z", "/{x:2}/.{y}"]
    let alphabet = Array("./\\%2eE;:?#&+ ü\u{0}@{}".unicodeScalars)
    var accepted = 0
    for _ in 0..<2_000 {
      let parameters: RequestParameters = ["x": text(alphabet, &random), "y": text(alphabet, &random)]
      for template in templates {
        guard let expanded = try? URITemplate(template).expand(parameters.templateValue) else { continue }
        accepted += 1
        let reference = try URIReference(expanded)
        let count = template.utf8.count { $0 == UInt8(ascii: "/") }
        #expect(reference.layout.scheme == nil && reference.layout.authority == nil)
        #expect(reference.query == nil && reference.fragment == nil)
        #expect(reference.path.utf8.count { $0 == UInt8(ascii: "/") } == count)
        #expect(!DotSegments.climbsOut(expanded), "\(expanded)")
        let resolved = try URIReference("http://h/base/").resolving(reference)
        #expect(resolved.string == "http://h" + (template.hasPrefix("/") ? "" : "/base/") + expanded)
      }
    }
    #expect(accepted > 1_000)
  }

  @Test func `random text is a template or an error`() {
    var random = SeededGenerator(seed: 7)
    let alphabet = Array("{}+#./;?&a1_%2:*,-ü ".unicodeScalars)
    var accepted = 0
    for _ in 0..<20_000 {
      let source = text(alphabet, &random)
      guard let template = try? URITemplate(source) else { continue }
      accepted += 1
      _ = try? template.expand { _ in .text("v") }
      _ = try? template.expand { _ in .list(["a", "../b"]) }
      _ = try? template.expand { _ in .pairs([("k", "v"), (".", "..")]) }
    }
    #expect(accepted > 1000)
  }

  private func text(_ alphabet: [Unicode.Scalar], _ random: inout SeededGenerator) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      text.append(alphabet[Int.random(in: 0..<alphabet.count, using: &random)])
    }
    return String(text)
  }
}
