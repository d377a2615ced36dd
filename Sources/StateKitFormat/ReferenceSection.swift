/// A part of a reference: what `explain keys`, `explain actions`, `explain script` and the pages of the same names show.
package struct ReferenceSection: Sendable {
  /// One key, action, line or form.
  package struct Row: Sendable {
    /// As it is written.
    package let name: String
    /// What it takes; empty for nothing.
    package let value: String
    /// What it does, in a sentence or two.
    package let help: String
    /// A whole chart, or lines of a script.
    package let example: String
  }

  package let title: String
  /// A sentence or two before the rows.
  package let introduction: String
  package let rows: [Row]
}
