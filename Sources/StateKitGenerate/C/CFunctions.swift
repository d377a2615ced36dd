/// Leaves out functions of a C file that nothing calls.
enum CFunctions {
  /// The text without its `static` functions that are not used, with their comments. A function begins with a line that
  /// starts with `static` and ends with `{`, and ends with a line that is `}`.
  static func used(in text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while let unused = firstUnused(lines) { lines.removeSubrange(unused) }
    var kept: [String] = []
    // Where functions went, one empty line is enough.
    for line in lines where !(line.isEmpty && kept.last?.isEmpty ?? true) { kept.append(line) }
    return kept.joined(separator: "\n") + (kept.last?.isEmpty ?? true ? "" : "\n")
  }

  private static func firstUnused(_ lines: [String]) -> Range<Int>? {
    var calls: [String: Int] = [:]
    for line in lines { for name in names(beforeParenthesisIn: line) { calls[name, default: 0] += 1 } }
    for (index, line) in lines.enumerated() where line.hasPrefix("static ") && line.hasSuffix("{") {
      guard let name = names(beforeParenthesisIn: line).first, calls[name] == 1,
        let end = lines[index...].firstIndex(of: "}")
      else { continue }
      var start = index
      if start > 0, lines[start - 1].hasSuffix("*/") {
        start -= 1
        while start > 0, !lines[start].hasPrefix("/*") { start -= 1 }
      }
      return start..<end + 1
    }
    return nil
  }

  /// The identifiers before an opening parenthesis.
  private static func names(beforeParenthesisIn line: String) -> [String] {
    var found: [String] = []
    var name: [UInt8] = []
    for byte in line.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        name.append(byte)
      default:
        if byte == UInt8(ascii: "("), !name.isEmpty { found.append(String(decoding: name, as: UTF8.self)) }
        name = []
      }
    }
    return found
  }
}
