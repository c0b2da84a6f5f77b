// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension String {
  /// The text as one line, with everything written out that a terminal would obey, or that hides or reorders text.
  var controlsWrittenOut: String { writingOut { $0.escaped(asASCII: true) } }

  /// The same for text of several lines: line ends and tabs stay.
  var linesWrittenOut: String { writingOut(except: ["\n", "\t"], keepingReturns: true) { $0.escaped(asASCII: true) } }

  /// The same for a JSON text, which stays one: written out as JSON writes it in a string.
  var jsonWrittenOut: String {
    writingOut(except: ["\n", "\t", "\r"]) { scalar in
      String(scalar).utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      }.joined()
    }
  }

  private func writingOut(
    except kept: [Unicode.Scalar] = [],
    keepingReturns: Bool = false,
    as form: (Unicode.Scalar) -> String
  ) -> String {
    guard utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return self }
    var text = String.UnicodeScalarView()
    let scalars = unicodeScalars
    for index in scalars.indices {
      let scalar = scalars[index]
      // A carriage return elsewhere would let the rest of a line cover its start.
      let endsLine = keepingReturns && scalar == "\r" && scalars[scalars.index(after: index)...].first == "\n"
      if scalar.isControlling, !kept.contains(scalar), !endsLine {
        text.append(contentsOf: form(scalar).unicodeScalars)
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }
}

extension Unicode.Scalar {
  /// Whether a terminal obeys the character instead of showing it, or the character hides or reorders text.
  ///
  /// C0 and C1 (U+009B starts a sequence as ESC [ does), line and paragraph separators, and invisible format characters:
  /// those that change the direction of text, tags and the like. The two joiners stay, which scripts and emoji need.
  fileprivate var isControlling: Bool {
    switch value {
    case 0x20...0x7E, 0xA0...0xAC: return false
    default: break
    }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    case .format: return properties.isDefaultIgnorableCodePoint && !properties.isJoinControl
    default: return false
    }
  }
}
