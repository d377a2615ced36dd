package import StateKitCore

/// A line of a script with its parts, even if it has errors (Scripts.md).
package struct ScriptLineSyntax: Sendable {
  package enum Kind: Sendable {
    case blank, comment, event
    /// An event as an object.
    case object
    case advance, question, expect, set, `guard`, delay, host, test, chart, unknown
  }

  package struct Part: Sendable {
    package enum Kind: Sendable {
      /// `:expect`, `:set` and other commands, and `?`.
      case command
      /// The words of a form of `:expect`, as one part.
      case form
      case event
      case state
      /// The id of a child before the name of its state, including the colon.
      case child
      case action, guardName, delayName, path
      /// `+5s`, or a duration after a word.
      case duration
      case file, json, expression, comma, equals, comment
      /// An invalid part, up to the end of the line.
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
  /// The line number, from 1.
  package let number: Int
  /// The line without its line end.
  package let span: SourceSpan
  package let parts: [Part]

  package var isWhole: Bool { kind != .unknown && !parts.contains { $0.kind == .junk } }
}
