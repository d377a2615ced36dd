package import CEL

/// The position of an expression's text in a file. In a JSON string, escapes shift the following offsets.
package struct ExpressionSource: Sendable {
  /// The span of the whole text.
  package let span: SourceSpan
  /// The offset of the expression's first byte.
  let start: Int
  /// From the byte `after` of the expression on, offsets in the file are `by` bytes larger.
  let shifts: [(after: Int, by: Int)]

  package init(span: SourceSpan, start: Int, shifts: [(after: Int, by: Int)] = []) {
    self.span = span
    self.start = start
    self.shifts = shifts
  }

  /// A whole text without escapes, in quotes.
  init(whole span: SourceSpan) {
    self.init(span: span, start: Int(span.start) + 1)
  }

  var isWhole: Bool { start == Int(span.start) + 1 && shifts.isEmpty }

  /// The span in the file of a range of the expression.
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
  /// The part that is independent of the source position. Generated charts repeat many expressions; each is stored
  /// once.
  package struct Compiled: Sendable {
    package let program: Program
    package let text: String
    /// The states that `isIn` tests, by the indices of the program's tests.
    package let tests: [StateID]
    package let readsEvent: Bool

    /// `eventSlot`: the slot of `event`, which follows the context.
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

  /// Returns this expression with another program; `text`: the text that is shown for it.
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

/// The positions of expressions: a few bytes for each, because a chart may have very many.
struct ExpressionUses: Sendable {
  /// The kind of each expression, as an index, and its span.
  private(set) var all: [(kind: Int32, span: SourceSpan)] = []
  /// The sources of expressions within a text or with escapes, in order.
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
    let low = others.partitionPoint { Int($0.index) < index }
    if low < others.count, Int(others[low].index) == index { return others[low].source }
    return ExpressionSource(whole: all[index].span)
  }
}

/// The expressions of a chart: the position of each, and its compiled form.
package struct ExpressionTable: Sendable, RandomAccessCollection {
  let uses: ExpressionUses
  package let distinct: [Expression.Compiled]

  /// The compiled form of an expression, as an index of `distinct`.
  package func kind(_ index: Int32) -> Int { Int(uses.all[Int(index)].kind) }

  package var startIndex: Int { 0 }
  package var endIndex: Int { uses.all.count }

  package subscript(index: Int) -> Expression {
    Expression(distinct[Int(uses.all[index].kind)], at: uses.source(index))
  }
}

/// A JSON value whose texts are expressions (`data`, `output`, the values of `assign`): steps that build the value on a
/// stack.
package struct DataTemplate: Sendable {
  package enum Step: Sendable {
    indirect case literal(Value)
    /// The index of an entry of `Chart.expressions`.
    case expression(Int32)
    case list(Int)
    case map([String])
  }

  /// Mostly a single expression with a known index. Compact, because a chart may have very many.
  private enum Kept: Sendable {
    case expression(Int32)
    indirect case steps([Step], SourceSpan)
  }

  private let kept: Kept

  /// `span`: the position in the file.
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

  /// The only step; nil if there are several.
  package var onlyStep: Step? {
    switch kept {
    case .expression(let index): .expression(index)
    case .steps(let steps, _): steps.count == 1 ? steps[0] : nil
    }
  }

  /// The span in the chart's file.
  package func span(in chart: Chart) -> SourceSpan { span(in: chart.expressions) }

  func span(in expressions: ExpressionTable) -> SourceSpan {
    switch kept {
    case .expression(let index): expressions[Int(index)].source.span
    case .steps(_, let span): span
    }
  }
}

/// A path into the context: a key, then keys of maps.
package final class ContextPath: Sendable {
  package let names: [String]
  /// The names, joined by dots.
  package let text: String
  /// True if the text is shown without quotes.
  private let isBareWord: Bool
  /// The slot of the key; nil if the context does not have the key.
  package var slot: Int? { unsafe found < 0 ? nil : Int(found) }
  /// Set once, before the path belongs to a chart: an assignment may come before the declaration of its key.
  private nonisolated(unsafe) var found: Int32 = -1

  package init(_ names: [String]) {
    self.names = names
    text = names.joined(separator: ".")
    isBareWord = DisplayText.isBareWord(text.utf8Bytes.span)
  }

  /// Sets the slot of its key.
  func resolve(to slot: Int?) {
    unsafe found = slot.map { Int32($0) } ?? -1
  }

  /// Appends the path as shown to people.
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

  /// The text, if it contains no expression.
  package var literal: String? {
    switch parts.count {
    case 0: return ""
    case 1: if case .literal(let text) = parts[0] { return text }
    default: break
    }
    return nil
  }

  /// Its parts that are no expressions.
  package var literals: [String] {
    parts.compactMap { if case .literal(let text) = $0 { text } else { nil } }
  }

  /// The template in its notation, with the text that `expression` returns for each expression.
  package func written(_ expression: (Int32) -> String) -> String {
    parts.map { part in
      switch part {
      case .literal(let text): text
      case .expression(let index): "${" + expression(index) + "}"
      }
    }.joined()
  }
}
