/// The payload fields and literals that occur in the source text of an expression.
package struct ExpressionMentions: Sendable {
  /// How the payload is used.
  package private(set) var payload = PayloadShape()
  /// Each `name` of an `event.data.name`, once.
  package var payloadFields: [String] { payload.fields.map(\.name) }
  /// True if `event.data` occurs without a field behind it, or `event` without one of its parts.
  package private(set) var mentionsWholePayload = false
  /// Each function that gets `event.data` as its only argument, such as a named guard.
  package private(set) var functionsOfPayload: [String] = []
  /// Each function that gets the parameters of a named guard unchanged.
  package private(set) var functionsOfParameters: [String] = []
  /// How other variables are used, as fields with their names.
  package private(set) var variables: PayloadShape
  /// How the parameters of a named guard are used.
  private let parameters: PayloadShape
  /// The parts that are arguments of named guards.
  private let arguments: [PayloadShapeReader.Argument]
  /// The part of the payload that is the value, or an element of a list in it.
  private let passed: PayloadShapeReader.Passed?
  /// True if `event.name` occurs.
  package private(set) var mentionsName = false
  /// True if `size` is called.
  package private(set) var asksForSize = false
  /// Numbers and texts, one for each occurrence, but not the keys of a map that is the argument of a call. Before a
  /// pattern, a text that it matches.
  package private(set) var literals: [Value] = []

  /// Scans a text. If the text does not parse, only the part before the error counts. `isCondition`: its value must be a
  /// bool.
  package init(_ text: [UInt8], isCondition: Bool = false) {
    var lexer = Lexer(text)
    var tokens: [Token.Kind] = []
    while let token = try? lexer.next(), token.kind != .end { tokens.append(token.kind) }
    // For each open map: true if it is the argument of a call, such as the parameters of a named guard.
    var maps: [Bool] = []
    var shapes = PayloadShapeReader(tokens, isCondition: isCondition)
    for index in tokens.indices {
      shapes.add(at: index)
      switch tokens[index] {
      case .symbol(.openBrace): maps.append(Self.isArgument(tokens, at: index))
      case .symbol(.closeBrace): _ = maps.popLast()
      case .identifier(let name) where name.utf8.elementsEqual("event".utf8):
        if index > 0, tokens[index - 1] == .symbol(.dot) { continue }
        if shapes.isName("name", behindDotAt: index + 1) { mentionsName = true }
        if !shapes.isName("data", behindDotAt: index + 1) {
          // The whole event has the payload in it.
          if index + 1 == tokens.count || tokens[index + 1] != .symbol(.dot) { mentionsWholePayload = true }
          continue
        }
        if !shapes.isField(at: index + 3) {
          mentionsWholePayload = true
          if let function = Self.function(tokens, of: index..<index + 3) { functionsOfPayload.append(function) }
        }
      case .identifier(let name) where name.utf8.elementsEqual(NamedGuards.parameters.utf8):
        if let function = Self.function(tokens, of: index..<index + 1) { functionsOfParameters.append(function) }
      case .identifier(let name) where name.utf8.elementsEqual("size".utf8):
        if index + 1 < tokens.count, tokens[index + 1] == .symbol(.openParenthesis) { asksForSize = true }
      case .int(let number?):
        let isNegative = Self.isSign(tokens, at: index - 1)
        if let value = Self.int(number, isNegative: isNegative) { literals.append(.int(value)) }
      case .uint(let number?): if let value = Int64(exactly: number) { literals.append(.int(value)) }
      case .double(let number): literals.append(.double(Self.isSign(tokens, at: index - 1) ? -number : number))
      case .string(let text):
        if Self.isPattern(tokens, at: index), let example = Pattern.example(text) { literals.append(.string(example)) }
        if maps.last != true || !Self.isKey(tokens, at: index) { literals.append(.string(text)) }
      default: continue
      }
    }
    payload = shapes.payload
    variables = shapes.variables
    parameters = shapes.parameters
    passed = shapes.passed
    arguments = shapes.arguments
  }

  /// True if the value is the whole payload.
  package var isPayload: Bool { passed.map { $0.path.isEmpty && !$0.isElement } ?? false }

  /// Counts what named guards do with their arguments. `definition`: what the definition of a guard mentions.
  package mutating func passArguments(_ definition: (String) -> ExpressionMentions?) {
    for argument in arguments {
      guard let use = definition(argument.function)?.parameters.field(argument.key) else { continue }
      switch argument.root {
      case .payload: payload.change(argument.path[...]) { $0.add(use) }
      case .variables: variables.change(argument.path[...]) { $0.add(use) }
      case .parameters: continue
      }
    }
  }

  /// How the payload is used if the value is used as `shape` says; nil if the value is not a part of it.
  package func payload(passedAs shape: @autoclosure () -> PayloadShape) -> PayloadShape? {
    guard let passed else { return nil }
    var found = PayloadShape()
    let use = passed.isElement ? shape().element : shape()
    found.change(passed.path[...]) { if let use { $0.add(use) } }
    return found
  }

  /// Counts the parameters of a named guard as fields of the payload, because a use passes the payload to it.
  package mutating func readPayloadAsParameters() {
    payload.add(parameters)
  }

  /// The name of the function with these tokens as its only argument.
  private static func function(_ tokens: [Token.Kind], of argument: Range<Int>) -> String? {
    guard isArgument(tokens, at: argument.lowerBound), argument.upperBound < tokens.count,
      tokens[argument.upperBound] == .symbol(.closeParenthesis),
      case .identifier(let name) = tokens[argument.lowerBound - 2]
    else { return nil }
    return name
  }

  private static func int(_ number: UInt64, isNegative: Bool) -> Int64? {
    if !isNegative { return Int64(exactly: number) }
    return number == UInt64(Int64.max) + 1 ? .min : Int64(exactly: number).map { -$0 }
  }

  /// True if the token begins the argument of a call.
  private static func isArgument(_ tokens: [Token.Kind], at index: Int) -> Bool {
    guard index > 1, tokens[index - 1] == .symbol(.openParenthesis), case .identifier = tokens[index - 2] else {
      return false
    }
    return true
  }

  /// True if the token begins the argument of `matches`.
  private static func isPattern(_ tokens: [Token.Kind], at index: Int) -> Bool {
    guard isArgument(tokens, at: index), case .identifier(let name) = tokens[index - 2] else { return false }
    return name.utf8.elementsEqual("matches".utf8)
  }

  /// True if the token is a key of a map.
  private static func isKey(_ tokens: [Token.Kind], at index: Int) -> Bool {
    guard index > 0, index + 1 < tokens.count, tokens[index + 1] == .symbol(.colon) else { return false }
    return tokens[index - 1] == .symbol(.openBrace) || tokens[index - 1] == .symbol(.comma)
  }

  /// True if the token is a unary minus.
  private static func isSign(_ tokens: [Token.Kind], at index: Int) -> Bool {
    guard index >= 0, tokens[index] == .symbol(.minus) else { return false }
    guard index > 0 else { return true }
    switch tokens[index - 1] {
    case .symbol(.closeParenthesis), .symbol(.closeBracket), .symbol(.closeBrace): return false
    case .symbol: return true
    case .identifier(let word): return word.utf8.elementsEqual("in".utf8)
    default: return false
    }
  }
}
