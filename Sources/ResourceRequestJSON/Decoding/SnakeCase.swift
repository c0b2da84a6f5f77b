// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestSyntax

/// Turns `first_name` into `firstName` and back, as Foundation's coders do.
enum SnakeCase {
  /// Joins the words between underscores, the first in small letters, the others capitalized; underscores at the ends stay.
  static func camelCased(_ key: String) -> String {
    let bytes = key.utf8
    let isLetter: (UInt8) -> Bool = { $0 != UInt8(ascii: "_") }
    guard let first = bytes.firstIndex(where: isLetter),
      let last = bytes.lastIndex(where: isLetter)
    else { return key }
    let end = bytes.index(after: last)
    let words = key[first..<end].split(atByte: "_", omittingEmpty: true)
    guard words.count > 1, let head = words.first else { return key }
    // Words of any script have small and capital letters.
    let joined = head.lowercased() + words.dropFirst().map { capitalized($0) }.joined()  // Characters: see above.
    return key[..<first] + joined + key[end...]
  }

  /// Capitalizes each letter that does not follow a letter and lowercases the others: `1b` becomes `1B`.
  private static func capitalized(_ word: some StringProtocol) -> String {
    var text = ""
    var followsLetter = false
    for character in word {
      // Words of any script have small and capital letters.
      text += followsLetter ? character.lowercased() : character.uppercased()  // Characters: see above.
      // An apostrophe is within a word.
      followsLetter = character.isLetter || followsLetter && character.utf8.first == UInt8(ascii: "'")
    }
    return text
  }

  /// Inserts an underscore before each word, as Foundation does: it begins with a capital letter, and several capitals, with
  /// what is between them and the next small letter, are one word but for the character before that letter.
  static func snakeCased(_ key: String) -> String {
    let letters = Array(key)
    var starts: Set<Int> = []
    var place = 1
    while place < letters.count, let capital = letters[place...].firstIndex(where: \.isUppercase) {
      starts.insert(capital)
      guard let small = letters[capital...].firstIndex(where: \.isLowercase) else { break }
      if small > capital + 1 { starts.insert(small - 1) }
      place = small + 1
    }
    var words = ""
    for (place, letter) in letters.enumerated() {
      if starts.contains(place) { words += "_" }
      words += letter.lowercased()  // Characters: words of any script have small and capital letters.
    }
    return words
  }
}
