/// A section of a reference: the contents of `explain keys`, `explain actions`, `explain script` and the corresponding
/// pages.
package struct ReferenceSection: Sendable {
  /// One key, action, line or form.
  package struct Row: Sendable {
    /// The name as written.
    package let name: String
    /// The value; empty if there is none.
    package let value: String
    /// The effect, in a sentence or two.
    package let help: String
    /// A complete chart, or lines of a script.
    package let example: String
  }

  package let title: String
  /// A sentence or two before the rows.
  package let introduction: String
  package let rows: [Row]
}
