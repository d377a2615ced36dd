import StateKitCore
import StateKitFormat

/// Calls: the few functions that CEL also has.
extension ScriptTranslator {
  func call(_ callee: ScriptNode, arguments: [ScriptNode], in range: Range<Int>) throws(ScriptError) -> Output {
    switch callee {
    case .name("In", _): return try isIn(arguments, in: range)
    case .name(let name, _):
      guard arguments.count == 1 else { throw unknown(name, in: range) }
      if name.utf8.elementsEqual("Boolean".utf8) { return try condition(arguments[0]) }
      let argument = try value(arguments[0])
      switch name {
      case "String": return string(argument)
      case "Number", "parseFloat": return Output(text: "double(\(argument.text))", type: .number)
      case "parseInt": return Output(text: "int(\(argument.text))", type: .number)
      default: throw unknown(name, in: range)
      }
    case .member(.name("Math", _), let name, _): return try math(name, arguments: arguments, in: range)
    case .member(let object, let name, _): return try method(object, name: name, arguments: arguments, in: range)
    default: throw unknown("this", in: range)
    }
  }

  private func unknown(_ name: String, in range: Range<Int>) -> ScriptError {
    ScriptError(kind: .call, message: "no function \(DisplayText.quoted(name)) is known", range: range)
  }

  private func isIn(_ arguments: [ScriptNode], in range: Range<Int>) throws(ScriptError) -> Output {
    guard arguments.count == 1, case .text(let id) = arguments[0] else {
      throw ScriptError(kind: .call, message: "In needs a literal text with the id of a state", range: range)
    }
    guard let reference = scope.state(id) else {
      scope.remarks?.states.append((range, id))
      return Output(text: "false", type: .flag)
    }
    return Output(text: "isIn(\(ExpressionText.literal(reference)))", type: .flag)
  }

  private func math(_ name: String, arguments: [ScriptNode], in range: Range<Int>) throws(ScriptError) -> Output {
    var values: [Output] = []
    for argument in arguments { values.append(try value(argument)) }
    switch (name, values.count) {
    case ("floor", 1): return whole(values[0].text, below: "<=", or: "- 1")
    case ("ceil", 1): return whole(values[0].text, below: ">=", or: "+ 1")
    // Halves round up, also below zero.
    case ("round", 1):
      let text = values[0].text
      let (near, rest) = ("int(\(text))", "double(\(text)) - double(int(\(text)))")
      return Output(
        text: "\(rest) >= 0.5 ? \(near) + 1 : \(rest) < -0.5 ? \(near) - 1 : \(near)", type: .number, binding: .choice)
    case ("trunc", 1): return Output(text: "int(\(values[0].text))", type: .number)
    case ("abs", 1):
      let text = wrapped(values[0], least: .sum)
      return Output(
        text: "\(text) < 0 ? -\(wrapped(values[0], least: .unary)) : \(text)", type: .number, binding: .choice)
    case ("max", 2...), ("min", 2...):
      let sign = name == "max" ? ">" : "<"
      var best = values[0]
      for value in values.dropFirst() {
        let (first, second) = (wrapped(best, least: .sum), wrapped(value, least: .sum))
        best = try limited(
          Output(text: "\(first) \(sign) \(second) ? \(first) : \(second)", type: .number, binding: .choice))
      }
      return best
    case ("pow", 2):
      guard case .number(let digits) = arguments[1], let exponent = Int(digits), (1...16).contains(exponent) else {
        throw ScriptError(kind: .call, message: "Math.pow needs a whole exponent from 1 to 16", range: range)
      }
      let factor = wrapped(values[0], least: .unary)
      let factors = [String](repeating: factor, count: exponent)
      return Output(text: factors.joined(separator: " * "), type: .number, binding: .product)
    default:
      let many = values.count == 1 ? "1 argument" : "\(values.count) arguments"
      throw ScriptError(
        kind: .call, message: "no function \(DisplayText.quoted("Math." + name)) of \(many) is known", range: range)
    }
  }

  /// The whole number that `int` makes of a number, rounding towards zero, or the neighbor of that number.
  private func whole(_ text: String, below sign: String, or step: String) -> Output {
    Output(
      text: "double(int(\(text))) \(sign) double(\(text)) ? int(\(text)) : int(\(text)) \(step)", type: .number,
      binding: .choice)
  }

