/// Words and operators of other languages, each with its replacement here.
package enum ForeignWord {
  /// The replacement for an operator between values: `a and b`.
  static func infix(_ word: String) -> String? {
    switch word {
    case "and", "AND", "And": "write &&"
    case "or", "OR", "Or": "write ||"
    case "is", "eq", "equals": "write =="
    case "not", "ne", "isnt": "write !="
    case "if", "else", "then": "write condition ? value : other"
    case "contains": "write text.contains('part'), or element in list"
    case "mod": "write %"
    case "div": "write /"
    case "xor": "write a != b"
    case "instanceof": "write type(value) == int"
    default: nil
    }
  }

  /// The replacement for an operator before a value: `not a`.
  static func prefix(_ word: String) -> String? {
    switch word {
    case "not", "NOT", "Not": function(word, isMethod: false)
    case "typeof": "write type(value) for the type of a value"
    case "new": "an expression creates no objects: write a map, {'key': value}, or a list, [value]"
    case "lambda", "function": noFunction
    case "if": infix(word)
    default: nil
    }
  }

  /// The replacement for a name that is a value in other languages.
  static func value(_ name: String) -> String? {
    switch name {
    case "undefined", "None", "nil", "NULL", "Null": "write null"
    case "True", "TRUE": "write true"
    case "False", "FALSE": "write false"
    case "NaN", "Infinity": "write double('\(name)')"
    default: nil
    }
  }

  /// The replacement for a function that has another name in other languages.
  static func function(_ name: String, isMethod: Bool) -> String? {
    switch name {
    case "len", "length", "count", "Len": "size(value) gives the length of a text, list or map"
    case "str", "String", "toString": "string(value) converts to a text"
    case "parseInt", "Int", "toInt", "Number": "int(value) converts to an int, double(value) to a double"
    case "In", "in_state", "inState", "stateIn", "isInState", "matchesState":
      "isIn('NAME') tells whether a state is active"
    case "assign", "raise", "send": "an expression has no effects: write an action, {\"\(name)\": …}"
    case "now", "Date", "time": "expressions cannot read the clock; send the time with an event, or use \"after\""
    case "not", "NOT", "Not": "write !(condition)"
    case "and", "AND", "And": "write a && b"
    case "or", "OR", "Or": "write a || b"
    case "includes", "indexOf": "write element in list, or text.contains('part')"
    default: nil
    }
  }

  /// The replacement for a function of `Math`.
  static func math(_ name: String) -> String? {
    switch name {
    case "max": "write a > b ? a : b"
    case "min": "write a < b ? a : b"
    case "abs": "write a < 0 ? -a : a"
    case "floor", "ceil", "round", "trunc": "int(value) drops the fraction"
    case "random": "expressions have no random numbers; send one with an event"
    default: nil
    }
  }

  /// True if other languages ask `state` for the active states: `state.matches('a')`.
  static func isStateQuestion(_ name: String, member: String?) -> Bool {
    guard ["state", "snapshot", "_state", "currentState"].contains(name) else { return false }
    return member.map { ["matches", "value", "name", "id", "hasTag", "is"].contains($0) } ?? true
  }

  /// Operators of other languages that CEL does not have, and those of XML.
  static let signs = [
    ("=>", "write >=; \(noFunction)"), ("<>", "write !="), ("**", "multiply with *: n * n"),
    ("??", "write has(a.b) ? a.b : other, or name != null ? name : other"),
    ("?.", "write has(a.b) ? a.b : other"), ("&gt;", "write >"), ("&lt;", "write <"),
    ("&amp;", "write && in place of &amp;&amp;"),
    ("&quot;", "write '"), ("&apos;", "write '"),
  ]

  static let noFunction = "an expression cannot define a function"

  /// The replacement for a function with an arrow, `(x) => x > 1`; nil if the arrow at an offset may be meant as `>=`.
  /// `list.some(x => x > 1)` has a macro here.
  static func arrow(_ text: [UInt8], at sign: Int) -> String? {
    if text.count > 100 { return nil }
    let body = String(decoding: text[(sign + 2)...], as: UTF8.self).drop { $0 == " " }
    var head = Substring(String(decoding: text[..<sign], as: UTF8.self))
    func drop(_ isDropped: (Character) -> Bool) -> Bool {
      let end = head.lastIndex { !isDropped($0) }.map { head.index(after: $0) } ?? head.startIndex
      defer { head = head[..<end] }
      return end < head.endIndex
    }
    func word() -> String {
      let start = head.lastIndex { !$0.isLetter && !$0.isNumber && $0 != "_" }.map { head.index(after: $0) }
      defer { head = head[..<(start ?? head.startIndex)] }
      return String(head[(start ?? head.startIndex)...])
    }
    _ = drop { $0 == " " }
    let isInParentheses = drop { $0 == ")" }
    let name = word()
    if isInParentheses, head.last == "(" { head.removeLast() }
    guard head.last == "(", !name.isEmpty else { return isInParentheses ? noFunction : nil }
    head.removeLast()
    let method = word()
    guard head.last == ".", let macro = macro(method) else { return noFunction }
    if method == "find" { return "write \(head)filter(\(name), …)[0]" }
    return "write \(head)\(macro)(\(name), \(body)"
  }

  /// The error of a text that is a function with its parameters in parentheses: `({context}) => context.n > 1`.
  static func function(_ text: [UInt8]) -> ExpressionError? {
    let arrow = text.indices.dropLast().first { text[$0] == UInt8(ascii: "=") && text[$0 + 1] == UInt8(ascii: ">") }
    guard let arrow else { return nil }
    let head = text[..<arrow].filter { $0 != 0x20 }
    guard head.first == UInt8(ascii: "("), head.firstIndex(of: UInt8(ascii: ")")) == head.count - 1 else { return nil }
    return ExpressionError(
      .syntax, in: arrow..<arrow + 2, message: "=> is not an operator",
      help: "\(noFunction): write its result alone, with the names of the context")
  }

  /// The macro for a method of other languages that takes a function.
  static func macro(_ method: String) -> String? {
    switch method {
    case "some", "any", "exists": "exists"
    case "every", "all": "all"
    case "filter", "find": "filter"
    case "map": "map"
    default: nil
    }
  }

  /// Assignment operators of other languages. `--` is not in the list: it is a minus and a sign here.
  static let assignments = ["++", "+=", "-=", "*=", "/=", "%="]

  /// The replacement for an assignment operator in `text`.
  static func assignment(_ sign: String, in text: [UInt8]) -> String {
    let parts = text.split(separator: sign.utf8.first ?? 0, maxSplits: 1).map { String(decoding: $0, as: UTF8.self) }
    let name = (parts.first ?? "").filter { $0 != " " }
    guard text.count <= 60, !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." })
    else {
      return "an expression cannot assign"
    }
    let operand = sign == "++" ? "1" : (parts.dropFirst().first ?? "").drop { $0 == "=" || $0 == " " }
    return "an expression cannot assign: write \(name) \(sign.prefix(1)) \(operand)"
  }

  /// The replacement for `name = value`, if the value uses the name: then an assignment may be meant.
  static func setting(_ text: [UInt8], at sign: Int) -> String? {
    let name = String(decoding: text[..<sign], as: UTF8.self).filter { $0 != " " }
    let value = String(decoding: text[(sign + 1)...], as: UTF8.self).drop { $0 == " " }
    guard text.count <= 60, !name.isEmpty, value.hasPrefix(name) else { return nil }
    return "an expression cannot assign: write \(value)"
  }

  /// True if other languages use the name for the data of a chart.
  package static func isContext(_ name: String) -> Bool {
    switch name {
    case "context", "ctx", "_context", "self", "this", "state", "model", "vm", "extendedState": true
    default: false
    }
  }

  /// True if other languages use the name for the payload of an event.
  static func isPayload(_ name: String) -> Bool {
    switch name {
    case "data", "payload", "detail", "body", "args", "message", "msg": true
    default: false
    }
  }

  /// True if other languages use the field for a length.
  static func isLength(_ field: String) -> Bool {
    switch field {
    case "length", "size", "count": true
    default: false
    }
  }
}
