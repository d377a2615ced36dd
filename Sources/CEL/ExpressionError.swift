/// An error in an expression that is known before any evaluation.
package struct ExpressionError: Error, Sendable {
  package enum Kind: Sendable {
    case syntax
    case unknownName
    case unknownFunction
    /// A function has too many or too few arguments.
    case arity
    /// No overload of an operator or a function fits.
    case type
    /// The expression is longer or deeper than allowed.
    case limit
    /// A named guard asks itself.
    case circle
  }

  package let kind: Kind
  /// The byte range in the expression.
  package let range: Range<Int>
  package let message: String
  package let help: String?
  /// Lists the candidates for an unknown name. A closure, because an error that is only counted needs no list.
  private let candidates: @Sendable () -> [String]

  /// The candidates for an unknown name.
  package var known: [String] { candidates() }

  init(
    _ kind: Kind, in range: Range<Int>, message: String, help: String? = nil,
    known candidates: @autoclosure @escaping @Sendable () -> [String] = []
  ) {
    self.candidates = candidates
    self.kind = kind
    self.range = range
    self.message = message
    self.help = help
  }
}

/// The reason why an evaluation has no value.
package final class EvaluationError: Error, Sendable {
  package let message: String
  /// The byte offset of the error in the expression, or in the definition of a named guard.
  package let offset: Int
  /// The guard that contains the error, as an index of the program's `guards`; nil for the expression itself.
  package let guardIndex: Int?
  /// True if a limit was reached: no `||`, `&&` or `?:` absorbs the error.
  package let isFatal: Bool

  /// `offset`: in the encoding of `ProgramCode.offsets`.
  init(_ message: String, at offset: Int, isFatal: Bool = false) {
    self.message = message
    self.offset = offset & 0xFFFF
    guardIndex = offset > 0xFFFF ? offset >> 16 - 1 : nil
    self.isFatal = isFatal
  }
}
