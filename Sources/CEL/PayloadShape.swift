/// How expressions use a payload or a part of it: by the fields of a map, by the elements of a list, by its size.
package struct PayloadShape: Sendable {
  /// A step from a value to a part of it.
  enum Part: Sendable {
    case field(String)
    case element(hasIndex: Bool)
  }

  /// The fields that are read, in the order of the text.
  package private(set) var fields: [(name: String, shape: PayloadShape)] = []
  private var indices: [[UInt8]: Int] = [:]
  private var elements: [PayloadShape] = []
  /// True if its size is asked for, or an element by its index.
  package fileprivate(set) var isSized = false
  /// True if an expression asks whether it has a field.
  package fileprivate(set) var mayLackFields = false
  /// True if it is an operand of `&&`, `||`, `!` or `?`, or the value of a condition.
  package fileprivate(set) var isBool = false
  /// True if it is also used in another way, such as in a comparison.
  package fileprivate(set) var isMoreThanBool = false

  /// True if its type is asked for.
  package var isTyped = false
  /// The texts for which an expression asks whether they are keys of it, or elements.
  package fileprivate(set) var keys: [String] = []

  /// Parts of deeper parts are not kept.
  static let deepest = 8

  package init() {}

  /// The use of the elements; nil if it is not used as a list.
  package var element: PayloadShape? { elements.first }

  /// The use of a field; nil if it is not read.
  package func field(_ name: String) -> PayloadShape? {
    indices[Array(name.utf8)].map { fields[$0].shape }
  }

  /// A list whose elements are used as another shape says.
  package init(elements: PayloadShape) {
    self.elements = [elements]
  }

  mutating func change(_ path: ArraySlice<Part>, _ body: (inout PayloadShape) -> Void) {
    guard let part = path.first else { return body(&self) }
    switch part {
    case .element(let hasIndex):
      isSized = isSized || hasIndex
      if elements.isEmpty { elements.append(PayloadShape()) }
      elements[0].change(path.dropFirst(), body)
    case .field(let name):
      let index = indices[Array(name.utf8)] ?? fields.count
      if index == fields.count {
        fields.append((name, PayloadShape()))
        indices[Array(name.utf8)] = index
      }
      fields[index].shape.change(path.dropFirst(), body)
    }
  }

  fileprivate mutating func add(key: String) {
    if keys.count < Self.mostKeys, !keys.contains(where: { $0.utf8.elementsEqual(key.utf8) }) { keys.append(key) }
  }

  private static let mostKeys = 20

  /// Adds all uses of another shape.
  package mutating func add(_ other: PayloadShape) {
    isSized = isSized || other.isSized
    mayLackFields = mayLackFields || other.mayLackFields
    isBool = isBool || other.isBool
    isMoreThanBool = isMoreThanBool || other.isMoreThanBool
    isTyped = isTyped || other.isTyped
    for key in other.keys { add(key: key) }
    for (name, shape) in other.fields { change([Part.field(name)][...]) { $0.add(shape) } }
    if let element = other.element { change([Part.element(hasIndex: false)][...]) { $0.add(element) } }
  }
}

/// Finds the uses of a payload, and of other variables, in the tokens of an expression.
struct PayloadShapeReader {
  private(set) var payload = PayloadShape()
  /// The use of the parameters of a named guard.
  private(set) var parameters = PayloadShape()
  /// The use of other variables, as fields with their names.
  private(set) var variables = PayloadShape()
  /// The part of the payload that is the value, or an element of a list in it.
  private(set) var passed: Passed?
  /// The parts that are arguments of named guards.
  private(set) var arguments: [Argument] = []
  let tokens: [Token.Kind]
  let isCondition: Bool
  /// The indices of the brackets that are open, and for each bracket the index of the one that closes it.
  private(set) var open: [Int] = []
  private(set) var closing: [Int: Int] = [:]
  /// The parts that the variables of macros stand for.
  private var parts: [[UInt8]: (root: Root, path: [PayloadShape.Part])] = [:]

  struct Passed: Sendable {
    let path: [PayloadShape.Part]
    let isElement: Bool
  }

  /// A part that is a member of the map that a call gets.
  struct Argument: Sendable {
    let function: String
    let key: String
    let root: Root
    let path: [PayloadShape.Part]
  }

  enum Root {
    case payload, parameters, variables
  }

  /// `isCondition`: the value must be a bool.
  init(_ tokens: [Token.Kind], isCondition: Bool) {
    self.tokens = tokens
    self.isCondition = isCondition
    var open: [Int] = []
    for index in tokens.indices {
      if Self.opens(tokens[index]) { open.append(index) }
      if Self.closes(tokens[index]), let bracket = open.popLast() { closing[bracket] = index }
    }
  }

