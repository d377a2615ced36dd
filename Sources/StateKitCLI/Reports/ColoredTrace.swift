import StateKitCore

/// A trace with colours for a terminal, line by line: entries, exits and refusals are easy to see.
final class ColoredTrace: ByteOutput {
  private let output: any ByteOutput
  /// The start of an incomplete line.
  private var rest: [UInt8] = []

  var isClosed: Bool { output.isClosed }
  var mostHeld: Int { output.mostHeld }
  func refuseHeld() { output.refuseHeld() }

  init(_ output: any ByteOutput) {
    self.output = output
  }

  func write(_ bytes: Span<UInt8>) {
    var out = ByteBuffer()
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\n") {
        Self.append(rest, to: &out)
        out.append("\n")
        rest.removeAll(keepingCapacity: true)
      } else {
        rest.append(byte)
      }
    }
    out.withSpan { output.write($0) }
  }

  /// Appends a line of a trace in its colour.
  private static func append(_ line: [UInt8], to out: inout ByteBuffer) {
    guard let color = color(of: line) else { return out.append(line) }
    out.append("\u{1B}[\(color)m")
    out.append(line)
    out.append("\u{1B}[0m")
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
