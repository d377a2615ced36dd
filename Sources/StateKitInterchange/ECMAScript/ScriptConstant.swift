import StateKitCore
import StateKitFormat

/// Constant values as JSON.
enum ScriptConstant {
  /// The JSON and the type of a literal; nil for a value that must be calculated. `hasInts`: whole numbers are ints
  /// of 64 bits, as in our charts, not the doubles of ECMAScript.
  static func json(_ node: ScriptNode, hasInts: Bool = false) -> (text: String, type: ScriptType)? {
    switch node {
    case .number(let text): return number(text, isNegative: false, hasInts: hasInts)
    case .unary("-", .number(let text)): return number(text, isNegative: true, hasInts: hasInts)
    case .text(let text): return (DisplayText.string(text), .text)
    case .flag(let flag): return (flag ? "true" : "false", .flag)
    case .null, .undefined: return ("null", .null)
    case .array(let elements):
      var texts: [String] = []
      for element in elements {
        guard let value = json(element, hasInts: hasInts) else { return nil }
        texts.append(value.text)
      }
      return ("[\(texts.joined(separator: ", "))]", .list)
    case .object(let members):
      var texts: [String] = []
      var keys: Set<[UInt8]> = []
      for (key, member) in members {
        guard let value = json(member, hasInts: hasInts), keys.insert(Array(key.utf8)).inserted else { return nil }
        texts.append("\(DisplayText.string(key)): \(value.text)")
      }
      return ("{\(texts.joined(separator: ", "))}", .map)
    default: return nil
    }
  }

  /// The JSON of one of our expressions that is a single literal; nil for others.
  static func json(ofLiteral expression: String) -> String? {
    if let text = ExpressionText.text(ofLiteral: expression) { return DisplayText.string(text) }
    guard let parsed = try? ScriptParser.expression(expression) else { return nil }
    switch parsed {
    case .number, .unary("-", .number), .flag, .null: return json(parsed, hasInts: true)?.text
    default: return nil
    }
  }

  private static func number(_ text: String, isNegative: Bool, hasInts: Bool) -> (text: String, type: ScriptType)? {
    let sign = isNegative ? "-" : ""
    let number = literal(text, isInt: hasInts && Int64(sign + text) != nil)
    guard let value = Double(number), value.isFinite else { return nil }
    return (sign + number, .number)
  }

  /// A number of ECMAScript with digits before and behind its point, and no other zeros before it. `isInt`: it has 64
  /// bits; other large whole numbers get a point.
  static func literal(_ text: String, isInt: Bool = false) -> String {
    var text = text
    if text.utf8.first == UInt8(ascii: ".") { text = "0" + text }
    if text.utf8.last == UInt8(ascii: ".") { text += "0" }
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    while text.utf8.first == UInt8(ascii: "0"), let second = text.utf8.dropFirst().first, isDigit(second) {
      text.removeFirst()
    }
    return text.utf8.allSatisfy(isDigit) && text.utf8.count > 18 && !isInt ? text + ".0" : text
  }
}
