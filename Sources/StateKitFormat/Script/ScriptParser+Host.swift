import CEL
package import StateKitCore

/// Lines that replace the embedding program (Scripts.md).
extension ScriptParser {
  /// `:guard name = expression`
  func parseGuard(_ bytes: [UInt8], start: Int, at index: Int, end: Int) throws(LineError) -> ScriptStep {
    let form = ":guard name = expression"
    let (name, nameRange, value) = try assignment(bytes, in: start..<end, at: index, what: "a guard", form: form)
    let charts = chart.withRelatives.filter { $0.namedGuard(name)?.hostIndex != nil }
    if charts.isEmpty {
      return try Self.both({ () throws(LineError) in throw unknownGuard(name, in: nameRange) }) {
        () throws(LineError) in
        if chart.environment.guards != nil { _ = try answer(to: name, bytes: bytes, start: value, end: end) }
        return .nothing
      }
    }
    var programs: [(chart: Chart, compiled: GuardAnswer.Compiled)] = []
    var firstError: LineError?
    for chart in charts {
      do throws(LineError) {
        programs.append((chart, try ScriptParser(chart).answer(to: name, bytes: bytes, start: value, end: end)))
      } catch {
        firstError = firstError ?? error
      }
    }
    if let firstError, programs.isEmpty { throw firstError }
    let text = bytes.span.extracting(value..<end).text
    return .host(.guard(GuardAnswer(name: name, text: text, programs: programs)))
  }

  /// `:delay name = 5s`
  func parseDelay(_ bytes: [UInt8], start: Int, at index: Int, end: Int) throws(LineError) -> ScriptStep {
    let form = ":delay name = 5s"
    let (name, nameRange, value) = try assignment(bytes, in: start..<end, at: index, what: "a delay", form: form)
    return try Self.both({ () throws(LineError) in
      if !names.isDelay(name) { throw unknownDelay(name, in: nameRange) }
    }) { () throws(LineError) in
      .host(.delay(name: name, milliseconds: try length(bytes, in: value..<end)))
    }
  }

  private func unknownDelay(_ name: String, in range: Range<Int>) -> LineError {
    let known = names.delays
    return Self.error(
      .unknownDelay, in: range,
      message: "the chart has no delay named \(DisplayText.quoted(name))",
      help: known.isEmpty ? "all its delays are durations" : "known: " + known.prefix(8).joined(separator: ", "),
      fix: suggestions.fix(for: name, among: known))
  }

  /// A duration in milliseconds.
  private func length(_ bytes: [UInt8], in range: Range<Int>) throws(LineError) -> Int64 {
    do throws(Delay.ParseError) {
      return try Delay.parse(bytes.span.extracting(range))
    } catch {
      let shown = DisplayText.quoted(bytes.span.extracting(range).text)
      switch error {
      case .tooLong:
        throw Self.error(.badDelay, in: range, message: "\(shown) is longer than \(Delay.shownLongest)")
      case .malformed:
        throw Self.error(
          .badDelay, in: range, message: "\(shown) is not a delay",
          help: "write a duration such as 250ms, 5s, 1m30s or 2h")
      }
    }
  }

  /// The name in a `:guard` or `:delay` line, also if its value is wrong; nil for other lines.
  package static func answeredName(_ line: ScriptLine) -> String? {
    let bytes = line.bytes
    var index = bytes.prefix { isSpace($0) }.count
    guard bytes[index...].starts(with: ":guard ".utf8) || bytes[index...].starts(with: ":delay ".utf8) else {
      return nil
    }
    index += ":guard ".utf8.count
    while index < bytes.count, isSpace(bytes[index]) { index += 1 }
    guard let (start, end, quoted) = try? word(bytes, start: index, end: bytes.count, what: "") else { return nil }
    return quoted ?? bytes.span.extracting(start..<end).text
  }

  /// `:host answers`, or `:host answered [true, null]`
  func parseHost(_ bytes: [UInt8], start: Int, at index: Int, end: Int) throws(LineError) -> ScriptStep {
    if bytes.span.extracting(index..<end).equals("answers") { return .host(.actions) }
    var next = index
    while next < end, !Self.isSpace(bytes[next]) { next += 1 }
    guard next < end, bytes.span.extracting(index..<next).equals("answered"), Self.isSpace(bytes[next]) else {
      throw Self.error(
        .badLine, in: start..<end, message: "the line needs what the host answers",
        help: "write :host answers, or :host answered [true, null]")
    }
    while next < end, Self.isSpace(bytes[next]) { next += 1 }
    guard case .list(let list) = try Self.json(bytes, start: next, end: end, what: "the list of answers") else {
      throw Self.error(
        .badLine, in: next..<end, message: "the answers of the host must be a list",
        help: "write true or false for a guard, null for an action, or a text for an error")
    }
    return .host(.answered(list.elements))
  }

