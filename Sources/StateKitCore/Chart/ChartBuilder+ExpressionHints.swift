import CEL

/// Reporting the errors of expressions, with help for those that mean something else.
extension ChartBuilder {
  func report(_ faults: ExpressionFaults, at source: ExpressionSource) {
    if let found = unnameableGuard(in: faults, at: source) { return findings.add(found) }
    for error in faults.errors {
      let span = source.span(of: error.range)
      if error.kind == .unknownName, draft.lost.mayHoldName(faults.text(of: error), at: span) { continue }
      if findings.countsOnly(error.kind.code) {
        findings.add(error.kind.code, at: span, message: "")
        if faults.looksLikeText { break }
        continue
      }
      var found = error.diagnostic(of: faults.text, in: source, notation: findings.notation)
      let help = hint(for: error, in: faults)
      // The help of the compiler is no help in ECMAScript.
      if help != nil || error.help != nil && findings.notation == .scxml(isScript: true) {
        found = Diagnostic(found.code, at: found.span, message: found.message, help: help)
      }
      if faults.looksLikeText, error.nearest(in: faults.text) == nil {
        let own = found.help == error.help ? error.help.map { $0 + "; or " } : nil
        found = Diagnostic(
          found.code, at: found.span, message: found.message, help: (own ?? "") + LiteralText.help(for: faults.text))
      }
      findings.add(found)
      // Several words in a row are one error.
      if faults.looksLikeText { break }
    }
    if let misfit = faults.misfit {
      findings.add(
        .typeMismatch, at: source.span(of: 0..<faults.text.count), message: misfit.message,
        severity: misfit.isOfRun ? .warning : nil, help: misfit.help)
    }
    for test in faults.tests {
      let span = source.span(of: test.range)
      if test.code == .unknownTarget, test.fix == nil, draft.lost.states.mayHold(span) { continue }
      report(test.code, at: span, message: test.message, help: test.help, fix: test.fix)
    }
  }

  /// The help for an error whose cause is outside the expression; nil for most.
  private func hint(for error: ExpressionError, in faults: ExpressionFaults) -> String? {
    helpForGuard(error, faults: faults) ?? helpForTypeName(error, faults: faults)
      ?? helpForTypeField(error, faults: faults) ?? helpForElse(error, faults: faults)
  }

  /// The help for a guard that is the word `else`, as in UML.
  private func helpForElse(_ error: ExpressionError, faults: ExpressionFaults) -> String? {
    guard faults.role == .condition, error.kind == .syntax,
      faults.text.filter({ $0 != 0x20 }).elementsEqual("else".utf8)
    else { return nil }
    return "leave this guard out: a last candidate without a guard is taken if no other is"
  }

  /// The one error of a condition that is the name of a host guard, which expressions cannot name.
  private func unnameableGuard(in faults: ExpressionFaults, at source: ExpressionSource) -> Diagnostic? {
    guard faults.role == .condition, !faults.errors.isEmpty, let slot = data.guardSlots.find(faults.text.span)?.index,
      data.guards[slot].hostIndex != nil
    else { return nil }
    let name = DisplayText.quoted(data.guards[slot].name)
    return Diagnostic(
      .expressionSyntax, at: source.span(of: 0..<faults.text.count),
      message: "expressions cannot name the guard \(name)",
      help: "write the guard as {\"host\": \(name)}")
  }

  /// The help for a context key that has the name of a type as its first value, as in a declaration.
  private func helpForTypeName(_ error: ExpressionError, faults: ExpressionFaults) -> String? {
    guard error.kind == .type else { return nil }
    let words = faults.text.split { !($0 == UInt8(ascii: "_") || 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 | 0x20) }
    for word in words {
      guard let slot = data.contextSlots.find(Array(word).span)?.index,
        case .string(let first)? = data.contextValues.indices.contains(slot) ? data.contextValues[slot] : nil,
        FieldType(first) != nil
      else { continue }
      let key = DisplayText.quoted(String(decoding: word, as: UTF8.self))
      return "\"context\" has first values, not types: \(key) is the text \(DisplayText.quoted(first))"
    }
    return nil
  }

  /// The help for a payload that is declared with a field `type`, in place of its type.
  private func helpForTypeField(_ error: ExpressionError, faults: ExpressionFaults) -> String? {
    guard error.kind == .type, faults.text.includes("event.data".utf8) else { return nil }
    for (event, _) in draft.declared + draft.internalDeclared {
      if let type = draft.alphabet?[event]?.typeInField { return type.help(asPayloadOf: draft.names.text(event)) }
    }
    return nil
  }

  /// The help for a condition that is only a name, which may be intended as a host guard.
  private func helpForGuard(_ error: ExpressionError, faults: ExpressionFaults) -> String? {
    guard faults.role == .condition, error.kind == .unknownName || error.kind == .unknownFunction,
      faults.text.count <= 60, error.help == nil, error.nearest(in: faults.text) == nil
    else { return nil }
    let name = faults.text(of: error)
    let rest = faults.text[..<name.startIndex] + faults.text[name.endIndex...]
    guard rest.allSatisfy({ $0 == UInt8(ascii: "!") || $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: ")") }) else {
      return nil
    }
    let shown = DisplayText.quoted(String(decoding: name, as: UTF8.self))
    return "declare a guard that the host answers: \"guards\": {\(shown): null}"
  }
}
