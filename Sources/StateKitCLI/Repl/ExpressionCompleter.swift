import CEL
import StateKitCore
import StateKitFormat

/// Completes an expression: names of data and functions, keys of maps, states in `isIn("…")`.
final class ExpressionCompleter {
  private let machine: Machine
  private let names: KnownNames
  private let text: [UInt8]
  private let start: Int

  /// The expression begins at `start`.
  init(_ machine: Machine, names: KnownNames, text: [UInt8], from start: Int) {
    self.machine = machine
    self.names = names
    self.text = text
    self.start = start
  }

  var completion: Completion {
    if let quote = ExpressionWords.openQuote(in: text[start...]) { return states(from: quote) }
    let word = startOfWord
    if word > start, text[word - 1] == UInt8(ascii: ".") { return members(from: word) }
    let chart = machine.chart
    let named = chart.contextNames + chart.guards.map(\.name)
    let known = named.filter { ExpressionWords.isName($0) } + ["event"]
    let functions = ["isIn(\""] + ExpressionWords.functions.map { $0 + "(" }
    return Completion(text, from: word, known + functions + (word == text.count ? [] : ["true", "false", "null"]))
  }

  /// A path into the context, as `:set` takes it.
  var path: Completion {
    let word = text[start...].lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? start
    if word == start { return Completion(text, from: start, machine.chart.contextNames) }
    return Completion(text, from: word, keys(of: value(of: start..<word - 1)))
  }

  /// The possible members after a dot.
  private func members(from word: Int) -> Completion {
    var head = word - 1
    while head > start, ExpressionWords.isNameByte(text[head - 1]) || text[head - 1] == UInt8(ascii: ".") { head -= 1 }
    guard let value = value(of: head..<word - 1) else { return Completion(nothing: text) }
    let methods = ExpressionWords.methods(of: value).map { $0 + "(" }
    return Completion(text, from: word, keys(of: value).filter { ExpressionWords.isName($0) } + methods)
  }

  /// The current value of a part of the text.
  private func value(of range: Range<Int>) -> Value? {
    var machine = machine
    guard !range.isEmpty, let expression = try? ScriptParser(machine.chart).expression(Array(text[range])) else {
      return nil
    }
    return try? machine.evaluate(expression)
  }

  private func keys(of value: Value?) -> [String] {
    guard case .map(let map)? = value else { return [] }
    return map.entries.compactMap { if case .string(let key) = $0.key { key } else { nil } }
  }

  /// States in `isIn("`, with the closing `")`.
  private func states(from quote: Int) -> Completion {
    guard ExpressionWords.asksForState(text[start..<quote]) else { return Completion(nothing: text) }
    let end = String(decoding: [text[quote]], as: UTF8.self) + ")"
    let found = names.states(of: machine.chart, beginning: text[(quote + 1)...]).compactMap { name in
      // A name in quotes of its own needs no others, unless it has escapes.
      let inner = name.utf8.first == UInt8(ascii: "\"") ? String(name.dropFirst().dropLast()) : name
      return inner.utf8.contains { $0 == UInt8(ascii: "\\") || $0 == text[quote] } ? nil : inner + end
    }
    return Completion(text, from: quote + 1, found)
  }

  private var startOfWord: Int {
    var word = text.count
    while word > start, ExpressionWords.isNameByte(text[word - 1]) { word -= 1 }
    return word
  }
}
