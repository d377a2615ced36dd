package import StateKitCore
package import StateKitFormat

/// A line of a script that does something: its position and its step.
package struct TestLine: Sendable {
  /// The index in `TestScript.steps`; equal lines share one step.
  fileprivate let step: Int32
  fileprivate let number: Int32
  fileprivate let start: Int32
  fileprivate let end: Int32
}

/// One test, which runs on a fresh machine.
package struct TestCase: Sendable {
  /// Nil for a script without `:test`.
  package let name: String?
  /// Its own lines, in `TestScript.lines`; the set-up lines come before them.
  fileprivate let own: Range<Int>
  /// The errors in its lines. A test with errors is not run.
  package var errors: [ScriptRunner.Report] = []
  /// The number of its errors of each code that are not in `errors`.
  package var dropped: [CodeCounts.Entry] = []
}

/// A script parsed into tests (Scripts.md): one for each `:test`, or one for the whole script.
package struct TestScript: Sendable {
  package let file: String
  package let cases: [TestCase]
  /// All lines that do something, including the first lines of tests.
  package let lines: [TestLine]
  /// True if expectations ask for more than outcomes and active states.
  package let needsRecord: Bool
  private let bytes: [UInt8]
  private let steps: [ScriptStep]
  private let setUp: Range<Int>

  /// Parses all lines. An error in a test belongs to that test. An error before the first test is thrown, together
  /// with the others. `names`: the names that lines are checked against; nil for those of the chart.
  package init(
    file: String, bytes: [UInt8], chart: Chart, names: ScriptNames? = nil
  ) throws(LineErrors) {
    let parser = ScriptParser(chart, names: names)
    var errors = LineErrors()
    var lines: [TestLine] = []
    var steps: [ScriptStep] = []
    var tests: [Beginning] = []
    var known = NameTable()
    var stepOfKnown: [Int32] = []
    var needsRecord = false
    var start = 0
    var number = 0
    while let range = ScriptLines.next(in: bytes.span, from: &start) {
      number += 1
      // The meaning of a line does not depend on its position, except for a byte order mark in the first line.
      let isShort = range.count <= 128 && number > 1 && stepOfKnown.count < 4_096
      let name = isShort ? known.intern(bytes.span.extracting(range)) : nil
      if let name, name.index < stepOfKnown.count, stepOfKnown[name.index] != Self.isNone {
        let index = stepOfKnown[name.index]
        if index >= 0 { lines.append(Self.line(index, number: number, in: range)) }
        if index >= 0, case .test = steps[Int(index)] { errors.beginTest() }
        continue
      }
      var index: Int32 = -1
      defer { if let name, name.index == stepOfKnown.count { stepOfKnown.append(index) } }
      let line = ScriptLine(file: file, number: number, bytes: Array(bytes[range]))
      if range.count > InputLimits.lineBytes {
        errors.add([ScriptLine.tooLong(at: 0)], in: line)
        continue
      }
      do throws(ScriptParser.LineError) {
        let step = try parser.parse(line)
        switch step {
        case .nothing, .chart: continue
        case .expect(let expectation): if expectation.needsRecord { needsRecord = true }
        case .test: errors.beginTest()
        case .event, .end, .advance, .set, .show, .host: break
        }
        index = Int32(steps.count)
        steps.append(step)
        lines.append(Self.line(index, number: number, in: range))
      } catch {
        index = Self.isNone
        if let name = Self.nameOfBadTest(line) {
          tests.append(Beginning(name: name, line: number, lines: lines.count..<lines.count))
          errors.beginTest()
        }
        errors.add(error.diagnostics, in: line)
      }
    }
    for (index, line) in lines.enumerated() {
      guard case .test(let name, _) = steps[Int(line.step)] else { continue }
      tests.append(Beginning(name: name, line: Int(line.number), lines: index..<index + 1))
    }
    // Tests whose first line is bad were appended before the others.
    tests.sort { $0.line < $1.line }
    // A bad line before the first test affects each test.
    if errors.areBeforeTests { throw errors }
    self.file = file
    self.bytes = bytes
    self.steps = steps
    self.lines = lines
    self.needsRecord = needsRecord
    setUp = 0..<(tests.first?.lines.lowerBound ?? 0)
    if tests.isEmpty {
      cases = [TestCase(name: nil, own: lines.indices)]
      return
    }
    var rest = errors.kept[...]
    var cases: [TestCase] = []
    for (index, test) in tests.enumerated() {
      let isLast = index + 1 == tests.count
      let end = isLast ? lines.count : tests[index + 1].lines.lowerBound
      let own = isLast ? rest : rest.prefix { $0.line.number < tests[index + 1].line }
      rest = rest[own.endIndex...]
      cases.append(
        TestCase(
          name: test.name, own: test.lines.upperBound..<end,
          errors: own.map { ScriptRunner.Report(origin: .script($0.line), diagnostic: $0.diagnostic) },
          dropped: errors.dropped(inTest: index)))
    }
    self.cases = cases
  }

  /// The first line of a test.
  private struct Beginning {
    let name: String
    /// The line number of its `:test` line.
    let line: Int
    /// The range of the `:test` line in `lines`; empty if the line is bad.
    let lines: Range<Int>
  }

  /// The errors that the lines have with any chart.
  package static func errorsWithAnyChart(in bytes: [UInt8], of file: String) -> LineErrors {
    var (errors, start, number) = (LineErrors(), 0, 0)
    guard let parser = ScriptParser.forAnyChart else { return errors }
    while let range = ScriptLines.next(in: bytes.span, from: &start) {
      number += 1
      let line = ScriptLine(file: file, number: number, bytes: Array(bytes[range]))
      errors.add(parser.errors(of: line), in: line)
    }
    return errors
  }

  /// Marks a line without a step.
  private static let isNone: Int32 = -2

  /// The name of a test whose `:test` line is bad; nil for another line.
  private static func nameOfBadTest(_ line: ScriptLine) -> String? {
    let text = line.bytes[line.body.range]
    let word = ":test".utf8
    guard text.starts(with: word) else { return nil }
    let rest = text.dropFirst(word.count).drop { $0 == 0x20 || $0 == 0x09 }
    return String(decoding: rest, as: UTF8.self)
  }

  private static func line(_ step: Int32, number: Int, in range: Range<Int>) -> TestLine {
    TestLine(
      step: step, number: Int32(clamping: number), start: Int32(clamping: range.lowerBound),
      end: Int32(clamping: range.upperBound))
  }

  package func step(of line: TestLine) -> ScriptStep { steps[Int(line.step)] }

  /// The slots of a chart's context that the lines read.
  package func slotsRead(in chart: Chart) -> Set<Int> {
    steps.reduce(into: []) { slots, step in
      slots.formUnion(step.slotsRead(in: chart).filter { $0 < chart.contextNames.count })
    }
  }

  /// True if an expectation about the event of a line says that no handler takes the event. `index`: that of the line.
  package func isExpectedToFail(_ index: Int) -> Bool {
    lines[(index + 1)...].lazy.map { step(of: $0) }.prefix(while: \.isAboutLastEvent)
      .contains { $0.excuses(.ignored) || $0.excuses(.rejected) }
  }

  /// The line as written in the file.
  package func source(of line: TestLine) -> ScriptLine {
    ScriptLine(file: file, number: Int(line.number), bytes: Array(bytes[Int(line.start)..<Int(line.end)]))
  }

  /// The number of lines of a test, including the set-up.
  package func count(of test: TestCase) -> Int { setUp.count + test.own.count }

  /// A line of a test; the set-up comes first.
  package func line(_ index: Int, of test: TestCase) -> TestLine {
    lines[index < setUp.count ? index : test.own.lowerBound + index - setUp.count]
  }

  /// The context keys that a script sets to values of types other than their first values have.
  package static func widenedKeys(in bytes: [UInt8], chart: Chart) -> [String] {
    let parser = ScriptParser(chart)
    var start = 0
    while let range = ScriptLines.next(in: bytes.span, from: &start) {
      if !setsContext(bytes[range]) { continue }
      parser.look(at: ScriptLine(file: "", number: 2, bytes: Array(bytes[range])))
    }
    return parser.dynamicKeys
  }

  /// True if a line may set context.
  package static func setsContext(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.includes(":set".utf8)
  }

  /// The chart that a script names in its first `:chart` line; nil without a `:chart` line.
  package static func chartFile(in bytes: [UInt8]) -> String? {
    chartLine(in: bytes, of: "").flatMap { ScriptParser.chartFile(of: $0) }
  }

  /// The first `:chart` line of a script.
  package static func chartLine(in bytes: [UInt8], of file: String) -> ScriptLine? {
    var start = 0
    var number = 0
    while let range = ScriptLines.next(in: bytes.span, from: &start) {
      number += 1
      guard let first = bytes[range].first(where: { $0 != 0x20 && $0 != 0x09 }), first == UInt8(ascii: ":") else {
        continue
      }
      let line = ScriptLine(file: file, number: number, bytes: Array(bytes[range]))
      if line.bytes[line.body.range].starts(with: ":chart".utf8) { return line }
    }
    return nil
  }
}
