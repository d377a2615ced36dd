import StateKitEditor

/// The options of the commands that change files.
struct EditArguments: Sendable {
  /// Writes no files; the status says if any would change.
  var checks = false
  /// Shows changes as a diff, without writing them.
  var showsDiff = false
  /// The name for standard input; nil for none.
  var stdinName: String?
  /// Applies the certain fixes of findings.
  var fixes = false
  var template = ChartTemplate.toggle
  /// The kind of an ambiguous name; nil if the name is unique.
  var kind: NameKind?
}