  /// The name before the `=`, its range, and the beginning of the value.
  private func assignment(
    _ bytes: [UInt8], in line: Range<Int>, at index: Int, what: String, form: String
  ) throws(LineError) -> (name: String, range: Range<Int>, value: Int) {
    let end = line.upperBound
    let (nameStart, nameEnd, quoted) = try Self.word(bytes, start: index, end: end, what: what)
    var next = nameEnd
    while next < end, Self.isSpace(bytes[next]) { next += 1 }
    guard next < end, bytes[next] == UInt8(ascii: "="), next + 1 == end || bytes[next + 1] != UInt8(ascii: "=") else {
      throw Self.error(.badLine, in: line, message: "the line needs a name, = and a value", help: form)
    }
    next += 1
    while next < end, Self.isSpace(bytes[next]) { next += 1 }
    guard next < end else { throw Self.error(.badLine, in: line, message: "the value is missing", help: form) }
    let name = quoted ?? bytes.span.extracting(nameStart..<nameEnd).text
    return (name, nameStart..<nameEnd, next)
  }

  private func unknownGuard(_ name: String, in range: Range<Int>) -> LineError {
    if chart.namedGuard(name) != nil {
      return Self.error(
        .unknownGuard, in: range,
        message: "the chart defines the guard \(DisplayText.quoted(name)) itself",
        help: "the host answers only guards that are null in \"guards\"")
    }
    let known = chart.withRelatives.flatMap(\.hostGuards)
    return Self.error(
      .unknownGuard, in: range,
      message: "no host guard is named \(DisplayText.quoted(name))",
      help: known.isEmpty
        ? "the chart has no host guards"
        : "known: " + known.prefix(8).map { DisplayText.name($0) }.joined(separator: ", "),
      fix: suggestions.fix(for: name, among: known))
  }

  /// An answer compiled for one chart.
  private func answer(
    to name: String, bytes: [UInt8], start: Int, end: Int
  ) throws(LineError) -> GuardAnswer.Compiled {
    guard let guards = chart.environment.guards else { throw unknownGuard(name, in: start..<end) }
    let text = Array(bytes[start..<end])
    let source = ExpressionSource(span: SourceSpan(start, end: end), start: start)
    let (program, errors) = Compiler.compile(definition: name, text: text, in: guards)
    var found = errors.map { $0.diagnostic(of: text, in: source) }
    guard let program else { throw LineError(diagnostics: found) }
    if found.isEmpty, program.type != .dyn, program.type != .bool {
      let message = "an answer must be a bool, this is \(program.type.name)"
      found.append(Diagnostic(.typeMismatch, at: source.span, message: message))
    }
    let tests = states(of: program, in: source, found: &found)
    if !found.isEmpty { throw LineError(diagnostics: found) }
    return GuardAnswer.Compiled(program: program, tests: tests)
  }
}

/// Answers to host guards and named delays from options. They are texts, because each chart compiles them separately.
package struct HostLines: Sendable {
  private var lines: [ScriptLine] = []

  package init() {}

  /// Adds the line `:COMMAND NAME = TEXT`.
  package mutating func add(_ command: String, name: String, text: String) {
    let bytes = Array(":\(command) \(DisplayText.name(name)) = \(text)".utf8)
    lines.append(ScriptLine(file: "", number: 2, bytes: bytes))
  }

  package var isEmpty: Bool { lines.isEmpty }

  /// The answers for a chart; lines that are invalid for it are left out.
  package func answers(for chart: Chart) -> HostAnswers? {
    if lines.isEmpty || !chart.asksHost { return nil }
    let parser = ScriptParser(chart)
    var answers: HostAnswers?
    for line in lines {
      if case .host(let found)? = try? parser.parse(line) { answers = HostAnswers.adding(found, to: answers) }
    }
    return answers
  }

  /// The errors of the lines that are invalid for all of the charts, one for each line.
  package func errors(in charts: [Chart]) -> [Diagnostic] {
    lines.compactMap { line in
      var first: Diagnostic?
      var isGood = false
      for chart in charts where !isGood {
        do throws(ScriptParser.LineError) {
          _ = try ScriptParser(chart).parse(line)
          isGood = true
        } catch {
          // An error in a chart that has the name says more.
          let unknown: [DiagnosticCode?] = [.unknownGuard, .unknownDelay]
          let found = error.diagnostics.first
          if first == nil || unknown.contains(first?.code) && !unknown.contains(found?.code) { first = found }
        }
      }
      return isGood ? nil : first
    }
  }
}
