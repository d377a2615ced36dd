import StateKitCore

/// A form of `:expect`. Its row is the source of the parser, completion, `explain script` and Scripts.md, and contains
/// the check. Rows are in the files `ExpectationForm+….swift`.
package struct ExpectationForm: Sendable {
  /// The operand after the word of a form, and the expectation that it creates.
  enum Reading: Sendable {
    case nothing(Expectation)
    /// States of the chart.
    case states(@Sendable ([StateID]) -> Expectation)
    /// States of the chart and of children.
    case statesOfFamily(@Sendable ([StateReference]) -> Expectation)
    case actions(@Sendable ([Carried]) -> Expectation)
    case events(@Sendable ([Carried]) -> Expectation)
    /// Invariants of the chart.
    case invariants(@Sendable ([String]) -> Expectation)
    case text(@Sendable (String) -> Expectation)
    case delay(@Sendable (Int64) -> Expectation)
    /// An event with its payload. If no event follows, the line is an expression.
    case event(@Sendable (Event) -> Expectation)
  }

  /// The kind of operand; its text is shown by help and completion.
  package enum Operand: String, Sendable {
    case nothing = ""
    case states = "A, B"
    case actions = "NAME [JSON], …"
    case events = "EVENT [JSON], …"
    case invariants = "INVARIANT, …"
    case text = "\"TEXT\""
    case delay = "5s"
    case event = "EVENT [JSON]"
  }

  /// One word, or several separated by spaces.
  package let word: String
  let help: String
  /// Lines of a script for `ScriptReference.chart`.
  let example: String
  let reading: Reading

  init(_ word: String, help: String, example: String, reading: Reading) {
    self.word = word
    self.help = help
    self.example = example
    self.reading = reading
  }

  /// Its last word: the kind of effect, when `not` precedes it.
  package var verb: String { String(decoding: word.utf8.reversed().prefix { $0 != 0x20 }.reversed(), as: UTF8.self) }

  var firstWord: String { String(decoding: word.utf8.prefix { $0 != 0x20 }, as: UTF8.self) }

  package var operand: Operand {
    switch reading {
    case .nothing: .nothing
    case .states, .statesOfFamily: .states
    case .actions: .actions
    case .events: .events
    case .invariants: .invariants
    case .text: .text
    case .delay: .delay
    case .event: .event
    }
  }

  /// True if its states may be those of children: `x: busy`.
  package var admitsChildren: Bool { if case .statesOfFamily = reading { true } else { false } }

  private static let groups: [(title: String, forms: [ExpectationForm])] = [
    ("states", configurations), ("the last event", outcomes), ("its states", movements),
    ("its effects", effects), ("the machine", rest),
  ]

  package static let all: [ExpectationForm] = groups.flatMap(\.forms)

  /// The failure of an expectation about the last line, if nothing has happened.
  static let nothing = "no event came with the last line, and no timer fired"

  /// The forms in one line, in groups, for messages.
  static let list = groups.map { group in
    let forms = group.forms.map { $0.operand == .delay ? $0.word + " " + $0.operand.rawValue : $0.word }
    return "\(forms.joined(separator: ", ")) (\(group.title))"
  }.joined(separator: "; ")

  /// The form of a line from `start` on, and the beginning of its operand; nil for an expression.
  package static func find(in bytes: [UInt8], start: Int, end: Int) -> (form: ExpectationForm, operand: Int)? {
    for form in all {
      guard let operand = form.operandStart(in: bytes, start: start, end: end) else { continue }
      if case .nothing = form.reading, operand < end { continue }
      return (form, operand)
    }
    return nil
  }

  /// The form at the beginning of a partly typed line: all its words, followed by a space.
  package static func begun(by typed: ArraySlice<UInt8>) -> ExpectationForm? {
    all.last { form in
      let rest = typed.dropFirst(form.word.utf8.count)
      return rest.first == 0x20 && typed.starts(with: form.word.utf8)
    }
  }

  /// The beginning of the operand, if the words of the form are at `start`; else nil.
  private func operandStart(in bytes: [UInt8], start: Int, end: Int) -> Int? {
    var index = start
    for word in word.utf8.split(separator: UInt8(ascii: " ")) {
      guard bytes[index..<end].starts(with: word) else { return nil }
      index += word.count
      if index < end, bytes[index] != 0x20, bytes[index] != 0x09 { return nil }
      while index < end, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    }
    return index
  }
}
