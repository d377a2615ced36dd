/// The pieces of an expression for editors, also where it cannot be read as a whole.
package enum ExpressionTokens {
  package enum Kind: Sendable {
    case name
    /// A name behind a dot.
    case member
    /// A name with a bracket behind it.
    case function
    case keyword
    case number
    case text
    case sign
  }

  /// The tokens in their order; what is none is left out.
  package static func of(_ text: [UInt8]) -> [(kind: Kind, range: Range<Int>)] {
    var lexer = Lexer(text)
    var tokens: [Token] = []
    while tokens.count <= text.count {
      do throws(ExpressionError) {
        let token = try lexer.next()
        if token.kind == .end { break }
        tokens.append(token)
      } catch {
        lexer.resume(behind: error)
      }
    }
    return tokens.indices.map { index in (kind(of: index, tokens), tokens[index].range) }
  }

  private static func kind(of index: Int, _ tokens: [Token]) -> Kind {
    switch tokens[index].kind {
    case .identifier(let word):
      if ["true", "false", "null", "in"].contains(word) { return .keyword }
      if index + 1 < tokens.count, tokens[index + 1].kind == .symbol(.openParenthesis) { return .function }
      return index > 0 && tokens[index - 1].kind == .symbol(.dot) ? .member : .name
    case .quotedIdentifier: return .member
    case .int, .uint, .double: return .number
    case .string, .bytes: return .text
    case .symbol, .end: return .sign
    }
  }

  /// What may be called on some value: all methods and macros.
  package static var methods: [String] {
    Function.allCases.filter { $0.arity(isMethod: true) != nil }.map(\.rawValue) + Compiler.macros.keys.sorted()
  }
}
