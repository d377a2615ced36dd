package import StateKitCore

/// Samples that mark in themselves what is to be found in them: `{"a": "opne"⟵unknown-target}`.
///
/// `⟵code` points at the word, text, list or object that ends before it. `⟦` stands where what is found begins, if it begins
/// elsewhere: `⟦e f⟵bad-line`.
package enum MarkedSample {
  private static let mark: Character = "⟵"
  private static let opening: Character = "⟦"

  /// The sample without its marks.
  package static func plain(_ sample: String) -> String {
    let parts = sample.split(separator: mark, omittingEmptySubsequences: false)
    let marked = parts.dropFirst().map { part in
      let codes = DiagnosticCode.allCases.map(\.rawValue).filter { part.hasPrefix($0) }
      return part.dropFirst(codes.map(\.count).max() ?? 0)
    }
    return ([parts[0]] + marked).joined().filter { $0 != opening }
  }

  /// The text with a mark for each finding.
  package static func marking(_ text: [UInt8], _ findings: [Diagnostic]) -> String {
    var marks: [Int: String] = [:]
    var openings: Set<Int> = []
    for finding in findings {
      // What is missing at the end of a text is found behind it; a mark never cuts a character.
      let start = Int(finding.span.start)
      let end = text[min(Int(finding.span.end), text.count)...].firstIndex { $0 & 0xC0 != 0x80 } ?? text.count
      let isEmpty = start == end
      marks[end, default: ""] += "\(isEmpty ? "\(opening)" : "")\(mark)\(finding.code.rawValue)"
      if !isEmpty, start != beginning(of: text, end) { openings.insert(start) }
    }
    var marked: [UInt8] = []
    for offset in 0...text.count {
      marked += (marks[offset] ?? "").utf8
      if openings.contains(offset) { marked += String(opening).utf8 }
      if offset < text.count { marked.append(text[offset]) }
    }
    return String(decoding: marked, as: UTF8.self)
  }

  /// Where the word, text, list or object begins that ends here.
  private static func beginning(of text: [UInt8], _ end: Int) -> Int {
    guard end > 0 else { return -1 }
    let before = text[..<end]
    switch before[end - 1] {
    case UInt8(ascii: "\""): return before.dropLast().lastIndex(of: UInt8(ascii: "\"")) ?? -1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      var depth = 0
      for offset in before.indices.reversed() {
        if [UInt8(ascii: "}"), UInt8(ascii: "]")].contains(text[offset]) { depth += 1 }
        if [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(text[offset]) { depth -= 1 }
        if depth == 0 { return offset }
      }
      return -1
    default: return before.lastIndex { !isWord($0) }.map { $0 + 1 } ?? 0
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), 0x80...:
      true
    default: false
    }
  }
}
