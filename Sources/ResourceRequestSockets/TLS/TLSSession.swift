// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import COpenSSL
  import ResourceRequestCore
  import ResourceRequestLoop
  import ResourceRequestPlatform

  /// The client's end of one TLS connection: ciphertext in and out, plaintext in and out, no socket.
  ///
  /// A turn of the loop is `give`, then `handshake` or `read` until there is no more, then `keepRest`. Then ``output``
  /// is sent, also after a failure: it has the alert that tells the server. It belongs to one thread.
  ///
  /// What the server may make of it is bounded: a certificate chain has at most 100 KiB, 32 empty records or 5 warnings
  /// in a row are the end, and renegotiation is refused (all of them OpenSSL's). Requests for that, key updates and tickets
  /// after the handshake, which cost much for their bytes, are counted.
  final class TLSSession {
    /// The result of ``handshake()``.
    enum Progress: Equatable {
      case wantsMore
      case done
      case failed(TLSFailure)
    }

    /// The result of ``read(into:)``.
    enum Reading: Equatable {
      /// This many bytes, at least one.
      case bytes(Int)
      case wantsMore
      /// The server has sent `close_notify`: nothing follows.
      case closed
      case failed(TLSFailure)
    }

    let context: TLSContext
    /// The verified name, without what a certificate does not have: brackets, zone, final dot.
    let name: String
    /// Receives what resumes this session later; TLS 1.3 sends it after the handshake, often twice.
    var newSession: ((TLSResumption) -> Void)?
    /// Whether the handshake is complete and pins and protocol are as required.
    private(set) var isEstablished = false
    let session: OpaquePointer
    private let wire: TLSWire
    /// The earlier session that it asked the server to resume.
    let offered: TLSResumption?
    let begun = UInt64.moment()
    private var hasAnswered = false
    /// How many messages of a handshake may still come.
    private var messagesLeft = TLSSession.mostMessages
    /// The bytes of plaintext since the last one that made up for another.
    private var unspent = 0
    /// Why nothing can be read any more.
    private var end: Reading?

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - context: the options that sessions share.
    ///   - host: the name or address that the certificate must have; a name is sent as SNI (RFC 6066 §3).
    ///   - resumption: of an earlier session; used if that one had the same context and name.
    /// - Throws: ``TLSFailure``.
    init(_ context: TLSContext, host: String, resumption: TLSResumption? = nil) throws(TLSFailure) {
      ERR_clear_error()
      let wire = TLSWire()
      guard let session = SSL_new(context.context) else { throw .exhausted }
      guard let bio = wire.makeBIO() else {
        SSL_free(session)
        throw .exhausted
      }
      SSL_set_bio(session, bio, bio)
      SSL_set_connect_state(session)
      (self.context, self.session, self.wire) = (context, session, wire)
      let name = TLSSession.certificateName(of: host)
      self.name = name
      let fitting = resumption.flatMap { $0.context === context && $0.name.hasSameBytes(as: name) ? $0 : nil }
      offered = fitting.flatMap { SSL_set_session(session, $0.session) == 1 ? $0 : nil }
      SSL_set_ex_data(session, 0, Unmanaged.passUnretained(self).toOpaque())
      try expect(name)
    }

    deinit {
      // A connection that was cut has no fault in its keys; without this OpenSSL would not resume its last session.
      if case .failed? = end {} else { SSL_set_shutdown(session, SSL_SENT_SHUTDOWN) }
      SSL_free(session)
    }

    /// Ciphertext to send.
    var output: ByteQueue { wire.output }

    /// Whether ``read(into:)`` may return bytes without new ciphertext.
    var hasUnread: Bool { end != nil || wire.hasInput || SSL_pending(session) > 0 }

    /// Whether data of the application can be read.
    var hasPlaintext: Bool {
      guard hasUnread, end == nil else { return false }
      ERR_clear_error()
      var (byte, length): (UInt8, Int) = (0, 0)
      let result = SSL_peek_ex(session, &byte, 1, &length)
      guard result != 1 else { return true }
      // What else was there is consumed, and told by the next read.
      let error = SSL_get_error(session, result)
      if messagesLeft < 0 {
        _ = fail(with: .broken("too many messages of a TLS handshake beside the data"))
      } else if error == SSL_ERROR_ZERO_RETURN {
        end = .closed
      } else if error != SSL_ERROR_WANT_READ {
        _ = fail(with: readFailure(OpenSSLErrors()))
      }
      return false
    }

    /// Whether all records and messages are complete whose first byte has come.
    var isBetweenMessages: Bool { wire.isBetweenRecords && !isWithinMessage }

    /// Whether a message of a handshake has come in part: OpenSSL encrypts nothing before it has the rest.
    var isWithinMessage: Bool { isEstablished && end == nil && SSL_in_init(session) == 1 }

    /// Whether the server has sent `close_notify`.
    var hasReceivedCloseNotify: Bool { SSL_get_shutdown(session) & SSL_RECEIVED_SHUTDOWN != 0 }

    /// Adds ciphertext, which must stay where it is until ``keepRest()`` or the next call of this function.
    func give(_ cipher: UnsafeRawBufferPointer) { wire.give(cipher) }

    /// Keeps what was not read of the ciphertext given; the loop may use its buffer again.
    func keepRest() { wire.keepRest() }

    /// Goes on with the handshake; the first call writes the ClientHello.
    func handshake() -> Progress {
      if case .failed(let failure)? = end { return .failed(failure) }
      guard !isEstablished else { return .done }
      ERR_clear_error()
      let result = SSL_do_handshake(session)
      guard result == 1 else {
        let error = SSL_get_error(session, result)
        if error == SSL_ERROR_WANT_READ { return .wantsMore }
        // An orderly end, and no fault of what was negotiated (RFC 8446 §6.1).
        if error == SSL_ERROR_ZERO_RETURN { return .failed(fail(with: .ended(.handshaking))) }
        return .failed(fail(with: handshakeFailure(OpenSSLErrors())))
      }
      if let failure = disagreement { return .failed(fail(with: failure)) }
      isEstablished = true
      return .done
    }

    /// Decrypts into a buffer that is not empty until it is full or the ciphertext is used up.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
      if let end { return end }
      guard isEstablished, let place = buffer.baseAddress else { return .wantsMore }
      var count = 0
      while count < buffer.count, wire.hasInput || SSL_pending(session) > 0 {
        ERR_clear_error()
        var length = 0
        let result = SSL_read_ex(session, place + count, buffer.count - count, &length)
        guard messagesLeft >= 0 else {
          if result == 1 { count += length }
          _ = fail(with: .broken("too many messages of a TLS handshake beside the data"))
          break
        }
        guard result != 1 else {
          count += length
          continue
        }
        let error = SSL_get_error(session, result)
        if error == SSL_ERROR_WANT_READ { break }
        if count > 0 { hasAnswered = true }
        if error == SSL_ERROR_ZERO_RETURN { end = .closed } else { _ = fail(with: readFailure(OpenSSLErrors())) }
        break
      }
      guard count > 0 else { return end ?? .wantsMore }
      hasAnswered = true
      unspent += count
      messagesLeft = min(TLSSession.mostMessages, messagesLeft + unspent >> 14)
      unspent &= 1 << 14 - 1
      return .bytes(count)
    }

    /// What servers send after a handshake is a ticket or two, and rarely a key update.
    private static var mostMessages: Int { 64 }

    /// Counts a message that the server has sent; after too many of them nothing more is read.
    static let countsMessage:
      @convention(c) (
        Int32, Int32, Int32, UnsafeRawPointer?, Int, OpaquePointer?, UnsafeMutableRawPointer?
      ) -> Void = { isSent, _, type, _, _, session, _ in
        guard isSent == 0, type == SSL3_RT_HANDSHAKE, let session, let data = SSL_get_ex_data(session, 0) else {
          return
        }
        Unmanaged<TLSSession>.fromOpaque(data)._withUnsafeGuaranteedRef { session in
          guard session.isEstablished else { return }
          session.messagesLeft -= 1
          if session.messagesLeft < 0 { session.wire.stop() }
        }
      }

    /// Encrypts all of the bytes, in records of up to 16 KiB.
    func write(_ plain: UnsafeRawBufferPointer) -> TLSFailure? {
      if case .failed(let failure)? = end { return failure }
      guard isEstablished, let bytes = plain.baseAddress, !plain.isEmpty else { return nil }
      ERR_clear_error()
      // A record has 22 bytes more in TLS 1.3, and a few more in TLS 1.2.
      output.reserve(plain.count + (plain.count >> 14 + 1) * 64)
      var written = 0
      guard SSL_write_ex(session, bytes, plain.count, &written) == 1 else {
        return fail(with: readFailure(OpenSSLErrors()))
      }
      return nil
    }

    /// Queues `close_notify`, unless the session has failed.
    func close() {
      if case .failed? = end { return }
      guard isEstablished else { return }
      ERR_clear_error()
      SSL_shutdown(session)
    }

    /// What the end of the connection means here; `nil` after `close_notify`.
    ///
    /// Whether a response that the connection ends is complete without `close_notify`, `TLSCloseNotify` decides.
    var failureAtEnd: TLSFailure? {
      switch end {
      case .closed: nil
      case .failed(let failure): failure
      default: hasReceivedCloseNotify ? nil : .ended(progress)
      }
    }

    private func fail(with failure: TLSFailure) -> TLSFailure {
      end = .failed(failure)
      return failure
    }

    private var progress: TLSFailure.RequestProgress {
      guard isEstablished else { return .handshaking }
      // Before TLS 1.3 nothing of the handshake is refused when it is over (RFC 8446 §4.4.2.4).
      return hasAnswered || SSL_version(session) < TLS1_3_VERSION ? .answered : .handshaken
    }

    private func handshakeFailure(_ errors: OpenSSLErrors) -> TLSFailure {
      if let alert = errors.alert { return .refused(alert: alert, .handshaking) }
      let verification = SSL_get_verify_result(session)
      guard errors.isVerification, verification != X509_V_OK else {
        guard errors.isOtherProtocol else { return .disagreed(errors.reason) }
        return .disagreed("it answers with something other than TLS (\(errors.reason)); is it http?")
      }
      switch Int32(verification) {
      case X509_V_ERR_HOSTNAME_MISMATCH: return .untrusted("it is not for the name \(name)")
      case X509_V_ERR_IP_ADDRESS_MISMATCH: return .untrusted("it is not for the address \(name)")
      default: return .untrusted(String(cString: X509_verify_cert_error_string(verification)))
      }
    }

    private func readFailure(_ errors: OpenSSLErrors) -> TLSFailure {
      errors.alert.map { .refused(alert: $0, progress) } ?? .broken(errors.reason)
    }

    /// What the handshake agreed on and the options forbid.
    private var disagreement: TLSFailure? {
      let pins = context.material.pins
      if !pins.isEmpty, !(peerKeyPin.map(pins.contains) ?? false) { return .unpinned }
      if hasOtherNames { return .untrusted("it is not for the name \(name)") }
      // OpenSSL 3.0 accepts a protocol that was not offered (RFC 7301 §3.1).
      guard let chosen = alpn else { return nil }
      let isOffered = context.material.protocols.contains { $0.rawValue.hasSameBytes(as: chosen) }
      return isOffered ? nil : .disagreed("the server has chosen a protocol that was not offered")
    }

    /// Sets what the certificate must be for.
    private func expect(_ name: String) throws(TLSFailure) {
      let parameters = SSL_get0_param(session)
      if let address = TLSSession.address(name) {
        guard X509_VERIFY_PARAM_set1_ip(parameters, address, address.count) == 1 else { throw .exhausted }
        return
      }
      X509_VERIFY_PARAM_set_hostflags(parameters, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
      guard !name.isEmpty, X509_VERIFY_PARAM_set1_host(parameters, name, name.utf8.count) == 1,
        copenssl_set_server_name(session, name) == 1
      else { throw .disagreed("\(name) cannot be the name of a server") }
    }

    private static func certificateName(of host: String) -> String {
      let bytes = host.utf8
      if bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]") {
        let address = bytes.dropFirst().dropLast().prefix { $0 != UInt8(ascii: "%") }
        return String(decoding: address, as: UTF8.self)
      }
      return bytes.last == UInt8(ascii: ".") ? String(decoding: bytes.dropLast(), as: UTF8.self) : host
    }

    /// The bytes of an IP address; `nil` for a name.
    static func address(_ name: String) -> [UInt8]? {
      var address = [UInt8](repeating: 0, count: 16)
      if inet_pton(AF_INET, name, &address) == 1 { return Array(address.prefix(4)) }
      return inet_pton(AF_INET6, name, &address) == 1 ? address : nil
    }
  }
#endif
