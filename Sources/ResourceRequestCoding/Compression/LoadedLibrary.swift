// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// A C library that is loaded at run time, if the system has it.
///
/// The package depends on no header of it, and a program without it starts as ever. It is never unloaded.
struct LoadedLibrary: Sendable {
  // SAFETY: a handle of dlopen, which dlsym accepts on any thread and which is never closed.
  private nonisolated(unsafe) let handle: UnsafeMutableRawPointer

  /// Loads the first available library of these names; `nil` if there is none.
  init?(_ names: [String]) {
    guard let handle = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else { return nil }
    self.handle = handle
  }

  /// The function of a name; `nil` if the library does not have it.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - type: its type in C, as the library's stable interface declares it: `@convention(c)`.
  /// - Returns: the function.
  func function<Function>(_ name: String, as type: Function.Type) -> Function? {
    guard MemoryLayout<Function>.size == MemoryLayout<UnsafeMutableRawPointer>.size else { return nil }
    // SAFETY: a pointer to a C function is a plain address, whose size is checked above.
    return dlsym(handle, name).map { unsafeBitCast($0, to: Function.self) }
  }

  /// The function of a name, of the type that is asked for.
  ///
  /// - Parameter name: its name.
  /// - Returns: the function.
  /// - Throws: ``Missing`` if the library does not have it.
  func required<Function>(_ name: String) throws(Missing) -> Function {
    guard let function = function(name, as: Function.self) else { throw Missing() }
    return function
  }

  /// A library that is older than its interface.
  struct Missing: Error {}
}
