// Longer than others: one grammar, a method for each level of it.

/// The part of ECMAScript that exported documents use, evaluated while it is read: no tree, no translation.
struct ScriptDialect {
  private var text: [Unicode.Scalar] = []
  private var index = 0
  /// Behind `&&`, `||` and `?` a part may be read and not run.
  private var isIdle = false
  let name: (String) throws -> JSValue
  let isActive: (String) -> Bool

  init(name: @escaping (String) throws -> JSValue, isActive: @escaping (String) -> Bool) {
    self.name = name
    self.isActive = isActive
  }

  mutating func evaluate(_ expression: String) throws -> JSValue {
    text = Array(expression.unicodeScalars)
    index = 0
    let value = try choice()
    skip()
    if index < text.count { throw JSError(message: "unexpected \(text[index])") }
    return value
  }

  private mutating func skip() {
    while index < text.count, text[index].properties.isWhitespace { index += 1 }
  }

  private mutating func take(_ sign: String) -> Bool {
    skip()
    let scalars = Array(sign.unicodeScalars)
    guard text[index...].starts(with: scalars) else { return false }
    index += scalars.count
    return true
  }

  private mutating func expect(_ sign: String) throws {
    if !take(sign) { throw JSError(message: "\(sign) is missing") }
  }

  private mutating func idle<T>(_ body: (inout ScriptDialect) throws -> T) rethrows -> T {
    let before = isIdle
    isIdle = true
    defer { isIdle = before }
    return try body(&self)
  }

  private mutating func choice() throws -> JSValue {
    let test = try either()
    guard take("?") else { return test }
    let then = test.isTrue ? try choice() : try idle { try $0.choice() }
    try expect(":")
    let otherwise = test.isTrue ? try idle { try $0.choice() } : try choice()
    return test.isTrue ? then : otherwise
  }

  private mutating func either() throws -> JSValue {
    var value = try both()
    while take("||") {
      let other = value.isTrue ? try idle { try $0.both() } : try both()
      if !value.isTrue { value = other }
    }
    return value
  }

  private mutating func both() throws -> JSValue {
    var value = try equality()
    while take("&&") {
      let other = value.isTrue ? try equality() : try idle { try $0.equality() }
      if value.isTrue { value = other }
    }
    return value
  }

  private mutating func equality() throws -> JSValue {
    var value = try relation()
    while true {
      if take("===") {
        value = .bool(JSValue.strictlyEqual(value, try relation()))
      } else if take("!==") {
        value = .bool(!JSValue.strictlyEqual(value, try relation()))
      } else if take("==") {
        value = .bool(JSValue.looselyEqual(value, try relation()))
      } else if take("!=") {
        value = .bool(!JSValue.looselyEqual(value, try relation()))
      } else {
        return value
      }
    }
  }

  private mutating func relation() throws -> JSValue {
    var value = try sum()
    while true {
      if take("<=") {
        value = Self.compare(value, try sum(), <=, <=)
      } else if take(">=") {
        value = Self.compare(value, try sum(), >=, >=)
      } else if take("<") {
        value = Self.compare(value, try sum(), <, <)
      } else if take(">") {
        value = Self.compare(value, try sum(), >, >)
      } else {
        return value
      }
    }
  }

  private static func compare(
    _ left: JSValue, _ right: JSValue, _ numbers: (Double, Double) -> Bool, _ texts: (String, String) -> Bool
  ) -> JSValue {
    if case .string(let one) = left, case .string(let other) = right { return .bool(texts(one, other)) }
    return .bool(numbers(left.number, right.number))
  }

  private mutating func sum() throws -> JSValue {
    var value = try product()
    while true {
      if take("+") {
        let other = try product()
        switch (value, other) {
        case (.string, _), (_, .string), (.list, _), (_, .list), (.map, _), (_, .map):
          value = .string(value.text + other.text)
        default: value = .number(value.number + other.number)
        }
      } else if take("-") {
        value = .number(value.number - (try product()).number)
      } else {
        return value
      }
    }
  }

  private mutating func product() throws -> JSValue {
    var value = try unary()
    while true {
      if take("*") {
        value = .number(value.number * (try unary()).number)
      } else if take("/") {
        value = .number(value.number / (try unary()).number)
      } else if take("%") {
        value = .number(value.number.truncatingRemainder(dividingBy: (try unary()).number))
      } else {
        return value
      }
    }
  }

  private mutating func unary() throws -> JSValue {
    if take("!") { return .bool(!(try unary()).isTrue) }
    if take("-") { return .number(-(try unary()).number) }
    if take("typeof ") { return .string((try unary()).type) }
    return try postfix()
  }

