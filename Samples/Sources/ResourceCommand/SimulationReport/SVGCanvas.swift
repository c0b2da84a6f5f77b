// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A picture in SVG, built element by element.
struct SVGCanvas {
  /// The anchor of a text at its point.
  enum Anchor: String {
    case start
    case middle
    case end
  }

  private var elements: [String] = []

  /// Text with XML's special characters escaped, and without characters that XML cannot contain.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case let scalar where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A coordinate with one decimal place.
  static func number(_ value: Double) -> String {
    let tenths = Int((min(max(value.isNaN ? 0 : value, -1e9), 1e9) * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    let rest = abs(tenths) % 10
    return sign + String(abs(tenths) / 10) + (rest == 0 ? "" : ".\(rest)")
  }

  mutating func rectangle(x: Double, y: Double, width: Double, height: Double, fill: String, opacity: Double = 1) {
    let faint = opacity < 1 ? " fill-opacity=\"\(opacity)\"" : ""
    elements.append(
      "<rect x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" width=\"\(Self.number(width))\" "
        + "height=\"\(Self.number(height))\" fill=\"\(fill)\"\(faint)/>"
    )
  }

  mutating func line(from: (x: Double, y: Double), to: (x: Double, y: Double), stroke: String) {
    elements.append(
      "<line x1=\"\(Self.number(from.x))\" y1=\"\(Self.number(from.y))\" x2=\"\(Self.number(to.x))\" "
        + "y2=\"\(Self.number(to.y))\" stroke=\"\(stroke)\"/>"
    )
  }

  /// A line through points; a point that is absent interrupts it.
  mutating func path(_ points: [(x: Double, y: Double)?], stroke: String, width: Double = 1.8, dashes: String? = nil) {
    var commands = ""
    var isOpen = false
    for (index, point) in points.enumerated() {
      guard let point else {
        isOpen = false
        continue
      }
      let place = "\(Self.number(point.x)) \(Self.number(point.y))"
      commands += (isOpen ? "L" : "M") + place
      // A point alone is a dot.
      if !isOpen, index + 1 == points.count || points[index + 1] == nil { commands += "L\(place)" }
      isOpen = true
    }
    guard !commands.isEmpty else { return }
    let dashed = dashes.map { " stroke-dasharray=\"\($0)\"" } ?? ""
    elements.append(
      "<path d=\"\(commands)\" fill=\"none\" stroke=\"\(stroke)\" stroke-width=\"\(width)\" "
        + "stroke-linejoin=\"round\" stroke-linecap=\"round\"\(dashed)/>"
    )
  }

  mutating func text(
    _ text: String,
    x: Double,
    y: Double,
    size: Double = 11,
    fill: String = "#475569",
    anchor: Anchor = .start,
    isBold: Bool = false
  ) {
    let weight = isBold ? " font-weight=\"600\"" : ""
    elements.append(
      "<text x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" font-size=\"\(Self.number(size))\" fill=\"\(fill)\" "
        + "text-anchor=\"\(anchor.rawValue)\"\(weight)>\(Self.escaped(text))</text>"
    )
  }

  /// The whole picture.
  func document(width: Double, height: Double, title: String) -> String {
    let (width, height) = (Self.number(width), Self.number(height))
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
      font-family="system-ui, 'Segoe UI', 'DejaVu Sans', Helvetica, Arial, sans-serif" role="img">
      <title>\(Self.escaped(title))</title>
      <rect width="\(width)" height="\(height)" fill="#ffffff"/>
      \(elements.joined(separator: "\n"))
      </svg>

      """
  }
}
