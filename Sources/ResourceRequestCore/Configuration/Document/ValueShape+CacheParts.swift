// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ValueShape where Value == [String] {
  /// Names, none of them empty.
  static let names = ValueShape.array(of: .someName, "an array of names", atLeast: 0)
}

extension ValueShape where Value == Set<String> {
  /// Names without an order.
  static let setOfNames = ValueShape<[String]>.names.converted(to: { Set($0) }, from: { $0.sorted() })
}

extension ValueShape where Value == Set<Status> {
  /// Statuses of responses.
  static let statuses = ValueShape<[Int]>
    .array(of: .wholeNumber(200...599).example(404), "an array of statuses", atLeast: 0)
    .converted(to: { Set($0.map { Status($0) }) }, from: { $0.map(\.code).sorted() })
}

extension ValueShape where Value == String {
  /// A name.
  static let someName = ValueShape<ConfiguredText>.someText.map { text, _, _ in text.text }.written { JSON($0) }

  /// The path of a directory that is there and is ours to write, or that can be made.
  static let cacheDirectory = ValueShape<ConfiguredText>.someText.map { text, node, reading -> String? in
    guard !text.text.isEmpty, !reading.leavesOut() else { return nil }
    let path = reading.sources.path(text.text)
    do throws(SystemFailure) {
      try CacheFolder.examine(path)
    } catch {
      let reason = text.isLiteral ? "\(error)" : "the directory cannot be used: it is \(text.shown)"
      return reading.refuse("\(reason), expected a directory for responses that this user may write", at: node)
    }
    return path
  }.written { JSON($0) }
}
