// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Essentials
import ResourceRequestExport
import ResourceRequestKit

extension ConfigCommand {
  /// `resource config export`: writes a configuration for a proxy.
  struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export",
      abstract: "Writes a configuration for Envoy, HAProxy or nginx.",
      discussion: """
        The proxy listens in plain HTTP; /{service}/… leads to the base URL of the service. What it cannot do, or does \
        differently, is reported on stderr with line and column. Secrets are references: environment variables for Envoy and \
        HAProxy, files for nginx.

        Examples:
          resource config export backends.json --to envoy >envoy.json
          resource config export backends.json --to haproxy --listen 127.0.0.1:9000 --output /etc/haproxy
          resource config export backends.json --to nginx --strict
        """
    )

    @OptionGroup var named: ConfigurationFile

    @Option(help: ArgumentHelp("The proxy.", valueName: "envoy|haproxy|nginx"))
    var to: TargetName

    @Option(help: ArgumentHelp("Where the proxy listens.", valueName: "address:port"))
    var listen = ListenAddress()

    @Option(help: ArgumentHelp("The directory to write the file to, instead of stdout.", valueName: "directory"))
    var output: String?

    @Flag(help: "Write nothing and exit with status 1 if anything is lost or differs.")
    var strict = false

    @Flag(help: "Write secrets into the file.")
    var inlineSecrets = false

    func run() async throws {
      try await reporting {
        let configuration = try ConfigurationFile.read(try named.path())
        let export = ProxyExport(
          to: to.target,
          address: listen.address,
          port: listen.port,
          inlinesSecrets: inlineSecrets
        )
        let exported = export.export(configuration)
        let console = Console.standardError
        for loss in exported.losses { console.write(console.shown("\(loss)")) }
        if strict, !exported.losses.isEmpty { return .unsuccessfulAnswer }
        for secret in exported.secrets {
          let what =
            to.target == .nginx ? "the file \(secret.source) sets" : "the environment variable \(secret.source) is"
          console.write(console.shown("\(secret.service): \(what) the field \(secret.field)"))
        }
        try write(exported)
        return .success
      }
    }

    private func write(_ exported: ExportedProxy) throws {
      guard let output else { return try AnswerWriter.standardOutput.write(exported.text) }
      let path = "\(output)/\(to.target.fileName)"
      do throws(SystemError) {
        // With inlined secrets it is for its owner alone.
        let file = try ReplacedFile(try LinkedPath.followed(path), permissions: inlineSecrets ? 0o600 : nil)
        try file.descriptor.write(Data(exported.text.utf8))
        try file.finish()
      } catch {
        throw InputError("--output: \(path) cannot be written: \(error)", status: .output)
      }
      Console.standardError.write(Console.standardError.shown("\(path): written"))
    }
  }

  /// A proxy as the value of an option.
  struct TargetName: ExpressibleByArgument {
    let target: ProxyTarget

    init?(argument: String) {
      guard let target = ProxyTarget(rawValue: argument) else { return nil }
      self.target = target
    }

    static var allValueStrings: [String] { ProxyTarget.allCases.map(\.rawValue) }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
  }

  /// A host and a port as the value of an option.
  struct ListenAddress: ExpressibleByArgument, CustomStringConvertible {
    let address: String
    let port: UInt16

    init() { (address, port) = ("127.0.0.1", 8080) }

    init?(argument: String) {
      let parts = ConnectTo.parts(argument)
      guard parts.count == 2, let port = UInt16(parts[1]), port > 0 else { return nil }
      let bare = ConnectTo.bare(parts[0])
      // Envoy takes addresses only.
      let host = bare == "localhost" ? "127.0.0.1" : bare
      var bytes = in6_addr()
      guard inet_pton(bare == parts[0] ? AF_INET : AF_INET6, host, &bytes) == 1 else { return nil }
      address = host
      self.port = port
    }

    var description: String { address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)" }
  }
}
