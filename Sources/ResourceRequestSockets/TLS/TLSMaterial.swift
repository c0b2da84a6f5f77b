// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import CLoop
  import COpenSSL
  import ResourceRequestCore
  import ResourceRequestPlatform

  /// A protocol over TLS, by its ALPN name (RFC 7301).
  enum ApplicationProtocol: String, Hashable, CaseIterable {
    case http2 = "h2"
    case http1_1 = "http/1.1"
  }

  /// What a ``TLSContext`` is made of.
  struct TLSMaterial: Hashable {
    /// Where PEM text comes from.
    enum Source: Hashable {
      case file(String)
      case text(Secret)
    }

    /// The trusted authorities.
    enum Authorities: Hashable {
      case systems
      case named(file: String?, directory: String?)
      case text(String)
    }

    /// The client's certificate, and its private key.
    struct Identity: Hashable {
      var certificate: Source
      /// `nil` if the certificate's text contains it.
      var key: Source?
      var password: Secret?
    }

    var authorities: Authorities
    var identity: Identity?
    var minimumVersion: TLSOptions.Version
    var pins: [PublicKeyPin]
    var isVerified: Bool
    /// The protocols offered, the preferred one first; empty to offer none.
    var protocols: [ApplicationProtocol]

    init(_ options: TLSOptions, _ protocols: [ApplicationProtocol]) {
      if let text = options.caPEM {
        authorities = .text(text)
      } else {
        let isSystems = options.caFile == nil && options.caDirectory == nil
        authorities = isSystems ? .systems : .named(file: options.caFile, directory: options.caDirectory)
      }
      identity = TLSMaterial.source(options.certificatePEM, options.certificate).map {
        let key = TLSMaterial.source(options.keyPEM, options.key)
        return Identity(certificate: $0, key: key, password: options.keyPassword)
      }
      minimumVersion = options.minimumVersion ?? .v1_2
      pins = options.pinnedPublicKeys
      isVerified = !options.skipsVerification
      self.protocols = protocols
    }

    /// A text takes the place of a file.
    private static func source(_ text: Secret?, _ file: String?) -> Source? {
      text.map { .text($0) } ?? file.map { .file($0) }
    }

    /// The files that are read, in an order of their own.
    fileprivate var files: [String] {
      var files: [String]
      switch authorities {
      case .systems: files = SystemAuthorities.places
      case .text: files = []
      case .named(let file, let directory): files = [file, directory].compactMap(\.self)
      }
      for case .file(let path)? in [identity?.certificate, identity?.key] { files.append(path) }
      return files
    }
  }

  /// A material and the state of its files: contexts of equal keys are interchangeable.
  struct TLSMaterialKey: Hashable {
    let material: TLSMaterial
    private let files: [FileState]

    /// Looks at the files; one `stat` each.
    init(_ material: TLSMaterial) {
      self.material = material
      files = material.files.map(FileState.init)
    }

    /// Which file is at a path, and when it was last changed; all zero if there is none.
    struct FileState: Hashable {
      private var device: UInt64 = 0
      private var inode: UInt64 = 0
      private var size: Int64 = 0
      /// Contents and metadata, so that a file is noticed that was replaced by one with the same time.
      private var changes: [Int] = []

      init(_ path: String) {
        var state = stat()
        guard stat(path, &state) == 0 else { return }
        (device, inode, size) = (UInt64(state.st_dev), UInt64(state.st_ino), Int64(state.st_size))
        changes = [state.st_mtim.tv_sec, state.st_mtim.tv_nsec, state.st_ctim.tv_sec, state.st_ctim.tv_nsec]
      }
    }
  }

  /// Where the system keeps the authorities it trusts.
  enum SystemAuthorities {
    /// A store of them that contexts share, since reading them takes milliseconds; `nil` without memory or descriptors.
    ///
    /// It is made anew when one of the places has changed. The caller gets a reference of its own.
    static func store() -> OpaquePointer? {
      let states = places.map(TLSMaterialKey.FileState.init)
      return shared.withLock { shared in
        if shared?.states != states {
          // A store that was read without a descriptor would be empty, and kept.
          guard !lacksDescriptors, let store = X509_STORE_new() else { return nil }
          X509_STORE_set_default_paths(store)
          if let bundle { X509_STORE_load_file(store, bundle) }
          // Authorities that are missing are reported where a certificate is verified.
          ERR_clear_error()
          shared = Shared(states: states, store: store)
        }
        guard let store = shared?.store, X509_STORE_up_ref(store) == 1 else { return nil }
        return store
      }
    }

    /// Whether the process cannot open two files, whichever they are.
    static var lacksDescriptors: Bool {
      // A certificate is open while its key is read.
      let first = open("/dev/null", O_RDONLY | O_CLOEXEC)
      let second = first < 0 ? first : open("/dev/null", O_RDONLY | O_CLOEXEC)
      let code = errno
      for descriptor in [first, second] where descriptor >= 0 { close(descriptor) }
      return second < 0 && [EMFILE, ENFILE, ENOMEM].contains(code)
    }

    /// The store and the state of the places that it was read from.
    private final class Shared: Sendable {
      let states: [TLSMaterialKey.FileState]
      // OpenSSL counts its references and locks it.
      nonisolated(unsafe) let store: OpaquePointer

      init(states: [TLSMaterialKey.FileState], store: OpaquePointer) { (self.states, self.store) = (states, store) }

      deinit { X509_STORE_free(store) }
    }

    private static let shared = Lock<Shared?>(nil)

    /// OpenSSL's default file and directory, and the bundle if those two hold nothing.
    static var places: [String] { [file, directory] + [bundle].compactMap(\.self) }

    /// A bundle to load in addition; `nil` if OpenSSL's own places hold authorities.
    ///
    /// Images without the hashed links that OpenSSL looks for have a bundle only, and a static OpenSSL may have been
    /// built for another system's places.
    static var bundle: String? {
      if access(file, R_OK) == 0 || hasHashedNames(directory) { return nil }
      return bundles.first { access($0, R_OK) == 0 }
    }

    private static let file = place(X509_get_default_cert_file_env(), X509_get_default_cert_file())
    private static let directory = place(X509_get_default_cert_dir_env(), X509_get_default_cert_dir())
    /// Those of Debian, of Fedora, of SUSE, and of Alpine.
    private static let bundles = [
      "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
      "/etc/ssl/cert.pem",
    ]

    private static func place(_ variable: UnsafePointer<CChar>?, _ other: UnsafePointer<CChar>?) -> String {
      if let value = variable.flatMap({ getenv($0) }) { return String(cString: value) }
      return other.map { String(cString: $0) } ?? ""
    }

    /// Whether a directory has entries such as `4042bcee.0`.
    private static func hasHashedNames(_ path: String) -> Bool {
      guard let directory = opendir(path) else { return false }
      defer { closedir(directory) }
      while let entry = readdir(directory) {
        let isHashed = withUnsafeBytes(of: &entry.pointee.d_name) { name in
          name[8] == UInt8(ascii: ".") && name[9] &- UInt8(ascii: "0") < 10
            && name[..<8].allSatisfy { $0 &- UInt8(ascii: "0") < 10 || $0 &- UInt8(ascii: "a") < 6 }
        }
        if isHashed { return true }
      }
      return false
    }
  }
#endif