  private mutating func postfix() throws -> JSValue {
    var value = try primary()
    while true {
      if take(".") {
        let name = word()
        if take("(") {
          let argument = try choice()
          try expect(")")
          if !isIdle { value = try Self.call(name, of: value, argument) }
        } else if !isIdle {
          value = try Self.member(name, of: value)
        }
      } else if take("[") {
        let key = try choice()
        try expect("]")
        if !isIdle { value = try Self.member(key.text, of: value) }
      } else {
        return value
      }
    }
  }

  static func member(_ name: String, of value: JSValue) throws -> JSValue {
    switch value {
    case .undefined, .null: throw JSError(message: "TypeError: \(name) of \(value.text)")
    case .string(let text) where name == "length": return .number(Double(text.utf16.count))
    case .list(let list):
      if name == "length" { return .number(Double(list.elements.count)) }
      return Int(name).flatMap { list.elements.indices.contains($0) ? list.elements[$0] : nil } ?? .undefined
    case .map(let map): return map[name]
    case .bool, .number, .string: return .undefined
    }
  }

  private static func call(_ name: String, of value: JSValue, _ argument: JSValue) throws -> JSValue {
    guard case .string(let text) = value else { throw JSError(message: "TypeError: no method \(name)") }
    switch name {
    case "startsWith": return .bool(text.utf16.starts(with: argument.text.utf16))
    case "endsWith": return .bool(text.utf16.reversed().starts(with: argument.text.utf16.reversed()))
    case "includes": return .bool(argument.text.isEmpty || text.contains(argument.text))
    default: throw JSError(message: "TypeError: no method \(name)")
    }
  }

  private mutating func word() -> String {
    skip()
    var out = ""
    while index < text.count,
      text[index] == "_" || text[index] == "$" || text[index].properties.isAlphabetic
        || ("0"..."9").contains(text[index])
    {
      out.unicodeScalars.append(text[index])
      index += 1
    }
    return out
  }

  private mutating func primary() throws -> JSValue {
    skip()
    guard index < text.count else { throw JSError(message: "SyntaxError: the end") }
    switch text[index] {
    case "'", "\"": return .string(try literal())
    case "0"..."9": return try number()
    case "(":
      index += 1
      let value = try choice()
      try expect(")")
      return value
    case "[":
      index += 1
      var elements: [JSValue] = []
      while !take("]") {
        elements.append(try choice())
        if !take(",") {
          try expect("]")
          break
        }
      }
      return .list(JSList(elements))
    case "{":
      index += 1
      let map = JSMap([])
      while !take("}") {
        skip()
        let key = index < text.count && (text[index] == "'" || text[index] == "\"") ? try literal() : word()
        try expect(":")
        map[key] = try choice()
        if !take(",") {
          try expect("}")
          break
        }
      }
      return .map(map)
    default: return try named()
    }
  }

  private mutating func named() throws -> JSValue {
    let name = word()
    switch name {
    case "": throw JSError(message: "SyntaxError: \(index < text.count ? String(text[index]) : "")")
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    case "undefined": return .undefined
    case "In", "String":
      try expect("(")
      let argument = try choice()
      try expect(")")
      return name == "In" ? .bool(isActive(argument.text)) : .string(argument.text)
    default: return isIdle ? .undefined : try self.name(name)
    }
  }

  private mutating func number() throws -> JSValue {
    let start = index
    while index < text.count,
      ("0"..."9").contains(text[index]) || text[index] == "." || text[index] == "e" || text[index] == "E"
        || (text[index] == "-" || text[index] == "+") && (text[index - 1] == "e" || text[index - 1] == "E")
    {
      index += 1
    }
    var digits = ""
    digits.unicodeScalars.append(contentsOf: text[start..<index])
    guard let value = Double(digits) else { throw JSError(message: "SyntaxError: \(digits)") }
    return .number(value)
  }

  private mutating func literal() throws -> String {
    let quote = text[index]
    index += 1
    var out = ""
    while index < text.count, text[index] != quote {
      if text[index] == "\\", index + 1 < text.count {
        index += 1
        let known: [Unicode.Scalar: Unicode.Scalar] = ["n": "\n", "r": "\r", "t": "\t"]
        out.unicodeScalars.append(known[text[index]] ?? text[index])
      } else {
        out.unicodeScalars.append(text[index])
      }
      index += 1
    }
    if index == text.count { throw JSError(message: "SyntaxError: a text that is not closed") }
    index += 1
    return out
  }
}
