extension Compiler {
  /// A text, and how far it is read.
  struct Source {
    let text: [UInt8]
    let environment: Environment
    var lexer: Lexer
    var token = Token(kind: .end, range: 0..<0)
    var following = Token(kind: .end, range: 0..<0)
    /// Where the last token that was taken ends.
    var consumed = 0
    /// What taking a symbol came across.
    var lateError: ExpressionError?
    /// The first of the locals that the text can name.
    var firstLocal = 0
    /// The named guards whose definitions are around, the outermost first.
    var guardsAround: [String] = []
    /// Where a named guard is used whose definition this is: errors in it are errors there.
    var usedAt: Range<Int>?
    /// That guard among those that the expression asks, from 1; 0 for the expression itself.
    var guardNumber = 0

    init(_ text: [UInt8], environment: Environment) {
      self.text = text
      self.environment = environment
      lexer = Lexer(text)
    }

    /// The definition of a named guard, used in a text.
    init(
      _ text: [UInt8], guards: NamedGuards, as name: String, in outside: Source, firstLocal: Int,
      usedAt span: Range<Int>
    ) {
      var environment = guards.environment
      environment.guards = guards
      self.init(text, environment: environment)
      self.firstLocal = firstLocal
      guardsAround = outside.guardsAround + [name]
      usedAt = outside.usedAt ?? span
    }
  }

  var text: [UInt8] { source.text }
  var environment: Environment { source.environment }
  var token: Token { source.token }
  var following: Token { source.following }
  var consumed: Int { source.consumed }
}
