package import StateKitCore
package import StateKitFormat

/// A line of a script that does something: where it stands, and what it says.
package struct TestLine: Sendable {
  /// In `TestScript.items`: equal lines share one.
  fileprivate let item: Int32
  fileprivate let number: Int32
  fileprivate let start: Int32
  fileprivate let end: Int32
}

/// One test: what is run on a fresh machine.
package struct TestCase: Sendable {
  /// Nil for a script without `:test`.
  package let name: String?
  /// Its own lines, in `TestScript.lines`; the set-up comes before them.
  fileprivate let own: Range<Int>
}

/// A script read as tests (Scripts.md): one for each `:test`, or the whole as one.
package struct TestScript: Sendable {
  package let file: String
  package let cases: [TestCase]
  /// Every line that does something, the beginnings of tests among them.
  package let lines: [TestLine]
  /// Expectations ask for more than outcomes and active states.
  package let needsRecord: Bool
  private let bytes: [UInt8]
  private let items: [ScriptItem]
  private let setUp: Range<Int>

  /// Why a script is none.
  package struct Mistakes: Error {
    package let all: [(diagnostic: Diagnostic, line: ScriptLine)]
  }

  /// Reads all lines; every mistake is collected.
  package init(file: String, bytes: [UInt8], chart: Chart) throws(Mistakes) {
    let parser = ScriptParser(chart)
    var mistakes: [(diagnostic: Diagnostic, line: ScriptLine)] = []
    var lines: [TestLine] = []
    var items: [ScriptItem] = []
    var tests: [(name: String, start: Int)] = []
    var known = NameTable()
    var itemOfKnown: [Int32] = []
    var needsRecord = false
    var start = 0
    var number = 0
    while let range = ScriptLines.next(in: bytes.span, from: &start) {
      number += 1
      // What a line says does not depend on where it stands, but for a byte order mark.
      let isShort = range.count <= 128 && number > 1 && itemOfKnown.count < 4_096
      let name = isShort ? known.intern(bytes.span.extracting(range)) : nil
      if let name, name.index < itemOfKnown.count {
        if itemOfKnown[name.index] >= 0 { lines.append(Self.line(itemOfKnown[name.index], number, range)) }
        continue
      }
      var place: Int32 = -1
      defer { if name != nil { itemOfKnown.append(place) } }
      let line = ScriptLine(file: file, number: number, bytes: Array(bytes[range]))
      if range.count > InputLimits.lineBytes {
        let message = "the line is longer than \(InputLimits.lineBytes >> 20) MiB, the limit"
        mistakes.append((Diagnostic(.longLine, at: SourceSpan(0, 0), message), line))
        continue
      }
      do throws(ScriptParser.Mistake) {
        let item = try parser.parse(line)
        switch item {
        case .nothing, .chart: continue
        case .expect(let expectation): if expectation.needsRecord { needsRecord = true }
        case .test, .event, .advance, .set, .show: break
        }
        place = Int32(items.count)
        items.append(item)
        lines.append(Self.line(place, number, range))
      } catch {
        mistakes += error.diagnostics.map { ($0, line) }
      }
    }
    if !mistakes.isEmpty { throw Mistakes(all: mistakes) }
    for (place, line) in lines.enumerated() {
      if case .test(let name, _) = items[Int(line.item)] { tests.append((name, place)) }
    }
    self.file = file
    self.bytes = bytes
    self.items = items
    self.lines = lines
    self.needsRecord = needsRecord
    setUp = 0..<(tests.first?.start ?? 0)
    if tests.isEmpty {
      cases = [TestCase(name: nil, own: lines.indices)]
    } else {
      cases = tests.indices.map { place in
        let end = place + 1 < tests.count ? tests[place + 1].start : lines.count
        return TestCase(name: tests[place].name, own: tests[place].start + 1..<end)
      }
    }
  }

  private static func line(_ item: Int32, _ number: Int, _ range: Range<Int>) -> TestLine {
    TestLine(
      item: item, number: Int32(clamping: number), start: Int32(clamping: range.lowerBound),
      end: Int32(clamping: range.upperBound))
  }

  /// What a line says.
  package func item(of line: TestLine) -> ScriptItem {
    items[Int(line.item)]
  }

  /// The line as it stands in the file.
  package func source(of line: TestLine) -> ScriptLine {
    ScriptLine(file: file, number: Int(line.number), bytes: Array(bytes[Int(line.start)..<Int(line.end)]))
  }

  /// How many lines a test has, those of the set-up among them.
  package func count(of test: TestCase) -> Int {
    setUp.count + test.own.count
  }

  /// A line of a test; the set-up comes first.
  package func line(_ place: Int, of test: TestCase) -> TestLine {
    lines[place < setUp.count ? place : test.own.lowerBound + place - setUp.count]
  }

  /// The chart that a script names in its first `:chart` line; nil where it names none.
  package static func chartFile(in bytes: [UInt8]) -> String? {
    var start = 0
    while let range = ScriptLines.next(in: bytes.span, from: &start) {
      guard let first = bytes[range].first(where: { $0 != 0x20 && $0 != 0x09 }), first == UInt8(ascii: ":") else {
        continue
      }
      let line = ScriptLine(file: "", number: 2, bytes: Array(bytes[range]))
      if line.bytes[line.body.range].starts(with: ":chart".utf8) { return ScriptParser.chartFile(of: line) }
    }
    return nil
  }
}
