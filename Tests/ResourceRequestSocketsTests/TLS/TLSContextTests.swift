// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import Foundation
  import ResourceRequestCore
  import ResourceRequestLoop
  import Testing

  @testable import ResourceRequestSockets

  /// Which options make a context, and what is said about those that do not.
  struct TLSContextTests {
    private let folder: TestFolder
    private let own: TestCertificate
    private let other: TestCertificate

    init() throws {
      folder = try TestFolder()
      own = try TestCertificate("own", names: "DNS:own.test")
      other = try TestCertificate("other", names: "DNS:other.test")
    }

    private func fault(of options: TLSOptions) throws -> TLSFault? {
      do {
        _ = try TLSContext(TLSMaterial(options, ApplicationProtocol.allCases))
        return nil
      } catch let fault as TLSFault {
        return fault
      }
    }

    @Test func `while a file is renewed, what was read last is used`() throws {
      let path = try folder.write(own.text, "renewed.pem")
      let core = try LoopCore(try Mailbox(), .ofProcess, drainTime: .seconds(30))
      let material = TLSMaterial(TLSOptions(caFile: path), [])
      let first = try core.context(for: material, to: "h")
      for text in ["", "half of a certif"] {
        _ = try folder.write(text, "renewed.pem")
        #expect(try core.context(for: material, to: "h") === first)
        // It may have been the reading that failed, and not the file.
        #expect(core.contexts[material]?.key != TLSMaterialKey(material))
      }
      _ = try folder.write(other.text, "renewed.pem")
      let second = try core.context(for: material, to: "h")
      #expect(second !== first)
      #expect(try core.context(for: material, to: "h") === second)
      // Without one that was good there is none.
      _ = try folder.write("", "empty.pem")
      let empty = TLSMaterial(TLSOptions(caFile: folder.path + "/empty.pem"), [])
      #expect(throws: ExchangeFault.self) { try core.context(for: empty, to: "h") }
    }

    @Test func `options that can be used are used`() throws {
      let certificate = try folder.write(own.text, "own.pem")
      let key = try folder.write(own.keyText(), "own.key")
      let encrypted = try folder.write(own.keyText(password: "secret"), "encrypted.key")
      let both = try folder.write(own.keyText() + own.text, "both.pem")
      for options in [
        TLSOptions(), TLSOptions(caFile: certificate), TLSOptions(caDirectory: folder.path),
        TLSOptions(certificate: certificate, key: key), TLSOptions(certificate: both),
        TLSOptions(certificate: certificate, key: encrypted, keyPassword: "secret"),
        TLSOptions(certificate: certificate, key: key, keyPassword: "not needed"),
        TLSOptions(minimumVersion: .v1_3), .insecureSkipVerify(), TLSOptions(caPEM: own.text + other.text),
        TLSOptions(certificatePEM: Secret(own.keyText() + own.text)),
        TLSOptions(key: key, certificatePEM: Secret(own.text)),
        TLSOptions(certificate: certificate, keyPEM: Secret(own.keyText())),
        // A text takes the place of a file.
        TLSOptions(caFile: "/missing", caPEM: own.text),
      ] {
        #expect(try fault(of: options) == nil)
      }
    }

    @Test func `a fault names its option, as over libcurl`() throws {
      let certificate = try folder.write(own.text, "own.pem")
      let key = try folder.write(own.keyText(), "own.key")
      let foreign = try folder.write(other.keyText(), "other.key")
      let encrypted = try folder.write(own.keyText(password: "secret"), "encrypted.key")
      let brokenText = "-----BEGIN CERTIFICATE-----\nMAMCAQE=\n-----END CERTIFICATE-----\n"
      let broken = try folder.write(brokenText, "broken.pem")
      let noKey = "has no private key that can be used and is the certificate's; an encrypted one needs its password"
      let closed = "does not open a private key that is the certificate's"
      for (options, option, reason) in [
        (TLSOptions(certificate: certificate), TLSFault.Option.certificate, noKey),
        (TLSOptions(certificate: certificate, key: foreign), .key, noKey),
        (TLSOptions(certificate: certificate, key: encrypted), .key, noKey),
        (TLSOptions(certificate: certificate, key: encrypted, keyPassword: "guessed"), .keyPassword, closed),
        (TLSOptions(certificate: certificate, key: foreign, keyPassword: "secret"), .keyPassword, closed),
        (TLSOptions(certificate: broken, key: key), .certificate, "cannot be used: "),
        (TLSOptions(certificate: key, key: key), .certificate, "cannot be used: no start line"),
        (TLSOptions(certificate: "/missing", key: key), .certificate, "cannot be used: No such file or directory"),
        (TLSOptions(certificate: certificate, key: "/missing"), .key, "cannot be used: No such file or directory"),
        (TLSOptions(caFile: broken), .caFile, "cannot be used: "),
        (TLSOptions(caPEM: ""), .caPEM, "cannot be used: no start line"),
        (TLSOptions(caPEM: own.text + brokenText), .caPEM, "cannot be used: "),
        (TLSOptions(certificatePEM: Secret(own.text)), .certificatePEM, noKey),
        (TLSOptions(certificatePEM: Secret(brokenText)), .certificatePEM, "cannot be used: "),
        (TLSOptions(certificatePEM: Secret(own.text), keyPEM: Secret(other.keyText())), .keyPEM, noKey),
        (TLSOptions(caFile: "/missing"), .caFile, "cannot be used: No such file or directory"),
        (TLSOptions(caDirectory: "/missing"), .caDirectory, "cannot be used: No such file or directory"),
      ] {
        let fault = try #require(try fault(of: options))
        #expect(fault.option == option)
        #expect(fault.reason.hasPrefix(reason), "\(fault)")
      }
    }

    @Test func `a key of material is another once one of its files is`() throws {
      let path = try folder.write(own.text, "own.pem")
      let material = TLSMaterial(TLSOptions(caFile: path), [])
      let key = TLSMaterialKey(material)
      #expect(TLSMaterialKey(material) == key)
      let time = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
      _ = try folder.write(own.text, "own.pem")
      try FileManager.default.setAttributes([.modificationDate: try #require(time)], ofItemAtPath: path)
      #expect(TLSMaterialKey(material) != key)
      try FileManager.default.removeItem(atPath: path)
      #expect(TLSMaterialKey(material) != key)
      #expect(TLSMaterialKey(TLSMaterial(TLSOptions(), [])) == TLSMaterialKey(TLSMaterial(TLSOptions(), [])))
      #expect(TLSMaterialKey(TLSMaterial(TLSOptions(), [.http2])) != TLSMaterialKey(TLSMaterial(TLSOptions(), [])))
    }
  }
#endif
