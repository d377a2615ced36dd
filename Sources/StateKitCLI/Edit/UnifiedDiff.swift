import StateKitCore
import StateKitTest

/// The difference between two versions of a file, in the format of `patch` and `git apply -p0`.
struct UnifiedDiff {
  /// The lines of a version, with a mark on a last line without a line end: it differs from one with a line end.
  private static func lines(of bytes: [UInt8]) -> [String] {
    let end = bytes.isEmpty || bytes.last == UInt8(ascii: "\n") ? [] : [0, UInt8(ascii: "\n")]
    let lines = (bytes + end).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }

  private struct Hunk {
    var start = (old: 0, new: 0)
    var count = (old: 0, new: 0)
    var lines: [(sign: UInt8, text: String)] = []
  }

  /// Appends the difference under the file's name, or nothing if there is none. Hidden characters and commands of CI
  /// runners are escaped, so a patch with such lines can be read but not applied.
  static func append(_ name: String, from old: [UInt8], to new: [UInt8], out: inout ByteBuffer) {
    let diff = LineDiff(from: lines(of: old), to: lines(of: new))
    let hunks = hunks(of: diff)
    if hunks.isEmpty { return }
    for sign in ["--- ", "+++ "] {
      out.append(sign)
      DisplayText.appendLine(name, to: &out)
    }
    for hunk in hunks {
      out.append(
        "@@ -\(range(hunk.start.old, count: hunk.count.old)) +\(range(hunk.start.new, count: hunk.count.new)) @@\n")
      for line in hunk.lines { append(line.text, sign: line.sign, to: &out) }
    }
  }

  private static func range(_ start: Int, count: Int) -> String {
    // An empty hunk has the position of the line before it.
    count == 1 ? "\(start + 1)" : "\(count == 0 ? start : start + 1),\(count)"
  }

  private static func hunks(of diff: LineDiff) -> [Hunk] {
    var hunks: [Hunk] = []
    var hunk: Hunk?
    var next = (old: 0, new: 0)
    func add(_ sign: UInt8, text: String) {
      if hunk == nil { hunk = Hunk(start: next) }
      hunk?.lines.append((sign, text))
      if sign != UInt8(ascii: "+") {
        hunk?.count.old += 1
        next.old += 1
      }
      if sign != UInt8(ascii: "-") {
        hunk?.count.new += 1
        next.new += 1
      }
    }
    for line in diff.lines {
      switch line {
      case .same(let text): add(UInt8(ascii: " "), text: text)
      case .removed(let text): add(UInt8(ascii: "-"), text: text)
      case .added(let text): add(UInt8(ascii: "+"), text: text)
      case .skipped(let count):
        if let done = hunk { hunks.append(done) }
        hunk = nil
        next = (next.old + count, next.new + count)
      }
    }
    if let hunk { hunks.append(hunk) }
    return hunks.filter { $0.lines.contains { $0.sign != UInt8(ascii: " ") } }
  }

  private static func append(_ line: String, sign: UInt8, to out: inout ByteBuffer) {
    out.append(sign)
    var bytes = Array(line.utf8)[...]
    let isUnended = bytes.last == 0
    if isUnended { bytes.removeLast() }
    let hasReturn = bytes.last == UInt8(ascii: "\r")
    if hasReturn { bytes.removeLast() }
    // A CI runner ignores the blanks before a command.
    if sign == UInt8(ascii: " "), bytes.trimmedLine.starts(with: "::".utf8) {
      let blanks = bytes.prefix { $0 != UInt8(ascii: ":") }
      out.append(blanks.span)
      DisplayText.appendEscape(":", to: &out)
      bytes = bytes.dropFirst(blanks.count + 1)
    }
    DisplayText.appendKept(bytes.span, to: &out)
    if hasReturn { out.append(UInt8(ascii: "\r")) }
    out.append(isUnended ? "\n\\ No newline at end of file\n" : "\n")
  }
}
