import StateKitCore

/// The files that were skipped in folders, with reasons.
struct SkippedFiles {
  private(set) var entries: [(path: String, reason: Folder.Skip)]

  init(_ entries: [(path: String, reason: Folder.Skip)] = []) {
    self.entries = entries
  }

  mutating func add(_ path: String, reason: Folder.Skip) {
    entries.append((path, reason))
  }

  mutating func add(_ others: SkippedFiles) {
    entries += others.entries
  }

  /// `2 without a chart, 1 hidden`; empty if none was skipped.
  var summary: String {
    Folder.Skip.allCases.compactMap { reason in
      let count = entries.count { $0.reason == reason }
      return count == 0 ? nil : "\(count) \(Self.short(reason))"
    }.joined(separator: ", ")
  }

  /// Writes how many were skipped, and the reason of each if requested.
  func report(_ arguments: Arguments, messenger: Messenger) {
    list(arguments, messenger: messenger)
    if !entries.isEmpty, !arguments.isQuiet { messenger.write("statekit: skipped: \(summary)") }
  }

  /// Lists them with their reasons, if requested.
  func list(_ arguments: Arguments, messenger: Messenger) {
    guard arguments.isVerbose else { return }
    for (path, reason) in entries {
      messenger.write("statekit: skipped \(FilePath.shown(path)): \(Self.sentence(reason))")
    }
  }

  private static func short(_ reason: Folder.Skip) -> String {
    switch reason {
    case .hidden: "hidden"
    case .packages: "named node_modules"
    case .linkToFolder: "linked to a folder"
    case .noChart: "without a chart"
    case .noJSON: "without JSON"
    case .markup: "in XML"
    }
  }

  private static func sentence(_ reason: Folder.Skip) -> String {
    switch reason {
    case .hidden: "its name begins with a dot"
    case .packages: "installed packages are not searched"
    case .linkToFolder: "it is a link to a folder"
    case .noChart: "it contains no chart"
    case .noJSON: "it is not JSON and does not look like a chart"
    case .markup: "it is XML, which fmt does not format"
    }
  }
}