  /// Adds the use that begins with a name, unless it is about something else. Indices must be in order.
  mutating func add(at index: Int) {
    if Self.opens(tokens[index]) { open.append(index) } else if Self.closes(tokens[index]) { _ = open.popLast() }
    guard let name = name(at: index), index == 0 || tokens[index - 1] != .symbol(.dot) else { return }
    if name.utf8.elementsEqual("event".utf8) {
      if isName("data", behindDotAt: index + 1) { add(.payload, from: index, to: index + 3, path: []) }
    } else if name.utf8.elementsEqual(NamedGuards.parameters.utf8) {
      add(.parameters, from: index, to: index + 1, path: [])
    } else if let part = parts[Array(name.utf8)] {
      add(part.root, from: index, to: index + 1, path: part.path)
    } else if !isSymbol(.openParenthesis, at: index + 1) {
      add(.variables, from: index, to: index + 1, path: [.field(name)])
    }
  }

  private mutating func add(_ root: Root, from start: Int, to end: Int, path first: [PayloadShape.Part]) {
    var (path, next) = (first, end)
    while let (part, length) = part(at: next) {
      if path.count < PayloadShape.deepest { path.append(part) }
      next += length
    }
    let isElement = isSymbol(.openBracket, at: start - 1) && isSymbol(.closeBracket, at: next)
    let isPassed = isElement || start == 0 && next == tokens.count
    if root == .payload, isPassed { passed = Passed(path: path, isElement: isElement) }
    let call = isSymbol(.openParenthesis, at: start - 1) ? name(at: start - 2) : nil
    if isOperand(start..<next) {
      change(root, at: path) { $0.isBool = true }
    } else if let (function, key) = argument(start..<next) {
      arguments.append(Argument(function: function, key: key, root: root, path: path))
    } else if !isPassed, call.map({ !$0.utf8.elementsEqual("has".utf8) }) ?? true {
      change(root, at: path) { $0.isMoreThanBool = true }
    }
    let method = isSymbol(.dot, at: next) && isSymbol(.openParenthesis, at: next + 2) ? name(at: next + 1) : nil
    let isList = name(at: start - 1).map { $0.utf8.elementsEqual("in".utf8) } ?? false
    if isList, tokens.indices.contains(start - 2), case .string(let key) = tokens[start - 2] {
      change(root, at: path) { $0.add(key: key) }
    }
    if let call, call.utf8.elementsEqual("type".utf8) { change(root, at: path) { $0.isTyped = true } }
    let isMacro = method.map { method in Self.macros.contains { $0.utf8.elementsEqual(method.utf8) } } ?? false
    if isList || isMacro { path.append(.element(hasIndex: false)) }
    if isMacro, let variable = name(at: next + 3), isSymbol(.comma, at: next + 4) {
      parts[Array(variable.utf8)] = (root, path)
    }
    let isSized = [call, method].contains { $0.map { $0.utf8.elementsEqual("size".utf8) } ?? false }
    change(root, at: path) { $0.isSized = $0.isSized || isSized }
    if let call, call.utf8.elementsEqual("has".utf8), case .field? = path.last {
      change(root, at: path.dropLast()) { $0.mayLackFields = true }
    }
  }

  private mutating func change(_ root: Root, at path: [PayloadShape.Part], _ body: (inout PayloadShape) -> Void) {
    switch root {
    case .payload: payload.change(path[...], body)
    case .parameters: parameters.change(path[...], body)
    case .variables: variables.change(path[...], body)
    }
  }

  private static let macros = ["all", "exists", "exists_one", "filter", "map"]

  /// True if tokens name a field of the value before them.
  func isField(at index: Int) -> Bool {
    if case .field? = part(at: index)?.part { true } else { false }
  }

  /// The step to a part that tokens name, with their number.
  private func part(at index: Int) -> (part: PayloadShape.Part, length: Int)? {
    guard index + 1 < tokens.count else { return nil }
    switch (tokens[index], tokens[index + 1]) {
    case (.symbol(.dot), .identifier(let name)), (.symbol(.dot), .quotedIdentifier(let name)):
      return isSymbol(.openParenthesis, at: index + 2) ? nil : (.field(name), 2)
    case (.symbol(.openBracket), let key):
      guard isSymbol(.closeBracket, at: index + 2) else { return nil }
      if case .string(let name) = key { return (.field(name), 3) }
      return (.element(hasIndex: true), 3)
    default: return nil
    }
  }

  func name(at index: Int) -> String? {
    guard tokens.indices.contains(index), case .identifier(let name) = tokens[index] else { return nil }
    return name
  }

  /// True if a dot and a name are at an index.
  func isName(_ name: String, behindDotAt index: Int) -> Bool {
    isSymbol(.dot, at: index) && self.name(at: index + 1).map { $0.utf8.elementsEqual(name.utf8) } ?? false
  }

  func isSymbol(_ symbol: Symbol, at index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index] == .symbol(symbol)
  }
}
