import StateKitCore

/// A part of a chart that has no form in the other language.
struct NotGenerated: Error {
  /// What it is.
  let what: String
  /// What the author can do instead.
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
}
