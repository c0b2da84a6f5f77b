// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

internal import CLoop
import ResourceRequestPlatform

/// The system's result for a name.
package struct NameAnswer: Sendable {
  /// Why there is no address.
  package struct Failure: Error {
    /// Whether this machine had no thread or memory to look with.
    package let isExhausted: Bool
    package let reason: String

    package init(isExhausted: Bool, reason: String) {
      self.isExhausted = isExhausted
      self.reason = reason
    }
  }

  package let name: String
  package let addresses: Result<[HostAddress], Failure>

  package init(name: String, addresses: Result<[HostAddress], Failure>) {
    self.name = name
    self.addresses = addresses
  }
}

/// Asks the system for the addresses of a name.
///
/// The C library returns when it is done and cannot be stopped, so each lookup has a thread, which ends with it.
package enum NameResolver {
  private final class Question: Sendable {
    let name: String
    let mailbox: Mailbox

    init(_ name: String, _ mailbox: Mailbox) {
      self.name = name
      self.mailbox = mailbox
    }

    func answer(_ addresses: Result<[HostAddress], NameAnswer.Failure>) {
      mailbox.answer(NameAnswer(name: name, addresses: addresses))
    }
  }

  /// Whether this system has IPv6 at all.
  private static let hasIPv6: Bool = {
    #if os(Linux)
      let descriptor = socket(AF_INET6, Int32(SOCK_DGRAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET6, SOCK_DGRAM, 0)
    #endif
    // Without descriptors it may have it.
    guard descriptor >= 0 else { return errno != EAFNOSUPPORT }
    close(descriptor)
    return true
  }()

  /// Starts a lookup; its end is left in the mailbox.
  package static func start(_ name: String, _ mailbox: Mailbox) {
    let question = Question(name, mailbox)
    let passed = Unmanaged.passRetained(question)
    let code = DetachedThread.start({ runLookup($0) }, with: passed.toOpaque())
    guard code != 0 else { return }
    passed.release()
    question.answer(.failure(.init(isExhausted: true, reason: String(cString: strerror(code)))))
  }

  fileprivate static func run(_ question: UnsafeMutableRawPointer) {
    let question = Unmanaged<Question>.fromOpaque(question).takeRetainedValue()
    question.answer(addresses(of: question.name))
  }

  private static func addresses(of name: String) -> Result<[HostAddress], NameAnswer.Failure> {
    var hints = addrinfo()
    hints.ai_family = hasIPv6 ? AF_UNSPEC : AF_INET
    #if os(Linux)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    errno = 0
    let code = getaddrinfo(name, nil, &hints, &list)
    // Where the first lookup of a process finds no descriptor, the library says that there is no such name.
    let isExhausted = code != 0 && (code == EAI_MEMORY || [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno))
    let cause = code == EAI_SYSTEM || isExhausted ? errno : 0
    defer { if let list { freeaddrinfo(list) } }
    guard code == 0 else {
      let reason = cause == 0 ? String(cString: gai_strerror(code)) : String(cString: strerror(cause))
      return .failure(.init(isExhausted: isExhausted, reason: reason))
    }
    var addresses: [HostAddress] = []
    var next = list
    // A hostile zone may have thousands of addresses: no more than these are tried.
    while let entry = next?.pointee, addresses.count < mostAddresses {
      if let address = entry.ai_addr.flatMap({ HostAddress($0) }), !addresses.contains(address) {
        addresses.append(address)
      }
      next = entry.ai_next
    }
    guard addresses.isEmpty else { return .success(addresses) }
    return .failure(.init(isExhausted: false, reason: "no address"))
  }

  private static var mostAddresses: Int { 32 }
}

private func runLookup(_ question: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let question else { return nil }
  #if os(Linux)
    cloop_name_thread("resource-lookup")
  #endif
  NameResolver.run(question)
  return nil
}
