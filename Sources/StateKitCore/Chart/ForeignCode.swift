/// Code of another notation without a name.
package enum ForeignCode {
  /// The words for it.
  package static let anonymous = "(inline)"

  /// The name of an action, a guard or an invocation in pictures. A machine writes `inline` or `inline:…` for a
  /// function without a name.
  package static func shown(_ name: String) -> String {
    name.isEmpty || name.utf8.elementsEqual("inline".utf8) || name.utf8.starts(with: "inline:".utf8) ? anonymous : name
  }
}