  private func method(
    _ object: ScriptNode, name: String, arguments: [ScriptNode], in range: Range<Int>
  ) throws(ScriptError) -> Output {
    if case .name("JSON", _) = object { throw unknown("JSON." + name, in: range) }
    if case .name("Date", _) = object { throw unknown("Date." + name, in: range) }
    let base = try value(object)
    switch (name, arguments.count) {
    case ("toString", 0):
      // Our own documents have `String` for `string`.
      return scope.isOurs ? Output(text: "scriptString(\(base.text))", type: .text) : string(base)
    case ("startsWith", 1), ("endsWith", 1):
      return Output(text: "\(wrapped(base, least: .primary)).\(name)(\(try value(arguments[0]).text))", type: .flag)
    case ("includes", 1):
      let part = try value(arguments[0])
      if base.type == .list { return relation("in", left: part, right: base) }
      return Output(text: "\(wrapped(base, least: .primary)).contains(\(part.text))", type: .flag)
    case ("concat", 1...) where base.type == .list:
      // Lists are concatenated; other values become elements.
      var text = wrapped(base, least: .sum)
      for argument in arguments {
        let part = try value(argument)
        switch part.type {
        case .list: text += " + \(wrapped(part, least: .product))"
        case .unknown: text += " + (type(\(part.text)) == list ? \(part.text) : [\(part.text)])"
        case .number, .text, .flag, .null, .map: text += " + [\(part.text)]"
        }
      }
      return Output(text: text, type: .list, binding: .sum)
    case ("concat", 1):
      let part = try value(arguments[0])
      if part.type == .list { return sum(base, part, type: .list) }
      if base.type == .text {
        return sum(base, string(part), type: .text)
      }
      throw unknown("concat", in: range)
    case ("substring", 1...2), ("substr", 1...2), ("charAt", 1):
      return try part(of: base, name: name, arguments: arguments)
    case ("replace", 2), ("replaceAll", 2):
      if case .text(let text) = arguments[1], text.utf8.contains(UInt8(ascii: "$")) {
        throw ScriptError(kind: .script, message: "\"$\" has a special meaning in ECMAScript", range: range)
      }
      let (old, new) = (try value(arguments[0]), try value(arguments[1]))
      let most = name == "replace" ? ", 1" : ""
      return Output(text: "\(wrapped(base, least: .primary)).replace(\(old.text), \(new.text)\(most))", type: .text)
    case ("hasOwnProperty", 1):
      return relation("in", left: try value(arguments[0]), right: base)
    default: throw unknown(name, in: range)
    }
  }

  /// A part of a text. Positions outside the text are moved to its ends.
  private func part(
    of base: Output, name: String, arguments: [ScriptNode]
  ) throws(ScriptError) -> Output {
    let text = wrapped(base, least: .primary)
    let size = "size(\(base.text))"
    func limited(_ position: Output) -> String {
      if let number = Int(position.text) { return number <= 0 ? "0" : "\(size) < \(number) ? \(size) : \(number)" }
      let value = wrapped(position, least: .sum)
      return "\(value) < 0 ? 0 : \(size) < \(value) ? \(size) : \(value)"
    }
    // A position may be a double, of which the whole part counts.
    func position(_ node: ScriptNode) throws(ScriptError) -> Output {
      let position = try value(node)
      return Int(position.text) == nil ? Output(text: "int(\(position.text))", type: .number) : position
    }
    var first = try position(arguments[0])
    var last: Output?
    switch name {
    case "charAt": last = Output(text: "\(wrapped(first, least: .sum)) + 1", type: .number, binding: .sum)
    case "substr":
      // A negative position counts from the end.
      if Int(first.text) ?? -1 < 0 {
        let (value, end) = (wrapped(first, least: .sum), "\(size) + \(wrapped(first, least: .product))")
        let fromEnd = "\(end) < 0 ? 0 : \(end)"
        let isNegative = Int(first.text) != nil
        first = Output(
          text: isNegative ? fromEnd : "\(value) < 0 ? (\(fromEnd)) : \(value)", type: .number, binding: .choice)
      }
      guard arguments.count > 1 else { break }
      let count = try position(arguments[1])
      if let start = Int(first.text), let length = Int(count.text), start < 1 << 40, length < 1 << 40 {
        last = Output(text: "\(start + length)", type: .number)
      } else {
        last = sum(first, count, type: .number)
      }
    default:
      if arguments.count > 1 { last = try position(arguments[1]) }
      // The smaller position comes first.
      if let start = Int(first.text), let other = last, let end = Int(other.text), end < start {
        (first, last) = (other, first)
      }
    }
    let positions = [first, last].compactMap { $0.map(limited) }
    return Output(text: "\(text).substring(\(positions.joined(separator: ", ")))", type: .text)
  }
}
