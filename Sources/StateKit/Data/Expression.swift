package import CEL

/// Where the text of an expression stands in a file: in a JSON string, whose escapes shift what comes after them.
package struct ExpressionSource: Sendable {
  /// Of the whole text.
  package let span: SourceSpan
  /// Where the expression's first byte stands.
  private let start: Int32
  /// After so many bytes of the expression, its places in the file are so many bytes further on.
  private let shifts: [(after: Int, by: Int)]

  package init(span: SourceSpan, start: Int, shifts: [(after: Int, by: Int)] = []) {
    self.span = span
    self.start = Int32(clamping: start)
    self.shifts = shifts
  }

  /// The bytes of the file that some bytes of the expression stand for.
  package func span(of range: Range<Int>) -> SourceSpan {
    SourceSpan(place(of: range.lowerBound), max(place(of: range.lowerBound) + 1, place(of: range.upperBound)))
  }

  private func place(of offset: Int) -> Int {
    Int(start) + offset + (shifts.last { $0.after <= offset }?.by ?? 0)
  }
}

/// An expression of a chart, compiled. Generated charts say the same in many places: what is the same is shared.
package struct Expression: Sendable {
  /// What does not depend on the place.
  package final class Compiled: Sendable {
    package let program: Program
    package let text: String
    /// The states that `isIn` asks for, by the program's tests.
    package let tests: [StateID]
    /// Whether it looks at `event`.
    let readsEvent: Bool

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

  package var program: Program { compiled.program }
  package var text: String { compiled.text }
  package var tests: [StateID] { compiled.tests }
  var readsEvent: Bool { compiled.readsEvent }
}

/// A JSON value whose texts are expressions (`data`, `output`, the values of `assign`): steps that build it on a stack.
package struct DataTemplate: Sendable {
  package enum Step: Sendable {
    case literal(Value)
    /// The number of an entry of `Chart.expressions`.
    case expression(Int32)
    case list(Int)
    case map([String])
  }

  /// The steps; nearly always there is but one.
  private enum Steps: Sendable {
    case one(Step)
    case many([Step])
  }

  private let kept: Steps
  /// Where it stands in the file.
  package let span: SourceSpan

  package init(steps: [Step], span: SourceSpan) {
    kept = steps.count == 1 ? .one(steps[0]) : .many(steps)
    self.span = span
  }

  package init(_ step: Step, span: SourceSpan) {
    kept = .one(step)
    self.span = span
  }

  package var steps: [Step] {
    switch kept {
    case .one(let step): [step]
    case .many(let steps): steps
    }
  }

  /// The step, where there is but one.
  package var onlyStep: Step? {
    if case .one(let step) = kept { step } else { nil }
  }
}

/// A path into the context: a key, then keys of maps.
package final class ContextPath: Sendable {
  package let names: [String]
  /// With dots between.
  package let text: String

  package init(_ names: [String]) {
    self.names = names
    text = names.joined(separator: ".")
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
}
