package import CEL

/// The errors of an expression, independent of its position.
struct ExpressionFaults {
  let text: [UInt8]
  let role: ExpressionDraft.Role
  let errors: [ExpressionError]
  /// The reason why the type of the result does not fit.
  var misfit: (message: String, help: String?, isOfRun: Bool)?
  /// The failed tests: names of states that do not exist.
  var tests: [(range: Range<Int>, code: DiagnosticCode, message: String, help: String?, fix: Fix?)] = []

  /// True if a text without quotes is meant.
  let looksLikeText: Bool

  init(text: [UInt8], role: ExpressionDraft.Role, errors: [ExpressionError]) {
    (self.text, self.role, self.errors) = (text, role, errors)
    looksLikeText = !errors.isEmpty && role.mayBeText && LiteralText.looksLike(text)
  }

  func text(of error: ExpressionError) -> ArraySlice<UInt8> { text[error.range.clamped(to: text.indices)] }

  var isEmpty: Bool { errors.isEmpty && misfit == nil && tests.isEmpty }
}

extension StaticType {
  /// The reason why a chart can keep no value of the type, and the probable fix; nil if it can keep some. `text`: the
  /// expression that has the type. `isInJSON`: the expression is a string of a JSON file. Only the name of a type is an
  /// error before the run: a text is meant.
  func whyNotKept(from text: [UInt8], isInJSON: Bool) -> (message: String, help: String?, isOfRun: Bool)? {
    switch self {
    case .uint: return ("a uint cannot be kept", "int() makes an int of it", isOfRun: true)
    case .type, .bytes, .timestamp, .duration:
      let isName = self == .type && TypeName(rawValue: String(decoding: text, as: UTF8.self)) != nil
      let help: String? =
        isName ? LiteralText.help(for: text, isInJSON: isInJSON) : self == .type ? nil : "string() makes a text of it"
      return ("\(name) cannot be kept: JSON has no such value", help, isOfRun: !isName)
    case .dyn, .null, .bool, .int, .double, .string, .list, .map, .record: return nil
    }
  }
}

extension ExpressionError {
  /// Returns the diagnostic at its span of the file, with the known name that is nearest to an unknown one.
  package func diagnostic(
    of text: [UInt8], in source: ExpressionSource, notation: ChartNotation = .file
  ) -> Diagnostic {
    let known = known
    var list = known.isEmpty || known.count > 8 ? nil : "known: " + known.joined(separator: ", ")
    if known == ["event"], let name = plainName(in: text) {
      list = "known: event; declare the data of the chart: \(notation.context(name))"
    }
    // `mood == good`: a text may be intended.
    if kind == .unknownName, let known = list, isCompared(in: text), let name = plainName(in: text) {
      list = known + "; put a text in single quotes: '\(name)'"
    }
    // `"sku?": "string"`: the mark belongs to the type.
    if let name = plainName(in: text), known.contains(where: { $0.utf8.elementsEqual((name + "?").utf8) }) {
      return Diagnostic(
        kind.code, at: source.span(of: range), message: message,
        help: "for a field that may be absent, declare \"\(name)\": \"TYPE?\"")
    }
    return Diagnostic(
      kind.code, at: source.span(of: range), message: message, help: help ?? list,
      fix: kind == .circle ? nil : nearest(in: text, among: known)
    )
  }

  /// True if a comparison ends with the name.
  private func isCompared(in text: [UInt8]) -> Bool {
    var before = text[..<min(range.lowerBound, text.count)]
    while before.last == 0x20 { before.removeLast() }
    return before.suffix(2).elementsEqual("==".utf8) || before.suffix(2).elementsEqual("!=".utf8)
  }

  /// The unknown name, if it is short.
  private func plainName(in text: [UInt8]) -> String? {
    let name = text[range.clamped(to: text.indices)]
    return name.isEmpty || name.count > 40 ? nil : String(decoding: name, as: UTF8.self)
  }

  /// The known name nearest to the unknown one, as a fix.
  func nearest(in text: [UInt8]) -> Fix? { nearest(in: text, among: known) }

  private func nearest(in text: [UInt8], among known: [String]) -> Fix? {
    if known.isEmpty { return nil }
    let name = String(decoding: text[range.clamped(to: text.indices)], as: UTF8.self)
    // `min < mim`: a name that the expression has already is hardly meant again.
    return Suggestion.fix(for: name, among: known).map {
      Fix($0.old, near: $0.new, isCertain: $0.isCertain && !text.includes($0.new.utf8))
    }
  }
}

extension ExpressionError.Kind {
  /// The diagnostic code of an expression error.
  var code: DiagnosticCode {
    switch self {
    case .syntax: .expressionSyntax
    case .unknownName: .unknownName
    case .unknownFunction: .unknownFunction
    case .arity: .wrongArguments
    case .type: .typeMismatch
    case .limit: .expressionLimit
    case .circle: .guardCircle
    }
  }
}
