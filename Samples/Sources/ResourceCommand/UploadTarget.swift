// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

/// Where the file of `--upload` is put: as in curl, a PUT to a target with a `/` at its end gives it its own name there.
struct UploadTarget {
  /// A template, with a variable for the file's name.
  let template: String
  let name: (variable: String, value: String)

  /// Creates the target of a file; `nil` for other targets and methods, and for a body that has no name.
  init?(_ target: String, by method: RequestMethod, of file: String?) {
    let slash = UInt8(ascii: "/")
    let path = target.utf8.prefix { !"?#".utf8.contains($0) }
    // A URL without a path means that of "/".
    let isBare = path.firstRange(of: "://".utf8).map { !path[$0.upperBound...].contains(slash) } ?? false
    guard let file, file != "-", !GivenFile.isPipe(file), method == .put, path.last == slash || isBare,
      let last = file.utf8.split(separator: slash).last
    else { return nil }
    name = ("uploadedFile", String(decoding: last, as: UTF8.self))
    template = target[..<path.endIndex] + (isBare ? "/" : "") + "{\(name.variable)}" + target[path.endIndex...]
  }
}
