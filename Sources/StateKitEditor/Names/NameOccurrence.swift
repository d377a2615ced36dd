package import StateKitCore

/// What a name of a chart names.
package enum NameKind: String, CaseIterable, Sendable {
  case state
  case event
  /// A key of the context.
  case context
  case action
  case `guard`
}

/// Something that has a name in a chart.
package struct NamedThing: Sendable {
  package let kind: NameKind
  package let name: NameID
  /// The index of a state in document order; -1 for other things.
  package let state: Int32
}

/// A name where it stands in a file.
package struct NameOccurrence: Sendable {
  /// How the name is written there.
  package enum Spelling: Sendable, Equatable {
    /// A part of a JSON string.
    case json
    /// A word of an expression.
    case word(inJSON: Bool)
    /// A part of a text of an expression, between these quotes.
    case text(quote: UInt8, inJSON: Bool)
    /// In a text of an expression that has escapes of its own: the span is that of the whole text.
    case escaped
    /// A bare word of a script, or a part of one.
    case bare
  }

  /// What the name has to do with the thing.
  package enum Role: Sendable {
    /// It says that the thing is there: the key of a state, of a declared event, of the context.
    case definition
    /// A key with a handler, which an event that is declared nowhere is known by.
    case handler
    case use
  }

  package let kind: NameKind
  /// The index of the thing in `NameIndex.things`; -1 where there is none, or more than one.
  package let thing: Int32
  /// The bytes of the name alone.
  package let span: SourceSpan
  /// The string with its quotes, or the word, that it is a part of.
  package let token: SourceSpan
  package let role: Role
  package let spelling: Spelling
  /// The name as it is written there.
  package let name: NameID
}

/// An expression where it stands in a file.
package struct ExpressionSite: Sendable {
  /// The expression, without quotes around it.
  package let text: StringText
  /// The string, or the rest of a line, that it is or is a part of.
  package let token: SourceSpan
  /// The names of the loops around it, outermost first.
  package let loops: [String]
  /// The event whose handler it belongs to; nil where any can have come.
  package let event: NameID?
  /// It stands in a JSON string.
  package let isInJSON: Bool

  /// Of the expression in the file.
  package var span: SourceSpan { text.span }
}
