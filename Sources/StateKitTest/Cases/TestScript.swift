package import StateKit
package import StateKitFormat

/// A line of a script with what it says.
package struct TestLine: Sendable {
  package let item: ScriptItem
  package let line: ScriptLine

  package init(item: ScriptItem, line: ScriptLine) {
    self.item = item
    self.line = line
  }
}

/// One test: what is run on a fresh machine.
package struct TestCase: Sendable {
  /// Nil for a script without `:test`.
  package let name: String?
  /// The set-up of the script, then the test's own lines.
  package let lines: [TestLine]
  /// How many lines are the set-up's.
  package let setUpCount: Int

  package init(name: String?, lines: [TestLine], setUpCount: Int) {
    self.name = name
    self.lines = lines
    self.setUpCount = setUpCount
  }
}

/// A script read as tests (SPEC §3): one for each `:test`, or the whole as one.
package struct TestScript: Sendable {
  package let file: String
  package let cases: [TestCase]
  /// Every line that does something, the beginnings of tests among them.
  package let lines: [TestLine]
  /// Expectations ask for more than outcomes and active states.
  package let needsRecord: Bool

  /// Why a script is none.
  package struct Mistakes: Error {
    package let all: [(diagnostic: Diagnostic, line: ScriptLine)]
  }

  /// Reads all lines; every mistake is collected.
  package init(file: String, bytes: [UInt8], chart: Chart) throws(Mistakes) {
    let parser = ScriptParser(chart)
    var mistakes: [(diagnostic: Diagnostic, line: ScriptLine)] = []
    var all: [TestLine] = []
    var setUp: [TestLine] = []
    var tests: [(name: String, lines: [TestLine])] = []
    var needsRecord = false
    for line in ScriptLine.all(of: bytes, file: file) {
      if line.bytes.count > InputLimits.lineBytes {
        let message = "the line is longer than \(InputLimits.lineBytes >> 20) MiB, the limit"
        mistakes.append((Diagnostic(.longLine, at: SourceSpan(0, 0), message), line))
        continue
      }
      do throws(ScriptParser.Mistake) {
        let item = try parser.parse(line)
        switch item {
        case .nothing, .chart: continue
        case .test(let name, _):
          tests.append((name, []))
          all.append(TestLine(item: item, line: line))
          continue
        case .expect(let expectation): if expectation.needsRecord { needsRecord = true }
        case .event, .advance, .set: break
        }
        let entry = TestLine(item: item, line: line)
        all.append(entry)
        if tests.isEmpty { setUp.append(entry) } else { tests[tests.count - 1].lines.append(entry) }
      } catch {
        mistakes += error.diagnostics.map { ($0, line) }
      }
    }
    if !mistakes.isEmpty { throw Mistakes(all: mistakes) }
    self.file = file
    self.needsRecord = needsRecord
    lines = all
    cases =
      tests.isEmpty
      ? [TestCase(name: nil, lines: setUp, setUpCount: 0)]
      : tests.map { TestCase(name: $0.name, lines: setUp + $0.lines, setUpCount: setUp.count) }
  }

  /// The chart that a script names in its first `:chart` line; nil where it names none.
  package static func chartFile(in bytes: [UInt8]) -> String? {
    for line in ScriptLine.all(of: bytes, file: "") {
      let text = line.bytes[line.body.range]
      guard text.starts(with: ":chart".utf8) else { continue }
      return ScriptParser.chartFile(of: line)
    }
    return nil
  }
}

extension ScriptLine {
  /// The lines of a whole script.
  static func all(of bytes: [UInt8], file: String) -> [ScriptLine] {
    var lines: [ScriptLine] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let stop = end > start && bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
      lines.append(ScriptLine(file: file, number: lines.count + 1, bytes: Array(bytes[start..<stop])))
      start = end + 1
    }
    return lines
  }
}
