extension Compiler {
  /// A text, and how far it has been read.
  struct Source {
    let text: [UInt8]
    let environment: Environment
    var lexer: Lexer
    var token = Token(kind: .end, range: 0..<0)
    var following = Token(kind: .end, range: 0..<0)
    /// The end of the last token that was consumed.
    var consumed = 0
    /// The first error found behind a consumed symbol.
    var lateError: ExpressionError?
    /// The index of the first local that the text can name.
    var firstLocal = 0
    /// The named guards whose definitions enclose this text, the outermost first.
    var guardsAround: [String] = []
    /// The range of the use of a named guard, if this text is its definition. Errors in the definition are reported at
    /// that range.
    var usedAt: Range<Int>?
    /// The number of that guard among the guards that the expression asks, from 1; 0 for the expression itself.
    var guardNumber = 0

    init(_ text: [UInt8], environment: Environment) {
      self.text = text
      self.environment = environment
      lexer = Lexer(text)
    }

    /// The source for the definition of a named guard, which this text uses at `span`.
    func definition(_ text: [UInt8], of name: String, usedAt span: Range<Int>, guards: NamedGuards) -> Source {
      var environment = guards.environment
      environment.guards = guards
      var inner = Source(text, environment: environment)
      inner.guardsAround = guardsAround + [name]
      inner.usedAt = usedAt ?? span
      return inner
    }
  }

  var text: [UInt8] { source.text }
  var environment: Environment { source.environment }
  var token: Token { source.token }
  var following: Token { source.following }
  var consumed: Int { source.consumed }
}
