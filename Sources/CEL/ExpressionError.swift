/// Something that can be known to be wrong with an expression before it is ever evaluated.
package struct ExpressionError: Error, Sendable {
  package enum Kind: Sendable {
    case syntax
    case unknownName
    case unknownFunction
    /// A function with too many or too few arguments.
    case arity
    /// An operator or function that no overload fits.
    case type
    /// Longer or deeper than an expression may be.
    case limit
    /// A named guard that asks itself.
    case circle
  }

  package let kind: Kind
  /// The bytes of the expression.
  package let range: Range<Int>
  package let message: String
  package let help: String?
  /// Lists the names that could be meant by the one that is not known: an error that is counted only needs none.
  private let candidates: @Sendable () -> [String]

  /// Names that could be meant by the one that is not known.
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

/// Why an evaluation gave no value.
package final class EvaluationError: Error, Sendable {
  package let message: String
  /// The byte at which it arose: of the expression, or of the definition of a named guard in it.
  package let offset: Int
  /// That guard, as an index of the program's `guards`; nil: the expression itself.
  package let guardIndex: Int?
  /// No `||`, `&&` or `?:` absorbs it: a limit was reached.
  package let isFatal: Bool

  /// `offset`: as an instruction has it.
  init(_ message: String, at offset: Int, isFatal: Bool = false) {
    self.message = message
    self.offset = offset & 0xFFFF
    guardIndex = offset > 0xFFFF ? offset >> 16 - 1 : nil
    self.isFatal = isFatal
  }
}
