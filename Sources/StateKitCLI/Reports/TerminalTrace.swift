import StateKitCore

/// A trace for a terminal, line by line: with colours, so that entries, exits and refusals are easy to see; and in a
/// session, broken between words.
final class TerminalTrace: ByteOutput {
  private let output: any ByteOutput
  private let hasColor: Bool
  /// The width of the terminal where long lines are broken; nil where they stay whole.
  private let columns: () -> Int?
  /// The start of an incomplete line.
  private var rest: [UInt8] = []

  var isClosed: Bool { output.isClosed }
  var mostHeld: Int { output.mostHeld }
  func refuseHeld() { output.refuseHeld() }

  init(_ output: any ByteOutput, hasColor: Bool, columns: @escaping () -> Int? = { nil }) {
    self.output = output
    self.hasColor = hasColor
    self.columns = columns
  }

  func write(_ bytes: Span<UInt8>) {
    var out = ByteBuffer()
    let width = columns()
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\n") {
        append(rest, width: width, to: &out)
        out.append("\n")
        rest.removeAll(keepingCapacity: true)
      } else {
        rest.append(byte)
      }
    }
    out.withSpan { output.write($0) }
  }

  /// Appends a line of a trace in its colour, broken between words if it is longer than `width`.
  private func append(_ line: [UInt8], width: Int?, to out: inout ByteBuffer) {
    let color = hasColor ? Self.color(of: line) : nil
    if let color { out.append("\u{1B}[\(color)m") }
    if let width, line.count >= width {
      // Following lines begin after the entry's own indentation and its word.
      out.append(WordWrap.text(String(decoding: line, as: UTF8.self), width: width, hanging: 6))
    } else {
      out.append(line)
    }
    if color != nil { out.append("\u{1B}[0m") }
  }

  private static func color(of line: [UInt8]) -> String? {
    // The ids of children come before the lines about them.
    let entry = line.first == 0x20 ? line[...] : line.afterChildren
    guard let entry else { return line.isEmpty ? nil : "1" }
    let text = entry.drop { $0 == 0x20 }
    let word = String(decoding: text.prefix { $0 != 0x20 && $0 != UInt8(ascii: ":") }, as: UTF8.self)
    switch word {
    case "enter": return "32"
    case "exit": return "33"
    case "=>": return "1;36"
    case "ignored", "declined", "forbidden": return "35"
    case "rejected", "error", "invariant": return "31"
    default: return nil
    }
  }

  /// An outline of a chart in colour; lines of active states begin with `*`.
  static func tree(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let isActive = line.utf8.starts(with: "* ".utf8) || line.utf8.includes(": * ".utf8)
      return isActive ? "\u{1B}[1;32m\(line)\u{1B}[0m" : String(line)
    }.joined(separator: "\n")
  }
}

extension [UInt8] {
  /// The entry of a trace after the ids of children; nil for the header of a step.
  fileprivate var afterChildren: ArraySlice<UInt8>? {
    for index in indices.dropLast(2)
    where self[index] == UInt8(ascii: ":") && self[index + 1] == 0x20 && self[index + 2] == 0x20 {
      return self[(index + 2)...]
    }
    return nil
  }
}
