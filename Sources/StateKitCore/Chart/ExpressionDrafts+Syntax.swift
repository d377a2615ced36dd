import CEL

/// The check of expressions in a chart that could not be read to its end.
extension ExpressionDrafts {
  /// Reports syntax errors. Names are not looked up.
  package func checkSyntax(_ findings: Findings) {
    var known: [Int32: [ExpressionError]] = [:]
    for (index, use) in uses.all.enumerated() {
      let kind = kinds[Int(use.kind)]
      // The parts of a composed text are checked on their own.
      if kind.role == .composed { continue }
      let errors =
        known[use.kind] ?? Compiler.compile(text(of: kind), in: Environment()).errors.filter { $0.kind == .syntax }
      known[use.kind] = errors
      guard let error = errors.first else { continue }
      let text = text(of: kind)
      let found = error.diagnostic(of: text, in: uses.source(index))
      let isText = kind.role.mayBeText && LiteralText.looksLike(text)
      let help = isText ? (found.help.map { $0 + "; or " } ?? "") + LiteralText.help(for: text) : found.help
      findings.add(found.code, at: found.span, message: found.message, help: help)
    }
  }
}
