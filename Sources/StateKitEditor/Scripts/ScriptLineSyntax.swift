package import StateKitCore

/// A line of a script as its parts, also where something is wrong with it (Scripts.md).
package struct ScriptLineSyntax: Sendable {
  package enum Kind: Sendable {
    case blank
    case comment
    case event
    /// An event as an object.
    case object
    case advance
    case question
    case expect
    case set
    case `guard`
    case delay
    case test
    case chart
    /// Nothing that a script has.
    case unknown
  }

  package struct Part: Sendable {
    package enum Kind: Sendable {
      /// `:expect`, `:set` and the others, and `?`.
      case command
      /// The words of a form of `:expect`, as one.
      case form
      case event
      case state
      /// The id of a child before a state of it, with its colon.
      case child
      case action
      case guardName
      case delayName
      case path
      /// `+5s`, or a duration behind a word.
      case duration
      case file
      case json
      case expression
      case comma
      case equals
      case comment
      /// What cannot be read; it goes up to the end of the line.
      case junk
    }

    package let kind: Kind
    package let span: SourceSpan

    package init(_ kind: Kind, in range: Range<Int>) {
      self.kind = kind
      span = SourceSpan(range)
    }
  }

  package let kind: Kind
  /// From 1.
  package let number: Int
  /// The line without its line end.
  package let span: SourceSpan
  package let parts: [Part]

  /// It can be read to its end.
  package var isWhole: Bool { kind != .unknown && !parts.contains { $0.kind == .junk } }
}
