/// A text of a picture in parts of different look.
package struct PictureLabel: Sendable {
  package enum Kind: Sendable {
    case plain
    /// The event of a handler, or a word such as `entry`.
    case event
    /// The guard, in brackets.
    case condition
    /// The actions, behind a slash.
    case actions
  }

  /// A small drawing before the text.
  package enum Sign: Sendable, CaseIterable {
    case entry, exit, timer, invocation, always
  }

  package struct Part: Sendable {
    package let kind: Kind
    package let text: String
  }

  package private(set) var parts: [Part] = []
  package var sign: Sign?

  package init(_ sign: Sign? = nil) {
    self.sign = sign
  }

  /// The whole text: its parts with a space between them.
  package var text: String { parts.map(\.text).joined(separator: " ") }

  package var isEmpty: Bool { parts.isEmpty }

  /// Adds a part, unless it is empty.
  package mutating func add(_ kind: Kind, text: String) {
    if !text.isEmpty { parts.append(Part(kind: kind, text: text)) }
  }

  func signed(_ sign: Sign?) -> PictureLabel {
    var label = self
    label.sign = sign
    return label
  }

  package func adding(_ kind: Kind, text: String) -> PictureLabel {
    var label = self
    label.add(kind, text: text)
    return label
  }
}
