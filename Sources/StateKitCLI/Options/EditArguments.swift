import StateKitEditor

/// The options of the commands that change files.
struct EditArguments: Sendable {
  /// Nothing is written; the status says whether anything would be.
  var checks = false
  /// What would be written is shown as a difference, and not written.
  var showsDiff = false
  /// The name that standard input goes by; nil where it has none.
  var stdinName: String?
  /// Findings that say surely what is meant are dealt with.
  var fixes = false
  /// What a new chart begins as.
  var template = ChartTemplate.toggle
  /// What a name is that is the name of several things; nil where it is one.
  var kind: NameKind?
}
