// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// One key of a ``ServiceFeature``: what its values are, and what it means.
///
/// ```swift
/// let tenant = Setting.text("tenant", "The tenant of the requests.")
/// let isStrict = Setting.flag("strict", "Whether requests without a tenant are refused.").default(false)
/// ```
///
/// Its value at a place is `site[tenant]`, a `String?`, and `site[isStrict]`, a `Bool`. Every text may hold `${env:NAME}`
/// and `${file:path}`.
public struct Setting<Value: Sendable>: Sendable {
  private(set) var row: SettingRow
  /// The value by what a configuration says; `nil` where it says nothing.
  let value: @Sendable (FeatureValue?) -> Value

  /// The same with a default, which the schema names.
  public func `default`<Wrapped: Hashable & Sendable>(_ standard: Wrapped) -> Setting<Wrapped>
  where Value == Wrapped? {
    var row = row
    row.standard = row.written(standard)
    return Setting<Wrapped>(row: row) { [value] written in value(written) ?? standard }
  }

  /// The same with the header field, or the query or form parameter, that carries the value.
  ///
  /// What is sent under that name is redacted in recordings, messages and logs, and not stored in caches of others.
  public func sent(in name: String) -> Setting {
    var setting = self
    setting.row.field = name
    return setting
  }

  /// Returns the setting with the risk of a change, for ``ConfigurationDifference``.
  ///
  /// A larger amount is a risk, and so is a flag that is turned on; for texts, words and secrets, any other value is.
  /// For sizes and times, `none` is the largest amount, and so is a missing value without a default. With
  /// `whenSmaller`, a smaller amount is the risk, as for the period of a rate limit.
  public func risky(_ risk: ChangeRisk, whenSmaller: Bool = false) -> Setting {
    var setting = self
    setting.row.risk = risk
    if whenSmaller { setting.row.direction = .less(noneIsLeast: true) }
    return setting
  }
}

extension Setting {
  /// A setting whose values have a shape.
  init<Wrapped: Hashable & Sendable>(
    _ key: String,
    _ summary: String,
    _ shape: ValueShape<Wrapped>,
    _ direction: SettingRisk.Direction = .other
  ) where Value == Wrapped? {
    let row = SettingRow(key, summary, shape, direction)
    self.init(row: row) { $0?.value as? Wrapped }
  }

  /// A text that is not empty and may stand in a header field.
  public static func text(_ key: String, _ summary: String) -> Setting where Value == String? {
    Setting(key, summary, .plain)
  }

  /// Texts as those of ``text(_:_:)``: an array of at least one.
  public static func texts(_ key: String, _ summary: String) -> Setting where Value == [String]? {
    Setting(key, summary, .array(of: .plain))
  }

  /// One of the words that are the raw values of a type.
  public static func word<Word>(_ key: String, of words: Word.Type, _ summary: String) -> Setting
  where Value == Word?, Word: RawRepresentable & CaseIterable & Hashable & Sendable, Word.RawValue == String {
    Setting(key, summary, .word)
  }

  /// A secret, which is shown nowhere.
  ///
  /// It is refused under `defaults`, from where every server would get it. A secret from `${file:path}` follows the file:
  /// reveal it for each attempt. Name the field that carries it by ``sent(in:)``.
  ///
  /// - Parameters:
  ///   - key: its key.
  ///   - summary: what it is, for the schema.
  ///   - isSent: whether it is sent as it is. A private key is not, and may have several lines.
  /// - Returns: the setting.
  public static func secret(_ key: String, _ summary: String, isSent: Bool = true) -> Setting where Value == Secret? {
    let shape = isSent ? ValueShape<Secret>.someSecret : .secretLines
    var setting = Setting(key, summary, shape.written { .string($0.description) })
    setting.row.isSecret = true
    setting.row.risk = .goesElsewhere
    return setting
  }

  /// The path of a PEM file, which must be there; one that is not absolute is beside the document.
  package static func pemFile(_ key: String, of content: PEMFile.Content, _ summary: String) -> Setting
  where Value == String? {
    let path = ValueShape<PEMFile>.pemFile(of: content).map { file, _, _ in file.path }
    return Setting(key, summary, path.written { .string($0) })
  }

  /// `true` or `false`.
  public static func flag(_ key: String, _ summary: String) -> Setting where Value == Bool? {
    Setting(key, summary, .truth, .more(noneIsMost: false))
  }

  /// A whole number.
  public static func wholeNumber(_ key: String, in range: ClosedRange<Int>, _ summary: String) -> Setting
  where Value == Int? {
    Setting(key, summary, .wholeNumber(range), .more(noneIsMost: false))
  }

  /// A number of bytes, such as `1000` or `"64KiB"`; `"none"` is `Int.max`.
  public static func bytes(_ key: String, _ summary: String) -> Setting where Value == Int? {
    Setting(key, summary, .byteCount, .more(noneIsMost: true))
  }

  /// A share, such as `"25%"` or `0.25`: from 0 to 1.
  public static func share(_ key: String, _ summary: String) -> Setting where Value == Double? {
    Setting(key, summary, .share, .more(noneIsMost: false))
  }

  /// A time with a unit, such as `"250ms"`; `"none"` is centuries.
  public static func time(_ key: String, _ summary: String) -> Setting where Value == Duration? {
    Setting(key, summary, .duration, .more(noneIsMost: true))
  }
}

extension ValueShape where Value == String {
  /// A text for a header field.
  fileprivate static let plain = ConfigurationDocument.plainText.written { .string(Redaction.text($0)) }
}
