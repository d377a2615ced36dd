import CEL
import StateKitCore
import StateKitFormat

/// What a script could say to a chart: lines to try when a way to something is looked for.
struct Inputs {
  /// Steps with the lines that say them.
  let all: [(step: ScriptStep, line: String)]

  /// The most payloads that are tried for one event.
  private static let mostPayloads = 8

  init(_ chart: Chart) {
    let parser = ScriptParser(chart)
    var lines: [String] = []
    let numbers = Self.numbers(in: chart)
    let texts = Self.texts(in: chart)
    for name in chart.handledEventNames {
      // The machine makes these itself.
      if name.utf8.starts(with: "done.".utf8) || name.utf8.starts(with: "error.".utf8) { continue }
      let shown = DisplayText.name(name)
      let type = chart.names.find(name).flatMap { chart.alphabet?[$0] }
      for payload in Self.payloads(type, numbers, texts) {
        lines.append(payload.isEmpty ? shown : "\(shown) \(payload)")
      }
    }
    lines.append("+next")
    var all: [(step: ScriptStep, line: String)] = []
    for line in lines {
      let source = ScriptLine(file: "", number: 2, bytes: Array(line.utf8))
      if let step = try? parser.parse(source) { all.append((step, line)) }
    }
    self.all = all
  }

  private static func payloads(_ type: EventType?, _ numbers: [Int64], _ texts: [String]) -> [String] {
    switch type {
    case nil, .some(.none): return [""]
    case .value(let type): return (type.isOptional ? [""] : []) + values(type, numbers, texts)
    case .record(let fields):
      // Every field in turn takes all its values while the others keep their first.
      let choices = fields.map { ($0.name, values($0.type, numbers, texts)) }
      var found: [String] = []
      let first = choices.map { ($0.0, $0.1.first ?? "null") }
      found.append(object(first))
      for (index, choice) in choices.enumerated() {
        for value in choice.1.dropFirst() {
          var fields = first
          fields[index].1 = value
          found.append(object(fields))
        }
      }
      return Array(found.prefix(3 * mostPayloads))
    }
  }

  private static func object(_ fields: [(String, String)]) -> String {
    "{" + fields.map { "\(DisplayText.string($0.0)): \($0.1)" }.joined(separator: ", ") + "}"
  }

  private static func values(_ type: FieldType, _ numbers: [Int64], _ texts: [String]) -> [String] {
    let found: [String] =
      switch type.base {
      case .bool: ["true", "false"]
      case .int: numbers.map { String($0) }
      case .double: numbers.map { String($0) } + ["0.5"]
      case .string: texts.map { DisplayText.string($0) }
      case .list: ["[]", "[1]"]
      case .map: ["{}"]
      case .any: ["null", "1", "true"]
      }
    return Array(found.prefix(mostPayloads))
  }

  /// The numbers that expressions speak of, and those beside them.
  private static func numbers(in chart: Chart) -> [Int64] {
    var found: [Int64] = [1, 0]
    for expression in chart.expressions.prefix(200) {
      for constant in expression.program.integers {
        for number in [constant, constant &+ 1, constant &- 1] where !found.contains(number) { found.append(number) }
      }
    }
    return found
  }

  private static func texts(in chart: Chart) -> [String] {
    var found: [String] = ["a", ""]
    for expression in chart.expressions.prefix(200) {
      for text in expression.program.texts where !found.contains(text) { found.insert(text, at: 0) }
    }
    return found
  }
}
