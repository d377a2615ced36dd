package import CEL

/// Where the text of an expression stands in a file: in a JSON string, whose escapes shift what comes after them.
package struct ExpressionSource: Sendable {
  /// Of the whole text.
  package let span: SourceSpan
  /// Where the expression's first byte stands.
  let start: Int
  /// From the byte `after` of the expression on, offsets in the file are `by` bytes larger.
  let shifts: [(after: Int, by: Int)]

  package init(span: SourceSpan, start: Int, shifts: [(after: Int, by: Int)] = []) {
    self.span = span
    self.start = start
    self.shifts = shifts
  }

  /// A whole text without escapes: its quotes stand around it.
  init(whole span: SourceSpan) {
    self.init(span: span, start: Int(span.start) + 1)
  }

  var isWhole: Bool { start == Int(span.start) + 1 && shifts.isEmpty }

  /// The bytes of the file that some bytes of the expression stand for.
  package func span(of range: Range<Int>) -> SourceSpan {
    let start = fileOffset(of: range.lowerBound)
    return SourceSpan(start, end: max(start + 1, fileOffset(of: range.upperBound)))
  }

  private func fileOffset(of offset: Int) -> Int {
    start + offset + (shifts.last { $0.after <= offset }?.by ?? 0)
  }
}

/// An expression of a chart, compiled.
package struct Expression: Sendable {
  /// What does not depend on the source position. Generated charts say the same many times: what is the same is kept once.
  package struct Compiled: Sendable {
    package let program: Program
    package let text: String
    /// The states that `isIn` asks for, by the program's tests.
    package let tests: [StateID]
    /// Whether it looks at `event`.
    package let readsEvent: Bool

    /// `eventSlot` is the slot of `event`: the one behind the context.
    package init(program: Program, text: String, tests: [StateID], eventSlot: Int) {
      readsEvent = program.reads(eventSlot)
      self.program = program
      self.text = text
      self.tests = tests
    }
  }

  package let compiled: Compiled
  package let source: ExpressionSource

  package init(_ compiled: Compiled, at source: ExpressionSource) {
    self.compiled = compiled
    self.source = source
  }

  /// Another program in place of this one, with the source position of this one; `text`: what is shown of it.
  func running(_ program: Program, as text: String? = nil, in chart: Chart) -> Expression {
    let tests = program.tests.map { test in
      if case .state(let state) = chart.resolve(test.text.utf8Bytes.span) { state } else { StateID.root }
    }
    let source = ExpressionSource(span: source.span, start: Int(source.span.start))
    return Expression(
      Expression.Compiled(program: program, text: text ?? self.text, tests: tests, eventSlot: chart.contextNames.count),
      at: source)
  }

  package var program: Program { compiled.program }
  package var text: String { compiled.text }
  package var tests: [StateID] { compiled.tests }
  package var readsEvent: Bool { compiled.readsEvent }
}

/// Where expressions stand: a few bytes for each, because a chart may have very many.
struct ExpressionUses: Sendable {
  /// What each says, as the index of a kind, and where.
  private(set) var all: [(kind: Int32, span: SourceSpan)] = []
  /// The sources of those that are a part of a text, or of one with escapes, in order.
  private var others: [(index: Int32, source: ExpressionSource)] = []

  mutating func makeRoom(_ progress: inout ReadingProgress) {
    all.makeRoom(&progress)
  }

  mutating func add(_ kind: Int32, at source: ExpressionSource) -> Int32 {
    let index = Int32(all.count)
    all.append((kind, source.span))
    if !source.isWhole { others.append((index, source)) }
    return index
  }

  func source(_ index: Int) -> ExpressionSource {
    var low = 0
    var high = others.count
    while low < high {
      let middle = (low + high) / 2
      if Int(others[middle].index) < index { low = middle + 1 } else { high = middle }
    }
    if low < others.count, Int(others[low].index) == index { return others[low].source }
    return ExpressionSource(whole: all[index].span)
  }
}

