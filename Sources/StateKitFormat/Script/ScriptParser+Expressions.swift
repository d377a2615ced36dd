import CEL
package import StateKitCore

/// Expressions in lines (Expressions.md).
extension ScriptParser {
  /// An expression outside a line.
  package func expression(_ bytes: [UInt8]) throws(LineError) -> Expression {
    try checkBytes(bytes)
    return try expression(bytes, start: 0, end: bytes.count)
  }

  /// A boolean expression outside a line. `name`: its name in messages.
  package func condition(_ bytes: [UInt8], named name: String = "it") throws(LineError) -> Expression {
    try checkBytes(bytes)
    return try expression(bytes, start: 0, end: bytes.count, test: .condition(name: name))
  }

  /// An expression that must be a bool.
  enum Test {
    /// Other forms of an expectation are possible, too.
    case expectation
    case condition(name: String)
  }

  /// An expression up to the end of the line. `mayBeText`: true if a text without quotes is a likely mistake.
  func expression(
    _ bytes: [UInt8], start: Int, end: Int, test: Test? = nil, mayBeText: Bool = false
  ) throws(LineError) -> Expression {
    let text = Array(bytes[start..<end])
    let source = ExpressionSource(span: SourceSpan(start, end: end), start: start)
    let (program, errors) = Compiler.compile(text, in: earlier.environment)
    var found = errors.map { $0.diagnostic(of: text, in: source) }
    if mayBeText, LiteralText.looksLike(text), let first = found.first, first.code == .unknownName, first.fix == nil {
      let help = LiteralText.help(for: text, isInJSON: false)
      throw LineError(diagnostics: [Diagnostic(first.code, at: first.span, message: first.message, help: help)])
    }
    guard let program else { throw LineError(diagnostics: found) }
    if let test, program.type != .dyn, program.type != .bool {
      let (name, help): (String, String?) =
        switch test {
        case .expectation: ("an expectation", "or one of: \(ExpectationForm.list)")
        case .condition(let name): (name, nil)
        }
      let message = "\(name) must be a bool, this is \(program.type.name)"
      found.append(Diagnostic(.typeMismatch, at: source.span, message: message, help: help))
    }
    let tests = states(of: program, in: source, found: &found)
    if !found.isEmpty { throw LineError(diagnostics: found) }
    return Expression(
      Expression.Compiled(
        program: program, text: bytes.span.extracting(start..<end).text, tests: tests,
        eventSlot: chart.contextNames.count), at: source)
  }

  func states(of program: Program, in source: ExpressionSource, found: inout [Diagnostic]) -> [StateID] {
    var states: [StateID] = []
    for (reference, range) in program.tests {
      if case .state(let state) = chart.resolve(reference.utf8Bytes.span) {
        states.append(state)
      } else {
        let message = "no state is named \(DisplayText.quoted(reference))"
        let known = chart.states.indices.lazy.map { chart.reference(StateID($0)) }
        let help = helpForChild(reference)
        let fix = help == nil ? suggestions.fix(for: reference, among: known) : nil
        found.append(
          Diagnostic(
            .unknownState, at: source.span(of: range), message: message,
            help: help ?? (fix == nil ? helpForEnd(of: reference) : nil), fix: fix))
      }
    }
    return states
  }

  /// The child that has a state of this name, if `isIn` asks for it.
  private func helpForChild(_ reference: String) -> String? {
    let child = chart.invocations.lazy.map(\.id).first { id in
      let beginning = "\(id).".utf8
      let name = Array(reference.utf8.dropFirst(reference.utf8.starts(with: beginning) ? beginning.count : 0))
      return chart.relatives(of: 0, named: id).contains { index in
        if case .state = chart.relative(index).resolve(name.span) { true } else { false }
      }
    }
    return child.map { "it is a state of the child \(DisplayText.quoted($0)): isIn does not see states of children" }
  }

  /// The states with the name at the end of a path, if the path itself is the path of no state.
  private func helpForEnd(of reference: String) -> String? {
    guard
      let name = reference.utf8.split(separator: UInt8(ascii: ".")).last.map({ String(decoding: $0, as: UTF8.self) })
    else { return nil }
    let states = chart.states.indices.lazy.map { StateID($0) }.filter { state in
      chart.names.text(chart.states[state.index].name).utf8.elementsEqual(name.utf8)
    }
    let shown = states.prefix(3).map { DisplayText.quoted(chart.path($0)) }
    if shown.isEmpty { return nil }
    return "did you mean \(shown.joined(separator: " or "))? only the beginning of a path may be left out"
  }
}
