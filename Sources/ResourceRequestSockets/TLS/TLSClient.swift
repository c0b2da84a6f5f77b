// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  package import ResourceRequestCore

  /// TLS with one server for a module of this package that has a socket of its own: the material, the verification and the
  /// messages are the transport's.
  ///
  /// ``begin()`` first, then ciphertext from the server to ``receive(_:into:)`` and plaintext to
  /// ``encrypt(_:)``. After each call, also one that throws, what ``takeOutput()`` returns is to be sent. It belongs to one
  /// thread.
  package final class TLSClient {
    /// Why TLS has failed: a sentence without a period.
    package struct Failure: Error { package let reason: String }

    /// What connections share: the options, and what is read of their files, again when they have changed.
    package final class Material: Sendable {
      fileprivate let serverName: String?
      private let material: TLSMaterial
      private let known = Lock<(key: TLSMaterialKey, context: TLSContext)?>(nil)

      /// - Parameter options: the authorities, the client's certificate, and the name to verify if it is not the host.
      package init(_ options: TLSOptions) {
        (material, serverName) = (TLSMaterial(options, []), options.serverName)
      }

      fileprivate func context() throws -> TLSContext {
        let key = TLSMaterialKey(material)
        if let known = known.withLock(\.self), known.key == key { return known.context }
        // Read without the lock; of two at once the last one's stays.
        do {
          let context = try TLSContext(material)
          known.withLock { $0 = (key, context) }
          return context
        } catch {
          // Files that are being renewed: what was read last serves meanwhile.
          guard let known = known.withLock(\.self) else { throw error }
          return known.context
        }
      }
    }

    private let material: Material
    private let name: String
    private var session: TLSSession?
    /// What waits for the rest of a message of the server's.
    private var waiting: [UInt8] = []
    private var block = [UInt8](repeating: 0, count: 16 << 10)

    /// Whether plaintext may be sent: the server is verified.
    package var isEstablished: Bool { session?.isEstablished ?? false }
    /// Whether the server has ended the connection by `close_notify`.
    package var hasEnded: Bool { session?.hasReceivedCloseNotify ?? false }

    /// - Parameters:
    ///   - material: what is shared with other connections.
    ///   - host: the name or address of the server.
    package init(_ material: Material, host: String) {
      (self.material, name) = (material, material.serverName ?? host)
    }

    /// What is wrong with options; `nil` if they can be used.
    package static func fault(of options: TLSOptions) -> String? {
      do { _ = try TLSContext(TLSMaterial(options, [])) } catch { return "\(error)" }
      return nil
    }

    /// Begins the handshake of another connection.
    package func begin() throws(Failure) {
      waiting = []
      do { session = try TLSSession(try material.context(), host: name) } catch let failure as TLSFailure {
        throw Failure(reason: failure.message(name))
      } catch {
        throw Failure(reason: "\(error)")
      }
      try advance()
    }

    private func advance() throws(Failure) {
      if case .failed(let failure)? = session?.handshake() { throw Failure(reason: failure.message(name)) }
    }

    /// Reads what the server has sent, and adds the plaintext of it.
    package func receive(_ cipher: UnsafeRawBufferPointer, into plain: inout [UInt8]) throws(Failure) {
      guard let session else { return }
      session.give(cipher)
      defer { session.keepRest() }
      if !session.isEstablished { try advance() }
      while session.isEstablished {
        switch block.withUnsafeMutableBytes({ session.read(into: $0) }) {
        case .bytes(let count): plain += block[..<count]
        case .wantsMore where !waiting.isEmpty: return try encrypt([])
        case .wantsMore, .closed: return
        case .failed(let failure): throw Failure(reason: failure.message(name))
        }
      }
    }

    /// Encrypts.
    package func encrypt(_ plain: [UInt8]) throws(Failure) {
      let all = waiting.isEmpty ? plain : waiting + plain
      waiting = session?.isWithinMessage == true ? all : []
      guard waiting.isEmpty else { return }
      if let failure = all.withUnsafeBytes({ session?.write($0) }) { throw Failure(reason: failure.message(name)) }
    }

    /// The ciphertext to send.
    package func takeOutput() -> [UInt8] {
      guard let output = session?.output, !output.isEmpty else { return [] }
      let bytes = Array(output.bytes)
      output.drop(bytes.count)
      return bytes
    }
  }
#endif