/// The expressions of a chart: where each stands, and what it was compiled to.
package struct ExpressionTable: Sendable, RandomAccessCollection {
  let uses: ExpressionUses
  /// What the expressions say, each once.
  package let distinct: [Expression.Compiled]

  /// What an expression was compiled to, as an index of `distinct`.
  package func kind(_ index: Int32) -> Int { Int(uses.all[Int(index)].kind) }

  package var startIndex: Int { 0 }
  package var endIndex: Int { uses.all.count }

  package subscript(index: Int) -> Expression {
    Expression(distinct[Int(uses.all[index].kind)], at: uses.source(index))
  }
}

/// A JSON value whose texts are expressions (`data`, `output`, the values of `assign`): steps that build it on a stack.
package struct DataTemplate: Sendable {
  package enum Step: Sendable {
    indirect case literal(Value)
    /// The index of an entry of `Chart.expressions`.
    case expression(Int32)
    case list(Int)
    case map([String])
  }

  /// Nearly always it is one expression, whose index is known; a chart may have very many of these.
  private enum Kept: Sendable {
    case expression(Int32)
    indirect case steps([Step], SourceSpan)
  }

  private let kept: Kept

  /// `span`: where it stands in the file.
  package init(steps: [Step], span: SourceSpan) {
    kept = .steps(steps, span)
  }

  /// A text that is an expression as a whole.
  package init(expression index: Int32) {
    kept = .expression(index)
  }

  package var steps: [Step] {
    switch kept {
    case .expression(let index): [.expression(index)]
    case .steps(let steps, _): steps
    }
  }

  /// The step, where there is but one.
  package var onlyStep: Step? {
    switch kept {
    case .expression(let index): .expression(index)
    case .steps(let steps, _): steps.count == 1 ? steps[0] : nil
    }
  }

  /// Where it stands in the chart's file.
  package func span(in chart: Chart) -> SourceSpan {
    switch kept {
    case .expression(let index): chart.expressions[Int(index)].source.span
    case .steps(_, let span): span
    }
  }
}

/// A path into the context: a key, then keys of maps.
package final class ContextPath: Sendable {
  package let names: [String]
  /// With dots between.
  package let text: String
  /// Whether the text is shown as it is, without quotes.
  private let isBareWord: Bool
  /// The slot of the key; nil where the context has no such key.
  package var slot: Int? { unsafe found < 0 ? nil : Int(found) }
  /// Set once, before the path belongs to a chart: a file may assign to keys that it declares further down.
  private nonisolated(unsafe) var found: Int32 = -1

  package init(_ names: [String]) {
    self.names = names
    text = names.joined(separator: ".")
    isBareWord = DisplayText.isBareWord(text.utf8Bytes.span)
  }

  /// Notes the slot of its key.
  func resolve(to slot: Int?) {
    unsafe found = slot.map { Int32($0) } ?? -1
  }

  /// Appends the path as it is shown.
  @inline(__always)
  func append(to out: inout ByteBuffer) {
    if isBareWord { out.append(text) } else { DisplayText.appendQuoted(text, to: &out) }
  }
}

/// A text with `${expression}` in it.
package struct TextTemplate: Sendable {
  package enum Part: Sendable {
    case literal(String)
    case expression(Int32)
  }

  package var parts: [Part]

  package init(parts: [Part]) {
    self.parts = parts
  }

  /// The text, where nothing in it has to be evaluated.
  package var literal: String? {
    switch parts.count {
    case 0: return ""
    case 1: if case .literal(let text) = parts[0] { return text }
    default: break
    }
    return nil
  }

  /// The template as it is written, with its expressions as `expression` says them.
  package func written(_ expression: (Int32) -> String) -> String {
    parts.map { part in
      switch part {
      case .literal(let text): text
      case .expression(let index): "${" + expression(index) + "}"
      }
    }.joined()
  }
}
