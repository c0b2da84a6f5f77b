// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// What an HTTP message signature signs (RFC 9421 §2.5).
///
/// Pure.
struct SignatureBase {
  /// The parameters of a signature (RFC 9421 §2.3), in the order in which they are written.
  struct Parameters {
    /// Seconds since 1970.
    var created: Int64?
    var expires: Int64?
    var keyID: String?
    var nonce: String?
    var algorithm: String?
    var tag: String?

    fileprivate var text: String {
      let times = [("created", created), ("expires", expires)].compactMap { name, time in time.map { ";\(name)=\($0)" }
      }
      let texts = [("keyid", keyID), ("nonce", nonce), ("alg", algorithm), ("tag", tag)].compactMap { name, text in
        text.map { ";\(name)=\"\($0.replacing(bytes: "\\", with: "\\\\").replacing(bytes: "\"", with: "\\\""))\"" }
      }
      return (times + texts).joined()
    }
  }

  /// Why no signature can cover a component of a request: a phrase with its name.
  struct Uncoverable: Error {
    let reason: String
  }

  /// The lines that are signed.
  let text: String
  /// The components and the parameters, as `Signature-Input` has them.
  let input: String

  init(_ request: ResolvedRequest, _ components: [SignatureComponent], _ parameters: Parameters) throws(Uncoverable) {
    var lines: [String] = []
    for component in components {
      guard let value = component.value(in: request) else {
        throw Uncoverable(reason: "the signature covers \(component.identifier), which the request does not have once")
      }
      // The lines are ASCII (RFC 9421 §2.5).
      guard value.utf8.allSatisfy({ $0 < 0x80 }) else {
        throw Uncoverable(
          reason: "the signature covers \(component.identifier), whose value is not ASCII; cover its bytes by \";bs\""
        )
      }
      lines.append("\(component.identifier): \(value)")
    }
    input = "(" + components.map(\.identifier).joined(separator: " ") + ")" + parameters.text
    text = (lines + ["\"@signature-params\": \(input)"]).joined(separator: "\n")
  }
}
