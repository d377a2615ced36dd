import CEL
import StateKitCore

/// Charts for which a set of answers does not say all that the host can answer in a line (Exploring.md, Samples).
extension HostChoices {
  /// True if the host could answer one of the guards in two ways in one line, which no set of answers expresses: about
  /// other data, or again after an effect. `charts`: more than one if they are compared.
  static func areSampled(_ names: [String], in charts: [Chart]) -> Bool {
    if names.isEmpty { return false }
    let asked = charts.map { (chart: $0, expressions: AnsweredExpressions($0, answered: nil)) }
    if asked.contains(where: { $0.chart.family != nil || asksAgain(names, in: $0.chart) }) { return true }
    return names.contains { name in
      var arguments: Set<[UInt8]> = []
      for (chart, expressions) in asked {
        let guards = [Array(name.utf8)] + [chart.namedGuard(name)?.reference].compactMap { $0.map { Array($0.utf8) } }
        for number in chart.expressions.indices where chart.expressions[number].program.asksHost {
          for guardName in guards {
            arguments.formUnion(Self.arguments(of: guardName, in: expressions.text(number)))
          }
        }
      }
      return arguments.count > 1 || arguments.contains { $0.includes(NamedGuards.parameters.utf8) }
    }
  }

  /// True if a guard may be asked after the first effects of a line: outside the guards of handlers for events that only
  /// scripts send.
  private static func asksAgain(_ names: [String], in chart: Chart) -> Bool {
    var isFirst = [Bool](repeating: true, count: chart.handlers.count)
    for state in chart.states {
      for index in state.always.indices { isFirst[index] = false }
      for timer in state.timers.indices {
        for index in chart.timers[timer].candidates.indices { isFirst[index] = false }
      }
    }
    let made = MadeEvents(chart)
    let handlers = HandlersOfEvents(chart)
    for index in chart.eventKeys.indices {
      let event = EventID(rawValue: Int32(index))
      // A pattern may match an error that the interpreter raises.
      let comesByItself =
        index >= chart.eventCount || EventType.comesByItself(chart.names.text(chart.eventNames[index]))
      guard comesByItself || made.contains(event) else { continue }
      for handler in handlers.handlers(of: event) { isFirst[handler] = false }
    }
    var first: Set<Int> = []
    for (index, handler) in chart.handlers.enumerated() where isFirst[index] && handler.condition >= 0 {
      first.insert(Int(handler.condition))
    }
    for named in chart.guards where named.definition >= 0 { first.insert(Int(named.definition)) }
    // The parts of a guard that is a list are asked with it.
    for case .expression(let part) in chart.notes.guards.values.joined() { first.insert(Int(part)) }
    return chart.expressions.indices.contains { number in
      chart.expressions[number].program.asksHost && !first.contains(number)
        && names.contains { name in
          let reference = chart.namedGuard(name)?.reference
          return chart.expressions[number].program.guards.contains {
            $0.utf8.elementsEqual(name.utf8) || reference?.utf8.elementsEqual($0.utf8) == true
          }
        }
    }
  }

  /// The arguments of a guard's uses in a text, each in its parentheses; empty for a use without any.
  private static func arguments(of name: [UInt8], in text: [UInt8]) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var index = 0
    while index + name.count <= text.count {
      guard text[index...].starts(with: name), index == 0 || !ExpressionWords.isNameByte(text[index - 1]) else {
        index += 1
        continue
      }
      index += name.count
      if index < text.count, ExpressionWords.isNameByte(text[index]) { continue }
      let start = index
      var depth = 0
      while index < text.count {
        if text[index] == UInt8(ascii: "(") { depth += 1 }
        if text[index] == UInt8(ascii: ")") { depth -= 1 }
        if depth <= 0 { break }
        index += 1
      }
      found.append(text[start..<index].filter { $0 != UInt8(ascii: " ") })
    }
    return found
  }
}
