import CEL
import StateKitCore

/// The named guards of a chart, for inlining in expressions of another notation.
struct GuardTexts {
  let definitions: NameMap<String>
  /// The replacements of host guards, by their names.
  let host: NameMap<String>

  struct Result {
    var text: String
    /// True if the expression uses host guards.
    var asksHost = false
    /// True if some of them have data.
    var asksHostWithData = false
  }

  /// An expression with the definitions of its named guards inlined.
  func writtenOut(_ expression: String) -> Result {
    var result = Result(text: expression)
    result.text = writtenOut(expression, parameters: [:], depth: 0, result: &result)
    return result
  }

  /// `parameters` is the replacement of `params`.
  private func writtenOut(
    _ expression: String, parameters: [String: String], depth: Int, result: inout Result
  ) -> String {
    if definitions.isEmpty && host.isEmpty && parameters.isEmpty { return expression }
    let bytes = Array(expression.utf8)
    let tokens = ExpressionToken.all(in: bytes)
    var out: [UInt8] = []
    var index = 0
    var token = 0
    while token < tokens.count {
      let next = tokens[token]
      token += 1
      guard next.kind == .name || next.kind == .function else { continue }
      let isCalled = next.kind == .function
      var end = next.range.upperBound
      var argument = "{}"
      if isCalled {
        guard definitions[next.text] != nil || host[next.text] != nil,
          let close = Self.closing(tokens, start: token, bytes: bytes)
        else { continue }
        let inner = tokens[token].range.upperBound..<tokens[close].range.lowerBound
        argument = writtenOut(
          ExpressionShape.part(String(decoding: bytes[inner], as: UTF8.self)), parameters: parameters, depth: depth,
          result: &result)
        end = tokens[close].range.upperBound
        token = close + 1
      }
      let text: String
      if let known = parameters[next.text], !isCalled {
        text = known
      } else if let definition = definitions[next.text], depth < 50, out.count < Compiler.longest {
        let whole = writtenOut(
          ExpressionShape.part(definition), parameters: ["params": argument], depth: depth + 1, result: &result)
        text = "(\(whole))"
      } else if let name = host[next.text] {
        result.asksHost = true
        if isCalled { result.asksHostWithData = true }
        text = name
      } else {
        continue
      }
      out += bytes[index..<next.range.lowerBound] + Array(text.utf8)
      index = end
    }
    return String(decoding: out + bytes[index...], as: UTF8.self)
  }

  /// The index of the bracket that closes the one at `start`.
  private static func closing(_ tokens: [ExpressionToken], start: Int, bytes: [UInt8]) -> Int? {
    var depth = 0
    for index in start..<tokens.count where tokens[index].kind == .sign {
      switch bytes[tokens[index].range.lowerBound] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
      if depth == 0 { return index }
    }
    return nil
  }
}
