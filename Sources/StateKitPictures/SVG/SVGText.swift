import StateKitCore

/// Texts of a chart in SVG.
enum SVGText {
  /// Escapes a text for SVG text and attributes: shows control and bidirectional characters as a trace does, writes
  /// line ends as references, and escapes markup.
  static func escaped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { escapedLine(String($0)) }.joined(
      separator: "&#10;")
  }

  /// The element of a line of a label at `x`, or with its right end at `end`.
  static func element(_ line: LabelLine, x: Int, y: Int, endsAt end: Int? = nil) -> String {
    var out = "<text x=\"\((end ?? x + line.indent).asTenths)\" y=\"\(y.asTenths)\""
    out += end == nil ? ">" : " text-anchor=\"end\">"
    for run in line.runs {
      switch run.kind {
      case .plain: out += escaped(run.text)
      case .event: out += "<tspan class=\"event\">\(escaped(run.text))</tspan>"
      case .condition: out += "<tspan class=\"guard\">\(escaped(run.text))</tspan>"
      case .actions: out += "<tspan class=\"action\">\(escaped(run.text))</tspan>"
      }
    }
    return out + "</text>"
  }

  private static func escapedLine(_ text: String) -> String {
    var out = ""
    for scalar in DisplayText.raw(text).unicodeScalars {
      switch scalar {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      case "'": out += "&#39;"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }
}

extension Int {
  /// A number of tenths as a decimal number.
  var asTenths: String {
    let (whole, tenth) = magnitude.quotientAndRemainder(dividingBy: 10)
    return (self < 0 ? "-" : "") + (tenth == 0 ? "\(whole)" : "\(whole).\(tenth)")
  }
}
