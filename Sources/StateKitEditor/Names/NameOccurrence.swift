package import StateKitCore
package import StateKitFormat

/// The kind of thing that a name denotes.
package enum NameKind: String, CaseIterable, Sendable {
  case state
  case event
  /// A key of the context.
  case context
  case action
  case `guard`
}

package struct NamedThing: Sendable {
  package let kind: NameKind
  package let name: NameID
  /// The index of a state in document order; -1 for other kinds.
  package let state: Int32
}

package struct NameOccurrence: Sendable {
  /// The syntax in which the name is written.
  package enum Spelling: Sendable, Equatable {
    /// A part of a JSON string.
    case json
    /// A word of an expression.
    case word(inJSON: Bool)
    /// A part of a text literal in an expression, between these quotes.
    case text(quote: UInt8, inJSON: Bool)
    /// A text literal with escapes in an expression: the span covers the whole literal.
    case escaped
    /// An unquoted word of a script, or a part of one.
    case bare
  }

  /// The relation of the occurrence to the thing.
  package enum Role: Sendable {
    /// The definition: the key of a state, of a declared event, or of the context.
    case definition
    /// The key of a handler, which defines an undeclared event.
    case handler
    case use
  }

  package let kind: NameKind
  /// The index of the thing in `NameIndex.things`; -1 if the name matches none or several.
  package let thing: Int32
  /// The bytes of the name alone.
  package let span: SourceSpan
  /// The enclosing string including its quotes, or the enclosing word.
  package let token: SourceSpan
  package let role: Role
  package let spelling: Spelling
  /// The name as written.
  package let name: NameID
}

package struct ExpressionSite: Sendable {
  /// The expression, without quotes.
  package let text: StringText
  /// The string, or the rest of a line, that contains the expression.
  package let token: SourceSpan
  /// The names of the enclosing loops, the outermost first.
  package let loops: [String]
  /// The event whose handler contains the expression; nil if it can be any event.
  package let event: NameID?
  /// True if the expression is in a JSON string.
  package let isInJSON: Bool

  /// The span of the expression in the file.
  package var span: SourceSpan { text.span }
}
