import StateKitCore

/// A part of a chart that has no form in the other language.
struct NotGenerated: Error {
  /// The part, for a message.
  let what: String
  /// The fix.
  let help: String

  init(_ what: String, help: String) {
    self.what = what
    self.help = help
  }
}

/// One generated file.
package struct GeneratedFile: Sendable {
  package let name: String
  package let text: String

  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}
